# question 2.2
# expected: skipped_timeout
while True:
    pass


def valeur(plateau):
    return sum(plateau)
