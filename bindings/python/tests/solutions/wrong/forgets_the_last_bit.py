# question 3.3
# expected: items_missing hint_last_bit

def positions(entier):
    for position in range(63):
        if entier >> position & 1:
            yield position
