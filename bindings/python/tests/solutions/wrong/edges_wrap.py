# question 2.4
# expected: items_extra hint_wraps

def voisins(position, distance):
    for ligne in range(-distance, distance + 1):
        for colonne in range(-distance, distance + 1):
            voisin = position + 8 * ligne + colonne
            if voisin != position and 0 <= voisin < 64:
                yield voisin
