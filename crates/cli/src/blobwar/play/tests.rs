//! The game without a terminal: keys and lines are the input, screens and texts the output.

use std::time::{Duration, Instant};

use insta::assert_snapshot;
use laplace_games::blobwar::{Outcome, Position, Side, StuckRule};
use laplace_matches::builtin::Level;
use laplace_matches::interactive::{Engines, Progress, Purpose};
use laplace_solvers::Control;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::keys::Keyboard;
use super::session::{Hint, HumanOrEngine, Session, Strength};
use super::terminal::{BackgroundEngine, MIN_MOVE_TIME};
use super::{plain, screen};
use crate::view::{Flow, Key, Palette};

const START: &str = "x6o/8/8/8/8/8/8/o6x x 0 1";
/// x is shut in and can only pass.
const SHUT_IN: &str = "7/7/7/7/ooo4/ooo4/xoo4 o 0 1";
/// o takes the last blob of x by any move to b1 or b2.
const LAST_BLOB: &str = "7/7/7/7/7/7/x1o4 o 0 1";
const TWO_HUMANS: [HumanOrEngine; 2] = [HumanOrEngine::Human; 2];

fn session(fen: &str, players: [HumanOrEngine; 2]) -> Session {
    Session::new(Position::from_fen(fen, StuckRule::Passes).unwrap(), players, strength(5))
}

fn keyboard(fen: &str, players: [HumanOrEngine; 2]) -> Keyboard {
    Keyboard::new(session(fen, players))
}

fn strength(level: u8) -> Strength {
    Strength { level: Level::new(level).unwrap(), time: Duration::from_millis(50), seed: 1 }
}

fn engines() -> Engines {
    Engines::new(1)
}

fn press(keyboard: &mut Keyboard, keys: &str) -> Flow {
    keys.chars().fold(Flow::Stay, |_, key| {
        keyboard.press(match key {
            '<' => Key::Left,
            '>' => Key::Right,
            '^' => Key::Up,
            'v' => Key::Down,
            '\n' => Key::Enter,
            '\u{8}' => Key::Backspace,
            '\u{1b}' => Key::Escape,
            '\u{3}' => Key::Interrupt,
            key => Key::Character(key),
        })
    })
}

/// Lets the engine answer until no request is pending.
fn think(session: &mut Session, engines: &mut Engines) {
    while let Some(request) = session.pending_request() {
        let analysis = engines.answer(&request, &Control::default());
        session.on_reply(&request, &Progress::Finished(analysis));
    }
}

fn look(keyboard: &Keyboard, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, keyboard, Palette::Colours)).unwrap();
    terminal.backend().to_string()
}

fn fen(keyboard: &Keyboard) -> String {
    keyboard.session().position().to_string()
}

#[test]
fn a_blob_is_picked_and_its_targets_are_shown() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    press(&mut keyboard, "\n<");
    assert_snapshot!("a_blob_is_picked", look(&keyboard, 80, 24));
    press(&mut keyboard, "\n");
    assert_eq!(fen(&keyboard), "x6o/8/8/8/8/8/8/o5xx o 0 1");
    press(&mut keyboard, "<<<<<< ^^ ");
    assert_eq!(fen(&keyboard), "x6o/8/8/8/8/o7/8/6xx x 1 2");
    assert_snapshot!("a_jump", look(&keyboard, 80, 24));
}

#[test]
fn a_choice_can_be_dropped_and_changed() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    press(&mut keyboard, "\n\u{1b}<\n");
    assert_eq!(keyboard.session().message(), Some("g1: pick a blob of blue (x) first"));
    press(&mut keyboard, ">\n\n");
    assert_eq!(keyboard.picked(), None, "the same blob again puts it down");
    press(&mut keyboard, "\n<<<\n");
    assert_eq!(
        keyboard.session().message(),
        Some("h1e1: from h1 to e1 is a distance of 3, a jump goes exactly 2")
    );
    assert!(keyboard.picked().is_some());
    press(&mut keyboard, "<<<<<<<^^^^^^^^^^");
    assert_eq!(keyboard.cursor().to_string(), "a8", "the cursor stays on the board");
    press(&mut keyboard, " ");
    assert_eq!(keyboard.picked(), Some(keyboard.cursor()));
    assert_eq!(fen(&keyboard), START);
}

#[test]
fn moves_can_be_typed_and_an_illegal_one_changes_nothing() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    for (typed, message) in [
        ("z9", "z9: expected a move such as b6, g1g3, 49 42 or 0000"),
        ("c3", "c3: no blob of the player to move is next to c3"),
        ("a1a3", "a1a3: no blob of the player to move is on a1"),
        ("a8a7", "a8a7: from a8 to a7 is a distance of 1, a jump goes exactly 2"),
        ("0000", "0000: a pass, though there is a move to play"),
        ("a8", "a8: a8 is not empty"),
    ] {
        press(&mut keyboard, &format!("{typed}\n"));
        assert_eq!((keyboard.session().message(), fen(&keyboard).as_str()), (Some(message), START));
    }
    press(&mut keyboard, "b9\u{8}7");
    assert_eq!(keyboard.typed(), "b7");
    press(&mut keyboard, "\u{1b}A8C6\n");
    assert_eq!(fen(&keyboard), "7o/8/2x5/8/8/8/8/o6x o 1 1");
}

