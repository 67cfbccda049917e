//! Whole games as text. A difference means that the rules, the generators or the pictures changed.
//!
//! `LAPLACE_BLESS=1 cargo test -p laplace-games --test it well_playthrough` writes the file anew.

use std::fmt::Write;

use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Depth, Facts, Move, PaintedBoard, Problem, State};

/// The first move that leaves the fewest empty cells below blocks and, among those, lands lowest.
fn simple_move(state: &State) -> Move {
    let figure = state.next_figure().unwrap();
    let price = |placed: &Move| {
        let mut after = *state.board();
        let facts = after.place(figure, *placed).unwrap();
        let mut covered = 0;
        let mut holes = 0;
        for row in after.blocks().rows().iter().rev() {
            holes += (covered & !row).count_ones();
            covered |= row;
        }
        (facts.sticks_out, holes, facts.landing_row)
    };
    state.legal_moves().into_iter().min_by_key(price).unwrap()
}

fn describe(facts: &Facts) -> String {
    let sticks_out = if facts.sticks_out { ", sticks out" } else { "" };
    format!("lands in row {}, deletes {:?}{sticks_out}", facts.landing_row, facts.deletions())
}

fn playthrough(family: Family, count: usize, depth: u32, seed: u64) -> String {
    let depth = Depth::new(depth).unwrap();
    let mut state = State::new(Problem { depth, ..generate(family, count, seed) });
    let mut painted = PaintedBoard::new(depth);
    let mut text = format!("{count} figures, {family}, seed {seed}, {} rows\n", depth.rows());
    while let Some(figure) = state.next_figure() {
        let placed = simple_move(&state);
        let legal = state.legal_moves().len();
        let mut phases = 0;
        let watch = &mut |phase: laplace_games::well::Phase<'_>| {
            phases += 1;
            painted.follow(&phase);
        };
        let facts = state.play_watched(placed, watch).unwrap();
        let number = painted.landed();
        let facts = describe(&facts);
        writeln!(
            text,
            "\nfigure {number} is {figure}, {legal} moves, plays {placed}: {facts}, {phases} phases"
        )
        .unwrap();
        painted.to_string().lines().for_each(|line| writeln!(text, "|{line}|").unwrap());
    }
    writeln!(text, "\nplaced {}, points {}, {}", state.placed(), state.points(), state.end().unwrap())
        .unwrap();
    text
}

#[test]
fn games_of_three_families_equal_their_golden_file() {
    let games = [
        playthrough(Family::Uniform, 40, 8, 1),
        playthrough(Family::OnlySAndZ, 30, 5, 2),
        playthrough(Family::OneFigure, 12, 3, 3),
    ];
    let now = games.join("\n");
    crate::common::golden::compare("well/playthrough.txt", &now);
}
