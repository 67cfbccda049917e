"""The texts of the checker in English and French, one pair for each code of a finding.

Nothing is decided here, and nothing reads a text back: findings are data, this is how they are shown.
"""

from __future__ import annotations

import errno
from collections import defaultdict
from typing import Any

from laplace.td.checker.questions import Finding

LANGUAGES = ("en", "fr")
_MAX_VALUE = 1000

_MESSAGES: dict[str, tuple[str, str]] = {
    # The file as a whole.
    "unreadable": (
        "The file cannot be read: {error}.",
        "Le fichier ne peut pas être lu : {error}.",
    ),
    "too_long": (
        "The file is longer than {bytes} bytes, so it was not read.",
        "Le fichier dépasse {bytes} octets : il n’a pas été lu.",
    ),
    "not_a_file": ("This is not a regular file, so it was not read.", "Ce n’est pas un fichier ordinaire : il n’a pas été lu."),
    "too_many_files": (
        "There are more than {most} Python files here; only the first {most} were checked.",
        "Il y a ici plus de {most} fichiers Python ; seuls les {most} premiers ont été vérifiés.",
    ),
    "no_time_left": (
        "The {seconds} s of the clock for a whole solution are used up: this was not tried.",
        "Les {seconds} s d’horloge accordées à une solution entière sont écoulées : rien n’a été essayé ici.",
    ),
    "no_file": (
        "There is no Python file (.py) here, only: {found}.",
        "Il n’y a pas de fichier Python (.py) ici, seulement : {found}.",
    ),
    "empty_folder": ("The folder is empty.", "Le dossier est vide."),
    "empty_file": ("The file is empty.", "Le fichier est vide."),
    "not_text": (
        "The file is not a text: it has NUL bytes.",
        "Le fichier n’est pas un texte : il contient des octets nuls.",
    ),
    "not_python": ("This is not a Python file (.py).", "Ce n’est pas un fichier Python (.py)."),
    "notebook": (
        "A notebook is not a Python file: export it as a script (jupyter nbconvert --to script). Found: {found}.",
        "Un notebook n’est pas un fichier Python : exportez-le en script (jupyter nbconvert --to script). Trouvé : {found}.",
    ),
    "link": (
        "This is a link, and links are not followed: put the file itself here.",
        "C’est un lien, et les liens ne sont pas suivis : placez ici le fichier lui-même.",
    ),
    "nothing_to_check": (
        "The file defines no function and has no line such as plateau[…] = … or pions[…] = …: there is nothing to check.",
        "Le fichier ne définit aucune fonction et n’a pas de ligne de la forme plateau[…] = … ou pions[…] = … : il n’y a rien à vérifier.",
    ),
    "syntax_error": (
        "Line {line} is not valid Python ({message}), so nothing could be checked: {text}",
        "La ligne {line} n’est pas du Python correct ({message}) ; rien n’a pu être vérifié : {text}",
    ),
    "not_parsed": (
        "The file is not valid Python ({message}), so nothing could be checked.",
        "Le fichier n’est pas du Python correct ({message}) ; rien n’a pu être vérifié.",
    ),
    "not_checked": (
        "The check was interrupted before the end of this solution.",
        "La vérification a été interrompue avant la fin de cette solution.",
    ),
    # What did not keep the questions from being tried.
    "encoding": (
        "The file is in {encoding}, which Python does not read: save it as UTF-8.",
        "Le fichier est en {encoding}, que Python ne lit pas : enregistrez-le en UTF-8.",
    ),
    "answered_in_two_files": (
        "Question {number}: {name} is defined in {file_that_counts}, where it is right, and in {other}, where it is wrong. "
        "The first one counts: delete the other.",
        "Question {number} : {name} est définie dans {file_that_counts}, où elle est juste, et dans {other}, où elle est fausse. "
        "La première compte : supprimez l’autre.",
    ),
    "mapping_ignored": (
        "Line {line}: QUESTIONS has {text}, which was ignored; expected a question of the sheet and the name of a function, "
        "such as \"2.2\": \"valeur\".",
        "Ligne {line} : QUESTIONS contient {text}, qui a été ignoré ; attendu : une question de la feuille et le nom d’une fonction, "
        "par exemple \"2.2\": \"valeur\".",
    ),
    "skipped_import": (
        "Line {line} imports a module that is not there ({message}): solutions are checked with Python’s standard library and "
        "the files handed in beside them. It was skipped: {text}",
        "La ligne {line} importe un module absent ({message}) : les solutions sont vérifiées avec la bibliothèque standard de Python "
        "et les fichiers rendus avec elles. Elle a été ignorée : {text}",
    ),
    "skipped_exception": (
        "Line {line}, outside of the functions, raises {type}: {message}. It was skipped: {text}",
        "La ligne {line}, hors des fonctions, lève {type} : {message}. Elle a été ignorée : {text}",
    ),
    "skipped_timeout": (
        "Line {line}, outside of the functions, takes more than {seconds} s: is it an endless loop? It was skipped: {text}",
        "La ligne {line}, hors des fonctions, prend plus de {seconds} s : est-ce une boucle infinie ? Elle a été ignorée : {text}",
    ),
    "skipped_memory": (
        "Line {line}, outside of the functions, takes more memory than allowed. It was skipped: {text}",
        "La ligne {line}, hors des fonctions, dépasse la mémoire autorisée. Elle a été ignorée : {text}",
    ),
    "skipped_exit": (
        "Line {line}, outside of the functions, ends the program (sys.exit or similar). It was skipped: {text}",
        "La ligne {line}, hors des fonctions, termine le programme (sys.exit ou équivalent). Elle a été ignorée : {text}",
    ),
    "skipped_read_stdin": (
        "Line {line}, outside of the functions, waits for keyboard input (input()). It was skipped; "
        "put it under if __name__ == \"__main__\": {text}",
        "La ligne {line}, hors des fonctions, attend une saisie au clavier (input()). Elle a été ignorée ; "
        "placez-la sous if __name__ == \"__main__\" : {text}",
    ),
    "skipped_input_value": (
        "Line {line}, outside of the functions, waits for keyboard input (input()). It was skipped; write the value itself: {text}",
        "La ligne {line}, hors des fonctions, attend une saisie au clavier (input()). Elle a été ignorée ; écrivez la valeur elle-même : {text}",
    ),
    "skipped_forbidden": (
        "Line {line}, outside of the functions, tries something that is not allowed here: {what}. It was skipped: {text}",
        "La ligne {line}, hors des fonctions, tente une opération interdite ici : {what}. Elle a été ignorée : {text}",
    ),
    # Loading that ended.
    "load_timeout": (
        "Loading the file takes more than {seconds} s: is there an endless loop outside of the functions?",
        "Le chargement du fichier prend plus de {seconds} s : y a-t-il une boucle infinie hors des fonctions ?",
    ),
    "load_memory": (
        "Loading the file takes more memory than the {megabytes} MB allowed.",
        "Le chargement du fichier dépasse les {megabytes} Mo de mémoire autorisés.",
    ),
    "load_died": (
        "The process that loads the file ends at once (status {status}).",
        "Le processus qui charge le fichier s’arrête aussitôt (code {status}).",
    ),
    # Finding the function.
    "not_found": (
        "No function found. Looked for: {looked_for} (all: python -m laplace.td names). The file defines: {functions}. "
        "A line QUESTIONS = {{\"{number}\": \"your_name\"}} in the file says which one it is.",
        "Aucune fonction trouvée. Noms cherchés : {looked_for} (tous : python -m laplace.td names). Le fichier définit : {functions}. "
        "Une ligne QUESTIONS = {{\"{number}\": \"votre_nom\"}} dans le fichier désigne celle qui y répond.",
    ),
    "similar_name": (
        "No function {name} found, but there is {near}: is that a typo? Looked for: {looked_for}.",
        "Aucune fonction {name}, mais il y a {near} : est-ce une faute de frappe ? Noms cherchés : {looked_for}.",
    ),
    "statement_not_found": (
        "Neither a statement that answers this question nor a function found. Looked for: {board}[…] = …, {looked_for}.",
        "Ni instruction qui réponde à cette question, ni fonction. Cherché : {board}[…] = …, {looked_for}.",
    ),
    "is_a_method": (
        "{name} (line {line}) is a method of the class {inside}: the checker calls functions outside of classes. "
        "Take it out of the class and drop self.",
        "{name} (ligne {line}) est une méthode de la classe {inside} : le vérificateur appelle des fonctions hors des classes. "
        "Sortez-la de la classe et supprimez self.",
    ),
    "is_an_inner_function": (
        "{name} (line {line}) is defined inside of {inside}, where it cannot be called from outside: move it out.",
        "{name} (ligne {line}) est définie à l’intérieur de {inside}, où on ne peut pas l’appeler du dehors : sortez-la.",
    ),
    "two_dimensions": (
        "{name} uses two indices: the sheet’s plateau is a list of 64 cells, and the position is 8 * row + column.",
        "{name} utilise deux indices : le plateau de la feuille est une liste de 64 cases, et la position est 8 * ligne + colonne.",
    ),
    "bit_of_a_list": (
        "{name} uses two indices: each player’s blobs are one integer, and cell n is its bit 1 << n.",
        "{name} utilise deux indices : les blobs d’un joueur sont un seul entier, et la case n est son bit 1 << n.",
    ),
    "mapped_name_missing": (
        "The function {name} was named for this question, but the file does not define it. It defines: {functions}.",
        "La fonction {name} est indiquée pour cette question, mais le fichier ne la définit pas. Il définit : {functions}.",
    ),
    "wrong_parameters": (
        "{name}({parameters}) cannot be called as the sheet does; expected parameters: {wanted}.",
        "{name}({parameters}) ne peut pas être appelée comme sur la feuille ; paramètres attendus : {wanted}.",
    ),
    # What a call did instead of answering.
    "exception": (
        "{call} raises {type} on line {line}: {message}.",
        "{call} lève {type} à la ligne {line} : {message}.",
    ),
    "timeout": (
        "{call} takes more than {seconds} s: is there an endless loop?",
        "{call} prend plus de {seconds} s : y a-t-il une boucle infinie ?",
    ),
    "memory": (
        "{call} takes more memory than allowed.",
        "{call} dépasse la mémoire autorisée.",
    ),
    "exit": (
        "{call} ends the whole program (sys.exit or similar, line {line}) instead of returning.",
        "{call} termine tout le programme (sys.exit ou équivalent, ligne {line}) au lieu de rendre la main.",
    ),
    "read_stdin": (
        "{call} waits for keyboard input (input()): its values are its arguments.",
        "{call} attend une saisie au clavier (input()) : ses valeurs sont ses arguments.",
    ),
    "forbidden": (
        "{call}, line {line}, tries something that is not allowed here: {what}.",
        "{call}, ligne {line}, tente une opération interdite ici : {what}.",
    ),
    "died": (
        "{call} ends the process of the checker (status {status}).",
        "{call} met fin au processus du vérificateur (code {status}).",
    ),
    # Values.
    "printed": (
        "{call} prints “{printed}” and returns nothing: use return. Expected: {expected}.",
        "{call} affiche « {printed} » et ne renvoie rien : utilisez return. Attendu : {expected}.",
    ),
    "printed_not_generated": (
        "{call} prints “{printed}” and generates nothing: use yield. Expected: {expected}.",
        "{call} affiche « {printed} » et ne produit rien : utilisez yield. Attendu : {expected}.",
    ),
    "generated_none": (
        "{call} returns nothing (None): the sheet asks for a generator (yield). Expected: {expected}.",
        "{call} ne renvoie rien (None) : la feuille demande un générateur (yield). Attendu : {expected}.",
    ),
    "printed_board": (
        "{call} prints “{printed}” and leaves {board_name} as it was: the list itself must change.",
        "{call} affiche « {printed} » et laisse {board_name} inchangé : c’est la liste elle-même qui doit changer.",
    ),
    "returned_none": (
        "{call} returns nothing (None). Expected: {expected}.",
        "{call} ne renvoie rien (None). Attendu : {expected}.",
    ),
    "wrong_type": (
        "{call} returns {got}, of type {type}; expected {expected}, of type {wanted}.",
        "{call} renvoie {got}, de type {type} ; attendu : {expected}, de type {wanted}.",
    ),
    "wrong_value": (
        "{call} returns {got}; expected {expected}.",
        "{call} renvoie {got} ; attendu : {expected}.",
    ),
    "unwanted_generator": (
        "{name} is a generator (it uses yield), but this question asks for a plain function.",
        "{name} est un générateur (elle utilise yield), alors que cette question demande une fonction ordinaire.",
    ),
    "changed_argument": (
        "{call} changes an argument that it should only read.",
        "{call} modifie un argument qu’elle ne devrait que lire.",
    ),
    # Generators.
    "not_generator": (
        "{name} returns a whole {type}: the sheet asks for a generator (yield).",
        "{name} renvoie d’un coup une valeur de type {type} : la feuille demande un générateur (yield).",
    ),
    "endless_generator": (
        "{call} never stops generating; {expected} values were expected.",
        "{call} ne s’arrête jamais de produire des valeurs ; {expected} étaient attendues.",
    ),
    "wrong_item": (
        "{call} generates {got}, of type {type}; expected values of type {wanted}: {expected}.",
        "{call} produit {got}, de type {type} ; attendu : {expected}, de type {wanted}.",
    ),
    "moves_are_lists": (
        "{name} generates moves as lists ({got}): a move is a pair, (departure, arrival).",
        "{name} produit des coups sous forme de listes ({got}) : un coup est un couple (départ, arrivée).",
    ),
    "items_missing": (
        "{call} forgets {missing}. Expected: {expected}; got: {got}.",
        "{call} oublie {missing}. Attendu : {expected} ; obtenu : {got}.",
    ),
    "items_extra": (
        "{call} generates {extra}, which should not be there. Expected: {expected}; got: {got}.",
        "{call} produit {extra} en trop. Attendu : {expected} ; obtenu : {got}.",
    ),
    "items_differ": (
        "{call} generates {extra}, which should not be there, and forgets {missing}. Expected: {expected}; got: {got}.",
        "{call} produit {extra} en trop et oublie {missing}. Attendu : {expected} ; obtenu : {got}.",
    ),
    "items_twice": (
        "{call} generates the value {item} {times} times; once was expected.",
        "{call} produit {times} fois la valeur {item} ; une seule fois était attendue.",
    ),
    # Boards.
    "wrong_board": (
        "{call} leaves the wrong board.",
        "{call} laisse un plateau faux.",
    ),
    "wrong_integers": (
        "{call} leaves {got}; expected {expected}.",
        "{call} laisse {got} ; attendu : {expected}.",
    ),
    "broken_board": (
        "After {call}, {wanted} is {got} (type {type}): not a board any more.",
        "Après {call}, {wanted} vaut {got} (type {type}) : ce n’est plus un plateau.",
    ),
    "broken_cell": (
        "After {call}, {wanted}[{index}] is {got} (type {type}); a cell is 0, 1 or -1.",
        "Après {call}, {wanted}[{index}] vaut {got} (type {type}) ; une case vaut 0, 1 ou -1.",
    ),
    "broken_length": (
        "After {call}, {wanted} has {count} values; there were {length}.",
        "Après {call}, {wanted} contient {count} valeurs ; il y en avait {length}.",
    ),
    "board_as_before": (
        "{call} leaves {board_name} as it was.",
        "{call} laisse {board_name} tel qu’il était.",
    ),
    "board_unchanged": (
        "{call} leaves {board_name} as it was: the list itself must change.",
        "{call} laisse {board_name} inchangé : c’est la liste elle-même qui doit changer.",
    ),
    "returned_new_board": (
        "{call} returns the right board as a new list: the sheet asks to change {board_name} itself.",
        "{call} renvoie le bon plateau dans une nouvelle liste : la feuille demande de modifier {board_name} lui-même.",
    ),
    "ignores_table": (
        "{name} does not use the table voisins that it receives: with another table it does the same.",
        "{name} n’utilise pas le tableau voisins qu’elle reçoit : avec un autre tableau, elle fait la même chose.",
    ),
    # Question 3.6.
    "iterates": (
        "{name} iterates on line {line} ({how}): question 3.6 forbids it.",
        "{name} itère à la ligne {line} ({how}) : la question 3.6 l’interdit.",
    ),
    "iterates_in_helper": (
        "{name} iterates through {helper}, line {line} ({how}; {path}): question 3.6 forbids it.",
        "{name} itère par l’intermédiaire de {helper}, ligne {line} ({how} ; {path}) : la question 3.6 l’interdit.",
    ),
    "recursion": (
        "{name} calls itself (line {line}; {path}): that is an iteration too, and question 3.6 forbids it.",
        "{name} s’appelle elle-même (ligne {line} ; {path}) : c’est aussi une itération, que la question 3.6 interdit.",
    ),
    # Hints.
    "hint_sign": ("The sign is reversed: blue minus red.", "Le signe est inversé : bleus moins rouges."),
    "hint_all_blobs": (
        "It is the number of all blobs: red ones count as -1.",
        "C’est le nombre de tous les blobs : les rouges comptent -1.",
    ),
    "hint_negative": (
        "An integer has become negative: ~ and - leave the 64 bits. To remove bits, write a & ~b; & (2**64 - 1) keeps 64 bits.",
        "Un entier est devenu négatif : ~ et - sortent des 64 bits. Pour retirer des bits, écrivez a & ~b ; & (2**64 - 1) garde 64 bits.",
    ),
    "hint_beyond_64_bits": (
        "The integer has bits beyond the 64th: a shift to the left leaves the board at its top.",
        "L’entier a des bits au-delà du 64e : un décalage à gauche sort du plateau par le haut.",
    ),
    "hint_two_blobs": (
        "A cell has a blue and a red blob at once: a blob that turns must leave the other integer.",
        "Une case a un blob bleu et un blob rouge à la fois : un blob retourné doit quitter l’autre entier.",
    ),
    "hint_two_dimensions": (
        "plateau is a list of 64 integers, without rows: the cell of a row and a column is plateau[8 * row + column].",
        "plateau est une liste de 64 entiers, sans lignes : la case d’une ligne et d’une colonne est plateau[8 * ligne + colonne].",
    ),
    "hint_bits": (
        "pions has two integers: the cell n is a bit, 1 << n, of the player’s integer.",
        "pions contient deux entiers : la case n est un bit, 1 << n, de l’entier du joueur.",
    ),
    "hint_wrong_helper": (
        "It calls {other}, the answer to question {number}, which is wrong too: fix that one first.",
        "Elle appelle {other}, la réponse à la question {number}, qui est fausse aussi : corrigez d’abord celle-là.",
    ),
    "hint_yield": (
        "A generator gives each value by yield, in place of return.",
        "Un générateur donne chaque valeur par yield, au lieu de return.",
    ),
    "hint_bits_not_positions": (
        "These are the values 2**i of the bits; the sheet asks for their positions i.",
        "Ce sont les valeurs 2**i des bits ; la feuille demande leurs positions i.",
    ),
    "hint_bits_reversed": (
        "The bits are read from the wrong end: bit 0 is the last digit of bin(n).",
        "Les bits sont lus dans le mauvais sens : le bit 0 est le dernier chiffre de bin(n).",
    ),
    "hint_skipped_name": (
        "{defined} would be defined by line {where}, which was skipped.",
        "{defined} serait défini par la ligne {where}, qui a été ignorée.",
    ),
    "hint_table": (
        "voisins is a table here: write voisins[…].",
        "voisins est ici un tableau : écrivez voisins[…].",
    ),
    "hint_name_of_two": (
        "One name is used both for a function and for another value: rename one of them.",
        "Un même nom désigne une fonction et une autre valeur : renommez l’une des deux.",
    ),
    "hint_move_is_a_pair": (
        "A move is one argument, the pair (departure, arrival).",
        "Un coup est un seul argument, le couple (départ, arrivée).",
    ),
    "hint_import": (
        "Solutions are checked with Python’s standard library and the files handed in beside them.",
        "Les solutions sont vérifiées avec la bibliothèque standard de Python et les fichiers rendus avec elles.",
    ),
    "hint_itself": ("The position itself is not one of its neighbours.", "Une position n’est pas voisine d’elle-même."),
    "hint_off_board": ("Some positions are not on the board (0 to 63).", "Certaines positions sont hors du plateau (0 à 63)."),
    "hint_wraps": (
        "An edge wraps: the cell right of 7 is not 8. Compare columns, not only positions.",
        "Un bord se replie : la case à droite de 7 n’est pas 8. Comparez les colonnes, pas seulement les positions.",
    ),
    "hint_range_end": (
        "Offsets of +distance are missing: range(-d, d) stops before d, so write range(-d, d + 1).",
        "Il manque les décalages de +distance : range(-d, d) s’arrête avant d ; écrivez range(-d, d + 1).",
    ),
    "hint_overwrites": (
        "The player’s other blobs vanish: add the bit with |= instead of setting the whole integer.",
        "Les autres blobs du joueur disparaissent : ajoutez le bit avec |= au lieu de remplacer tout l’entier.",
    ),
    "hint_too_far": ("Some positions are beyond the distance.", "Certaines positions dépassent la distance maximale."),
    "hint_no_diagonals": ("Diagonals count: the distance is max(Δrow, Δcolumn).", "Les diagonales comptent : la distance est max(Δligne, Δcolonne)."),
    "hint_exact_distance": (
        "The distance is the largest one allowed: nearer positions count too.",
        "La distance est un maximum : les positions plus proches comptent aussi.",
    ),
    "hint_occupied": ("A move must arrive on an empty cell.", "Un coup doit arriver sur une case vide."),
    "hint_no_jumps": ("Jumps (distance 2) are missing.", "Il manque les sauts (distance 2)."),
    "hint_no_doublings": ("Doublings (distance 1) are missing.", "Il manque les duplications (distance 1)."),
    "hint_reversed_moves": ("A move is (departure, arrival), in this order.", "Un coup est (départ, arrivée), dans cet ordre."),
    "hint_other_colour": ("These are the blobs of the other colour.", "Ce sont les blobs de l’autre couleur."),
    "hint_values_not_positions": (
        "These are the values of the cells; the sheet asks for their positions.",
        "Ce sont les valeurs des cases ; la feuille demande leurs positions.",
    ),
    "hint_last_bit": ("Bit 63 is forgotten: positions go from 0 to 63.", "Le bit 63 est oublié : les positions vont de 0 à 63."),
    "hint_counted_from_1": ("Positions are counted from 0, not from 1.", "Les positions se comptent à partir de 0, pas de 1."),
    "hint_row_and_column": (
        "Row and column are exchanged: the position is 8 * row + column.",
        "Ligne et colonne sont échangées : la position est 8 * ligne + colonne.",
    ),
    "hint_jump_keeps_origin": ("A jump must leave its departure empty.", "Un saut doit vider la case de départ."),
    "hint_doubling_loses_origin": ("A doubling keeps the blob at its departure.", "Une duplication garde le blob de la case de départ."),
    "hint_nothing_arrives": ("The arrival does not have the blob.", "Le blob n’est pas sur la case d’arrivée."),
    "hint_own_blobs_turn": ("The player’s own blobs around the arrival change colour too.", "Les blobs du joueur autour de l’arrivée changent aussi de couleur."),
    "hint_empty_cells_filled": ("Empty cells around the arrival get a blob.", "Des cases vides autour de l’arrivée reçoivent un blob."),
    "hint_nothing_turns": ("The opponent’s blobs around the arrival keep their colour.", "Les blobs adverses autour de l’arrivée gardent leur couleur."),
    "hint_opponents_vanish": ("The opponent’s blobs around the arrival vanish instead of turning.", "Les blobs adverses autour de l’arrivée disparaissent au lieu de changer de couleur."),
    "hint_turns_too_far": ("Blobs that are not next to the arrival change.", "Des blobs qui ne touchent pas l’arrivée changent."),
}

