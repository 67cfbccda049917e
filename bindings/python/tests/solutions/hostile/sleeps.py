import time


def valeur(plateau):
    time.sleep(10**6)
