# question 2.2
# expected: syntax_error

def valeur(plateau)
    return sum(plateau)
