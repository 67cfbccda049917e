# question 3.6
# expected: wrong_integers hint_two_blobs

def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    pions[joueur] ^= 1 << depart | 1 << arrivee
    pions[joueur] |= voisins[arrivee] & pions[1 - joueur]
