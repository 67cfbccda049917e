# question 2.4
# expected: items_extra hint_off_board

def voisins(position, distance):
    colonne = position % 8
    for l in range(-distance, distance + 1):
        for c in range(-distance, distance + 1):
            if (l, c) != (0, 0) and 0 <= colonne + c < 8:
                yield position + 8 * l + c
