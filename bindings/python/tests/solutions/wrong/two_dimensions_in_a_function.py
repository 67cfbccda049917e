# question 2.2
# expected: exception hint_two_dimensions


def valeur(plateau):
    total = 0
    for ligne in range(8):
        for colonne in range(8):
            total += plateau[ligne][colonne]
    return total
