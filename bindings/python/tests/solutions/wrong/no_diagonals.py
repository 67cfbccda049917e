# question 2.4
# expected: items_missing hint_no_diagonals

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(8):
        for c in range(8):
            if 0 < abs(l - ligne) + abs(c - colonne) <= distance:
                yield 8 * l + c
