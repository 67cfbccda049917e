# question 3.6
# expected: ignores_table

def calcul_voisins(position):
    case = 1 << position
    droite = case << 1 & 0xFEFEFEFEFEFEFEFE
    gauche = case >> 1 & ~0x8080808080808080
    ligne = gauche | case | droite
    return (ligne << 8 | ligne | ligne >> 8) & ~case & (2**64 - 1)


def jouer_saut(pions, coup, joueur, voisins):
    depart, arrivee = coup
    retournes = calcul_voisins(arrivee) & pions[1 - joueur]
    pions[joueur] ^= 1 << depart | 1 << arrivee | retournes
    pions[1 - joueur] ^= retournes
