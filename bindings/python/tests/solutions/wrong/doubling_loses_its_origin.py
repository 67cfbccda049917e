# question 2.6
# expected: wrong_board hint_doubling_loses_origin

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for c in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            if 8 * l + c != position:
                yield 8 * l + c


def jouer_coup(plateau, coup):
    depart, arrivee = coup
    plateau[arrivee] = plateau[depart]
    plateau[depart] = 0
    for voisin in voisins(arrivee, 1):
        if plateau[voisin] == -plateau[arrivee]:
            plateau[voisin] = plateau[arrivee]
