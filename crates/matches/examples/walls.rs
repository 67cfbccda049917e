//! Maps on which walls make draws: a smaller copy of such a map, solved exactly, and a player that knows the solution against a student.
//!
//! ```text
//! cargo run --release -p laplace-matches --example walls [COPY]
//! ```
//!
//! Every board of a copy is a number in base three, and the value of each, for the player to move, is found backwards from the ends of
//! games. What is neither won nor lost is a draw, by the clock or by equal numbers. Then the exact player plays the student from
//! openings of two moves that are draws. It never leaves a draw for a loss or a win for a draw, as far as the solution knows, which has no clock; of the moves that
//! remain it takes the quickest win, or the one after which the largest share of replies loses. Games that the clock ended although they were won are counted.

#![allow(clippy::print_stdout, reason = "a program that prints a table")]

use std::error::Error;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use laplace_games::blobwar::{Bitboard, CLOCK_LIMIT, Cell, Outcome, Position, Setup, Side, Size, StuckRule};
use laplace_games::random::Random;
use laplace_matches::builtin::Student;
use laplace_solvers::blobwar::internals::{
    BoardConstants, Node, PackedMove, Targets, all_moves, unordered_moves,
};
use laplace_solvers::platform;

/// A board with the walls of a map and fewer cells.
struct SmallMap {
    name: &'static str,
    about: &'static str,
    /// The top row first: `#` a hole, `x` blue, `o` red, `.` an empty cell.
    board: &'static str,
}

/// Without an argument all but `small`, which takes no time and is for tests.
const COPIES: [SmallMap; 3] = [
    SmallMap {
        name: "small",
        about: "cross, with rooms of two cells",
        board: "x.#.o
                #####
                o.#.x",
    },
    SmallMap {
        name: "cross",
        about: "with rooms of two by two cells in place of three by four",
        board: "x.#.o
                ..#..
                #####
                ..#..
                o.#.x",
    },
    SmallMap {
        name: "constrained",
        about: "with two of its four arms",
        board: "x#.##.#o
                ##.##.##
                ...##...
                ###..###
                ###..###",
    },
];

/// The depth of the student's search.
const STUDENT_DEPTH: u32 = 4;
/// The number of moves of an opening.
const OPENING_PLIES: u32 = 2;
/// Boards that a thread looks at before it takes the next ones.
const CHUNK: usize = 1 << 16;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1);
    let is_wanted = |copy: &&SmallMap| wanted.as_ref().map_or(copy.name != "small", |name| name == copy.name);
    let copies: Vec<&SmallMap> = COPIES.iter().filter(is_wanted).collect();
    if copies.is_empty() {
        return Err("expected small, cross or constrained".into());
    }
    for copy in copies {
        solve(copy)?;
    }
    Ok(())
}

/// Solves a copy and prints what was found.
fn solve(copy: &SmallMap) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let start = read(copy.board)?;
    let solution = Solution::new(&start);
    assert!(u32::from(solution.longest) + OPENING_PLIES < CLOCK_LIMIT, "the clock could change results");
    println!("{}, {}", copy.name, copy.about);
    println!(
        "  {} cells, {} boards, solved in {:.0} s; longest forced result: {} moves",
        solution.cells.len(),
        solution.values.len(),
        started.elapsed().as_secs_f64(),
        solution.longest
    );
    println!("  for the player who begins: {:?}", solution.value(&Node::of(&start)));
    let openings = openings(&start);
    let of_value = |value| {
        let is_of_value = |opening: &&Position| solution.value(&Node::of(opening)) == value;
        openings.iter().filter(is_of_value).copied().collect::<Vec<Position>>()
    };
    let drawn = of_value(Value::Draw);
    println!(
        "  of {} openings of {OPENING_PLIES} moves the player to move wins {}, draws {} and loses {}",
        openings.len(),
        of_value(Value::Win).len(),
        drawn.len(),
        of_value(Value::Loss).len()
    );
    let ([wins, draws, losses], late) = play_student(&drawn, &solution, Student::new(STUDENT_DEPTH));
    println!(
        "  the exact player against student:{STUDENT_DEPTH}, from the drawn ones: +{wins} ={draws} -{losses}"
    );
    println!("  {late} of these draws were won games that the clock ended");
    Ok(())
}

