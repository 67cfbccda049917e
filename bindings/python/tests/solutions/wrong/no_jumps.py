# question 2.5
# expected: items_missing hint_no_jumps

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for c in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            if 8 * l + c != position:
                yield 8 * l + c


def coups(plateau, couleur):
    for depart in range(64):
        if plateau[depart] == couleur:
            for arrivee in voisins(depart, 1):
                if plateau[arrivee] == 0:
                    yield depart, arrivee
