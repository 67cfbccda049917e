//! The exercise sheet: its picture in both forms, and both forms against the game.

use laplace_games::blobwar::format::sheet;
use laplace_games::blobwar::sheet::{Question, array, integers};
use laplace_games::blobwar::{Bitboard, Cell, Move, Position, RuleChoice, Side, Size, StuckRule, generate};
use laplace_games::random::Random;

/// Blue's blobs in the sheet's second picture, of which the text names 49 alone; any third beside 41 will do.
const BLUE: [usize; 2] = [49, 33];
const RED: usize = 24;

#[test]
fn the_picture_plays_out_in_the_array_form() {
    let mut plateau = [array::VIDE; 64];
    BLUE.into_iter().for_each(|position| plateau[position] = array::BLEU);
    plateau[RED] = array::ROUGE;
    array::jouer_coup(&mut plateau, (49, 42));
    assert_eq!(array::blobs(&plateau, array::BLEU).collect::<Vec<_>>(), [33, 42, 49]);
    array::jouer_coup(&mut plateau, (24, 41));
    assert_eq!(array::blobs(&plateau, array::ROUGE).collect::<Vec<_>>(), [33, 41, 42, 49]);
    assert_eq!(array::valeur(&plateau), -4);
}

#[test]
fn the_picture_plays_out_in_the_integers_form() {
    let mut pions = [0, 0];
    BLUE.into_iter().for_each(|position| integers::poser(&mut pions, integers::BLEU, position));
    integers::poser(&mut pions, integers::ROUGE, RED);
    integers::jouer_coup(&mut pions, (49, 42), integers::BLEU, &integers::VOISINS);
    assert_eq!(integers::positions(pions[integers::BLEU]).collect::<Vec<_>>(), [33, 42, 49]);
    integers::jouer_saut(&mut pions, (24, 41), integers::ROUGE, &integers::VOISINS);
    assert_eq!(integers::positions(pions[integers::ROUGE]).collect::<Vec<_>>(), [33, 41, 42, 49]);
    assert_eq!(integers::valeur(&pions), -4);
}

#[test]
fn the_picture_plays_out_in_the_game() {
    let fen = "8/1x6/8/1x6/o7/8/8/8 x 0 1";
    let mut game = Position::from_fen(fen, StuckRule::Ends).unwrap();
    game.play(Move::Double(Cell::from_number(42).unwrap())).unwrap();
    let jump = Move::Jump { from: Cell::from_number(24).unwrap(), to: Cell::from_number(41).unwrap() };
    assert_eq!(game.play(jump).unwrap().turned.len(), 3);
    assert_eq!(game.value(), -4);
}

fn answer(question: &str, arguments: &[&str]) -> Result<String, String> {
    let question: Question = question.parse().unwrap();
    question.answer(arguments.iter().copied()).map_err(|error| error.to_string())
}

#[test]
fn what_a_question_does_not_have_is_refused() {
    let refused = [
        ("2.1", &["empty", "8", "0"][..], "LINE: found `8`, expected a number from 0 to 7"),
        ("2.1", &["empty", "3"], "COLUMN is missing: expected PLATEAU LINE COLUMN [COLOUR]"),
        ("2.3", &["startpos", "0"], "COLOUR: found `0`, expected 1 (blue) or -1 (red)"),
        (
            "2.3",
            &["x5o/7/7/7/7/7/o5x x 0 1", "1"],
            "the board: found a board of 7 x 7, expected 8 x 8, the board of the variant sheet",
        ),
        (
            "2.3",
            &["x6o/8/8/3-4/8/8/8/o6x x 0 1", "1"],
            "the board: found holes, expected a board of the sheet",
        ),
        ("2.6", &["startpos", "1", "2"], "cell 1 is empty: expected a blob to move"),
        (
            "2.6",
            &["startpos", "7", "7"],
            "from 7 to 7 is a distance of 0, expected 1, a doubling, or 2, a jump",
        ),
        ("2.6", &["[1, 2]", "0", "1"], "cell 1 is not empty: expected a cell to move to"),
        ("3.1", &["[0, 512]", "9"], "cell 9 has a blob of the other player"),
        (
            "3.3",
            &["18446744073709551616"],
            "INTEGER: found `18446744073709551616`, expected a number from 0 to 18446744073709551615",
        ),
        ("3.5", &["-1"], "CELL: found `-1`, expected a number from 0 to 63"),
        (
            "3.5",
            &["0", "1"],
            "found `1` after the last argument: expected CELL; a board is one argument, in quotes",
        ),
        ("3.6", &["[512, 0]", "9", "10", "0"], "from 9 to 10 is a distance of 1, expected 2, a jump"),
        ("3.6", &["[512, 0]", "9", "11", "1"], "cell 9 has no blob of player 1"),
    ];
    for (question, arguments, message) in refused {
        assert_eq!(answer(question, arguments), Err(message.into()), "{question} {arguments:?}");
    }
}