_TITLES = {
    "board": ("on this board (x blue, o red):", "sur ce plateau (x bleu, o rouge) :"),
    "expected_board": ("expected:", "attendu :"),
    "got_board": ("got:", "obtenu :"),
}

_WORDS = {
    "right": ("right", "juste"),
    "wrong": ("WRONG", "FAUX"),
    "missing": ("missing", "absent"),
    "line": ("line {line}", "ligne {line}"),
    "total": ("{right} of {of} questions right", "{right} questions justes sur {of}"),
    "total_one": ("{right} of {of} questions right", "{right} question juste sur {of}"),
    "total_of_one": ("{right} of 1 question right", "{right} question juste sur 1"),
    "wrong_cases": ("wrong on {wrong} of {cases} tries", "faux dans {wrong} essais sur {cases}"),
    "wrong_cases_one": ("wrong on {wrong} of {cases} tries", "faux dans un essai sur {cases}"),
    "name": ("solution", "solution"),
    "sum": ("right", "justes"),
    "class": ("{count} solutions", "{count} solutions"),
    "class_one": ("1 solution", "1 solution"),
    "file_line": ("{file}, line {line}", "{file}, ligne {line}"),
    "passed_over": ("Passed over: {names}", "Laissés de côté : {names}"),
    "no_such_file": ("no such file or folder", "ce fichier ou ce dossier n’existe pas"),
    "would_replace": (
        "is a solution, which the report would replace; expected another file",
        "est une solution, que le rapport remplacerait ; un autre fichier était attendu",
    ),
    "no_folder": ("there is no such folder to write into", "le dossier où écrire n’existe pas"),
    "in_class": (
        "lies in the folder of the class, where it would be taken for a solution; expected another place",
        "est dans le dossier de la classe, où il passerait pour une solution ; un autre endroit était attendu",
    ),
    "same_target": ("is the file of both --json and --junit", "est à la fois le fichier de --json et celui de --junit"),
    "kept": ("kept as it was: the check was interrupted", "laissé tel quel : la vérification a été interrompue"),
    "is_a_folder": ("is a folder; expected a file", "est un dossier ; un fichier était attendu"),
    "is_a_file": ("is a file; expected a folder", "est un fichier ; un dossier était attendu"),
    "two_on_stdout": (
        "--json - and --junit -: only one of them can be written to standard output",
        "--json - et --junit - : un seul des deux peut être écrit sur la sortie standard",
    ),
    "no_solutions": ("found no file, expected solutions", "aucun fichier ; des solutions étaient attendues"),
    "interrupted": ("interrupted", "interrompu"),
    "not_prevented": (
        "Not prevented on this machine: {what}. Run only solutions that you would run yourself, or see docs/python/teachers.md.",
        "Non empêché sur cette machine : {what}. N’exécutez que des solutions que vous lanceriez vous-même, ou voyez docs/python/teachers.fr.md.",
    ),
}

