# question 2.2
# expected: skipped_read_stdin

taille = int(input("taille du plateau ? "))


def valeur(plateau):
    return sum(plateau)
