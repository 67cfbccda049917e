# question 3.3
# expected: items_twice

def positions(entier):
    for position in range(64):
        if entier >> position & 1:
            yield position
        if entier & 1 << position:
            yield position
