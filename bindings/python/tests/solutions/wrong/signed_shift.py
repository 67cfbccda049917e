# question 3.5
# expected: wrong_value hint_negative

def en_signe(entier):
    return entier - (1 << 64) if entier >> 63 else entier


def calcul_voisins(position):
    resultat = 0
    ligne, colonne = divmod(position, 8)
    for l in range(max(0, ligne - 1), min(7, ligne + 1) + 1):
        for c in range(max(0, colonne - 1), min(7, colonne + 1) + 1):
            if (l, c) != (ligne, colonne):
                resultat |= 1 << 8 * l + c
    return en_signe(resultat)
