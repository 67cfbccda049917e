# question 2.2
# expected: load_read_stdin

taille = int(input("taille du plateau ? "))


def valeur(plateau):
    return sum(plateau)
