# question 2.3
# expected: items_missing


def blobs(plateau, couleur):
    for position in range(63):
        if plateau[position] == couleur:
            yield position
