# question 2.4
# expected: is_an_inner_function


def partie2():
    def voisins(position, distance):
        yield position + 1

    return list(voisins(0, 1))
