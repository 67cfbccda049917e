# question 2.3
# expected: not_generator

def blobs(plateau, couleur):
    return [position for position in range(64) if plateau[position] == couleur]
