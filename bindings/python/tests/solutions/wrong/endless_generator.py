# question 2.3
# expected: endless_generator

def blobs(plateau, couleur):
    position = 0
    while True:
        if plateau[position % 64] == couleur:
            yield position % 64
        position += 1
        if couleur not in plateau:
            return
