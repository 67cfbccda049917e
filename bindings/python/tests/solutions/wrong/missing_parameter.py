# question 2.3
# expected: wrong_parameters

def blobs(plateau):
    for position in range(64):
        if plateau[position] == 1:
            yield position
