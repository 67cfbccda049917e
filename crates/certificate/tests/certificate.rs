//! Certificates of real games are believed; forged ones are refused, each with its reason.

use laplace_certificate::{
    Certificate, FormatError, Move, Refusal, Situation, Strike, bound, check, prove, read, write,
};
use laplace_games::demon::{MOVE_LIMIT, Seed, State, bound as fast};
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, Solution, solve};

const PIECES: u32 = 600;
/// A limit of boards that tests reach quickly.
const FEW_BOARDS: usize = 10_000;

fn solution(seed: u32, width: usize) -> Solution {
    solution_of(seed, PIECES, width)
}

fn solution_of(seed: u32, pieces: u32, width: usize) -> Solution {
    let limits = Limits { beam_width: Some(width), ..Limits::default() };
    solve(Seed::new(seed).unwrap(), pieces, &limits, &Control::default())
}

fn moves(seed: u32, solution: &Solution) -> Vec<Move> {
    let pieces = Seed::new(seed).unwrap().pieces();
    pieces
        .zip(&solution.moves)
        .map(|(piece, chosen)| Move {
            piece: piece.number(),
            column: chosen.column.number(),
            turns: chosen.rotation as u8,
        })
        .collect()
}

/// The certificate of a seed whose short game meets the tight bound.
fn certificate() -> Certificate {
    let found = (31..131).map(|seed| (seed, solution(seed, 60))).find(|(_, solution)| solution.is_optimal());
    let (seed, solution) = found.expect("some short game meets the bound");
    prove(seed, solution.score, moves(seed, &solution), &[], FEW_BOARDS, &|| false).unwrap()
}

#[test]
fn the_slow_bound_is_the_fast_one() {
    for seed in [0, 31, 231, 4242, 314_159, 201_000, 1_000_000] {
        let fast_seed = Seed::new(seed).unwrap();
        for pieces in [0, 1, 2, 12, 57, 300, 1_111] {
            assert_eq!(
                bound(seed, pieces as usize),
                fast::tight_bound(fast_seed, pieces),
                "{seed}, {pieces}"
            );
        }
    }
    for seed in (0..12).map(|k| 83_391 * k) {
        let fast = fast::tight_bound(Seed::new(seed).unwrap(), MOVE_LIMIT);
        assert_eq!(bound(seed, MOVE_LIMIT as usize), fast, "seed {seed}");
    }
}

#[test]
fn a_certificate_of_an_optimal_game_is_believed_after_it_was_written_and_read() {
    let certificate = certificate();
    let text = write(&certificate);
    let again = read(&text).unwrap();
    assert_eq!(again, certificate);
    let verified = check(&again, FEW_BOARDS).unwrap();
    assert_eq!((verified.score, verified.tight_bound), (certificate.score, certificate.score));
    // The rules of this crate are those of the game.
    let mut state = State::with_limit(Seed::new(certificate.seed).unwrap(), PIECES);
    for chosen in &certificate.game {
        state
            .play(laplace_games::demon::Move::new(chosen.turns.into(), chosen.column.into()).unwrap())
            .unwrap();
    }
    assert_eq!(state.score(), certificate.score);
}

#[test]
fn forged_games_and_scores_are_refused() {
    let good = certificate();
    let forged = |change: &dyn Fn(&mut Certificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        check(&bad, FEW_BOARDS).unwrap_err()
    };
    // A higher score than the game has, and a lower one.
    assert_eq!(
        forged(&|bad| bad.score += 100),
        Refusal::Score { found: good.score, claimed: good.score + 100 }
    );
    assert!(matches!(forged(&|bad| bad.score -= 100), Refusal::Score { .. }));
    // The game of another seed.
    assert!(matches!(forged(&|bad| bad.seed += 1), Refusal::Sequence { .. }));
    // Another piece than the sequence has.
    let third = good.game[3].piece;
    let other = third % 7 + 1;
    let refusal = forged(&|bad| bad.game[3].piece = other);
    assert_eq!(refusal, Refusal::Sequence { index: 3, found: other, expected: third });
    // A move outside the board, and a game that goes on although it is over.
    assert!(matches!(
        forged(&|bad| bad.game[9].column = 11),
        Refusal::Unplayable(9, _) | Refusal::Score { .. }
    ));
    let tower =
        |bad: &mut Certificate| bad.game.iter_mut().for_each(|chosen| (chosen.column, chosen.turns) = (4, 0));
    let refusal = forged(&tower);
    assert!(
        matches!(refusal, Refusal::Unplayable(_, "blocks stand in the four uppermost lines")),
        "{refusal}"
    );
    // A worse game with its own score.
    let poor = (1..4)
        .map(|width| solution(good.seed, width))
        .find(|poor| poor.score < good.score)
        .expect("a beam of a few nodes loses something");
    let refusal =
        check(&Certificate { score: poor.score, game: moves(good.seed, &poor), ..good.clone() }, FEW_BOARDS);
    assert_eq!(refusal.unwrap_err(), Refusal::Bound { bound: good.score, score: poor.score });
    // A shorter game that claims the same.
    assert!(matches!(forged(&|bad| bad.game.truncate(500)), Refusal::Score { .. }));
}