#[test]
fn e_and_h_are_keys_unless_a_digit_follows() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    press(&mut keyboard, "e");
    assert!(keyboard.session().shows_bar());
    press(&mut keyboard, "h");
    assert_eq!(keyboard.session().hint(), Hint::Wanted);
    press(&mut keyboard, "\u{1b}2");
    assert_eq!((keyboard.typed(), keyboard.session().hint()), ("2", Hint::Wanted));
    press(&mut keyboard, "\u{1b}uh1h3\n");
    assert_eq!(fen(&keyboard), "x6o/8/8/8/8/7x/8/o7 o 1 1");
    press(&mut keyboard, "e5");
    assert_eq!((keyboard.typed(), keyboard.session().shows_bar()), ("e5", true));
    press(&mut keyboard, "\u{1b}h5");
    assert_eq!((keyboard.typed(), keyboard.session().hint()), ("h5", Hint::None));
}

#[test]
fn undo_takes_back_the_reply_too() {
    let mut keyboard = keyboard(START, [HumanOrEngine::Human, HumanOrEngine::Engine]);
    press(&mut keyboard, "b7\n");
    let purpose = keyboard.session().pending_request().unwrap().purpose;
    assert!(matches!(purpose, Purpose::Move { .. }), "{purpose:?}");
    press(&mut keyboard, "b6\n");
    assert_eq!(keyboard.session().message(), Some("it is the engine's turn"));
    press(&mut keyboard, "u");
    assert_eq!(fen(&keyboard), START, "even while it thinks");
    assert_eq!(keyboard.session().pending_request(), None);
    press(&mut keyboard, "b7\n");
    think(keyboard.session_mut(), &mut engines());
    assert_eq!(keyboard.session().game().len(), 2);
    press(&mut keyboard, "u");
    assert_eq!(fen(&keyboard), START);
    press(&mut keyboard, "u");
    assert_eq!(keyboard.session().message(), Some("there is no move of yours to take back"));
}

#[test]
fn a_new_game_begins_and_the_old_one_can_come_back() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    press(&mut keyboard, "b7\nn");
    assert_eq!(fen(&keyboard), START);
    press(&mut keyboard, "nu");
    assert_eq!(fen(&keyboard), "x6o/1x6/8/8/8/8/8/o6x o 0 1");
}

#[test]
fn hint_and_bar_come_from_the_engine() {
    let mut keyboard = keyboard(START, [HumanOrEngine::Human, HumanOrEngine::Engine]);
    press(&mut keyboard, "eh");
    assert_eq!(keyboard.session().pending_request().unwrap().purpose, Purpose::Hint);
    think(keyboard.session_mut(), &mut engines());
    let Hint::Given(advice) = keyboard.session().hint() else { panic!("no hint") };
    assert!(keyboard.session().position().is_legal(advice));
    let seen = look(&keyboard, 80, 24);
    assert!(seen.contains(&format!("hint: {advice}")) && seen.contains('!'), "{seen}");
    assert!(seen.contains("xxxxxooooo") && seen.contains("depth"), "{seen}");
    press(&mut keyboard, "e");
    assert!(!look(&keyboard, 80, 24).contains("depth"));
}

#[test]
fn a_player_that_can_only_pass_does_so_with_a_message() {
    let mut keyboard = keyboard(SHUT_IN, TWO_HUMANS);
    press(&mut keyboard, "d4\n");
    assert_eq!(keyboard.session().message(), Some("blue (x) cannot move and passes"));
    assert_eq!(fen(&keyboard), "7/7/7/3o3/ooo4/ooo4/xoo4 o 1 2");
    press(&mut keyboard, "0000\n");
    assert_eq!(keyboard.session().message(), Some("0000: the pass was made already"));
    press(&mut keyboard, "u");
    assert_eq!(fen(&keyboard), SHUT_IN);
}

#[test]
fn the_end_shows_the_winner_and_the_reason() {
    let mut keyboard = keyboard(LAST_BLOB, TWO_HUMANS);
    press(&mut keyboard, "b1\n");
    assert_snapshot!("the_end", look(&keyboard, 80, 24));
    press(&mut keyboard, "b2\n");
    assert_eq!(keyboard.session().message(), Some("b2: the game is over"));
    press(&mut keyboard, "h");
    assert_eq!(keyboard.session().message(), Some("the game is over"));
    press(&mut keyboard, "u");
    assert_eq!(fen(&keyboard), LAST_BLOB);
}

#[test]
fn help_fits_and_any_key_goes_back() {
    let mut keyboard = keyboard(START, TWO_HUMANS);
    press(&mut keyboard, "?");
    assert_snapshot!("help", look(&keyboard, 80, 24));
    assert_eq!(press(&mut keyboard, "q"), Flow::Stay);
    assert!(!keyboard.shows_help());
}

