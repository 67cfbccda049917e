import time


def valeur(plateau):
    time.sleep(SECONDS)
    return sum(plateau)
