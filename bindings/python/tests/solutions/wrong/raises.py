# question 2.2
# expected: exception

def valeur(plateau):
    total = 0
    for position in range(1, 65):
        total += plateau[position]
    return total
