# question 2.1
# expected: wrong_board hint_row_and_column

def poser(plateau, ligne, colonne, couleur):
    plateau[colonne * 8 + ligne] = couleur
