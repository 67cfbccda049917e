x = NESTED


def valeur(plateau):
    return sum(plateau)
