//! Measures the Blobwar engine and prints tables: `blobwar_measure endgames|speed`.
//!
//! - `endgames [COUNT [MILLISECONDS [SEED]]]`: positions with up to ten empty cells from games of the engine against itself, solved
//!   exactly by the rules alone; does the engine's score have the same sign?
//! - `speed [MILLISECONDS]`: nodes a second with the network beside those with the counts, in turns on the positions of `bench`.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::{CLOCK_LIMIT, Position, Side, Size, StuckRule, generate};
use laplace_games::random::Random;
use laplace_solvers::blobwar::internals::{BoardConstants, Node, Targets, all_moves};
use laplace_solvers::blobwar::{Engine, Evaluation, GameHistory, Limits, Settings, bench};
use laplace_solvers::platform;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |place: usize, usual: u64| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("endgames") => endgames(number(1, 1_000), Duration::from_millis(number(2, 1_000)), number(3, 1)),
        Some("speed") => speed(Duration::from_millis(number(1, 500))),
        _ => {
            println!("expected endgames or speed, and perhaps numbers");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The largest number of empty cells of a position that is solved.
const MAX_EMPTY: u32 = 10;
/// The nodes for each move of the games that positions come from.
const GAME_NODES: u64 = 500;
/// The largest number of nodes to solve a position; those that take more are left out.
const MAX_NODES: u64 = 1_000_000;
/// The largest depth to solve a position.
const MAX_DEPTH: u32 = 40;

/// Who wins if both play best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exact {
    Win,
    Loss,
}

fn engine() -> Engine {
    // A draw is neither player's: contempt would change its sign.
    Engine::new(Settings { megabytes: 64, contempt: 0, ..Settings::default() })
}

/// A position with up to [`MAX_EMPTY`] empty cells from a game of the engine against itself.
fn endgame(seed: u64, engine: &mut Engine) -> Option<Position> {
    let mut random = Random::new(seed);
    let size = Size::BOTH[random.below(2) as usize];
    let stuck = StuckRule::BOTH[random.below(2) as usize];
    let wanted = 1 + random.below(MAX_EMPTY);
    let mut position = Position::start(size, stuck);
    generate::play_random_moves(&mut position, 8, &mut random);
    let mut history = GameHistory::default();
    engine.clear_hash();
    while position.end().is_none() {
        let board = position.board();
        let empty = (board.playable() - (board.blobs(Side::Blue) | board.blobs(Side::Red))).len();
        if empty <= wanted {
            return Some(position);
        }
        let found = engine.search(&position, &history, &Limits::nodes(GAME_NODES))?;
        history.push(&position);
        position.play(found.best_move).ok()?;
    }
    None
}

/// A solver that knows the rules and nothing else: no evaluation, no pruning but that a decided choice is not looked at
/// again. Whether a player wins within some moves is asked for more and more moves.
struct Solver<'a> {
    board: &'a BoardConstants,
    nodes_left: u64,
    /// For the player to move, by node: the smallest depth at which it is known to win (or, in the second table, to lose),
    /// and the largest at which it is known that it cannot be forced.
    known: [HashMap<(u64, u64, u32), Known>; 2],
}

#[derive(Clone, Copy)]
struct Known {
    forced_within: u32,
    not_within: u32,
}

