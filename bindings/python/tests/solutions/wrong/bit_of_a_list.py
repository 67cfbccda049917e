# question 3.1
# expected: skipped_exception bit_of_a_list
pions[0][9] = 1
