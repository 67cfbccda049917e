# Sends one line of its own in place of the result of loading.
import os

line = LINE
while line:
    line = line[os.write(4, line) :]
while os.read(3, 1 << 16):
    pass


def valeur(plateau):
    pass
