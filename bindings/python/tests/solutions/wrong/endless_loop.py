# question 2.2
# expected: timeout

def valeur(plateau):
    total = 0
    position = 0
    while position < 64:
        total += plateau[position]
    return total
