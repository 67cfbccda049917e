# question 2.2
# expected: exit

import sys


def valeur(plateau):
    print(sum(plateau))
    sys.exit(0)
