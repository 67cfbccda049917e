# question 3.1
# expected: wrong_board

pions = [0, 0]
pions[0] = pions[0] + 9
