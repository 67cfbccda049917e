# question 2.2
# expected: changed_argument

def valeur(plateau):
    total = 0
    while plateau:
        total += plateau.pop()
    return total
