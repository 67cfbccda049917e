# question 2.2
# expected: is_a_method


class Jeu:
    def __init__(self):
        self.plateau = [0] * 64

    def valeur(self):
        return sum(self.plateau)
