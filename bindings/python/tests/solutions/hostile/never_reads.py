# Claims to be loaded and reads nothing: what is sent to it fills the pipe.
import os
import time

os.write(4, b'{"skipped": [], "limited": {}}\n')
time.sleep(10**6)


def valeur(plateau):
    pass
