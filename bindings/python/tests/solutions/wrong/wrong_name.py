# question 2.3
# expected: similar_name

def blob(plateau, couleur):
    for position in range(64):
        if plateau[position] == couleur:
            yield position
