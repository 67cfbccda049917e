# question 2.3
# expected: items_differ hint_counted_from_1
# Counts positions from 1: the positions 1 on some boards are not the value of a blue cell.


def blobs(plateau, couleur):
    for position, case in enumerate(plateau, start=1):
        if case == couleur:
            yield position