fn read(picture: &str) -> Result<Position, Box<dyn Error>> {
    let mut setup = Setup::bare(Size::Eight, StuckRule::Passes);
    setup.holes = Bitboard::FULL;
    for (row, line) in picture.lines().rev().enumerate() {
        for (column, mark) in line.trim().chars().enumerate() {
            let cell = Cell::at(row as u8, column as u8).ok_or("expected at most 8 rows and columns")?;
            if mark != '#' {
                setup.holes.remove(cell);
            }
            match mark {
                'x' => setup.blue.insert(cell),
                'o' => setup.red.insert(cell),
                _ => {}
            }
        }
    }
    Ok(Position::new(setup)?)
}

/// What best play leads to, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Win,
    Draw,
    Loss,
}

/// In the table a win is an odd number and a loss an even one, larger the more moves it takes; this is everything else.
const DRAW: u8 = 0;

/// The value of every board of a map.
struct Solution {
    board: BoardConstants,
    cells: Vec<Cell>,
    values: Vec<u8>,
    /// The largest number of moves to a forced win or loss.
    longest: u8,
}

impl Solution {
    fn new(start: &Position) -> Self {
        let board = BoardConstants::of(start);
        let cells: Vec<Cell> = board.playable.into_iter().collect();
        let values: Vec<AtomicU8> =
            (0..3_usize.pow(cells.len() as u32)).map(|_| AtomicU8::new(DRAW)).collect();
        let mut solution = Self { board, cells, values: Vec::new(), longest: 0 };
        for moves in 0..CLOCK_LIMIT as u8 {
            if !solution.solve_within(moves, &values) {
                break;
            }
            solution.longest = moves;
        }
        solution.values = values.into_iter().map(AtomicU8::into_inner).collect();
        solution
    }

    /// Finds the wins and losses in exactly this number of moves, when those in fewer are known. Whether there were any.
    fn solve_within(&self, moves: u8, values: &[AtomicU8]) -> bool {
        let next = AtomicUsize::new(0);
        let work = |_: &()| {
            let mut found = false;
            loop {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= values.len() {
                    return found;
                }
                for number in first..values.len().min(first + CHUNK) {
                    if values[number].load(Relaxed) == DRAW
                        && let Some(node) = self.node(number)
                        && let Some(value) = self.forced_in(moves, &node, values)
                    {
                        values[number].store(value, Relaxed);
                        found = true;
                    }
                }
            }
        };
        let found = platform::map_in_parallel(&vec![(); platform::available_threads()], work);
        found.contains(&true)
    }

    /// The table's value of a node that is won or lost in exactly this number of moves.
    fn forced_in(&self, moves: u8, node: &Node, values: &[AtomicU8]) -> Option<u8> {
        let (win, loss) = (2 * moves + 1, 2 * moves + 2);
        let targets = Targets::of(node, &self.board);
        if let Some(margin) = targets.ending(node, &self.board) {
            return (moves == 0 && margin != 0).then_some(if margin > 0 { win } else { loss });
        }
        if moves == 0 {
            return None;
        }
        let mut all_win = true;
        // One by one, as most boards are decided by their first moves.
        for played in unordered_moves(node, &targets) {
            // Values of this round itself are larger, and are not known yet.
            match values[self.number(&node.after(played))].load(Relaxed) {
                value if value == DRAW || value >= win => all_win = false,
                value if value % 2 == 0 => return Some(win),
                _ => {}
            }
        }
        all_win.then_some(loss)
    }

    fn value(&self, node: &Node) -> Value {
        match self.values[self.number(node)] {
            DRAW => Value::Draw,
            value if value % 2 == 0 => Value::Loss,
            _ => Value::Win,
        }
    }

