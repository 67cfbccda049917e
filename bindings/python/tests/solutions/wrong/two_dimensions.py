# question 2.1
# expected: two_dimensions
plateau = [[0] * 8 for _ in range(8)]
plateau[3][2] = 1