#[test]
fn damaged_files_are_refused_with_the_line() {
    let text = write(&certificate());
    let without_end = text.trim_end().trim_end_matches("end");
    assert!(matches!(read(without_end), Err(FormatError::Truncated { .. })), "truncated");
    assert_eq!(
        read("").unwrap_err().to_string(),
        "the file ends after line 0: expected laplace demon certificate 1"
    );
    let cases = [
        ("certificate 1\n", "certificate 2\n", "line 1: found \"laplace demon certificate 2\""),
        ("pieces 600\n", "pieces 599\n", "line 29: found 600 moves, expected 599, as the file says"),
        ("pieces 600\n", "pieces 99999\n", "line 3: found \"pieces 99999\""),
        ("game\n", "strike 5 220 9\ngame\n", "line 5: found \"strike 5 220 9\""),
        ("game\n", "strike 5 220to 9\ngame\n", "line 5: found \"strike 5 220to 9\""),
        // No board has these numbers of blocks before a piece.
        ("game\n", "strike 598 23e 600\ngame\n", "line 5: found \"strike 598 23e 600\""),
        ("game\n", "strike 598 224e 600\ngame\n", "line 5: found \"strike 598 224e 600\""),
        ("game\n", "strike 598 99996e 600\ngame\n", "line 5: found \"strike 598 99996e 600\""),
        ("game\n", "game\n8a0\n", "line 6: found \"8a0\""),
        ("end\n", "end\nmore\n", "expected nothing after end"),
    ];
    for (good, bad, message) in cases {
        let found = read(&text.replacen(good, bad, 1)).unwrap_err().to_string();
        assert!(found.contains(message), "{found}");
    }
}

fn struck(text: &str, start: usize, end: usize) -> Strike {
    Strike { start, situation: text.parse::<Situation>().unwrap(), end }
}

#[test]
fn forged_strikes_are_refused() {
    let good = certificate();
    let with =
        |strikes: &[Strike]| check(&Certificate { strikes: strikes.to_vec(), ..good.clone() }, FEW_BOARDS);
    // The empty board before the first piece is possible: the game itself begins there.
    let refusal = with(&[struck("0e", 0, 2)]).unwrap_err();
    assert!(matches!(refusal, Refusal::Possible { start: 0, end: 2, .. }), "{refusal}");
    // Too many boards prove nothing.
    let refusal = with(&[struck("0e", 0, 40)]).unwrap_err();
    assert!(matches!(refusal, Refusal::TooMany { start: 0, .. }), "{refusal}");
    // Boards that cannot be listed, and windows without a piece or past the end.
    assert!(matches!(with(&[struck("116e", 50, 60)]), Err(Refusal::Strike(50, _))));
    assert!(matches!(with(&[struck("220e", 50, 50)]), Err(Refusal::Strike(50, _))));
    assert!(matches!(with(&[struck("220e", 590, 601)]), Err(Refusal::Strike(590, _))));
    // A window that costs time without end.
    assert!(matches!(with(&[struck("0o", 50, 151)]), Err(Refusal::Strike(50, _))));
    // From the first piece to the last a strike could rest on itself.
    assert_eq!(with(&[struck("220ox", 60, 61), struck("220ox", 70, 71)]), Err(Refusal::Order(70)));
}

