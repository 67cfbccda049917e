//! The viewer without a terminal: keys go in, screens come out.

use std::time::Duration;

use insta::assert_snapshot;
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_judge::recording::{Content, Event, Frame, Highlight, Recording, Stage};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::Key;
use super::pace::Pace;
use super::palette::Palette;
use super::screen;
use super::viewer::{Flow, Viewer};

const WELL_INPUT: &[u8] = include_bytes!("../../../games/tests/data/well/sample.in");
const WELL_OUTPUT: &[u8] = include_bytes!("../../../games/tests/data/well/sample.out");
const BLOBWAR: &[u8] = br#"{"laplace-replay": 1, "game": "blobwar", "rules": "passes",
    "start": "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "players": ["Ada", "Blaise"],
    "moves": ["f2", "a1a3", "f2d4", "a4", "a7a5"]}"#;

fn demon() -> Viewer {
    let game = input(Question::Q4, Family::TooLong, 7).unwrap();
    viewer(Recording::of_demon(game.as_bytes()).unwrap(), "The demon")
}

fn well() -> Viewer {
    viewer(
        Recording::of_well(WELL_INPUT, WELL_OUTPUT, laplace_games::well::Depth::DEFAULT).unwrap(),
        "The well",
    )
}

fn blobwar() -> Viewer {
    viewer(Recording::of_replay(&laplace_judge::replay::read(BLOBWAR).unwrap()), "Blobwar")
}

fn viewer(recording: Recording, title: &str) -> Viewer {
    Viewer::new(recording, title.into(), Pace::DEFAULT)
}

fn press(viewer: &mut Viewer, keys: &str) -> Flow {
    keys.chars().fold(Flow::Stay, |_, key| {
        viewer.press(match key {
            '<' => Key::Left,
            '>' => Key::Right,
            '^' => Key::Up,
            'v' => Key::Down,
            '[' => Key::Home,
            ']' => Key::End,
            '\n' => Key::Enter,
            '\u{8}' => Key::Backspace,
            '\u{1b}' => Key::Escape,
            '\u{3}' => Key::Interrupt,
            key => Key::Character(key),
        })
    })
}

fn look(viewer: &Viewer, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, viewer, Palette::Colours)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn every_game_fits_on_80_by_24() {
    let mut demon = demon();
    press(&mut demon, "g1234\n");
    assert_snapshot!("demon_at_1234", look(&demon, 80, 24));
    let mut well = well();
    press(&mut well, "t");
    assert_snapshot!("well_at_the_first_deletion", look(&well, 80, 24));
    let mut blobwar = blobwar();
    press(&mut blobwar, ">>>");
    assert_snapshot!("blobwar_after_a_jump", look(&blobwar, 80, 24));
}

#[test]
fn larger_terminals_show_the_floor_and_the_columns() {
    let mut demon = demon();
    press(&mut demon, "]");
    assert_snapshot!("demon_at_its_end_on_120_by_40", look(&demon, 120, 40));
}

#[test]
fn a_terminal_that_is_too_small_shows_a_message() {
    let viewer = well();
    assert_snapshot!("too_small", look(&viewer, 40, 10));
    assert!(look(&viewer, 63, 24).contains("too small"));
    assert!(look(&viewer, 64, 23).contains("too small"));
    assert!(!look(&viewer, 64, 24).contains("too small"));
    for (width, height) in [(1, 1), (2, 3), (300, 1), (1, 100)] {
        look(&viewer, width, height);
    }
}

#[test]
fn help_lists_the_keys_and_any_key_goes_back() {
    let mut well = well();
    press(&mut well, " ?");
    assert_snapshot!("help", look(&well, 80, 24));
    assert_eq!(press(&mut well, "q"), Flow::Stay);
    assert!(!well.shows_help());
}

#[test]
fn space_pauses_and_goes_on() {
    let mut viewer = demon();
    viewer.pass(Duration::from_secs(1));
    let at = viewer.at();
    assert!(at > 0 && at <= 10, "{at}");
    press(&mut viewer, " ");
    viewer.pass(Duration::from_secs(10));
    assert_eq!(viewer.at(), at);
    press(&mut viewer, " ");
    viewer.pass(Duration::from_secs(1));
    assert!(viewer.at() > at);
}

#[test]
fn the_fastest_pace_is_ten_thousand_pieces_a_second() {
    let mut viewer = demon();
    press(&mut viewer, &"^".repeat(20));
    assert_eq!(viewer.pace().to_string(), "10000 a second");
    viewer.pass(Duration::from_millis(500));
    assert_eq!(viewer.at(), 5_000);
    viewer.pass(Duration::from_secs(1));
    assert_eq!((viewer.at(), viewer.is_playing()), (9_999, false));
    press(&mut viewer, " ");
    assert_eq!((viewer.at(), viewer.is_playing()), (0, true), "it starts again");
    press(&mut viewer, &"v".repeat(30));
    assert_eq!(viewer.pace().to_string(), "one in 2 s");
}

#[test]
fn arrows_home_and_end_go_there_and_pause() {
    let mut viewer = demon();
    press(&mut viewer, ">>><");
    assert_eq!((viewer.at(), viewer.is_playing()), (2, false));
    press(&mut viewer, "<<<<");
    assert_eq!(viewer.at(), 0);
    press(&mut viewer, "]>");
    assert_eq!(viewer.at(), 9_999);
    press(&mut viewer, "[");
    assert_eq!(viewer.at(), 0);
}

