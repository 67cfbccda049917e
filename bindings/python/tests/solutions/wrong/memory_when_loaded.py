# question 2.2
# expected: skipped_memory
plateaux = [0] * 10**10


def valeur(plateau):
    return sum(plateau)
