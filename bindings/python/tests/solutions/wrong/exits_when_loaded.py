# question 2.2
# expected: skipped_exit
import sys

sys.exit("fini")


def valeur(plateau):
    return sum(plateau)