_NOT_PREVENTED = {
    "no_network": ("use of the network", "l’usage du réseau"),
    "no_processes": ("starting processes", "le lancement de processus"),
    "no_written_bytes": ("writing to files", "l’écriture dans des fichiers"),
    "no_new_files": ("creating, renaming and removing files", "la création, le renommage et la suppression de fichiers"),
    "no_foreign_files_read": ("reading files", "la lecture de fichiers"),
    "memory_limit": ("use of all memory", "l’usage de toute la mémoire"),
}

_FORBIDDEN = {
    "network": ("using the network", "utiliser le réseau"),
    "processes": ("starting processes or threads", "lancer des processus ou des fils d’exécution"),
    "files": ("opening or changing a file", "ouvrir ou modifier un fichier"),
}

# Python has the texts of the system in English only.
_SYSTEM_ERRORS: dict[int | None, str] = {
    errno.ENOENT: "ce fichier ou ce dossier n’existe pas",
    errno.EACCES: "permission refusée",
    errno.EPERM: "opération non permise",
    errno.EISDIR: "c’est un dossier",
    errno.ENOTDIR: "ce n’est pas un dossier",
    errno.ENOSPC: "il n’y a plus de place sur le disque",
    errno.EROFS: "le système de fichiers est en lecture seule",
    errno.ENAMETOOLONG: "le nom est trop long",
    errno.ELOOP: "trop de liens symboliques",
    errno.EIO: "erreur d’entrée-sortie",
}


