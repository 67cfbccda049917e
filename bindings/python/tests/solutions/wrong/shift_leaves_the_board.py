# question 3.5
# expected: wrong_value hint_beyond_64_bits

def calcul_voisins(position):
    case = 1 << position
    droite = case << 1 if position % 8 < 7 else 0
    gauche = case >> 1 if position % 8 > 0 else 0
    ligne = gauche | case | droite
    return (ligne << 8 | ligne | ligne >> 8) & ~case
