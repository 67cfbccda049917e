# question 3.6
# expected: iterates_in_helper

def positions(entier):
    return [position for position in range(64) if entier >> position & 1]


def retourner(pions, joueur, entier):
    for position in positions(entier):
        pions[joueur] |= 1 << position
        pions[1 - joueur] &= ~(1 << position)


def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    pions[joueur] ^= 1 << depart | 1 << arrivee
    retourner(pions, joueur, voisins[arrivee] & pions[1 - joueur])
