# question 3.5
# expected: wrong_value hint_wraps

def calcul_voisins(position):
    case = 1 << position
    ligne = case << 1 | case | case >> 1
    return (ligne << 8 | ligne | ligne >> 8) & ~case & (2**64 - 1)
