"""The twelve questions of the sheet: what a solution may be called, what it is tried on, and what is wrong with an answer.

Every case has what the reference (`laplace.td`) gives. An answer that differs becomes findings: one that says what was expected
and what came, and hints that name the mistake where its trace is clear, such as an edge that wraps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from laplace import td

Board = list[int]


@dataclass(frozen=True)
class Finding:
    """Something about an answer, as data; `messages` has the text in English and French."""

    code: str
    data: dict[str, Any] = field(default_factory=dict)
    boards: tuple[tuple[str, Board], ...] = ()
    """Boards to draw, each with the code of its title."""
    is_hint: bool = False


@dataclass(frozen=True)
class Case:
    """One call of a solution."""

    values: dict[str, Any]
    """What is passed, by role."""
    expected: Any
    """What a value question returns, the items of a generator, or the board afterwards."""
    tag: str = ""


@dataclass(frozen=True)
class Question:
    """A question of the sheet."""

    number: str
    kind: str
    """`value` returns, `generator` yields, `board` changes its first argument."""
    names: tuple[str, ...]
    """Likely names of a function that answers it, the sheet's own first."""
    signatures: tuple[tuple[str, ...], ...]
    """The roles of its parameters, the usual order first."""
    cases: Callable[[random.Random, int, tuple[str, ...]], Iterator[Case]]
    statement: str | None = None
    """The board that a statement outside of functions may write into instead: `plateau` or `pions`."""
    statement_signs: tuple[int, ...] = ()
    """Numbers that a statement for this question has."""
    statement_operators: str = ""
    """Operators of which such a statement has one: a bit is set by other ones than it is cleared by."""
    shared_names: tuple[str, ...] = ()
    """Those of the names that the other part may use too."""

    @property
    def part(self) -> int:
        return int(self.number[0])


ROLE_NAMES = {
    "plateau": ("plateau", "plat", "board", "grille", "tableau", "tab", "damier", "jeu"),
    "pions": ("pions", "pion", "jeu", "entiers", "plateau"),
    "couleur": ("couleur", "coul", "color", "colour", "joueur", "player", "camp"),
    "joueur": ("joueur", "player", "couleur", "camp"),
    "position": ("position", "pos", "case", "cell", "indice", "index"),
    "distance": ("distance", "dist", "max", "rayon", "portee", "d"),
    "ligne": ("ligne", "lig", "row", "l", "i"),
    "colonne": ("colonne", "col", "column", "c", "j"),
    "coup": ("coup", "move", "mouvement"),
    "voisins": ("voisins", "voisin", "table"),
    "entier": ("entier", "n", "nombre", "valeur", "x", "pions", "bits"),
}
# The two halves of a move, which the sheet passes as one argument.
MOVE_HALVES = ("depart", "origine", "source", "arrivee", "destination", "dest", "cible", "but")


def is_role(parameter: str, role: str) -> bool:
    """Whether a parameter's name says that it has a role; a single letter has to be the whole name."""
    return any(parameter == name if len(name) == 1 else parameter.startswith(name) for name in ROLE_NAMES[role])


def boards(chance: random.Random, count: int) -> Iterator[Board]:
    """Boards from simple to full: the sheet's figure 2, the start, single blobs on edges, then random ones."""
    yield td.en_tableau([1 << 49 | 1 << 33, 1 << 24])
    yield td.depart()
    yield td.vide()
    for place in (7, 8, 31, 56, 63):
        single = td.vide()
        single[place] = td.BLEU
        single[(place + 1) % 64] = td.ROUGE
        yield single
    for _ in range(count):
        blue = chance.uniform(0.05, 0.5)
        red = chance.uniform(0.05, 0.5)
        yield chance.choices([td.BLEU, td.ROUGE, td.VIDE], [blue, red, 1 - blue / 2 - red / 2], k=64)
    yield [td.BLEU] * 64
    yield [td.ROUGE] * 64


