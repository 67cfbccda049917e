# question 3.6
# expected: wrong_board hint_jump_keeps_origin

def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    retournes = voisins[arrivee] & pions[1 - joueur]
    pions[joueur] |= 1 << arrivee | retournes
    pions[1 - joueur] &= ~retournes
