# question 2.2
# expected: memory

def valeur(plateau):
    histoire = []
    while True:
        histoire.append(list(plateau) * 1000000)
