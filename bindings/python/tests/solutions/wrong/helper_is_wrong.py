# question 2.5
# expected: items_missing hint_wrong_helper
# Its jumps are missing because voisins, question 2.4, forgets everything at distance 2.


def voisins(position, distance):
    for ligne in (-1, 0, 1):
        for colonne in (-1, 0, 1):
            if (ligne or colonne) and 0 <= position // 8 + ligne < 8 and 0 <= position % 8 + colonne < 8:
                yield position + 8 * ligne + colonne


def coups(plateau, couleur):
    for depart in range(64):
        if plateau[depart] == couleur:
            for arrivee in voisins(depart, 2):
                if plateau[arrivee] == 0:
                    yield depart, arrivee