#[test]
fn both_parts_answer_alike_for_random_boards() {
    let mut random = Random::new(5);
    for _ in 0..200 {
        let position = generate::position(&mut random, Size::Eight, StuckRule::Ends);
        let Some(pions) = sheet::write_pions(&position.setup()) else { continue };
        let board = pions.as_str();
        assert_eq!(answer("2.2", &[board]), answer("3.4", &[board]));
        for jump in position.board().moves(Side::Blue).filter(|played| matches!(played, Move::Jump { .. })) {
            let Move::Jump { from, to } = jump else { continue };
            let [from, to] = [from, to].map(|cell| cell.number().to_string());
            let plateau = answer("2.6", &[board, &from, &to]).unwrap();
            let after = answer("3.6", &[board, &from, &to, "0"]).unwrap();
            let read = |text: &str| Position::read(text, RuleChoice::default()).unwrap();
            assert_eq!(read(&plateau), read(&after));
        }
    }
}

#[test]
fn the_neighbours_of_every_position_agree_in_all_forms() {
    assert_eq!(integers::calcul_voisins(0), 770);
    for cell in Cell::all() {
        let by_array = array::voisins(cell.index(), 1).fold(0, |bits, position| bits | 1_u64 << position);
        assert_eq!(integers::calcul_voisins(cell.index()), by_array);
        assert_eq!(integers::VOISINS[cell.index()], cell.neighbours().bits());
        let within_two = array::voisins(cell.index(), 2).fold(0, |bits, position| bits | 1_u64 << position);
        assert_eq!((cell.neighbours() | cell.ring()).bits(), within_two);
    }
}

/// The move of the game that a pair of the sheet stands for.
fn as_move((depart, arrivee): (usize, usize)) -> Move {
    let [from, to] = [depart, arrivee].map(|position| Cell::from_number(position as u32).unwrap());
    if from.distance(to) == 1 { Move::Double(to) } else { Move::Jump { from, to } }
}

fn forms(position: &Position) -> (array::Plateau, integers::Pions) {
    let pions = Side::BOTH.map(|side| position.board().blobs(side).bits());
    (integers::en_tableau(&pions), pions)
}

#[test]
fn both_forms_play_every_move_of_random_games_as_the_game_does() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let mut game = Position::start(Size::Eight, StuckRule::Ends);
        while game.end().is_none() {
            let (plateau, pions) = forms(&game);
            let (couleur, joueur) = if game.turn() == Side::Blue {
                (array::BLEU, integers::BLEU)
            } else {
                (array::ROUGE, integers::ROUGE)
            };
            let pairs: Vec<_> = array::coups(&plateau, couleur).collect();
            let mut moves: Vec<_> = pairs.iter().copied().map(as_move).collect();
            moves.sort();
            moves.dedup();
            assert_eq!(moves, game.legal_moves(), "{game}");
            let &coup = random.pick(&pairs).unwrap();
            let (mut plateau_after, mut pions_after) = (plateau, pions);
            array::jouer_coup(&mut plateau_after, coup);
            integers::jouer_coup(&mut pions_after, coup, joueur, &integers::VOISINS);
            game.play(as_move(coup)).unwrap();
            assert_eq!((plateau_after, pions_after), forms(&game));
            assert_eq!(
                (array::valeur(&plateau_after), integers::valeur(&pions_after)),
                (game.value(), game.value())
            );
        }
    }
}

#[test]
fn the_positions_of_an_integer_are_those_of_the_set() {
    let mut random = Random::new(2);
    for set in
        [Bitboard::EMPTY, Bitboard::FULL].into_iter().chain((0..500).map(|_| generate::cells(&mut random)))
    {
        assert!(integers::positions(set.bits()).eq(set.into_iter().map(Cell::index)));
    }
}
