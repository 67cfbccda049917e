# question 3.3
# expected: items_differ hint_counted_from_1

def positions(entier):
    position = 0
    while entier:
        position += 1
        if entier & 1:
            yield position
        entier >>= 1
