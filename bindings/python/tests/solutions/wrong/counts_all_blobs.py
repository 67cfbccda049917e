# question 2.2
# expected: wrong_value hint_all_blobs

def valeur(plateau):
    return sum(abs(case) for case in plateau)
