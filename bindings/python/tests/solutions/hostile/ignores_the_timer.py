import signal
import time

signal.signal(signal.SIGPROF, signal.SIG_IGN)
called = []


def valeur(plateau):
    if not called:
        called.append(True)
        start = time.process_time()
        while time.process_time() - start < 3:
            pass
    return sum(plateau)
