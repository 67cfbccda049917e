# question 2.3
# expected: items_missing items_twice


def blobs(plateau, couleur):
    for valeur in plateau:
        if valeur == couleur:
            yield plateau.index(couleur)
