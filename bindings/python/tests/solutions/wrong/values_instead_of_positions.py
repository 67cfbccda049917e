# question 2.3
# expected: items_differ hint_values_not_positions

def blobs(plateau, couleur):
    for case in plateau:
        if case == couleur:
            yield case
