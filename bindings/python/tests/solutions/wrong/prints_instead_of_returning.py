# question 2.2
# expected: printed

def valeur(plateau):
    print(sum(plateau))