#[test]
fn a_terminal_that_is_too_small_gets_a_note() {
    let keyboard = keyboard(START, TWO_HUMANS);
    assert!(look(&keyboard, 79, 24).contains("too small"));
    assert!(!look(&keyboard, 80, 24).contains("too small"));
    for (width, height) in [(1, 1), (2, 3), (300, 1), (1, 100)] {
        look(&keyboard, width, height);
    }
}

#[test]
fn q_and_the_interrupt_quit() {
    for keys in ["q", "\u{3}", "?\u{3}", "b7q", "b7\nq"] {
        let mut keyboard = keyboard(START, [HumanOrEngine::Human, HumanOrEngine::Engine]);
        assert_eq!(press(&mut keyboard, keys), Flow::Quit, "{keys:?}");
    }
}

#[test]
fn every_level_plays_to_the_end_and_repeats_itself() {
    let play = |level| {
        let mut session = session("x5o/7/7/7/7/7/o5x x 0 1", [HumanOrEngine::Engine; 2]);
        session.strength = Strength { time: Duration::from_secs(600), ..strength(level) };
        think(&mut session, &mut engines());
        assert!(session.result().is_some());
        session.position().to_string()
    };
    let ends: Vec<String> = (1..=5).map(play).collect();
    assert_eq!(ends, (1..=5).map(play).collect::<Vec<_>>());
    assert!(ends.windows(2).any(|pair| pair[0] != pair[1]), "{ends:?}");
}

#[test]
fn a_middling_level_beats_a_beginner() {
    let mut won = 0;
    for middling in [Side::Blue, Side::Red].repeat(3) {
        let mut session = session("x5o/7/7/7/7/7/o5x x 0 1", [HumanOrEngine::Engine; 2]);
        let mut engines = engines();
        while session.result().is_none() {
            let level = if session.position().turn() == middling { 6 } else { 1 };
            session.strength = Strength { seed: won, time: Duration::from_secs(600), ..strength(level) };
            let request = session.pending_request().unwrap();
            let analysis = engines.answer(&request, &Control::default());
            session.on_reply(&request, &Progress::Finished(analysis));
        }
        won += u64::from(session.position().end().unwrap().outcome == Outcome::Win(middling));
    }
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn the_background_engine_stops_at_once() {
    let mut keyboard = keyboard(START, [HumanOrEngine::Engine; 2]);
    keyboard.session_mut().strength = Strength { time: Duration::from_secs(3_600), ..strength(10) };
    let mut engine = BackgroundEngine::start().unwrap();
    engine.set_request(keyboard.session().pending_request());
    let started = Instant::now();
    while engine.poll().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(600), "no report");
    }
    press(&mut keyboard, "n");
    engine.set_request(None);
    assert!(!engine.is_busy());
    drop(engine);
    assert!(started.elapsed() < Duration::from_secs(600), "{:?}", started.elapsed());
}

#[test]
fn a_move_of_the_engine_is_shown_only_after_the_minimum_time() {
    let mut session = session(START, [HumanOrEngine::Engine; 2]);
    session.strength = strength(1);
    let mut engine = BackgroundEngine::start().unwrap();
    let started = Instant::now();
    engine.set_request(session.pending_request());
    loop {
        if let Some((request, progress)) = engine.poll().unwrap() {
            session.on_reply(&request, &progress);
            if matches!(progress, Progress::Finished(_)) {
                break;
            }
        }
        assert!(started.elapsed() < Duration::from_secs(600), "no move");
    }
    assert!(started.elapsed() >= MIN_MOVE_TIME && !engine.is_busy());
    assert_eq!(session.game().len(), 1);
}

#[test]
fn lines_of_text_play_a_game() {
    let mut session = session(SHUT_IN, TWO_HUMANS);
    let lines: &[u8] = b"\nnonsense\n\xff\nb9\nd4\nundo\nundo\nnew\nhelp\nquit\nd4\n";
    let mut out = Vec::new();
    plain::run(&mut session, &mut engines(), lines, &mut out).unwrap();
    assert_eq!(session.position().to_string(), SHUT_IN, "what comes after quit is not read");
    assert_snapshot!("lines_of_text", String::from_utf8(out).unwrap());
}

#[test]
fn lines_of_text_get_hints_and_the_result() {
    let mut session = session(LAST_BLOB, TWO_HUMANS);
    let mut out = Vec::new();
    plain::run(&mut session, &mut engines(), &b"hint\neval\nb1\neval\nhint"[..], &mut out).unwrap();
    let seen = String::from_utf8(out).unwrap();
    let hint = seen.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap();
    assert!(["b1", "b2"].contains(&&hint[hint.len() - 2..]), "{hint} does not win");
    for text in
        ["red (o) wins in 1\n", "over: red (o) wins, 3 to 0: a side has no blob left\n", "the game is over\n"]
    {
        assert!(seen.contains(text), "{text:?} is not in:\n{seen}");
    }
}
