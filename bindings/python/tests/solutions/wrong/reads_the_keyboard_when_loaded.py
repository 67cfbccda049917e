# question 2.2
# expected: skipped_input_value

taille = int(input("taille du plateau ? "))


def valeur(plateau):
    return sum(plateau)
