# question 2.2
# expected: not_found

def combien(p):
    return sum(p)
