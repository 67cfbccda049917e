# question 2.1
# expected: wrong_board

plateau = [0] * 64
plateau[3 * 8 + 3] = 1
