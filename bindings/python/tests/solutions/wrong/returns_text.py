# question 2.2
# expected: wrong_type

def valeur(plateau):
    return f"{sum(plateau)}"
