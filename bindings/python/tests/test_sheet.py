"""The exercise sheet: its own examples, and the rules written again as plainly as they can be."""

import inspect
import pickle
import random

import pytest

from laplace import td


def boards(count=200, seed=1):
    chance = random.Random(seed)
    yield td.vide()
    yield td.depart()
    yield [1] * 64
    yield [-1] * 64
    for _ in range(count):
        blue, red = chance.random() / 2, chance.random() / 2
        yield chance.choices([1, -1, 0], [blue, red, 1 - blue - red], k=64)


def distance(a, b):
    return max(abs(a // 8 - b // 8), abs(a % 8 - b % 8))


def test_the_sheets_examples():
    plateau = td.vide()
    td.poser(plateau, 3, 2)
    assert plateau == [int(position == 26) for position in range(64)]
    assert td.calcul_voisins(0) == 770
    pions = [0, 0]
    td.poser_pion(pions, 9)
    assert pions == [1 << 9, 0]


@pytest.mark.parametrize(
    "function, arguments",
    [
        (td.blobs, (td.depart(), 1)),
        (td.voisins, (0, 1)),
        (td.coups, (td.depart(), -1)),
        (td.positions, (770,)),
    ],
)
def test_generators_are_generators(function, arguments):
    assert inspect.isgeneratorfunction(function)
    generated = function(*arguments)
    assert inspect.isgenerator(generated)
    assert list(generated) and list(generated) == []


def test_part_2_follows_the_rules_on_every_board():
    for plateau in boards():
        before = list(plateau)
        assert td.valeur(plateau) == plateau.count(1) - plateau.count(-1)
        for couleur in (1, -1):
            assert list(td.blobs(plateau, couleur)) == [p for p in range(64) if plateau[p] == couleur]
            expected = {
                (a, b)
                for a in range(64)
                for b in range(64)
                if plateau[a] == couleur and plateau[b] == 0 and distance(a, b) <= 2
            }
            found = list(td.coups(plateau, couleur))
            assert len(found) == len(expected) and set(found) == expected
            for coup in found[:5]:
                played = list(plateau)
                td.jouer_coup(played, coup)
                assert played == slow_play(plateau, coup)
        assert plateau == before


def slow_play(plateau, coup):
    depart, arrivee = coup
    couleur = plateau[depart]
    turned = {p for p in range(64) if distance(p, arrivee) == 1 and plateau[p] == -couleur}
    jump = distance(depart, arrivee) == 2

    def after(position):
        if position == arrivee or position in turned:
            return couleur
        return 0 if jump and position == depart else plateau[position]

    return [after(position) for position in range(64)]


def test_part_3_is_part_2_in_two_integers():
    for plateau in boards():
        pions = td.en_entiers(plateau)
        assert td.en_tableau(pions) == plateau
        assert td.valeur_pions(pions) == td.valeur(plateau)
        assert list(td.positions(pions[0])) == list(td.blobs(plateau, 1))
        for joueur, couleur in ((0, 1), (1, -1)):
            jumps = [coup for coup in td.coups(plateau, couleur) if distance(*coup) == 2]
            for coup in jumps[:5]:
                after = list(pions)
                td.jouer_saut(after, coup, joueur, td.VOISINS)
                assert td.en_tableau(after) == slow_play(plateau, coup)


def test_neighbours():
    for position in range(64):
        for reach in range(9):
            expected = [p for p in range(64) if 1 <= distance(p, position) <= reach]
            assert list(td.voisins(position, reach)) == expected
        assert list(td.positions(td.VOISINS[position])) == list(td.voisins(position, 1))


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: td.valeur([0] * 63), "found [0, 0, "),
        (lambda: td.valeur([2] + [0] * 63), "found 2, expected 0, 1 or -1 in every cell of a plateau"),
        (lambda: td.valeur([True] + [0] * 63), "found True, expected 0, 1 or -1"),
        (lambda: td.valeur([1.0] + [0] * 63), "found 1.0, expected 0, 1 or -1"),
        (lambda: td.valeur((0,) * 64), "expected a plateau: a list of 64 values"),
        (lambda: list(td.blobs(td.vide(), 0)), "found 0, expected a colour: 1 (blue) or -1 (red)"),
        (lambda: list(td.voisins(64, 1)), "found 64, expected a position from 0 to 63"),
        (lambda: list(td.voisins(3, -1)), "found -1, expected a distance, 0 or more"),
        (lambda: td.jouer_coup(td.vide(), (0, 1)), "found no blob on 0, expected a blob at the departure"),
        (lambda: td.jouer_coup([1, 1] + [0] * 62, (0, 1)), "found a blob on 1, expected an empty cell"),
        (lambda: td.jouer_coup(td.vide(), 5), "found 5, expected a move: a pair (departure, arrival)"),
        (lambda: list(td.positions(2**64)), "expected an integer from 0 to 2**64 - 1"),
        (lambda: list(td.positions(-1)), "found -1, expected an integer from 0 to 2**64 - 1"),
        (lambda: td.valeur_pions([3, 2]), "found a blue and a red blob on 1, expected one blob a cell at most"),
        (lambda: td.jouer_saut([1, 0], (0, 1), 0), "found a distance of 1 from 0 to 1, expected 2, a jump"),
        (lambda: td.jouer_saut([1, 0], (0, 2), 2), "found 2, expected a player: 0 (blue) or 1 (red)"),
        (lambda: td.jouer_saut([2, 0], (0, 2), 0), "found no blob of player 0 on 0, expected a blob"),
    ],
)
def test_what_the_sheet_does_not_have_is_refused(call, message):
    with pytest.raises(td.InputError) as refused:
        call()
    assert message in str(refused.value)
    assert refused.value.expected in str(refused.value)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.found, again.expected) == (
        str(refused.value),
        refused.value.found,
        refused.value.expected,
    )


def test_a_refused_move_changes_nothing():
    plateau = td.depart()
    with pytest.raises(td.InputError):
        td.jouer_coup(plateau, (7, 4))
    assert plateau == td.depart()
