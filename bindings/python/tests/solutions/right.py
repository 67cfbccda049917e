"""A full right solution of the sheet, as a good student writes it."""

# 2. Tableau unidimensionnel

plateau = [0] * 64

# 2.1
plateau[3 * 8 + 2] = 1


def valeur(plateau):
    """2.2"""
    return sum(plateau)


def blobs(plateau, couleur):
    """2.3"""
    for position, case in enumerate(plateau):
        if case == couleur:
            yield position


def voisins(position, distance):
    """2.4"""
    ligne, colonne = divmod(position, 8)
    for autre_ligne in range(max(0, ligne - distance), min(7, ligne + distance) + 1):
        for autre_colonne in range(max(0, colonne - distance), min(7, colonne + distance) + 1):
            if (autre_ligne, autre_colonne) != (ligne, colonne):
                yield 8 * autre_ligne + autre_colonne


def coups_possibles(plateau, joueur):
    """2.5"""
    for depart in blobs(plateau, joueur):
        for arrivee in voisins(depart, 2):
            if plateau[arrivee] == 0:
                yield depart, arrivee


def jouer_coup(plateau, coup):
    """2.6"""
    depart, arrivee = coup
    couleur = plateau[depart]
    if arrivee not in voisins(depart, 1):
        plateau[depart] = 0
    plateau[arrivee] = couleur
    for voisin in voisins(arrivee, 1):
        if plateau[voisin] == -couleur:
            plateau[voisin] = couleur


# 3. 2 entiers

pions = [0, 1 << 12]

# 3.1
pions[0] |= 1 << 9

# 3.2
pions[1] &= ~(1 << 12)


def positions(entier):
    """3.3"""
    position = 0
    while entier:
        if entier & 1:
            yield position
        entier >>= 1
        position += 1


def valeur_pions(pions):
    """3.4"""
    bleus, rouges = pions
    return bin(bleus).count("1") - bin(rouges).count("1")


def calcul_voisins(position):
    """3.5"""
    return sum(1 << voisin for voisin in voisins(position, 1))


def jouer_saut(pions, coup, joueur, voisins):
    """3.6"""
    depart, arrivee = coup
    adversaire = 1 - joueur
    retournes = pions[adversaire] & voisins[arrivee]
    pions[joueur] ^= 1 << depart | 1 << arrivee | retournes
    pions[adversaire] ^= retournes
