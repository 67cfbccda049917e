import ctypes


def valeur(plateau):
    if ctypes.CDLL(None).unlink(b"TARGET") == -1:
        raise RuntimeError("no file could be removed")
