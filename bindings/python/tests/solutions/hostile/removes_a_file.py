import os


def valeur(plateau):
    os.remove("TARGET")
