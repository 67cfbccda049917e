from laplace.td import valeur  # noqa: F401