impl Solver<'_> {
    fn solve(&mut self, node: &Node) -> Option<Exact> {
        for depth in 1..=MAX_DEPTH {
            if self.is_forced(node, depth, Exact::Win)? {
                return Some(Exact::Win);
            }
            if self.is_forced(node, depth, Exact::Loss)? {
                return Some(Exact::Loss);
            }
        }
        None
    }

    /// Whether the result for the player to move is forced within this number of moves; `None` if the nodes are used up.
    fn is_forced(&mut self, node: &Node, depth: u32, result: Exact) -> Option<bool> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        let targets = Targets::of(node, self.board);
        if let Some(margin) = targets.ending(node, self.board) {
            return Some(if result == Exact::Win { margin > 0 } else { margin < 0 });
        }
        if depth == 0 {
            return Some(false);
        }
        // Far from the draw by the clock, the clock does not matter.
        let clock = if node.clock + MAX_DEPTH < CLOCK_LIMIT { 0 } else { node.clock };
        let key = (node.us.bits(), node.them.bits(), clock);
        let table = usize::from(result == Exact::Loss);
        let known = self.known[table].get(&key).copied();
        let mut known = known.unwrap_or(Known { forced_within: u32::MAX, not_within: 0 });
        if known.forced_within <= depth || known.not_within >= depth {
            return Some(known.forced_within <= depth);
        }
        let other = if result == Exact::Win { Exact::Loss } else { Exact::Win };
        // One move is enough to win; to lose, every move has to.
        let mut forced = result == Exact::Loss;
        for played in all_moves(node, &targets) {
            if self.is_forced(&node.after(played), depth - 1, other)? == (result == Exact::Win) {
                forced = result == Exact::Win;
                break;
            }
        }
        if forced {
            known.forced_within = depth;
        } else {
            known.not_within = depth;
        }
        self.known[table].insert(key, known);
        Some(forced)
    }
}

fn solve(position: &Position) -> Option<Exact> {
    let board = BoardConstants::of(position);
    let mut solver = Solver { board: &board, nodes_left: MAX_NODES, known: Default::default() };
    solver.solve(&Node::of(position))
}

fn endgames(count: u64, time: Duration, seed: u64) {
    let next = AtomicU64::new(0);
    let solved = AtomicU64::new(0);
    let work = |_: &()| {
        let mut engine = engine();
        let mut lines = Vec::new();
        let mut unsolved = 0;
        while solved.load(Relaxed) < count {
            let number = next.fetch_add(1, Relaxed);
            let Some(position) = endgame(seed.wrapping_mul(1_000_003).wrapping_add(number), &mut engine)
            else {
                continue;
            };
            let Some(exact) = solve(&position) else {
                unsolved += 1;
                continue;
            };
            if solved.fetch_add(1, Relaxed) >= count {
                break;
            }
            engine.clear_hash();
            let Some(found) = engine.search(&position, &GameHistory::default(), &Limits::move_time(time))
            else {
                continue;
            };
            lines.push((position, exact, found.info.score));
        }
        (lines, unsolved)
    };
    let results = platform::map_in_parallel(&vec![(); platform::available_threads()], work);
    let unsolved: u64 = results.iter().map(|(_, unsolved)| unsolved).sum();
    let lines: Vec<_> = results.into_iter().flat_map(|(lines, _)| lines).collect();
    let mut right = 0;
    for (position, exact, score) in &lines {
        if if *exact == Exact::Win { *score > 0 } else { *score < 0 } {
            right += 1;
        } else {
            println!("{position} {exact:?}, score {score}");
        }
    }
    let wins = lines.iter().filter(|(_, exact, _)| *exact == Exact::Win).count();
    println!(
        "{} positions solved ({wins} won, the others lost), {unsolved} others not within {MAX_NODES} nodes",
        lines.len()
    );
    println!("the sign of the score after {time:?} is right for {right} of {}", lines.len());
}

fn speed(time: Duration) {
    let with = |evaluation| Engine::new(Settings { megabytes: 64, evaluation, ..Settings::default() });
    let mut engines = [with(Evaluation::default()), with(Evaluation::counts())];
    let mut nodes = [0.0; 2];
    let mut seconds = [0.0; 2];
    for position in bench::positions() {
        for (number, engine) in engines.iter_mut().enumerate() {
            engine.clear_hash();
            if let Some(found) = engine.search(&position, &GameHistory::default(), &Limits::move_time(time)) {
                nodes[number] += found.info.nodes as f64;
                seconds[number] += found.info.time.as_secs_f64();
            }
        }
    }
    let rates = [nodes[0] / seconds[0] / 1e6, nodes[1] / seconds[1] / 1e6];
    println!(
        "network {:.2} million nodes a second, counts {:.2}: {:.2} times",
        rates[0],
        rates[1],
        rates[0] / rates[1]
    );
}
