//! The fast board does what the slow one does, phase by phase, in wells of every depth.
//!
//! Random play alone hardly ever deletes a row, so two kinds of play are mixed: games whose player is
//! greedy for deletions, and single moves on dense random boards, where chains are long and components
//! slide past each other. Counters at the end check that all of this did happen.

use laplace_games::random::Random;
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::slow::{SlowBoard, SlowFacts, SlowState};
use laplace_games::well::{
    Board, Cells, Column, Depth, Facts, Figure, HEIGHT, Move, PaintedBoard, Phase, Problem, State,
    UncheckedMove, WIDTH,
};

/// How often each kind of event happened.
#[derive(Debug, Default)]
struct Seen {
    moves: usize,
    deletions: usize,
    chains_of_two: usize,
    chains_of_three: usize,
    longer_chains: usize,
    slides: usize,
    stuck_out: usize,
}

impl Seen {
    fn count(&mut self, facts: &Facts) {
        self.moves += 1;
        self.stuck_out += usize::from(facts.sticks_out);
        match facts.deletions().len() {
            0 => {}
            1 => self.deletions += 1,
            2 => self.chains_of_two += 1,
            3 => self.chains_of_three += 1,
            _ => self.longer_chains += 1,
        }
    }
}

/// Whether a falling block has a standing block beside it. Components that touch when they are formed are
/// one component, so these came to touch by sliding past each other.
fn slides_past(all: &Cells, falling: &Cells) -> bool {
    all.rows().iter().zip(falling.rows()).any(|(all, falling)| {
        let standing = all & !falling;
        standing & (falling << 1 | falling >> 1) != 0
    })
}

fn cells_of(board: &SlowBoard) -> Cells {
    let mut rows = [0; HEIGHT];
    for (row, mask) in rows.iter_mut().enumerate() {
        let columns = (0..WIDTH).filter(|&column| board.get((row, column)).is_some());
        *mask = columns.map(|column| 1 << column).sum();
    }
    Cells::from_rows(rows).unwrap()
}

