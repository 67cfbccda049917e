# question 3.6
# expected: recursion

def retourner(pions, joueur, entier):
    if entier:
        bit = entier & -entier
        pions[joueur] |= bit
        pions[1 - joueur] &= ~bit
        retourner(pions, joueur, entier ^ bit)


def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    pions[joueur] ^= 1 << depart | 1 << arrivee
    retourner(pions, joueur, voisins[arrivee] & pions[1 - joueur])
