# question 2.6
# expected: wrong_board hint_own_blobs_turn

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for c in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            if 8 * l + c != position:
                yield 8 * l + c


def jouer_coup(plateau, coup):
    depart, arrivee = coup
    couleur = plateau[depart]
    saut = arrivee not in voisins(depart, 1)
    for voisin in voisins(arrivee, 1):
        if voisin != depart:
            plateau[voisin] = -plateau[voisin]
    plateau[arrivee] = couleur
    if saut:
        plateau[depart] = 0
