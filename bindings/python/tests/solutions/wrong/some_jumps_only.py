# question 2.5
# expected: items_missing


def coups(plateau, couleur):
    for depart in range(64):
        if plateau[depart] != couleur:
            continue
        for arrivee in range(64):
            lignes = abs(depart // 8 - arrivee // 8)
            colonnes = abs(depart % 8 - arrivee % 8)
            saut_droit = (lignes, colonnes) in ((0, 2), (2, 0))
            if plateau[arrivee] == 0 and (max(lignes, colonnes) == 1 or saut_droit):
                yield depart, arrivee
