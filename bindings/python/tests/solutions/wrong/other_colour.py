# question 2.3
# expected: items_differ hint_other_colour

def blobs(plateau, couleur):
    for position in range(64):
        if plateau[position] == -couleur:
            yield position