_HELP = {
    "program": ("The exercise sheet Blobwar: checks solutions.", "La feuille d’exercices Blobwar : vérifie des solutions."),
    "check": ("check a solution, or all solutions of a folder", "vérifie une solution, ou toutes celles d’un dossier"),
    "names": (
        "list the function names that are looked for, by question",
        "affiche les noms de fonctions cherchés, par question",
    ),
    "check_long": (
        "Checks a solution of the sheet, question by question, in a process with limits. A folder is a class: each Python file "
        "in it, and each of its folders, is one student's solution.",
        "Vérifie une solution de la feuille, question par question, dans un processus limité. Un dossier est une classe : chacun "
        "de ses fichiers Python et de ses sous-dossiers est la solution d’un élève.",
    ),
    "exit_codes": (
        "Exit codes: 0 all questions of all solutions are right, 1 something is wrong or missing, 2 wrong arguments, "
        "4 a file cannot be read or written, 130 interrupted.",
        "Codes de sortie : 0 toutes les questions de toutes les solutions sont justes, 1 quelque chose est faux ou absent, "
        "2 arguments incorrects, 4 un fichier ne peut être lu ou écrit, 130 interrompu.",
    ),
    "lang": ("language of the messages [by the environment]", "langue des messages [celle de l’environnement]"),
    "json": ("write everything as JSON (- is standard output)", "écrit tout en JSON (- désigne la sortie standard)"),
    "junit": ("write JUnit XML (- is standard output)", "écrit du XML de JUnit (- désigne la sortie standard)"),
    "out": (
        "write the report of each solution into this folder",
        "écrit le compte rendu de chaque solution dans ce dossier",
    ),
    "question": ("check only this question; can be repeated", "ne vérifie que cette question ; peut être répété"),
    "map": (
        "the function that answers a question; can be repeated",
        "la fonction qui répond à une question ; peut être répété",
    ),
    "boards": ("random boards for each question [{default}]", "plateaux aléatoires par question [{default}]"),
    "seed": ("seed of the random boards [{default}]", "graine des plateaux aléatoires [{default}]"),
    "time": ("processor time for each question [{default}]", "temps de processeur par question [{default}]"),
    "memory": ("memory of a solution [{default}]", "mémoire d’une solution [{default}]"),
    "jobs": ("solutions at the same time [all cores]", "solutions vérifiées en même temps [tous les cœurs]"),
    "COMMAND": ("COMMAND", "COMMANDE"),
    "FILE": ("FILE", "FICHIER"),
    "DIR": ("DIR", "DOSSIER"),
    "N.N=NAME": ("N.N=NAME", "N.N=NOM"),
    "SECONDS": ("SECONDS", "SECONDES"),
    "MB": ("MB", "MO"),
    "bad_pair": (
        "found {text}, expected QUESTION=FUNCTION, such as 2.2=valeur",
        "trouvé {text}, attendu QUESTION=FONCTION, par exemple 2.2=valeur",
    ),
    "bad_count": ("found {text}, expected a number from 1 to 100000", "trouvé {text}, attendu un nombre de 1 à 100000"),
    "bad_megabytes": ("found {text}, expected megabytes from 32 to 100000", "trouvé {text}, attendu des mégaoctets de 32 à 100000"),
    "bad_seconds": ("found {text}, expected seconds from 0.1 to 3600", "trouvé {text}, attendu des secondes de 0,1 à 3600"),
}

