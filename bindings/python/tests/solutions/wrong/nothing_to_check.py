# question 2.2
# expected: nothing_to_check
# To do.
