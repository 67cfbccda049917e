//! Films show what the judge's recordings show, at every step of every game.

use laplace_games::blobwar::{Map, Position, Size, StuckRule, generate as blobs};
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_games::random::Random;
use laplace_games::well::{Depth, Move, State, format, generate as well};
use laplace_judge::recording::{BlobwarRecording, Content, Frame, Recording};
use laplace_pictures::film::Effect;
use laplace_pictures::{Film, Grid};

fn code(content: Content) -> u8 {
    match content {
        Content::Empty => 0,
        Content::Block { kind, .. } => kind,
        Content::Blob(side) => side as u8 + 1,
        Content::Hole => 3,
    }
}

fn codes(frame: &Frame) -> Vec<u8> {
    frame.lines().flatten().map(|cell| code(cell.content)).collect()
}

fn grid_codes(grid: &Grid) -> Vec<u8> {
    (0..grid.height()).flat_map(|line| (0..grid.width()).map(move |column| grid.code(line, column))).collect()
}

/// Checks every board and every event; returns the film.
fn checked_film(game: &Recording) -> Film {
    let film = Film::of(game);
    assert_eq!(film.steps.len(), game.len());
    let mut board = film.start.clone();
    for number in 0..=game.len() {
        let step = number.checked_sub(1).map(|last| &film.steps[last]);
        step.into_iter().for_each(|step| board.follow(step, &film.shapes));
        assert_eq!(grid_codes(&board), codes(&game.frame(number)), "step {number}");
        let event = step.is_some_and(|step| film.is_event(step));
        assert_eq!(event, game.event(number).is_some(), "step {number}");
    }
    assert_eq!(film.board(game.len()).as_ref(), Some(&board));
    assert_eq!(film.board(game.len() + 1), None);
    film
}

#[test]
fn the_demon_is_shown_as_it_was_played() {
    for &family in Family::of(Question::Q4) {
        let text = input(Question::Q4, family, 5).unwrap();
        let game = Recording::of_demon(text.as_bytes()).unwrap();
        let film = checked_film(&game);
        assert_eq!(film.end, game.ended().to_string());
        let [scores, heights] = film.series();
        assert_eq!(scores.last().map(|&score| score.into()), Some(game.score(game.len())));
        assert!((0..=game.len()).all(|number| heights[number] == game.height(number)));
    }
}

/// An answer that puts every figure as low as it goes: enough to delete rows and let things fall.
fn low_answer(input: &[u8], depth: Depth) -> String {
    let mut state = State::new(format::read_problem(input, depth).unwrap());
    let mut moves: Vec<Move> = Vec::new();
    while let Some(figure) = state.next_figure() {
        let row = |placed: &Move| state.board().landing_row(figure, *placed);
        let lowest = state.distinct_moves().min_by_key(row).unwrap();
        state.play(lowest).unwrap();
        moves.push(lowest);
    }
    format::write_moves(moves)
}

#[test]
fn the_well_is_shown_as_it_was_played() {
    let mut falls = 0;
    for (seed, rows) in (1..=40).zip([20, 12, 7, 20].into_iter().cycle()) {
        let depth = Depth::new(rows).unwrap();
        let problem = well::generate(well::Family::Uniform, 400, seed);
        let input = format::write_problem(&problem);
        let output = low_answer(input.as_bytes(), depth);
        let game = Recording::of_well(input.as_bytes(), output.as_bytes(), depth).unwrap();
        let film = checked_film(&game);
        let effects = film.steps.iter().flat_map(|step| &step.effects);
        falls += effects.filter(|effect| matches!(effect, Effect::Fall(_))).count();
    }
    assert!(falls > 50, "{falls} falls are too few for this test");
}

#[test]
fn blobwar_is_shown_as_it_was_played() {
    let starts = [
        Position::start(Size::Seven, StuckRule::Passes),
        Position::start(Size::Eight, StuckRule::Ends),
        "cross".parse::<Map>().unwrap().start(StuckRule::Passes),
    ];
    for (start, seed) in starts.into_iter().zip(1..) {
        let moves = blobs::playout(start, &mut Random::new(seed));
        checked_film(&BlobwarRecording::of_moves(start, &moves).into());
    }
}

#[test]
fn a_film_stops_at_a_move_that_cannot_be_played() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let moves = ["b6", "b6"].map(|text| text.parse().unwrap());
    let film = Film::of(&BlobwarRecording::of_moves(start, &moves).into());
    assert_eq!((film.steps.len(), film.end.as_str()), (1, "move 2 cannot be played: b6 is not empty"));
}
