def valeur(plateau):
    raise ValueError("\ud800 \x9b31m \u202e")
