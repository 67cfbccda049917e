# question 2.4
# expected: items_missing hint_range_end


def voisins(position, distance):
    ligne, colonne = position // 8, position % 8
    for dl in range(-distance, distance):
        for dc in range(-distance, distance):
            if 0 <= ligne + dl < 8 and 0 <= colonne + dc < 8 and (dl, dc) != (0, 0):
                yield 8 * (ligne + dl) + colonne + dc
