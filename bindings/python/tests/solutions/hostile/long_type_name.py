def valeur(plateau):
    return type("A" * 30_000, (), {})()