/// Follows the phases of one placement with cells alone, and compares each with the slow frames.
fn check_phases(
    before: &Cells,
    slow: &SlowFacts,
    seen: &mut Seen,
    run: impl FnOnce(&mut dyn FnMut(Phase<'_>)) -> Facts,
) -> Facts {
    let mut now = *before.rows();
    let mut frames = slow.frames.iter();
    let mut deletions = slow.deletions.iter();
    let facts = run(&mut |phase| {
        match phase {
            Phase::Landed { figure, placed, row } => {
                let masks = figure.shape(placed.rotation).rows_at(placed.column);
                now[row..].iter_mut().zip(masks).for_each(|(mine, mask)| *mine |= mask);
            }
            Phase::Deleted { rows } => {
                assert_eq!(&rows.iter().collect::<Vec<_>>(), deletions.next().unwrap());
                rows.iter().for_each(|row| now[row] = 0);
            }
            Phase::Fell { blocks } => {
                seen.slides += usize::from(slides_past(&Cells::from_rows(now).unwrap(), blocks));
                for (row, &mask) in blocks.rows().iter().enumerate().filter(|(_, mask)| **mask != 0) {
                    now[row] &= !mask;
                    now[row - 1] |= mask;
                }
            }
        }
        assert_eq!(&now, cells_of(frames.next().unwrap()).rows());
    });
    assert!(frames.next().is_none() && deletions.next().is_none());
    check_facts(&facts, slow);
    seen.count(&facts);
    facts
}

fn check_facts(facts: &Facts, slow: &SlowFacts) {
    let counts: Vec<usize> = slow.deletions.iter().map(Vec::len).collect();
    let fast: Vec<usize> = facts.deletions().iter().map(|&rows| usize::from(rows)).collect();
    assert_eq!(fast, counts);
    assert_eq!(facts.rows_deleted(), counts.iter().sum::<usize>());
    assert_eq!((facts.landing_row, facts.sticks_out), (slow.landing_row, slow.sticks_out));
}

/// A move that leaves few holes and lands low, with some noise; one in 400 is random and may be invalid.
fn greedy_move(state: &State, random: &mut Random) -> UncheckedMove {
    if random.below(400) == 0 {
        return UncheckedMove { rotation: random.below(5), column: random.below(12) };
    }
    let price = |placed: &Move| {
        let mut after = *state.board();
        let facts = after.place(state.next_figure().unwrap(), *placed).unwrap();
        let holes = after.top() * WIDTH - after.blocks().len();
        (holes + 2 * facts.landing_row) as u32 * 16 + random.below(40)
    };
    state.legal_moves().into_iter().min_by_key(price).unwrap().into()
}

fn play_a_game(problem: Problem, random: &mut Random, seen: &mut Seen) {
    let mut slow = SlowState::new(&problem.figures, problem.depth);
    let mut painted = PaintedBoard::new(problem.depth);
    let mut state = State::new(problem);
    while state.end().is_none() {
        let unchecked = greedy_move(&state, random);
        let before = *state.board();
        let slow_facts = slow.play(unchecked.rotation, unchecked.column);
        if let Some(slow_facts) = &slow_facts {
            let mut frames = slow_facts.frames.iter();
            check_phases(before.blocks(), slow_facts, seen, |watch| {
                let both = &mut |phase: Phase<'_>| {
                    painted.follow(&phase);
                    assert_eq!(painted.to_string(), frames.next().unwrap().to_string());
                    watch(phase);
                };
                state.attempt_watched(unchecked, both).unwrap()
            });
        } else {
            assert!(state.attempt(unchecked).is_err());
            assert_eq!(state.board(), &before);
        }
        assert_eq!(state.board().blocks(), &cells_of(&slow.board));
        assert_eq!(state.board().top(), state.board().blocks().top());
        assert_eq!((state.placed(), state.end()), (slow.placed, slow.end));
    }
}

/// A board whose rows are nearly full; about half of them have their only gap in the same column or the next.
fn dense_board(depth: Depth, random: &mut Random) -> Board {
    let mut rows = [0; HEIGHT];
    let height = 1 + random.below(depth.rows() as u32) as usize;
    let gap = random.below(WIDTH as u32);
    for row in &mut rows[..height] {
        *row = match random.below(4) {
            0 => random.below(1 << WIDTH) as u16,
            1 => (random.below(1 << WIDTH) | random.below(1 << WIDTH)) as u16,
            _ => laplace_games::well::FULL_ROW & !(1 << ((gap + random.below(3) / 2) % WIDTH as u32)),
        };
        if *row == laplace_games::well::FULL_ROW {
            *row ^= 1 << random.below(WIDTH as u32);
        }
    }
    Board::from_cells(depth, Cells::from_rows(rows).unwrap()).unwrap()
}

fn slow_copy(board: &Board) -> SlowBoard {
    let mut slow = SlowBoard::new(board.depth());
    for row in 0..board.top() {
        let filled = Column::ALL.into_iter().filter(|&column| board.blocks().contains(row, column));
        filled.for_each(|column| slow.put((row, column.index()), 1));
    }
    slow
}

fn place_on_a_dense_board(depth: Depth, random: &mut Random, seen: &mut Seen) {
    let start = dense_board(depth, random);
    let figure = *random.pick(&Figure::ALL).unwrap();
    let moves: Vec<Move> = figure.moves().collect();
    // Mostly the move with the longest chain, which tests the most rules.
    let chain = |placed: &&Move| {
        let mut after = start;
        let facts = after.place(figure, **placed).unwrap();
        (facts.deletions().len(), facts.rows_deleted())
    };
    let best = moves.iter().max_by_key(chain).unwrap();
    let placed = if random.chance(80) { *best } else { *random.pick(&moves).unwrap() };

    let mut slow = slow_copy(&start);
    let unchecked = UncheckedMove::from(placed);
    let slow_facts = slow.place(figure, 2, unchecked.rotation, unchecked.column).unwrap();
    let mut fast = start;
    check_phases(start.blocks(), &slow_facts, seen, |watch| {
        fast.place_watched(figure, placed, &mut |phase| watch(phase)).unwrap()
    });
    assert_eq!(fast.blocks(), &cells_of(&slow));
    assert_eq!(fast.top(), fast.blocks().top());
}

fn depths() -> impl Iterator<Item = Depth> {
    (1..=20).map(|rows| Depth::new(rows).unwrap())
}

#[test]
fn greedy_games_are_the_same_in_wells_of_every_depth() {
    let mut seen = Seen::default();
    let random = &mut Random::new(1);
    for depth in depths() {
        let until = seen.moves + 3_000;
        while seen.moves < until {
            let family = *random.pick(&Family::ALL).unwrap();
            let problem = generate(family, 1 + random.below(400) as usize, random.next_u64());
            play_a_game(Problem { depth, ..problem }, random, &mut seen);
        }
    }
    assert!(seen.moves >= 60_000 && seen.deletions > 5_000, "{seen:?}");
    assert!(seen.chains_of_two > 50 && seen.slides > 50 && seen.stuck_out > 500, "{seen:?}");
}

#[test]
fn dense_boards_settle_the_same_in_wells_of_every_depth() {
    let mut seen = Seen::default();
    let random = &mut Random::new(2);
    for depth in depths() {
        (0..3_000).for_each(|_| place_on_a_dense_board(depth, random, &mut seen));
    }
    assert!(seen.moves >= 60_000 && seen.deletions > 10_000, "{seen:?}");
    assert!(seen.chains_of_two > 1_000 && seen.chains_of_three > 100, "{seen:?}");
    assert!(seen.longer_chains > 0 && seen.slides > 1_000 && seen.stuck_out > 1_000, "{seen:?}");
}
