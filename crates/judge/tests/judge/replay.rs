//! Replays: what is written is read again, what is wrong is refused or found, whatever the bytes.

use crate::common::{full_demon_game, well_game};
use laplace_games::blobwar::{Map, StuckRule, generate};
use laplace_games::demon::format::write_moves;
use laplace_games::random::Random;
use laplace_games::well::{self, Depth};
use laplace_judge::recording::{DemonRecording, Recording, WellRecording};
use laplace_judge::replay::{
    BlobwarReplay, BlobwarResult, DemonReplay, Fault, Outcome, Placement, Replay, WellReplay, read, verify,
    write,
};
use proptest::prelude::{any, proptest};

const DEMON: &str = r#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2,8],[0,7]]}"#;
const WELL: &str = r#"{"laplace-replay": 1, "game": "well", "rows": 20, "figures": [4,4], "moves": [[0,0]]}"#;
const BLOBWAR: &str = r#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/7/7/7/7/o5x x 0 1",
    "rules": "passes", "moves": ["b6", "a1a3"]}"#;

fn blobwar_game(seed: u64) -> Replay {
    let start = "cross".parse::<Map>().unwrap().start(StuckRule::Passes);
    let moves = generate::playout(start, &mut Random::new(seed));
    let mut end = start;
    moves.iter().for_each(|&played| _ = end.play(played).unwrap());
    let players = Some(["Zoë \"Z\"".into(), String::new()]);
    Replay::Blobwar(BlobwarReplay { start, moves, result: Some(BlobwarResult::of(&end)), players })
}

fn whole_games() -> Vec<Replay> {
    let (input, output) = well_game(500, 3);
    vec![
        Replay::from(&Recording::of_demon(full_demon_game(2).as_bytes()).unwrap()),
        Replay::from(&Recording::of_well(input.as_bytes(), output.as_bytes(), Depth::DEFAULT).unwrap()),
        blobwar_game(5),
    ]
}

#[test]
fn what_is_written_is_read_again_and_verifies() {
    for replay in whole_games() {
        let text = write(&replay);
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&replay));
        let verdict = verify(&replay);
        assert_eq!((verdict.played, verdict.fault), (replay.len(), None), "{:?}", replay.kind());
    }
}

#[test]
fn the_contests_files_come_back() {
    let text = full_demon_game(2);
    let game = DemonRecording::of_file(text.as_bytes()).unwrap();
    let replay = DemonReplay::from(&game);
    let lines = replay.seed.pieces().zip(&replay.moves).map(|(piece, placement)| placement.line(piece));
    assert_eq!(write_moves(replay.seed, lines), text);
    let (input, output) = well_game(200, 1);
    let game = WellRecording::of_answer(input.as_bytes(), output.as_bytes(), Depth::DEFAULT).unwrap();
    let WellReplay { depth, figures, moves, .. } = WellReplay::from(&game);
    let input_again = well::format::write_problem(&well::Problem { figures, depth });
    let checked = moves.into_iter().map(|placement| well::UncheckedMove::from(placement).check().unwrap());
    let output_again = well::format::write_moves(checked);
    assert_eq!(input_again, input);
    assert!(output.starts_with(&output_again));
}

#[test]
fn fields_may_stand_in_any_order_and_after_a_byte_order_mark() {
    let text = "\u{feff}{\"moves\": [], \"seed\": 1, \"game\": \"demon\", \"laplace-replay\": 1}";
    assert!(read(text.as_bytes()).unwrap().is_empty());
}

#[test]
fn a_wrong_claim_is_found() {
    let wrong = DEMON.replace("]]}", "]], \"score\": 100}");
    let verdict = verify(&read(wrong.as_bytes()).unwrap());
    assert_eq!(verdict.fault.unwrap().to_string(), "score: found 100, expected 0");
    let wrong = WELL.replace("]]}", "]], \"placed\": 2}");
    let verdict = verify(&read(wrong.as_bytes()).unwrap());
    assert_eq!(verdict.fault.unwrap().to_string(), "placed: found 2, expected 1");
    assert_eq!(verdict.outcome, Outcome::Placed { placed: 1, points: 5 });
    let wrong = BLOBWAR.replace("\"]}", "\"], \"result\": \"o\"}");
    let verdict = verify(&read(wrong.as_bytes()).unwrap());
    assert_eq!(verdict.fault.unwrap().to_string(), "result: found o, expected unfinished");
}

