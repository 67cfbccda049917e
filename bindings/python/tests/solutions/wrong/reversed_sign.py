# question 2.2
# expected: wrong_value hint_sign

def valeur(plateau):
    return plateau.count(-1) - plateau.count(1)
