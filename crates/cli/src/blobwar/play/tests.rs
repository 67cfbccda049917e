//! The game without a terminal: keys and lines go in, screens and texts come out.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use laplace_games::blobwar::{Outcome, Position, Side, Size, StuckRule};
use laplace_solvers::blobwar::Limits;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::keys::Player;
use super::level::Level;
use super::mind::{Mind, Purpose, Strength};
use super::table::{Hint, Seat, Table};
use super::thinker::{News, Thinker};
use super::{plain, screen};
use crate::view::{Flow, Key, Palette};

const START: &str = "x6o/8/8/8/8/8/8/o6x x 0 1";
/// x is shut in and can only pass.
const SHUT_IN: &str = "7/7/7/7/ooo4/ooo4/xoo4 o 0 1";
/// o takes the last blob of x by any move to b1 or b2.
const LAST_BLOB: &str = "7/7/7/7/7/7/x1o4 o 0 1";
const TWO_HUMANS: [Seat; 2] = [Seat::Human; 2];

fn player(fen: &str, seats: [Seat; 2]) -> Player {
    Player::new(Table::new(Position::from_fen(fen, StuckRule::Passes).unwrap(), seats))
}

fn strength(level: u8) -> Strength {
    Strength { level: Level::new(level).unwrap(), time: Duration::from_millis(50), seed: 1 }
}