def distance(depart: int, arrivee: int) -> int:
    return max(abs(depart // 8 - arrivee // 8), abs(depart % 8 - arrivee % 8))


def _cases_2_1(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    places = [(3, 2)]
    if "ligne" in roles or "position" in roles:
        places += [(0, 0), (7, 7), (2, 3), (0, 7), (7, 0)]
    colours = [td.BLEU, td.ROUGE] if "couleur" in roles else [td.BLEU]
    for board in [td.vide(), td.depart(), *boards(chance, min(count, 20))]:
        for ligne, colonne in places:
            for couleur in colours:
                plateau = list(board)
                plateau[8 * ligne + colonne] = td.VIDE
                after = list(plateau)
                td.poser(after, ligne, colonne, couleur)
                values = {"plateau": plateau, "ligne": ligne, "colonne": colonne, "couleur": couleur}
                yield Case({**values, "position": 8 * ligne + colonne}, after)


def _cases_2_2(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau in boards(chance, count):
        yield Case({"plateau": plateau}, td.valeur(plateau))


def _cases_2_3(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau in boards(chance, count):
        for couleur in (td.BLEU, td.ROUGE):
            yield Case({"plateau": plateau, "couleur": couleur}, list(td.blobs(plateau, couleur)))


def _cases_2_4(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    # The middle first: a mistake there is clearer than one at an edge.
    for reach in (1, 2, 3):
        for position in sorted(range(64), key=lambda place: distance(place, 27)):
            values = {"position": position, "distance": reach, "plateau": td.vide()}
            yield Case(values, list(td.voisins(position, reach)))


def _cases_2_5(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau in boards(chance, count):
        for couleur in (td.BLEU, td.ROUGE):
            yield Case({"plateau": plateau, "couleur": couleur}, list(td.coups(plateau, couleur)))


def _moves(chance: random.Random, count: int, length: int | None) -> Iterator[tuple[Board, int, tuple[int, int]]]:
    """Boards with a move on each: the sheet's figure 2 first."""
    figure = td.en_tableau([1 << 49 | 1 << 33, 1 << 24])
    if length != 2:
        yield figure, td.BLEU, (49, 42)
    yield td.en_tableau([1 << 49 | 1 << 42 | 1 << 33, 1 << 24]), td.ROUGE, (24, 41)
    for plateau in boards(chance, count):
        for couleur in (td.BLEU, td.ROUGE):
            moves = list(td.coups(plateau, couleur))
            for wanted in (1, 2):
                fitting = [coup for coup in moves if distance(*coup) == wanted]
                if fitting and length in (None, wanted):
                    yield plateau, couleur, chance.choice(fitting)


def _cases_2_6(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau, couleur, coup in _moves(chance, count, None):
        after = list(plateau)
        td.jouer_coup(after, coup)
        yield Case({"plateau": list(plateau), "coup": coup, "couleur": couleur}, after)


def _pions(chance: random.Random, count: int, player: int, position: int, there: bool) -> Iterator[Board]:
    """Boards as two integers, on which a player has a blob on a position or nobody has."""
    for plateau in [td.vide(), *boards(chance, count)]:
        pions = td.en_entiers(plateau)
        for owner in (0, 1):
            pions[owner] &= ~(1 << position)
        if there:
            pions[player] |= 1 << position
        yield pions


def _pion_cases(
    chance: random.Random,
    count: int,
    roles: tuple[str, ...],
    positions: list[int],
    players: list[int],
    change: Callable[[Board, int, int], None],
    there: bool,
) -> Iterator[Case]:
    """Boards before and after a change of one blob; only the first position and player if they are not parameters."""
    for position in positions if "position" in roles else positions[:1]:
        for joueur in players if "joueur" in roles else players[:1]:
            for pions in _pions(chance, min(count, 20), joueur, position, there):
                after = list(pions)
                change(after, position, joueur)
                yield Case({"pions": pions, "position": position, "joueur": joueur}, after)


def _cases_3_1(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    return _pion_cases(chance, count, roles, [9, 0, 63], [0, 1], td.poser_pion, there=False)


def _cases_3_2(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    return _pion_cases(chance, count, roles, [12, 0, 63], [1, 0], td.enlever_pion, there=True)


def _cases_3_3(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    fixed = [770, 0, 1, 1 << 63, 2**64 - 1, 1 << 63 | 1]
    for entier in [*fixed, *(chance.getrandbits(64) & chance.getrandbits(64) for _ in range(count))]:
        yield Case({"entier": entier}, list(td.positions(entier)))


def _cases_3_4(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau in boards(chance, count):
        pions = td.en_entiers(plateau)
        yield Case({"pions": pions}, td.valeur_pions(pions))


def _cases_3_5(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for position in [0, 27, *(place for place in range(1, 64) if place != 27)]:
        yield Case({"position": position}, td.calcul_voisins(position))


def _cases_3_6(chance: random.Random, count: int, roles: tuple[str, ...]) -> Iterator[Case]:
    for plateau, couleur, coup in _moves(chance, count, 2):
        pions = td.en_entiers(plateau)
        joueur = 0 if couleur == td.BLEU else 1
        after = list(pions)
        td.jouer_saut(after, coup, joueur, td.VOISINS)
        yield Case({"pions": pions, "coup": coup, "joueur": joueur, "voisins": td.VOISINS}, after)
    # A table in which nothing is next to anything: no blob turns.
    empty = [0] * 64
    pions = [1 << 0, 1 << 3 | 1 << 9]
    after = list(pions)
    td.jouer_saut(after, (0, 2), 0, empty)
    yield Case({"pions": pions, "coup": (0, 2), "joueur": 0, "voisins": empty}, after, tag="other table")


def _numbered(number: str) -> tuple[str, ...]:
    digits = number.replace(".", "_")
    plain = number.replace(".", "")
    return (f"question_{digits}", f"question{digits}", f"q_{digits}", f"q{digits}", f"question{plain}", f"q{plain}",
            f"exercice_{digits}", f"exo_{digits}", f"exo{plain}", f"ex_{digits}")  # fmt: skip


_POSER = (
    "poser", "poser_blob", "mettre", "mettre_blob", "placer", "placer_blob", "ajouter", "ajouter_blob", "mettre_blob_bleu",
    "poser_blob_bleu", "placer_blob_bleu", "ajouter_blob_bleu", "creer_blob", "place_blob", "set_blob",
)  # fmt: skip
_VALEUR = (
    "valeur", "valeur_plateau", "valeur_du_plateau", "calcul_valeur", "calculer_valeur", "calcule_valeur", "evaluer",
    "evaluation", "evaluer_plateau", "evaluation_plateau", "evalue", "score", "score_plateau", "somme", "somme_plateau",
    "bilan", "difference", "compter", "compter_blobs", "compte", "value",
)  # fmt: skip
QUESTIONS: tuple[Question, ...] = (
    Question(
        "2.1", "board", _POSER,
        (("plateau",), ("plateau", "position"), ("plateau", "position", "couleur"), ("plateau", "ligne", "colonne"),
         ("plateau", "ligne", "colonne", "couleur")),
        _cases_2_1, "plateau", shared_names=_POSER,
    ),
    Question("2.2", "value", _VALEUR, (("plateau",),), _cases_2_2, shared_names=_VALEUR),
    Question("2.3", "generator", ("blobs",), (("plateau", "couleur"),), _cases_2_3, shared_names=("blobs",)),
    Question(
        "2.4", "generator",
        ("voisins", "positions_voisines", "cases_voisines", "voisines", "voisinage", "cases_adjacentes", "adjacents",
         "generer_voisins", "positions_adjacentes", "adjacentes", "voisin", "voisins_position", "voisins_distance",
         "voisins_case", "voisins_de", "gen_voisins", "iter_voisins", "generateur_voisins", "cases_autour", "autour",
         "cases_proches", "neighbours", "neighbors"),
        (("position", "distance"), ("plateau", "position", "distance")), _cases_2_4,
    ),
    Question(
        "2.5", "generator",
        ("coups", "coups_possibles", "tous_les_coups", "generer_coups", "coups_legaux", "coups_jouables", "coups_joueur",
         "mouvements", "coups_valides", "coup_possible", "coups_possible", "les_coups", "liste_coups", "gen_coups",
         "iter_coups", "generateur_coups", "generer_coups_possibles", "mouvements_possibles", "deplacements",
         "deplacements_possibles", "moves", "legal_moves"),
        (("plateau", "couleur"),), _cases_2_5,
    ),
    Question("2.6", "board", ("jouer_coup",), (("plateau", "coup"), ("plateau", "coup", "couleur")), _cases_2_6),
    Question(
        "3.1", "board",
        ("poser_pion", "mettre_pion", "ajouter_pion", "placer_pion", "poser_bleu", "mettre_bleu", "ajouter_bleu",
         "poser_blob_entier", "mettre_bit", "poser_bit", *_POSER),
        (("pions",), ("pions", "position"), ("pions", "position", "joueur")), _cases_3_1, "pions", (9, 512), "|+^", _POSER,
    ),
    Question(
        "3.2", "board",
        ("enlever_pion", "enlever", "enlever_blob", "retirer", "retirer_pion", "retirer_blob", "supprimer",
         "supprimer_pion", "supprimer_blob", "enlever_rouge", "enlever_blob_rouge", "enleve", "effacer", "effacer_bit",
         "remove"),
        (("pions",), ("pions", "position"), ("pions", "position", "joueur")), _cases_3_2, "pions", (12, 4096), "&-^",
    ),
    Question(
        "3.3", "generator",
        ("positions", "positions_entier", "generer_positions", "iter_positions", "positions_bits", "cases_entier", "bits",
         "positions_pions", "gen_positions", "generateur_positions", "iter_bits", "bits_a_1", "blobs_entier", "blobs_bits",
         "blobs2", "blobs_2", "pions_joueur", "indices", "blobs"),
        (("entier",),), _cases_3_3, shared_names=("blobs",),
    ),
    Question(
        "3.4", "value",
        ("valeur_pions", "valeur_entiers", "valeur_jeu", "valeur_bits", "valeur_2", "score_pions", "somme_pions",
         "evaluer_pions", "valeur_pion", "valeur_plateau_de_jeu", "calcul_valeur_pions", "valeur_plateau_2", "valeur_binaire",
         "valeur_v2", "valeur_bis", "score_2", *_VALEUR),
        (("pions",),), _cases_3_4, shared_names=_VALEUR,
    ),
    Question("3.5", "value", ("calcul_voisins",), (("position",),), _cases_3_5),
    Question("3.6", "board", ("jouer_saut",), (("pions", "coup", "joueur", "voisins"),), _cases_3_6),
)  # fmt: skip


def likely_names(question: Question) -> tuple[str, ...]:
    """The names that the checker looks for, the sheet's own first."""
    return (*question.names, *_numbered(question.number))


def judge(question: Question, roles: tuple[str, ...], case: Case, answer: dict[str, Any]) -> list[Finding]:
    """What is wrong with an answer; nothing if it is right."""
    judged = {"value": _judge_value, "generator": _judge_generator, "board": _judge_board}
    return judged[question.kind](question, roles, case, answer)


def shown_boards(question: Question, case: Case) -> tuple[tuple[str, Board], ...]:
    """The board that the answer was asked about."""
    board = case.values.get("pions" if question.part == 3 else "plateau")
    if board is None or question.number in ("2.4", "3.3", "3.5"):
        return ()
    return (("board", list(board)),)


def arguments_of(roles: tuple[str, ...], case: Case) -> str:
    """The arguments for a message; boards are drawn, so that they are named only."""
    tables = ("plateau", "pions", "voisins")
    return ", ".join(role if role in tables else repr(case.values[role]) for role in roles)


def _call(roles: tuple[str, ...], case: Case) -> dict[str, Any]:
    return {"arguments": arguments_of(roles, case)}


def _printed(answer: dict[str, Any]) -> str:
    return " ".join(str(answer.get("printed", "")).split())


def kind_of(value: Any) -> str:
    """The Python type of an encoded value."""
    if value is None:
        return "None"
    if isinstance(value, dict):
        if "tuple" in value:
            return "tuple"
        return "int" if "big" in value else str(value.get("type", "?"))
    return type(value).__name__


def show(value: Any) -> str:
    """An encoded value as Python writes it, cut to a length that fits a message."""
    if isinstance(value, dict):
        if "tuple" in value:
            items = value["tuple"]
            return "(" + ", ".join(show(item) for item in items) + ("," if len(items) == 1 else "") + ")"
        return f"int({value['big']} bits)" if "big" in value else str(value.get("text", "?"))
    if isinstance(value, list):
        shown = [show(item) for item in value[:12]]
        return "[" + ", ".join([*shown, "…"] if len(value) > 12 else shown) + "]"
    return repr(value)


def _judge_value(question: Question, roles: tuple[str, ...], case: Case, answer: dict[str, Any]) -> list[Finding]:
    found: list[Finding] = []
    boards_ = shown_boards(question, case)
    data = {**_call(roles, case), "expected": case.expected}
    if "yielded" in answer:
        return [Finding("unwanted_generator", data)]
    got = answer.get("returned")
    if got is None:
        if _printed(answer):
            return [Finding("printed", {**data, "printed": _printed(answer)[:80]}, boards_)]
        return [Finding("returned_none", data, boards_)]
    if kind_of(got) != "int":
        return [Finding("wrong_type", {**data, "wanted": "int", "type": kind_of(got), "got": show(got)}, boards_)]
    if got != case.expected:
        found.append(Finding("wrong_value", {**data, "got": show(got)}, boards_))
        found += _value_hints(question, case, got)
    if answer.get("after") is not None:
        found.append(Finding("changed_argument", data, boards_))
    return found


def _value_hints(question: Question, case: Case, got: Any) -> list[Finding]:
    hint = _hinter()
    expected = case.expected
    if question.number in ("2.2", "3.4"):
        board = case.values.get("plateau") or td.en_tableau(case.values["pions"])
        if got == -expected:
            return hint("sign")
        if got == board.count(td.BLEU) + board.count(td.ROUGE):
            return hint("all_blobs")
        return []
    if isinstance(got, dict) or got < 0:
        return hint("negative") if not isinstance(got, dict) else hint("beyond_64_bits")
    if got >> 64:
        return hint("beyond_64_bits")
    if got == expected | 1 << case.values["position"]:
        return hint("itself")
    extra = list(td.positions(got & ~expected))
    missing = list(td.positions(expected & ~got))
    return _neighbour_hints(case.values["position"], 1, extra, missing)


def _hinter() -> Callable[..., list[Finding]]:
    return lambda code, **data: [Finding(f"hint_{code}", data, is_hint=True)]


def _neighbour_hints(position: int, reach: int, extra: list[int], missing: list[int]) -> list[Finding]:
    hint = _hinter()
    column = position % 8
    if extra:
        # With others missing, too, something else is wrong.
        if missing:
            return []
        if any(not 0 <= place < 64 for place in extra):
            return hint("off_board")
        if all(abs(place % 8 - column) > 4 and abs(place - position) <= 9 * reach for place in extra):
            return hint("wraps")
        return hint("too_far") if any(distance(place, position) > reach for place in extra) else []
    far = [
        place for place in td.voisins(position, reach) if reach in (place // 8 - position // 8, place % 8 - column)
    ]
    if far and missing == far:
        return hint("range_end")
    diagonals = [
        place for place in td.voisins(position, reach) if place // 8 != position // 8 and place % 8 != column
    ]
    if missing and missing == diagonals:
        return hint("no_diagonals")
    if missing and all(distance(place, position) < reach for place in missing):
        return hint("exact_distance")
    return []


def _judge_generator(
    question: Question, roles: tuple[str, ...], case: Case, answer: dict[str, Any]
) -> list[Finding]:
    boards_ = shown_boards(question, case)
    data = _call(roles, case)
    found: list[Finding] = []
    if answer.get("endless"):
        return [Finding("endless_generator", {**data, "expected": len(case.expected)}, boards_)]
    if "yielded" in answer:
        items = answer["yielded"]
    else:
        got = answer.get("returned")
        if got is None:
            code = "printed_not_generated" if _printed(answer) else "generated_none"
            shown = {**data, "expected": _items(case.expected), "printed": _printed(answer)[:80]}
            return [Finding(code, shown, boards_)]
        items = got["tuple"] if isinstance(got, dict) and "tuple" in got else got
        if not isinstance(items, list):
            expected = _items(case.expected)
            return [Finding("wrong_type", {**data, "wanted": "generator", "type": kind_of(got), "got": show(got),
                                           "expected": expected}, boards_), *_hinter()("yield")]  # fmt: skip
        found.append(Finding("not_generator", {"type": answer.get("type", "list")}))
    is_moves = question.number == "2.5"
    plain = [_plain(item) for item in items]
    if is_moves and any(isinstance(item, list) for item in items):
        return [*found, Finding("moves_are_lists", {"got": show(items[0])})]
    wanted = "(int, int)" if is_moves else "int"
    wrong = next((item for item, value in zip(items, plain, strict=True) if not _is_item(value, is_moves)), None)
    if wrong is not None or any(item is None for item in items):
        shown = {**data, "wanted": wanted, "type": kind_of(wrong), "got": show(wrong)}
        return [*found, Finding("wrong_item", {**shown, "expected": _items(case.expected)}, boards_)]
    expected_items = [tuple(item) if isinstance(item, (list, tuple)) else item for item in case.expected]
    wanted_items = set(expected_items)
    found_items = set(plain)
    extra = [item for item in plain if item not in wanted_items]
    missing = [item for item in expected_items if item not in found_items]
    if extra or missing:
        shown = {**data, "expected": _items(expected_items), "got": _items(plain),
                 "extra": _items(sorted(set(extra))), "missing": _items(missing)}  # fmt: skip
        code = "items_missing" if not extra else "items_extra" if not missing else "items_differ"
        found.append(Finding(code, shown, boards_))
        found += _item_hints(question, case, plain, extra, missing)
    twice = next((item for item in expected_items if plain.count(item) > 1), None)
    # With the wrong values, how often they come is beside the point.
    if twice is not None and not extra:
        shown = {**data, "item": repr(twice), "times": plain.count(twice)}
        found.append(Finding("items_twice", shown, () if found else boards_))
    if answer.get("after") is not None:
        found.append(Finding("changed_argument", data, boards_))
    return found


def _plain(item: Any) -> Any:
    return tuple(_plain(part) for part in item["tuple"]) if isinstance(item, dict) and "tuple" in item else item


def _is_item(value: Any, is_move: bool) -> bool:
    if is_move:
        return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)
    return type(value) is int


def _items(items: list[Any]) -> str:
    """Items for a message, cut to a length that fits: the neighbours at distance 2, or a few moves."""
    most = 8 if items and isinstance(items[0], tuple) else 24
    shown = [repr(item) for item in items[:most]]
    return ", ".join([*shown, "…"] if len(items) > most else shown)


def _item_hints(
    question: Question, case: Case, items: list[Any], extra: list[Any], missing: list[Any]
) -> list[Finding]:
    hint = _hinter()
    if question.number == "2.4":
        position = case.values["position"]
        if position in extra and not missing:
            return hint("itself")
        return _neighbour_hints(position, case.values["distance"], extra, missing)
    if question.number == "2.5":
        plateau = case.values["plateau"]
        if any(not (0 <= a < 64 and 0 <= b < 64) for a, b in extra):
            return hint("off_board")
        if missing and {(b, a) for a, b in extra} == set(missing):
            return hint("reversed_moves")
        if any(plateau[b] != td.VIDE for _, b in extra):
            return hint("occupied")
        if any(abs(a % 8 - b % 8) > 4 for a, b in extra):
            return hint("wraps")
        by_distance = [{coup for coup in case.expected if distance(*coup) == far} for far in (1, 2)]
        if missing and not extra and set(missing) == by_distance[1]:
            return hint("no_jumps")
        if missing and not extra and set(missing) == by_distance[0]:
            return hint("no_doublings")
        return []
    if question.number == "2.3":
        plateau = case.values["plateau"]
        others = {place for place in range(64) if plateau[place] == -case.values["couleur"]}
        if extra and set(extra) == others:
            return hint("other_colour")
        # One value alone could as well be the position next to the right one.
        values = [[cell for cell in plateau if cell], [cell for cell in plateau if cell == case.values["couleur"]], plateau]
        if len(items) > 1 and items in values:
            return hint("values_not_positions")
        if items == [place + 1 for place in case.expected]:
            return hint("counted_from_1")
        return []
    entier = case.values["entier"]
    if missing == [63] or (63 in missing and entier >> 63):
        return hint("last_bit")
    expected = list(case.expected)
    if items == [place + 1 for place in expected]:
        return hint("counted_from_1")
    if items == [1 << place for place in expected]:
        return hint("bits_not_positions")
    if len(expected) > 1 and sorted(items) == sorted(entier.bit_length() - 1 - place for place in expected):
        return hint("bits_reversed")
    return []


def _judge_board(question: Question, roles: tuple[str, ...], case: Case, answer: dict[str, Any]) -> list[Finding]:
    name = "pions" if question.part == 3 else "plateau"
    before = list(case.values[name])
    data = _call(roles, case)
    index = roles.index(name)
    after = before if answer.get("after") is None else answer["after"][index]
    if "yielded" in answer:
        return [Finding("unwanted_generator", {**data, "expected": name})]
    if isinstance(after, list) and len(after) != len(before):
        shown = {**data, "wanted": name, "count": len(after), "length": len(before)}
        return [Finding("broken_length", shown, (("board", before),))]
    if isinstance(after, list) and name == "plateau":
        wrong = next((place for place, cell in enumerate(after) if type(cell) is not int or not -1 <= cell <= 1), None)
        if wrong is not None:
            shown = {**data, "wanted": name, "index": wrong, "type": kind_of(after[wrong]), "got": show(after[wrong])}
            return [Finding("broken_cell", shown, (("board", before),))]
    if not isinstance(after, list) or any(type(value) is not int for value in after):
        shown = {**data, "wanted": name, "type": kind_of(after), "got": show(after), "expected": name}
        return [Finding("broken_board", shown, (("board", before),))]
    others = answer.get("after")
    if others is not None:
        untouched = [place for place, role in enumerate(roles) if role != name]
        passed = [_encoded(case.values[role]) for role in roles]
        if any(others[place] != passed[place] for place in untouched):
            return [Finding("changed_argument", data, (("board", before),))]
    if after == case.expected:
        return []
    if after == before:
        returned = answer.get("returned")
        if returned == case.expected:
            return [Finding("returned_new_board", data, (("board", before),))]
        if returned is None and _printed(answer):
            return [Finding("printed_board", {**data, "printed": _printed(answer)[:80]}, (("board", before),))]
        drawn = (("board", before), ("expected_board", case.expected))
        return [Finding("board_unchanged", data, drawn)]
    if case.tag == "other table":
        return [Finding("ignores_table", data)]
    drawn = (("board", before), ("expected_board", case.expected))
    if name == "pions" and not _is_drawable(after):
        shown = {**data, "expected": show(case.expected), "got": show(after)}
        hints = _hinter()("negative" if any(value < 0 for value in after) else
                          "beyond_64_bits" if any(value >> 64 for value in after) else "two_blobs")  # fmt: skip
        return [Finding("wrong_integers", shown, drawn), *hints]
    finding = Finding("wrong_board", data, (*drawn, ("got_board", after)))
    return [finding, *_board_hints(question, case, before, after)]


def _encoded(value: Any) -> Any:
    return {"tuple": list(value)} if isinstance(value, tuple) else value


def encoded_case(question: Question, roles: tuple[str, ...], case: Case) -> dict[str, Any]:
    """The case as the runner receives it."""
    arguments = [_encoded(case.values[role]) for role in roles]
    return {"arguments": arguments, "generator": question.kind == "generator"}


def _is_drawable(board: Board) -> bool:
    return all(0 <= value < 2**64 for value in board) and not board[0] & board[1] if len(board) == 2 else True


def _board_hints(question: Question, case: Case, before: Board, after: Board) -> list[Finding]:
    hint = _hinter()
    if question.number in ("2.1", "3.1", "3.2"):
        if question.number == "3.1" and before[0] and after == [1 << case.values["position"], before[1]]:
            return hint("overwrites")
        return hint("row_and_column") if question.number == "2.1" and _is_transposed(case, after) else []
    if len(before) == 2:
        before, after, expected = td.en_tableau(before), td.en_tableau(after), td.en_tableau(case.expected)
    else:
        expected = case.expected
    depart, arrivee = case.values["coup"]
    couleur = before[depart]
    wrong = [place for place in range(64) if after[place] != expected[place]]
    hints: list[Finding] = []
    if depart in wrong and distance(depart, arrivee) == 2 and after[depart] == couleur:
        hints += hint("jump_keeps_origin")
    if depart in wrong and distance(depart, arrivee) == 1 and after[depart] == td.VIDE:
        hints += hint("doubling_loses_origin")
    if arrivee in wrong:
        hints += hint("nothing_arrives")
    around = [place for place in wrong if distance(place, arrivee) == 1 and place != depart]
    if any(before[place] == couleur and after[place] == -couleur for place in around):
        hints += hint("own_blobs_turn")
    if any(before[place] == td.VIDE and after[place] != td.VIDE for place in around):
        hints += hint("empty_cells_filled")
    if any(before[place] == -couleur and after[place] == -couleur for place in around):
        hints += hint("nothing_turns")
    if any(before[place] == -couleur and after[place] == td.VIDE for place in around):
        hints += hint("opponents_vanish")
    if any(abs(place % 8 - arrivee % 8) > 4 for place in wrong):
        hints += hint("wraps")
    elif any(distance(place, arrivee) > 1 and place != depart for place in wrong):
        hints += hint("turns_too_far")
    return hints


def _is_transposed(case: Case, after: Board) -> bool:
    ligne: int = case.values["ligne"]
    colonne: int = case.values["colonne"]
    other = 8 * colonne + ligne
    return ligne != colonne and after[other] == case.values["couleur"] and after[other] != case.values["plateau"][other]
