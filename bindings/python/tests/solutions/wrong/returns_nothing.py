# question 2.2
# expected: returned_none

def valeur(plateau):
    total = sum(plateau)