fn press(player: &mut Player, keys: &str) -> Flow {
    keys.chars().fold(Flow::Stay, |_, key| {
        player.press(match key {
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

/// Lets the engine say all that it is asked.
fn think(player: &mut Player, level: u8) {
    let mut mind = Mind::new(strength(level));
    while let Some(wanted) = player.table().wanted() {
        let thought = mind.think(&wanted, &AtomicBool::new(false), &mut |_| {}).unwrap();
        player.table_mut().hear(&wanted, News::Answer(thought));
    }
}

fn look(player: &Player, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let level = Level::new(5).unwrap();
    terminal.draw(|frame| screen::draw(frame, player, level, Palette::Colours)).unwrap();
    terminal.backend().to_string()
}

fn fen(player: &Player) -> String {
    player.table().position().to_string()
}

#[test]
fn a_blob_is_picked_and_its_targets_are_shown() {
    let mut player = player(START, TWO_HUMANS);
    press(&mut player, "\n<");
    assert_snapshot!("a_blob_is_picked", look(&player, 80, 24));
    press(&mut player, "\n");
    assert_eq!(fen(&player), "x6o/8/8/8/8/8/8/o5xx o 0 1");
    press(&mut player, "<<<<<< ^^ ");
    assert_eq!(fen(&player), "x6o/8/8/8/8/o7/8/6xx x 1 2");
    assert_snapshot!("a_jump", look(&player, 80, 24));
}

#[test]
fn a_choice_can_be_dropped_and_changed() {
    let mut player = player(START, TWO_HUMANS);
    press(&mut player, "\n\u{1b}<\n");
    assert_eq!(player.table().message(), Some("g1: pick a blob of x first"));
    press(&mut player, ">\n\n");
    assert_eq!(player.picked(), None, "the same blob again puts it down");
    press(&mut player, "\n<<<\n");
    assert_eq!(
        player.table().message(),
        Some("h1e1: from h1 to e1 is a distance of 3, a jump goes exactly 2")
    );
    assert!(player.picked().is_some());
    press(&mut player, "<<<<<<<^^^^^^^^^^");
    assert_eq!(player.cursor().to_string(), "a8", "the cursor stays on the board");
    press(&mut player, " ");
    assert_eq!(player.picked(), Some(player.cursor()));
    assert_eq!(fen(&player), START);
}

#[test]
fn moves_can_be_typed_and_what_is_none_changes_nothing() {
    let mut player = player(START, TWO_HUMANS);
    for (typed, message) in [
        ("z9", "z9: expected a move such as b6, g1g3 or 0000"),
        ("c3", "c3: no blob of the player to move is next to c3"),
        ("a1a3", "a1a3: no blob of the player to move is on a1"),
        ("a8a7", "a8a7: from a8 to a7 is a distance of 1, a jump goes exactly 2"),
        ("0000", "0000: a pass, though there is a move to play"),
        ("a8", "a8: a8 is not empty"),
    ] {
        press(&mut player, &format!("{typed}\n"));
        assert_eq!((player.table().message(), fen(&player).as_str()), (Some(message), START));
    }
    press(&mut player, "b9\u{8}7");
    assert_eq!(player.typed(), "b7");
    press(&mut player, "\u{1b}A8C6\n");
    assert_eq!(fen(&player), "7o/8/2x5/8/8/8/8/o6x o 1 1");
}

#[test]
fn e_and_h_are_keys_unless_a_digit_follows() {
    let mut player = player(START, TWO_HUMANS);
    press(&mut player, "e");
    assert!(player.table().shows_bar());
    press(&mut player, "h");
    assert_eq!(player.table().hint(), Hint::Wanted);
    press(&mut player, "\u{1b}2");
    assert_eq!((player.typed(), player.table().hint()), ("2", Hint::Wanted));
    press(&mut player, "\u{1b}uh1h3\n");
    assert_eq!(fen(&player), "x6o/8/8/8/8/7x/8/o7 o 1 1");
    press(&mut player, "e5");
    assert_eq!((player.typed(), player.table().shows_bar()), ("e5", true));
    press(&mut player, "\u{1b}h5");
    assert_eq!((player.typed(), player.table().hint()), ("h5", Hint::None));
}

#[test]
fn undo_takes_back_the_reply_too() {
    let mut player = player(START, [Seat::Human, Seat::Engine]);
    press(&mut player, "b7\n");
    assert_eq!(player.table().wanted().unwrap().purpose, Purpose::Move);
    press(&mut player, "b6\n");
    assert_eq!(player.table().message(), Some("it is the engine's turn"));
    press(&mut player, "u");
    assert_eq!((fen(&player).as_str(), player.table().wanted()), (START, None), "even while it thinks");
    press(&mut player, "b7\n");
    think(&mut player, 3);
    assert_eq!(player.table().game().len(), 2);
    press(&mut player, "u");
    assert_eq!(fen(&player), START);
    press(&mut player, "u");
    assert_eq!(player.table().message(), Some("there is no move of yours to take back"));
}

#[test]
fn a_new_game_begins_and_the_old_one_can_come_back() {
    let mut player = player(START, TWO_HUMANS);
    press(&mut player, "b7\nn");
    assert_eq!(fen(&player), START);
    press(&mut player, "nu");
    assert_eq!(fen(&player), "x6o/1x6/8/8/8/8/8/o6x o 0 1");
}

#[test]
fn hint_and_bar_come_from_the_engine() {
    let mut player = player(START, [Seat::Human, Seat::Engine]);
    press(&mut player, "eh");
    assert_eq!(player.table().wanted().unwrap().purpose, Purpose::Hint);
    think(&mut player, 1);
    let Hint::Given(advice) = player.table().hint() else { panic!("no hint") };
    assert!(player.table().position().is_legal(&advice));
    let seen = look(&player, 80, 24);
    assert!(seen.contains(&format!("hint: {advice}")) && seen.contains('!'), "{seen}");
    assert!(seen.contains("xxxxxooooo") && seen.contains("depth"), "{seen}");
    press(&mut player, "e");
    assert!(!look(&player, 80, 24).contains("depth"));
}

#[test]
fn who_can_only_pass_does_so_and_is_told() {
    let mut player = player(SHUT_IN, TWO_HUMANS);
    press(&mut player, "d4\n");
    assert_eq!(player.table().message(), Some("x cannot move and passes"));
    assert_eq!(fen(&player), "7/7/7/3o3/ooo4/ooo4/xoo4 o 1 2");
    press(&mut player, "0000\n");
    assert_eq!(player.table().message(), Some("0000: the pass was made already"));
    press(&mut player, "u");
    assert_eq!(fen(&player), SHUT_IN);
}

#[test]
fn the_end_says_who_won_and_why() {
    let mut player = player(LAST_BLOB, TWO_HUMANS);
    press(&mut player, "b1\n");
    assert_snapshot!("the_end", look(&player, 80, 24));
    press(&mut player, "b2\n");
    assert_eq!(player.table().message(), Some("b2: the game is over"));
    press(&mut player, "h");
    assert_eq!(player.table().message(), Some("the game is over"));
    press(&mut player, "u");
    assert_eq!(fen(&player), LAST_BLOB);
}

#[test]
fn help_fits_and_any_key_goes_back() {
    let mut player = player(START, TWO_HUMANS);
    press(&mut player, "?");
    assert_snapshot!("help", look(&player, 80, 24));
    assert_eq!(press(&mut player, "q"), Flow::Stay);
    assert!(!player.shows_help());
}

#[test]
fn small_terminals_are_told_so() {
    let player = player(START, TWO_HUMANS);
    assert!(look(&player, 79, 24).contains("too small"));
    assert!(!look(&player, 80, 24).contains("too small"));
    for (width, height) in [(1, 1), (2, 3), (300, 1), (1, 100)] {
        look(&player, width, height);
    }
}

#[test]
fn q_and_the_interrupt_quit() {
    for keys in ["q", "\u{3}", "?\u{3}", "b7q", "b7\nq"] {
        let mut player = player(START, [Seat::Human, Seat::Engine]);
        assert_eq!(press(&mut player, keys), Flow::Quit, "{keys:?}");
    }
}

#[test]
fn every_level_plays_to_the_end_and_repeats_itself() {
    let play = |level| {
        let mut player = player("x5o/7/7/7/7/7/o5x x 0 1", [Seat::Engine; 2]);
        let mut mind = Mind::new(Strength { time: Duration::from_secs(60), ..strength(level) });
        while let Some(wanted) = player.table().wanted() {
            let thought = mind.think(&wanted, &AtomicBool::new(false), &mut |_| {}).unwrap();
            player.table_mut().hear(&wanted, News::Answer(thought));
        }
        assert!(player.table().result().is_some());
        fen(&player)
    };
    let ends: Vec<String> = (1..=5).map(play).collect();
    assert_eq!(ends, (1..=5).map(play).collect::<Vec<_>>());
    assert!(ends.windows(2).any(|pair| pair[0] != pair[1]), "{ends:?}");
}

#[test]
fn a_middling_level_beats_a_beginner() {
    let mut won = 0;
    for middling in [Side::Blue, Side::Red].repeat(3) {
        let mut player = player("x5o/7/7/7/7/7/o5x x 0 1", [Seat::Engine; 2]);
        let level = |side| Strength { seed: won, ..strength(if side == middling { 6 } else { 1 }) };
        let mut minds = Side::BOTH.map(|side| Mind::new(level(side)));
        while let Some(wanted) = player.table().wanted() {
            let mind = &mut minds[wanted.question.position.turn() as usize];
            let thought = mind.think(&wanted, &AtomicBool::new(false), &mut |_| {}).unwrap();
            player.table_mut().hear(&wanted, News::Answer(thought));
        }
        won += u64::from(player.table().position().end().unwrap().outcome == Outcome::Win(middling));
    }
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn levels_are_from_1_to_10_and_look_ever_further() {
    assert_eq!((Level::new(0), Level::new(11)), (None, None));
    let any = Limits::default();
    let depths: Vec<_> = (1..=9).map(|level| Level::new(level).unwrap().within(&any).depth).collect();
    assert!(depths.is_sorted() && depths.iter().all(Option::is_some), "{depths:?}");
    assert_eq!(Level::FULL.within(&any).depth, None);
    let start = Position::start(Size::Eight, StuckRule::Passes);
    let blunders = |level| {
        (0..1_000).filter(|&ply| Level::new(level).unwrap().blunder(&start, 7, ply).is_some()).count()
    };
    assert!((500..700).contains(&blunders(1)), "{}", blunders(1));
    assert_eq!((blunders(6), blunders(10)), (0, 0));
}

#[test]
fn a_thinker_stops_at_once() {
    let mut player = player(START, [Seat::Engine; 2]);
    let forever = Strength { time: Duration::from_secs(3_600), ..strength(10) };
    let mut thinker = Thinker::start(forever);
    thinker.turn_to(player.table().wanted());
    let started = Instant::now();
    while thinker.news().is_none() {
        assert!(started.elapsed() < Duration::from_secs(30), "no report");
    }
    press(&mut player, "n");
    thinker.turn_to(None);
    assert!(!thinker.is_busy());
    drop(thinker);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[test]
fn lines_of_text_play_a_game() {
    let start = Position::from_fen(SHUT_IN, StuckRule::Passes).unwrap();
    let mut table = Table::new(start, TWO_HUMANS);
    let lines: &[u8] = b"\nnonsense\n\xff\nb9\nd4\nundo\nundo\nnew\nhelp\nquit\nd4\n";
    let mut out = Vec::new();
    plain::run(&mut table, &mut Mind::new(strength(1)), lines, &mut out).unwrap();
    assert_eq!(table.position(), &start, "what comes after quit is not read");
    assert_snapshot!("lines_of_text", String::from_utf8(out).unwrap());
}

#[test]
fn lines_of_text_get_hints_and_the_result() {
    let start = Position::from_fen(LAST_BLOB, StuckRule::Passes).unwrap();
    let mut table = Table::new(start, TWO_HUMANS);
    let mut out = Vec::new();
    plain::run(&mut table, &mut Mind::new(strength(10)), &b"hint\neval\nb1\neval\nhint"[..], &mut out)
        .unwrap();
    let seen = String::from_utf8(out).unwrap();
    let hint = seen.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap();
    assert!(["b1", "b2"].contains(&&hint[hint.len() - 2..]), "{hint} does not win");
    for text in ["o wins in 1\n", "over: o wins, 3 to 0: a side has no blob left\n", "the game is over\n"] {
        assert!(seen.contains(text), "{text:?} is not in:\n{seen}");
    }
}
