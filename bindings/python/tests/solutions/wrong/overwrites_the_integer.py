# question 3.1
# expected: wrong_board hint_overwrites
pions = [0, 0]
pions[0] = 2**9
