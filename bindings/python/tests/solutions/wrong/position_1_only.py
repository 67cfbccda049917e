# question 2.3
# expected: items_differ
# A blob on 0 is given as 1: that is no value of a cell, although it looks like one.


def blobs(plateau, couleur):
    for position in range(64):
        if plateau[position] == couleur:
            yield position or 1
