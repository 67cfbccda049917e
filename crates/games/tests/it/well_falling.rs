//! Small boards, drawn by hand, for each rule about falling.

use laplace_games::well::slow::SlowBoard;
use laplace_games::well::{Board, Cells, Depth, Figure, HEIGHT, Move, Phase, UncheckedMove, WIDTH};

const CASES: &str = include_str!("../data/well/falling.txt");

struct Case<'a> {
    title: &'a str,
    figure: Figure,
    placed: Move,
    before: Board,
    deletions: Vec<u8>,
    after: Cells,
}

fn cells(lines: &[&str]) -> Cells {
    let mut rows = [0; HEIGHT];
    for (row, line) in rows.iter_mut().zip(lines.iter().rev()) {
        assert_eq!(line.len(), WIDTH, "{line}");
        *row = line.bytes().rev().fold(0, |mask, cell| mask << 1 | u16::from(cell == b'#'));
    }
    Cells::from_rows(rows).unwrap()
}

fn numbers(words: &str) -> Vec<u32> {
    words.split(' ').filter_map(|word| word.parse().ok()).collect()
}

fn parse(case: &str) -> Case<'_> {
    let lines: Vec<&str> = case.lines().collect();
    let split = lines.iter().position(|line| line.starts_with("gives")).unwrap();
    let [figure, rotation, column] = numbers(lines[1])[..] else { panic!("{}", lines[1]) };
    // As deep as the drawing is high, so that figures can stick out.
    let depth = Depth::new(lines[2..split].len().max(lines[split + 1..].len()) as u32).unwrap();
    Case {
        title: lines[0],
        figure: Figure::from_number(figure).unwrap(),
        placed: Move::new(rotation, column).unwrap(),
        before: Board::from_cells(depth, cells(&lines[2..split])).unwrap(),
        deletions: numbers(lines[split]).iter().map(|&rows| rows as u8).collect(),
        after: cells(&lines[split + 1..]),
    }
}

fn cases() -> Vec<Case<'static>> {
    CASES.trim().split("\n\n").skip(1).map(parse).collect()
}

fn case(title: &str) -> Case<'static> {
    cases().into_iter().find(|case| case.title.starts_with(title)).unwrap()
}

#[test]
fn drawn_boards_fall_as_drawn() {
    assert!(cases().len() >= 8);
    for case in cases() {
        let mut board = case.before;
        let facts = board.place(case.figure, case.placed).unwrap();
        assert_eq!(facts.deletions(), case.deletions, "{}", case.title);
        assert_eq!(board.blocks(), &case.after, "{}", case.title);
        assert_eq!(board.sticks_out(), facts.sticks_out, "{}", case.title);
    }
}

#[test]
fn drawn_boards_fall_as_drawn_by_the_slow_rules_too() {
    for case in cases() {
        let mut board = SlowBoard::new(case.before.depth());
        let filled = |row, mask: u16| (0..WIDTH).filter(move |c| mask >> c & 1 == 1).map(move |c| (row, c));
        let before = case.before.blocks().rows().iter().enumerate();
        before.flat_map(|(row, &mask)| filled(row, mask)).for_each(|cell| board.put(cell, 1));
        let UncheckedMove { rotation, column } = case.placed.into();
        let facts = board.place(case.figure, 2, rotation, column).unwrap();
        let counts: Vec<u8> = facts.deletions.iter().map(|rows| rows.len() as u8).collect();
        assert_eq!(counts, case.deletions, "{}", case.title);
        for (row, &mask) in case.after.rows().iter().enumerate() {
            for column in 0..WIDTH {
                let drawn = mask >> column & 1 == 1;
                assert_eq!(board.get((row, column)).is_some(), drawn, "{}: {row} {column}", case.title);
            }
        }
    }
}

#[test]
fn a_component_that_stops_early_lets_the_others_fall_on() {
    let case = case("two components fall by different distances");
    let mut board = case.before;
    let mut fallen = Vec::new();
    let watch = &mut |phase: Phase<'_>| {
        if let Phase::Fell { blocks } = phase {
            fallen.push(blocks.len());
        }
    };
    board.place_watched(case.figure, case.placed, watch).unwrap();
    assert_eq!(fallen, [2, 1, 1], "both by one row, then one of them by two more");
}

#[test]
fn a_saved_figure_stuck_out_when_it_landed() {
    let case = case("a figure that sticks out");
    let shape = case.figure.shape(case.placed.rotation);
    let row = case.before.landing_row(case.figure, case.placed).unwrap();
    assert!(row + shape.height() > case.before.depth().rows());
}
