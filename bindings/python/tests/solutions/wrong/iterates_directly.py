# question 3.6
# expected: iterates

def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    pions[joueur] ^= 1 << depart | 1 << arrivee
    for position in range(64):
        if voisins[arrivee] & pions[1 - joueur] & 1 << position:
            pions[joueur] |= 1 << position
            pions[1 - joueur] &= ~(1 << position)
