# question 2.2
# expected: skipped_exception
# The function after the line that fails is checked all the same.
print(valeur(plateau))


def valeur(plateau):
    return sum(plateau)
