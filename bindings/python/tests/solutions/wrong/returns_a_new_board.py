# question 2.6
# expected: returned_new_board

def voisins(position, distance):
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for c in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            if 8 * l + c != position:
                yield 8 * l + c


def jouer_coup(plateau, coup):
    depart, arrivee = coup
    nouveau = list(plateau)
    couleur = plateau[depart]
    if arrivee not in voisins(depart, 1):
        nouveau[depart] = 0
    nouveau[arrivee] = couleur
    for voisin in voisins(arrivee, 1):
        if nouveau[voisin] == -couleur:
            nouveau[voisin] = couleur
    return nouveau