# What argparse itself says, by its English text.
ARGPARSE_IN_FRENCH = {
    "usage: ": "usage : ",
    "positional arguments": "arguments\u00a0",
    "options": "options\u00a0",
    "show this help message and exit": "affiche cette aide et s’arrête",
    "%(prog)s: error: %(message)s\n": "%(prog)s : erreur : %(message)s\n",
    "argument %(argument_name)s: %(message)s": "argument %(argument_name)s : %(message)s",
    "the following arguments are required: %s": "arguments manquants : %s",
    "unrecognized arguments: %s": "arguments inconnus : %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "choix incorrect : %(value)r (au choix : %(choices)s)",
    "invalid %(type)s value: %(value)r": "valeur incorrecte : %(value)r",
    "expected one argument": "une valeur est attendue",
    "expected at least one argument": "au moins une valeur est attendue",
    "ambiguous option: %(option)s could match %(matches)s": "option ambiguë : %(option)s peut être %(matches)s",
    "ignored explicit argument %r": "la valeur %r est de trop",
}


def _pick(pair: tuple[str, str], language: str) -> str:
    return pair[LANGUAGES.index(language)]


def printable(text: str) -> str:
    """A stranger's text without what could steer a terminal or break XML."""
    return "".join(
        letter if letter.isprintable() or letter in "\u00a0\u202f" else f"\\x{_code(letter):02x}" for letter in text
    )