#[test]
fn a_number_can_be_typed_corrected_and_given_up() {
    let mut viewer = demon();
    press(&mut viewer, "g43x1\u{8}2\n");
    assert_eq!(viewer.at(), 432);
    press(&mut viewer, "g77\u{1b}");
    assert_eq!((viewer.at(), viewer.prompt()), (432, None));
    press(&mut viewer, "g\n");
    assert_eq!(viewer.at(), 432);
    press(&mut viewer, "g12345\n");
    assert_eq!(viewer.message(), Some("there is no piece 12345: the last is 9999"));
    press(&mut viewer, "g99999999999999999999\n");
    assert_eq!(viewer.at(), 9_999);
}

#[test]
fn t_goes_from_event_to_event() {
    let mut viewer = well();
    let mut seen = Vec::new();
    while viewer.message().is_none() {
        press(&mut viewer, "t");
        seen.push(viewer.at());
    }
    assert_eq!(viewer.message(), Some("no further deletion"));
    seen.dedup();
    let recording = viewer.recording();
    let deletions: Vec<_> = (1..=recording.len())
        .filter(|&number| matches!(recording.event(number), Some(Event::Deletion(_))))
        .collect();
    assert_eq!(seen, deletions);
}

#[test]
fn every_stage_of_the_well_is_shown_at_every_speed() {
    let all: usize =
        (0..=well().recording().len()).map(|number| well().recording().stages(number).len()).sum();
    for milliseconds in [1, 10, 49, 50, 100] {
        let mut viewer = Viewer::new(well().recording().clone(), String::new(), Pace::every(milliseconds));
        let mut shown = vec![viewer.frame().cloned()];
        // A terminal that takes 33 ms for each frame.
        while viewer.is_playing() {
            viewer.pass(Duration::from_millis(33));
            shown.push(viewer.frame().cloned());
        }
        let is_stage =
            |frame: &&Option<Frame>| frame.as_ref().is_some_and(|frame| frame.stage != Stage::Falling);
        let mut stages: Vec<_> = shown.iter().filter(is_stage).collect();
        stages.dedup();
        // The fall of components is one stage, seen row by row if there is time.
        assert!(stages.len() >= all, "{milliseconds} ms: {} of {all}", stages.len());
    }
}

#[test]
fn a_figure_is_above_the_well_falls_row_by_row_and_rests() {
    let mut viewer = Viewer::new(well().recording().clone(), String::new(), Pace::every(1000));
    press(&mut viewer, "g10\n ");
    let mut seen = Vec::new();
    while viewer.at() < 12 {
        viewer.pass(Duration::from_millis(10));
        let frame = viewer.frame().unwrap();
        let top = frame.lines().position(|cells| cells.iter().any(|cell| cell.highlight == Highlight::New));
        if seen.last() != Some(&(frame.stage, top)) {
            seen.push((frame.stage, top));
        }
    }
    let figure: Vec<_> = seen.iter().filter(|(stage, _)| *stage != Stage::Fell).skip(1).collect();
    assert_eq!(figure[0], &(Stage::Above, Some(1)), "{seen:?}");
    let falling: Vec<_> = (2..19).map(|line| (Stage::Falling, Some(line))).collect();
    assert!(
        figure[1..].iter().copied().eq(falling.iter().chain(&[
            (Stage::Placed, Some(19)),
            (Stage::Deleted, None),
            (Stage::Deleted, None),
            (Stage::Above, Some(2)),
        ])),
        "{seen:?}"
    );
}

#[test]
fn the_stages_are_the_steps_that_the_task_prints() {
    let printed = include_str!("../../../games/tests/data/well/steps.txt");
    let rows: Vec<&str> = printed.lines().filter(|line| line.starts_with('"')).collect();
    assert_eq!(rows.len(), 8 * 10);
    let is_block = |row: &str| row.trim_matches('"').chars().map(|cell| cell != ' ').collect::<Vec<_>>();
    let steps: Vec<Vec<Vec<bool>>> =
        rows.chunks(10).map(|rows| rows.iter().map(|row| is_block(row)).collect()).collect();
    let stages = |number| -> Vec<Vec<Vec<bool>>> {
        let bottom = |frames: &Vec<Frame>| {
            let lines = frames.last().unwrap().lines().skip(14);
            lines.map(|cells| cells.iter().map(|cell| cell.content != Content::Empty).collect()).collect()
        };
        well().recording().stages(number).iter().map(bottom).collect()
    };
    // Steps 1 and 7 show the figure above the blocks; it is above the well, which the printed rows do not reach.
    assert_eq!(stages(11)[1..], steps[1..6]);
    assert_eq!(stages(12)[1..], steps[7..]);
}

#[test]
fn the_points_stand_on_the_screen_at_the_end() {
    let mut viewer = well();
    assert!(look(&viewer, 80, 24).contains("0 of 10 so far"));
    press(&mut viewer, "]");
    let screen = look(&viewer, 80, 24);
    assert!(screen.contains("# the end: 7 points, 13 of 20 placed"), "{screen}");
    assert!(screen.contains("7 of 10, at the end"), "{screen}");
    assert!(screen.contains("outside the well on the right"), "{screen}");
}

#[test]
fn no_line_of_a_help_is_cut_at_80_columns() {
    for mut viewer in [demon(), well(), blobwar()] {
        press(&mut viewer, " ?");
        let narrow = look(&viewer, 80, 24);
        for end in ["second", "too", "back."] {
            assert!(narrow.contains(end), "{end}:\n{narrow}");
        }
    }
}

#[test]
fn q_escape_and_the_interrupt_quit() {
    for keys in ["q", "\u{1b}", "\u{3}", "?\u{3}", "g1\u{3}"] {
        assert_eq!(press(&mut demon(), keys), Flow::Quit, "{keys:?}");
    }
    assert_eq!(press(&mut demon(), "x"), Flow::Stay);
}