#[test]
fn the_first_wrong_move_is_found() {
    let faults = [
        (DEMON.replace("[0,7]", "[0,11]"), "move 2: piece 3 turned 0 times does not fit at column 11"),
        (DEMON.replace("[2,8]", "[7,8]"), "move 1: piece 1 turned 7 times does not fit at column 8"),
        (WELL.replace("[0,0]", "[0,9]"), "move 1: outside the well on the right"),
        (WELL.replace("[0,0]", "[4,0]"), "move 1: rotation 4, expected 0 to 3"),
        (WELL.replace("[[0,0]]", "[[0,0],[0,0],[0,0]]"), "move 3: the game is over"),
        (BLOBWAR.replace("a1a3", "g1g3"), "move 2: no blob of the player to move is on g1"),
        (BLOBWAR.replace("a1a3", "0000"), "move 2: a pass, though there is a move to play"),
    ];
    for (text, fault) in faults {
        let verdict = verify(&read(text.as_bytes()).unwrap());
        assert_eq!(verdict.fault.as_ref().map(Fault::to_string).as_deref(), Some(fault));
    }
}

#[test]
fn what_is_not_known_is_refused_by_line_and_name() {
    let refused = [
        ("".into(), "line 1: found the end of the file, expected a replay document, which begins with {"),
        ("[1]".into(), "line 1: found `[1]`, expected a replay document, which begins with {"),
        (DEMON.replace(": 1,", ": 2,"), "line 1: found version 2 of `laplace-replay`, expected 1"),
        (DEMON.replace("demon", "chess"), "expected \"demon\", \"well\" or \"blobwar\""),
        (DEMON.replace("\"seed\": 31, ", ""), "line 1: missing field `seed`"),
        (
            DEMON.replace("\"seed\": 31", "\"seed\": 1000001"),
            "found integer `1000001`, expected a `seed` from",
        ),
        (DEMON.replace("\"seed\": 31", "\"seed\": 31, \"seed\": 31"), "duplicate field `seed`"),
        (DEMON.replace("\"seed\"", "\"sead\": 1, \"seed\""), "unknown field `sead`, expected one of"),
        (DEMON.replace("\"seed\": 31", "\"seed\": 31, \"rows\": 4"), "unknown field `rows`"),
        (DEMON.replace("[0,7]", "[0]"), "found a length of 1, expected a move [rotation, column]"),
        (DEMON.replace("[0,7]", "[0,7,1]"), "found more than two numbers"),
        (DEMON.replace("[0,7]", "[0,-7]"), "found integer `-7`, expected a number of a move"),
        (DEMON.replace("[0,7]", "[0,7.5]"), "found floating point `7.5`, expected a number"),
        (DEMON.replace("]]}", "]]}{"), "trailing characters"),
        (WELL.replace(": 20", ": 21"), "found integer `21`, expected a number of `rows` from 1 to 20"),
        (WELL.replace("[4,4]", "[4,8]"), "found integer `8`, expected a figure from 1 to 7"),
        (BLOBWAR.replace("passes", "waits"), "line 2: found string \"waits\", expected `rules`"),
        (BLOBWAR.replace("b6", "j6"), "line 2: found string \"j6\", expected a move such as"),
        (
            BLOBWAR.replace("x5o", "x4o"),
            "line 1: `start`: row 1 from the top: found a width of 6, expected 7",
        ),
        (BLOBWAR.replace("\"]}", "\"], \"result\": \"*\"}"), "found string \"*\", expected a `result`"),
        (BLOBWAR.replace("\"]}", "\"], \"players\": [\"\\u001b\", \"\"]}"), "expected a name in `players`"),
    ];
    for (text, expected) in refused {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

#[test]
fn a_list_without_end_is_refused_in_little_memory() {
    let many = "[0,0],".repeat(1_000_001);
    let text = DEMON.replace("[0,7]", &format!("{many}[0,7]"));
    let error = read(text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("found more than 1000000, expected a list of `moves` no longer"), "{error}");
    let deep = "[".repeat(1_000_000);
    assert!(read(deep.as_bytes()).is_err());
    let long_name = BLOBWAR.replace("b6", &"b".repeat(1_000_000));
    assert!(read(long_name.as_bytes()).unwrap_err().to_string().len() < 1000);
}

proptest! {
    #[test]
    fn any_bytes_have_an_answer(bytes: Vec<u8>) {
        _ = read(&bytes);
    }

    #[test]
    fn a_spoilt_document_has_an_answer(place in any::<usize>(), byte: u8, which in 0..3_usize) {
        let mut text = [DEMON, WELL, BLOBWAR][which].as_bytes().to_vec();
        let place = place % text.len();
        text[place] = byte;
        if let Ok(replay) = read(&text) {
            _ = verify(&replay);
            assert_eq!(read(write(&replay).as_bytes()), Ok(replay));
        }
    }

    #[test]
    fn any_moves_have_a_verdict(moves: Vec<(u32, u32)>) {
        let moves: Vec<_> = moves.into_iter().map(|(rotation, column)| Placement { rotation, column }).collect();
        let Ok(Replay::Demon(mut demon)) = read(DEMON.as_bytes()) else { panic!("it is one of the demon") };
        demon.moves = moves;
        let replay = Replay::Demon(demon);
        assert!(verify(&replay).played <= replay.len());
    }
}