#[test]
fn no_strike_at_all_proves_a_poor_game_of_three_pieces() {
    // Three Is side by side make a line; the game stacks two of them. So each strike that is read must be refused, or leave the bound above 0.
    let text = |strike: &str| {
        format!("laplace demon certificate 1\nseed 234\npieces 3\nscore 0\n{strike}game\n1a0 1e0 1a0\nend\n")
    };
    let refusal = check(&read(&text("")).unwrap(), FEW_BOARDS).unwrap_err();
    assert_eq!(refusal, Refusal::Bound { bound: 100, score: 0 });
    let mut checked = 0;
    for start in 0..3 {
        for (end, blocks) in (start + 1..=3).flat_map(|end| (0..=230).map(move |blocks| (end, blocks))) {
            for flags in ["e", "et", "ex", "etx", "o", "ot", "ox", "otx"] {
                let strike = format!("strike {start} {blocks}{flags} {end}\n");
                if let Ok(certificate) = read(&text(&strike)) {
                    assert!(check(&certificate, FEW_BOARDS).is_err(), "{strike}");
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, 6 * 56 * 8);
}

#[test]
fn strikes_before_an_empty_board_at_the_end_are_checked() {
    // The last pieces of this seed are S, Z, Z, Z and J. After the Tetris before them four blocks stay, and the bound takes two lines with J.
    let seed = 217_949;
    let solution = solution_of(seed, MOVE_LIMIT, 16);
    let good = Certificate {
        seed,
        score: solution.score,
        strikes: vec![struck("4et", 9_994, 9_999)],
        game: moves(seed, &solution),
    };
    let with = |strike, boards| check(&Certificate { strikes: vec![strike], ..good.clone() }, boards);
    // The game is a poor one, so that the bound tells what the strike is worth.
    assert!(solution.score < 737_600 && solution.bound == 737_700);
    let refusal = check(&good, 100_000).unwrap_err();
    assert_eq!(refusal, Refusal::Bound { bound: 737_600, score: solution.score });
    // A loss that comes with the last piece does not come before it.
    let refusal = with(struck("4et", 9_994, 9_998), 100_000).unwrap_err();
    assert!(matches!(refusal, Refusal::Possible { .. } | Refusal::Strike(9_994, _)), "{refusal}");
    // J takes two lines from some boards.
    let refusal = with(struck("20e", 9_998, 9_999), 100_000).unwrap_err();
    assert!(matches!(refusal, Refusal::Possible { start: 9_998, end: 9_999, .. }), "{refusal}");
    // Too many low boards to list, and too many after them.
    let refusal = with(struck("16ex", 9_997, 9_999), FEW_BOARDS).unwrap_err();
    assert!(matches!(refusal, Refusal::Strike(9_997, _)), "{refusal}");
    let refusal = with(struck("4et", 9_994, 9_999), 2_000).unwrap_err();
    assert!(matches!(refusal, Refusal::Strike(9_994, _) | Refusal::TooMany { .. }), "{refusal}");
}

#[test]
fn a_full_board_of_odd_parity_is_struck_by_the_colours_of_its_open_cells() {
    // Five Tetrises with five pieces between them leave 20 blocks: one row of the full board at most.
    let seed = 680_054;
    let solution = solution_of(seed, MOVE_LIMIT, 16);
    let game = moves(seed, &solution);
    let with = |strike| {
        let certificate =
            Certificate { seed, score: solution.score, strikes: vec![strike], game: game.clone() };
        check(&certificate, FEW_BOARDS).unwrap_err()
    };
    // The game is a poor one, so that the bound tells what the strike is worth.
    assert!(solution.score < 738_800 && solution.bound == 739_200);
    let refusal = with(struck("220o", 6_100, 6_110));
    assert_eq!(refusal, Refusal::Bound { bound: 738_800, score: solution.score });
    // The fifth Tetris is needed.
    let refusal = with(struck("220o", 6_100, 6_109));
    assert!(matches!(refusal, Refusal::TooMany { .. }), "{refusal}");
    // With the other parity nothing forbids it.
    let refusal = with(struck("220e", 6_100, 6_110));
    assert!(matches!(refusal, Refusal::TooMany { .. }), "{refusal}");
}
