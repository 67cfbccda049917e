# question 3.2
# expected: board_unchanged

pions = [0, 1 << 12]
pions[1] &= ~(1 << 13) & ~12