    /// The number of a board: a digit for each cell, 1 for the player to move and 2 for the other.
    fn number(&self, node: &Node) -> usize {
        self.cells.iter().fold(0, |number, &cell| {
            number * 3 + usize::from(node.us.contains(cell)) + 2 * usize::from(node.them.contains(cell))
        })
    }

    /// The board with this number; `None` if there is no blob on it, which no game comes to.
    fn node(&self, mut number: usize) -> Option<Node> {
        let mut node = Node { us: Bitboard::EMPTY, them: Bitboard::EMPTY, clock: 0 };
        for &cell in self.cells.iter().rev() {
            match number % 3 {
                1 => node.us.insert(cell),
                2 => node.them.insert(cell),
                _ => {}
            }
            number /= 3;
        }
        (node.us | node.them != Bitboard::EMPTY).then_some(node)
    }

    /// A move that gives nothing away: the quickest win, or else the move after which the largest share of replies loses.
    fn best_move(&self, node: &Node, random: &mut Random) -> Option<PackedMove> {
        let targets = Targets::of(node, &self.board);
        let rank = |played: &PackedMove| {
            let after = node.after(*played);
            let value = self.values[self.number(&after)];
            match value {
                DRAW => (1, self.losing_share(&after)),
                value if value % 2 == 0 => (2, u32::from(u8::MAX - value)),
                value => (0, u32::from(value)),
            }
        };
        let all = all_moves(node, &targets);
        let best = all.iter().map(rank).max()?;
        let best: Vec<PackedMove> = all.into_iter().filter(|played| rank(played) == best).collect();
        Some(best[random.below(best.len() as u32) as usize])
    }

    /// How many in a thousand moves lose.
    fn losing_share(&self, node: &Node) -> u32 {
        let targets = Targets::of(node, &self.board);
        if targets.ending(node, &self.board).is_some() {
            return 0;
        }
        let all = all_moves(node, &targets);
        let losing = all.iter().filter(|&&played| self.value(&node.after(played)) == Value::Win).count();
        (1_000 * losing / all.len()) as u32
    }
}

/// Every position after some moves that is not the end of the game.
fn openings(start: &Position) -> Vec<Position> {
    let mut openings = vec![*start];
    for _ in 0..OPENING_PLIES {
        let after = |position: Position| {
            position.legal_moves().into_iter().map(move |played| {
                let mut next = position;
                next.play_unchecked(played);
                next
            })
        };
        openings = openings.into_iter().flat_map(after).filter(|position| position.end().is_none()).collect();
    }
    openings
}

/// Wins, draws and losses of the exact player, each opening from both sides, and the number of draws by the clock of won games.
fn play_student(openings: &[Position], solution: &Solution, student: Student) -> ([u32; 3], u32) {
    let mut results = [0; 3];
    let mut late = 0;
    let mut random = Random::new(1);
    for &opening in openings {
        for exact in Side::BOTH {
            let (outcome, was_won) = play(opening, solution, student, exact, &mut random);
            late += u32::from(was_won && outcome == Outcome::Draw);
            let place = match outcome {
                Outcome::Win(winner) if winner == exact => 0,
                Outcome::Draw => 1,
                Outcome::Win(_) => 2,
            };
            results[place] += 1;
        }
    }
    (results, late)
}

/// The outcome of a game of the exact player on one side, and whether it was won for it at any time.
fn play(
    mut position: Position,
    solution: &Solution,
    student: Student,
    exact: Side,
    random: &mut Random,
) -> (Outcome, bool) {
    let mut was_won = false;
    loop {
        if let Some(end) = position.end() {
            return (end.outcome, was_won);
        }
        let played = if position.turn() == exact {
            let node = Node::of(&position);
            was_won |= solution.value(&node) == Value::Win;
            solution.best_move(&node, random).and_then(PackedMove::unpack)
        } else {
            student.best_move(&position)
        };
        let played = played.expect("a game that is not over has a move");
        position.play(played).expect("both play by the rules");
    }
}