def _code(letter: str) -> int:
    """The number of a letter that is not shown; Python has bytes of file names that are no UTF-8 as half letters."""
    number = ord(letter)
    return number - 0xDC00 if 0xDC80 <= number <= 0xDCFF else number


def shortened(text: str) -> str:
    """A text cut to the largest length of a value in a message."""
    return text if len(text) <= _MAX_VALUE else text[:_MAX_VALUE] + "…"


def message(finding: Finding, language: str) -> str:
    """The text of a finding."""
    data: dict[str, Any] = defaultdict(lambda: "?")
    colon = _pick((": ", "\u00a0: "), language)
    in_file = printable(finding.data["file"]) + colon if finding.data.get("file") else ""
    for key, value in finding.data.items():
        data[key] = shortened(printable(str(value))) if value is not None else "?"
    # A statement is shown as it stands, a function with its arguments.
    data["call"] = data["name"] if finding.data.get("is_statement") else f"{data['name']}({data['arguments']})"
    if finding.code in ("board_unchanged", "board_as_before", "returned_new_board", "printed_board"):
        data["board_name"] = "pions" if len(finding.boards[0][1]) == 2 else "plateau"
    if finding.data.get("how") == "comprehension":
        data["how"] = _pick(("comprehension", "compréhension"), language)
    if "what" in finding.data:
        data["what"] = _pick(_FORBIDDEN[finding.data["what"]], language)
    if finding.data.get("functions") == "":
        data["functions"] = _pick(("none", "aucune"), language)
    for key in ("got", "expected"):
        # A generator that generates nothing.
        if finding.data.get(key) == "":
            data[key] = _pick(("nothing", "rien"), language)
    if "errno" in finding.data:
        data["error"] = _system_text(finding.data["errno"], data["error"], language)
    text = _pick(_MESSAGES[finding.code], language).format_map(data)
    # Three dots end a sentence, too.
    return in_file + text.replace("….", "…")


def system_error(error: OSError, language: str) -> str:
    """What the system says about a file, with its name."""
    path = f"{printable(str(error.filename))}: " if error.filename is not None else ""
    return path + _system_text(error.errno, error.strerror or str(error), language)


def _system_text(number: int | None, text: str, language: str) -> str:
    return _SYSTEM_ERRORS.get(number, text) if language == "fr" else text


def title(code: str, language: str) -> str:
    """The title of a board."""
    return _pick(_TITLES[code], language)


def word(code: str, language: str, **data: Any) -> str:
    """A word of a report."""
    return _pick(_WORDS[code], language).format(**data)


def help_text(code: str, language: str, **data: Any) -> str:
    """A text of the command line."""
    return _pick(_HELP[code], language).format(**data)


def not_prevented(isolation: dict[str, bool], language: str) -> str | None:
    """What this machine does not prevent; `None` if everything is prevented."""
    missing = [_pick(texts, language) for name, texts in _NOT_PREVENTED.items() if not isolation[name]]
    return word("not_prevented", language, what=", ".join(missing)) if missing else None
