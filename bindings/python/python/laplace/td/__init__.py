"""The exercise sheet "Blobwar" (Ensimag, first year), question by question, under its own names.

Values are those of the sheet. In part 2 a board is ``plateau``, a list of 64 values: 0 for an empty cell, 1 for a blue blob,
-1 for a red one. In part 3 it is ``pions``, a list of two integers of 64 bits, blue and red, and players are 0 and 1. Cells
are numbered from 0, at the bottom left, to 63, and a move is a pair ``(depart, arrivee)``.

========  ==================================================================
question  function
========  ==================================================================
2.1       ``poser(plateau, ligne, colonne, couleur)``
2.2       ``valeur(plateau)``
2.3       ``blobs(plateau, couleur)``, a generator
2.4       ``voisins(position, distance)``, a generator
2.5       ``coups(plateau, couleur)``, a generator
2.6       ``jouer_coup(plateau, coup)``
3.1       ``poser_pion(pions, position, joueur)``
3.2       ``enlever_pion(pions, position, joueur)``
3.3       ``positions(entier)``, a generator
3.4       ``valeur_pions(pions)``
3.5       ``calcul_voisins(position)``
3.6       ``jouer_saut(pions, coup, joueur, voisins)``
========  ==================================================================

A value that the sheet does not have is refused with :class:`InputError`. ``python -m laplace.td check SOLUTION.py`` checks a
solution of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laplace import _native
from laplace.errors import InputError

__all__ = [
    "BLEU",
    "ROUGE",
    "VIDE",
    "VOISINS",
    "InputError",
    "blobs",
    "calcul_voisins",
    "coups",
    "depart",
    "dessin",
    "en_entiers",
    "en_tableau",
    "enlever_pion",
    "jouer_coup",
    "jouer_saut",
    "poser",
    "poser_pion",
    "positions",
    "valeur",
    "valeur_pions",
    "vide",
    "voisins",
]

VIDE = 0
"""An empty cell of a ``plateau``."""
BLEU = 1
"""A blue blob of a ``plateau``."""
ROUGE = -1
"""A red blob of a ``plateau``."""


def vide() -> list[int]:
    """A ``plateau`` without blobs.

    >>> vide() == [0] * 64
    True
    """
    return [VIDE] * 64


def depart() -> list[int]:
    """The ``plateau`` on which a game starts: blue at the top left and the bottom right, red in the other corners.

    >>> print(dessin(depart()))
    x56  57  58  59  60  61  62 o63
     48  49  50  51  52  53  54  55
     40  41  42  43  44  45  46  47
     32  33  34  35  36  37  38  39
     24  25  26  27  28  29  30  31
     16  17  18  19  20  21  22  23
      8   9  10  11  12  13  14  15
     o0   1   2   3   4   5   6  x7
    """
    plateau = vide()
    plateau[7] = plateau[56] = BLEU
    plateau[0] = plateau[63] = ROUGE
    return plateau


def poser(plateau: list[int], ligne: int, colonne: int, couleur: int = BLEU) -> None:
    """Question 2.1: puts a blob on a row and a column, both counted from 0 at the bottom left.

    >>> plateau = vide()
    >>> poser(plateau, 3, 2)
    >>> plateau[26]
    1
    """
    plateau[:] = _native.td_poser(plateau, ligne, colonne, couleur)


def valeur(plateau: list[int]) -> int:
    """Question 2.2: the value of a board, blue blobs minus red blobs.

    >>> valeur([1, 1, -1] + [0] * 61)
    1
    """
    return _native.td_valeur(plateau)


def blobs(plateau: list[int], couleur: int) -> Iterator[int]:
    """Question 2.3: generates the positions of the blobs of a colour, 1 or -1.

    >>> list(blobs(depart(), BLEU))
    [7, 56]
    """
    yield from _native.td_blobs(plateau, couleur)


def voisins(position: int, distance: int) -> Iterator[int]:
    """Question 2.4: generates the positions around a position, up to a distance, itself left out.

    >>> list(voisins(0, 1))
    [1, 8, 9]
    >>> len(list(voisins(27, 2)))
    24
    """
    yield from _native.td_voisins(position, distance)


def coups(plateau: list[int], couleur: int) -> Iterator[tuple[int, int]]:
    """Question 2.5: generates all moves of a colour, each as (departure, arrival).

    A doubling to the same cell from two blobs is two moves.

    >>> list(coups([1] + [0] * 63, BLEU))
    [(0, 1), (0, 2), (0, 8), (0, 9), (0, 10), (0, 16), (0, 17), (0, 18)]
    """
    yield from _native.td_coups(plateau, couleur)


def jouer_coup(plateau: list[int], coup: tuple[int, int]) -> None:
    """Question 2.6: plays a move on the board, with the colour of the blob at its departure.

    This is figure 2 of the sheet: blue doubles from 49 to 42, then red jumps from 24 to 41 and turns three blobs.

    >>> plateau = en_tableau([1 << 49 | 1 << 33, 1 << 24])
    >>> jouer_coup(plateau, (49, 42))
    >>> jouer_coup(plateau, (24, 41))
    >>> list(blobs(plateau, ROUGE)), valeur(plateau)
    ([33, 41, 42, 49], -4)

    A move that the rules do not have is refused, and the board stays as it was:

    >>> jouer_coup(plateau, (33, 36))
    Traceback (most recent call last):
    laplace.errors.InputError: found a distance of 3 from 33 to 36, expected 1, a doubling, or 2, a jump
    """
    plateau[:] = _native.td_jouer_coup(plateau, coup)


def poser_pion(pions: list[int], position: int, joueur: int = 0) -> None:
    """Question 3.1: puts a blob of a player, 0 (blue) or 1 (red), on a position.

    >>> pions = [0, 0]
    >>> poser_pion(pions, 9)
    >>> pions
    [512, 0]
    """
    pions[:] = _native.td_poser_pion(pions, position, joueur)


def enlever_pion(pions: list[int], position: int, joueur: int = 1) -> None:
    """Question 3.2: takes a player's blob away from a position.

    >>> pions = [0, 1 << 12 | 1 << 13]
    >>> enlever_pion(pions, 12)
    >>> pions
    [0, 8192]
    """
    pions[:] = _native.td_enlever_pion(pions, position, joueur)


def positions(entier: int) -> Iterator[int]:
    """Question 3.3: generates the positions of an integer, the lowest first.

    >>> list(positions(770))
    [1, 8, 9]
    """
    yield from _native.td_positions(entier)


def valeur_pions(pions: list[int]) -> int:
    """Question 3.4: the value of a board, blue blobs minus red blobs.

    >>> valeur_pions([0b111, 0b1000])
    2
    """
    return _native.td_valeur_pions(pions)


def calcul_voisins(position: int) -> int:
    """Question 3.5: the neighbours of a position, at distance 1, as an integer.

    >>> calcul_voisins(0)
    770
    """
    return _native.td_calcul_voisins(position)


VOISINS: list[int] = [calcul_voisins(position) for position in range(64)]
"""The table ``voisins`` that question 3.6 assumes: the neighbours of each position."""


def jouer_saut(pions: list[int], coup: tuple[int, int], joueur: int, voisins: Sequence[int] = VOISINS) -> None:
    """Question 3.6: plays a jump of a player, 0 or 1, with the table ``voisins``.

    >>> pions = [1 << 0, 1 << 3 | 1 << 40]
    >>> jouer_saut(pions, (0, 2), 0, VOISINS)
    >>> pions == [1 << 2 | 1 << 3, 1 << 40]
    True
    """
    pions[:] = _native.td_jouer_saut(pions, coup, joueur, voisins)


def en_tableau(pions: list[int]) -> list[int]:
    """The ``plateau`` of two integers.

    >>> en_tableau([1, 2])[:3]
    [1, -1, 0]
    """
    return _native.td_en_tableau(pions)


def en_entiers(plateau: list[int]) -> list[int]:
    """The two integers of a ``plateau``.

    >>> en_entiers(depart()) == [1 << 7 | 1 << 56, 1 << 0 | 1 << 63]
    True
    """
    return _native.td_en_entiers(plateau)


def dessin(plateau: list[int]) -> str:
    """The board with its cells numbered as in the sheet's figure 1; ``x`` is a blue blob, ``o`` a red one.

    ``pions``, a list of two integers, can be drawn too.

    >>> print(dessin([1 << 0 | 1 << 9, 1 << 63]))
     56  57  58  59  60  61  62 o63
     48  49  50  51  52  53  54  55
     40  41  42  43  44  45  46  47
     32  33  34  35  36  37  38  39
     24  25  26  27  28  29  30  31
     16  17  18  19  20  21  22  23
      8  x9  10  11  12  13  14  15
     x0   1   2   3   4   5   6   7
    """
    cases = en_tableau(plateau) if len(plateau) == 2 else en_tableau(en_entiers(plateau))
    marques = {VIDE: "", BLEU: "x", ROUGE: "o"}
    lignes = (range(8 * ligne, 8 * ligne + 8) for ligne in reversed(range(8)))
    return "\n".join(
        " ".join(f"{marques[cases[position]]}{position}".rjust(3) for position in ligne) for ligne in lignes
    )
