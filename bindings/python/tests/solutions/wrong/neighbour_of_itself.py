# question 2.4
# expected: items_extra hint_itself

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for c in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            yield 8 * l + c
