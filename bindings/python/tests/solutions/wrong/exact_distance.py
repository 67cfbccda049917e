# question 2.4
# expected: items_missing hint_exact_distance

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(8):
        for c in range(8):
            if max(abs(l - ligne), abs(c - colonne)) == distance:
                yield 8 * l + c
