def valeur(plateau):
    with open("TARGET", "w") as file:
        file.write("was here")
