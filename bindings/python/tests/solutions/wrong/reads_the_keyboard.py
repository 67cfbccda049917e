# question 2.2
# expected: read_stdin

def valeur(plateau):
    plateau = eval(input("plateau ? "))
    return sum(plateau)
