//! A beam over boards with covered cells: for losses that boards of heights cannot avoid, and for pieces that they cannot
//! place at all, as S, Z, S, Z at the start of a game.
//!
//! A finished group of rows whose open cells lie in one column, its *well*, may be covered by the next group: the
//! Tetris that takes the upper group opens the lower one again. So a row with exactly one open cell may be covered at
//! little cost, and four such rows of one well at none. Any other covered cell spoils a Tetris.
//!
//! A full board of odd parity has an odd number of rows whose open cell has another colour than the others in the same
//! place would have: covered rows whose well is an odd number of columns away from the open well. Such boards are a group of their
//! own, so that they stay in the beam, dozens of pieces before the full board shows what they are good for.

use laplace_games::demon::{COLUMNS, Piece};

use super::covered_goals::CoveredGoals;
use super::heights::{Heights, MAX_ROWS};
use super::node::{Link, Node, Step};
use super::rows::{FULL_ROW, Rows};
use super::search::Search;
use super::selection::{QuotaSelection, REGRET_CLASSES};
use super::tetrises::Outlook;
use laplace_games::demon::bound::tight::{AFTER_TETRIS, BoardSize, CELLS, ODD, points};

/// The cost of a covered row with one open cell.
const COVERED_ROW: i32 = 1;
/// The cost of a run of such rows with one well whose number is not a multiple of four.
const UNEVEN_RUN: i32 = 9;
/// The cost of any other covered cell.
const COVERED_CELL: i32 = 45;
/// The losses that passing a dead end may cost, tried in this order.
const DEAD_END_LOSSES: [i32; 6] = [0, 400, 800, 1_600, 3_200, 6_400];
/// The width of the beam that passes a dead end.
const DEAD_END_WIDTH: usize = 500;
/// The most pieces after the loss until a board without covered cells must be found.
const MAX_TAIL: usize = 120;
/// Goals of a layer, for each node of the beam.
const GOALS_PER_NODE: usize = 20;
const MIN_GOALS: usize = 10_000;
const MAX_GOALS: usize = 200_000;
/// The number of last pieces before which the beam is wider, as their layers are few and the end is narrow.
const ENDGAME: usize = 60;
const ENDGAME_FACTOR: usize = 2;
/// Costs are at most this, so that they fit a node.
const MAX_COST: i32 = 30_000;
/// Boards between two looks at whether the search is stopped.
const STOP_INTERVAL: usize = 64;
/// The cost of a board on which the coming Tetrises find no rows: it does not stay.
const LOST: i32 = i32::MAX;

/// A board in this beam.
#[derive(Clone, Copy)]
struct Stack {
    rows: Rows,
    score: i32,
    /// The cost of the surface and of covered cells.
    surface_cost: i32,
    covered_cost: i32,
    cell: u16,
    well: u8,
    /// Whether covered rows would make the parity of a full board odd.
    odd_rows: bool,
    /// The cost by the rows that the coming Tetrises can take, in a beam that goes by them. The other costs are not up to date then.
    planned_cost: Option<i32>,
}

/// A child that may be selected to stay.
struct Child {
    stack: Stack,
    link: Link,
}

/// What a run that got past the loss leaves: links for each layer, and the boards of the last one that can be kept as heights.
pub(super) struct Passed {
    pub(super) links: Vec<Vec<Link>>,
    pub(super) nodes: Vec<Node>,
}

/// What a beam is to pass.
pub(super) struct CoveredWindow {
    pub(super) start: usize,
    /// The piece at which something was lost.
    pub(super) loss: usize,
    /// The number of pieces past the loss that must be placed at least.
    pub(super) margin: usize,
    /// The piece from which on the rows of the coming Tetrises count, if there is one.
    pub(super) planned_from: Option<usize>,
}

/// The beam, a layer at a time.
struct CoveredBeam<'a> {
    search: &'a Search<'a>,
    /// The final score that no board of the beam falls behind.
    promise: i32,
    width: usize,
    stacks: Vec<Stack>,
    children: Vec<Child>,
    /// The number of a child plus one, by the hash of its board; 0 for none.
    table: Vec<u32>,
    selection: QuotaSelection,
    goals: Option<CoveredGoals>,
    /// Whether a goal was met: from then on only goals count.
    met: bool,
    /// The piece from which on the rows of the coming Tetrises count, if there is one.
    planned_from: Option<usize>,
}

impl Search<'_> {
    /// Places pieces from `start` on, without any loss, until past the piece `loss` and until some boards can be kept as
    /// heights again; `None` if that is not found.
    pub(super) fn pass_covered(
        &self,
        nodes: &[Node],
        window: &CoveredWindow,
        width: usize,
    ) -> Option<Passed> {
        let CoveredWindow { start, loss, margin, planned_from } = *window;
        let promise = self.promise(nodes, start)?;
        let stacks: Vec<Stack> = nodes.iter().map(|node| Stack::of_node(self, node)).collect();
        let goals = self.covered_goals(
            &stacks,
            promise,
            start,
            loss,
            (GOALS_PER_NODE * width).clamp(MIN_GOALS, MAX_GOALS),
        );
        let beam = CoveredBeam { planned_from, ..CoveredBeam::new(self, stacks, promise, width, goals) };
        self.run_covered(beam, start, loss + margin, loss + MAX_TAIL)
    }

    /// Places pieces from `start` on until past the piece `dead_end`, which boards of heights cannot place, with as little
    /// loss as it finds; `None` if it finds nothing.
    pub(super) fn pass_dead_end_covered(
        &self,
        nodes: &[Node],
        start: usize,
        dead_end: usize,
    ) -> Option<Passed> {
        let promise = self.promise(nodes, start)?;
        DEAD_END_LOSSES.into_iter().find_map(|loss| {
            let stacks = nodes.iter().map(|node| Stack::of_node(self, node)).collect();
            let beam = CoveredBeam::new(self, stacks, promise - loss, DEAD_END_WIDTH, None);
            self.run_covered(beam, start, dead_end, dead_end + MAX_TAIL)
        })
    }

    /// The final score that the best of some boards could still come to.
    fn promise(&self, nodes: &[Node], index: usize) -> Option<i32> {
        let values = self.problem.bound.at(index);
        nodes.iter().map(|node| node.score + values[usize::from(node.cell)]).max()
    }

    /// Places pieces from `start` on until the piece `last` is placed and some boards can be kept as heights again; `None` if
    /// that is not so before the piece `end`.
    fn run_covered(
        &self,
        mut beam: CoveredBeam<'_>,
        start: usize,
        last: usize,
        end: usize,
    ) -> Option<Passed> {
        let pieces = self.problem.pieces.len();
        let mut links = Vec::new();
        for index in start..pieces.min(end) {
            if self.control.is_stopped() {
                return None;
            }
            let layer = beam.advance(index)?;
            if index + 1 == pieces {
                links.push(layer);
                // After the last piece nothing but the score counts.
                let nodes = beam.stacks.iter().map(|stack| Node { score: stack.score, ..Node::default() });
                return Some(Passed { links, nodes: nodes.collect() });
            }
            let kept = if index >= last { beam.clean_places() } else { Vec::new() };
            if kept.is_empty() {
                links.push(layer);
                continue;
            }
            links.push(kept.iter().map(|&place| layer[place]).collect());
            let nodes = kept.iter().filter_map(|&place| beam.stacks[place].node(self)).collect();
            return Some(Passed { links, nodes });
        }
        None
    }

    /// Boards from which the board is empty at or soon after the loss, if it must be.
    fn covered_goals(
        &self,
        stacks: &[Stack],
        promise: i32,
        start: usize,
        loss: usize,
        width: usize,
    ) -> Option<CoveredGoals> {
        if !self.problem.parts.goals {
            return None;
        }
        let values = self.problem.bound.at(start);
        let mut cells = [false; CELLS];
        for stack in stacks.iter().filter(|stack| stack.score + values[usize::from(stack.cell)] == promise) {
            cells[usize::from(stack.cell)] = true;
        }
        let cost = |rows: &Rows| Stack::new(self, *rows, 0).cost();
        CoveredGoals::new(self.problem, start, loss, cells, width, cost, self.control.stop)
    }
}

impl<'a> CoveredBeam<'a> {
    fn new(
        search: &'a Search<'a>,
        stacks: Vec<Stack>,
        promise: i32,
        width: usize,
        goals: Option<CoveredGoals>,
    ) -> Self {
        Self {
            search,
            promise,
            width,
            stacks,
            children: Vec::new(),
            table: Vec::new(),
            selection: QuotaSelection::default(),
            goals,
            met: false,
            planned_from: None,
        }
    }

    /// Places one piece; `None` if no board is left that has lost nothing.
    fn advance(&mut self, index: usize) -> Option<Vec<Link>> {
        self.expand(index);
        if let Some(goals) = &self.goals
            && goals.has(index + 1)
        {
            let is_goal = |child: &Child| goals.contains(index + 1, &child.stack.rows);
            self.met = self.met || self.children.iter().any(is_goal);
            if self.met {
                self.children.retain(is_goal);
            }
        }
        let mut links = Vec::new();
        let stacks = &mut self.stacks;
        stacks.clear();
        let class = |child: &Child| {
            Some(usize::from(child.stack.cell) * REGRET_CLASSES + usize::from(child.stack.odd_rows))
        };
        let left = self.search.problem.pieces.len() - index;
        let width = self.width * if left <= ENDGAME { ENDGAME_FACTOR } else { 1 };
        self.selection.choose(
            &self.children,
            width,
            class,
            |child| child.stack.cost(),
            |child| {
                stacks.push(child.stack);
                links.push(child.link);
            },
        );
        (!links.is_empty()).then_some(links)
    }

    /// The places of the boards that can be kept as heights.
    fn clean_places(&self) -> Vec<usize> {
        (0..self.stacks.len()).filter(|&place| self.stacks[place].rows.packed().is_some()).collect()
    }

    fn expand(&mut self, index: usize) {
        let problem = self.search.problem;
        let piece = problem.pieces[index];
        let is_last = index + 1 == problem.pieces.len();
        let values = problem.bound.at(index + 1);
        self.children.clear();
        self.table.clear();
        self.table.resize((self.stacks.len() * 64).next_power_of_two(), 0);
        let is_planned = self.planned_from.is_some_and(|first| index + 1 >= first);
        // By cell, once it was asked for.
        let mut outlooks: Vec<Option<Option<Outlook>>> = vec![None; CELLS];
        let mut outlook = |cell: usize| {
            if !is_planned {
                return None;
            }
            *outlooks[cell].get_or_insert_with(|| Outlook::new(problem, index + 1, cell))
        };
        for (place, stack) in self.stacks.iter().enumerate() {
            if is_planned && place % STOP_INTERVAL == 0 && self.search.control.is_stopped() {
                self.children.clear();
                return;
            }
            let heights = stack.rows.heights();
            let well = usize::from(stack.well);
            let surface = self.search.evaluator.surface(Heights::pack(&heights), well);
            for placement in problem.placements.exact(piece) {
                for column in 0..=COLUMNS - placement.width {
                    let rest = Rows::rest(&heights, placement, column);
                    let is_open = |&c: &usize| heights[column + c] < rest + placement.bottom[c];
                    let covered_columns = (0..placement.width).filter(is_open).count();
                    if covered_columns > 1 && !is_planned {
                        continue;
                    }
                    let (rows, lines) = stack.rows.put(placement, column, rest);
                    let crest = rest + placement.height - lines as i32;
                    if crest > MAX_ROWS && !is_last && rows.0[MAX_ROWS as usize..].iter().any(|&row| row != 0)
                    {
                        continue;
                    }
                    let before = usize::from(stack.cell);
                    let odd = match lines {
                        0 => (stack.cell & u16::from(ODD) != 0) != (piece == Piece::T),
                        _ => rows.is_odd(),
                    };
                    let cell = match BoardSize::DEMON.next_cell(before, piece, lines, odd) {
                        _ if is_last => 0,
                        Some(cell) => cell,
                        None => continue,
                    };
                    let score = stack.score + points(lines, stack.cell as u8 & AFTER_TETRIS != 0);
                    if score + values[cell] < self.promise {
                        continue;
                    }
                    let link = Link::new(place, Step::new(placement.number, column));
                    let child = Stack { rows, score, cell: cell as u16, ..*stack };
                    let outlook = outlook(cell);
                    if covered_columns > 1 && outlook.is_none() {
                        continue;
                    }
                    let evaluate = |child: &mut Stack| {
                        if let Some(outlook) = outlook {
                            child.planned_cost = Some(outlook.cost(&rows).unwrap_or(LOST));
                            return;
                        }
                        // Where a piece fits beside the well, two look-ups give the new cost.
                        let is_known = child.planned_cost.take().is_none();
                        if is_known && lines == 0 && covered_columns == 0 && !placement.covers(column, well) {
                            let change = self.search.evaluator.change(piece, placement, column, &surface);
                            child.surface_cost += change;
                        } else {
                            child.evaluate(self.search, &rows.heights());
                        }
                    };
                    let child = Child { stack: child, link };
                    offer(&mut self.children, &mut self.table, child, evaluate);
                }
            }
        }
        self.children.retain(|child| child.stack.planned_cost != Some(LOST));
    }
}

/// Adds a child, or its score if its board is there already with a lower one. In a repair all children have lost nothing, so
/// that their cells distinguish scores.
fn offer(children: &mut Vec<Child>, table: &mut [u32], mut child: Child, evaluate: impl FnOnce(&mut Stack)) {
    let mask = table.len() - 1;
    let hash = child.stack.rows.hash() ^ u64::from(child.stack.cell) << 7;
    let mut slot = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
    while let Some(number) = table[slot].checked_sub(1) {
        let twin = &mut children[number as usize];
        if twin.stack.cell == child.stack.cell && twin.stack.rows == child.stack.rows {
            if twin.stack.score < child.stack.score {
                twin.stack.score = child.stack.score;
                twin.link = child.link;
            }
            return;
        }
        slot = (slot + 1) & mask;
    }
    if children.len() + 1 >= table.len() {
        return;
    }
    evaluate(&mut child.stack);
    children.push(child);
    table[slot] = children.len() as u32;
}

impl Stack {
    /// A board with its cost; its score and its cell are not known.
    fn new(search: &Search<'_>, rows: Rows, well: u8) -> Self {
        let mut stack = Self {
            rows,
            score: 0,
            surface_cost: 0,
            covered_cost: 0,
            cell: 0,
            well,
            odd_rows: false,
            planned_cost: None,
        };
        stack.evaluate(search, &rows.heights());
        stack
    }

    fn of_node(search: &Search<'_>, node: &Node) -> Self {
        let rows = Rows::of_heights(node.board, node.hole);
        Self { score: node.score, cell: node.cell, ..Self::new(search, rows, node.well) }
    }

    fn cost(&self) -> i32 {
        self.planned_cost.unwrap_or(self.surface_cost + self.covered_cost).min(MAX_COST)
    }

    /// The board as the other beam keeps it; `None` if it has too many covered cells.
    fn node(&self, search: &Search<'_>) -> Option<Node> {
        let (board, hole) = self.rows.packed()?;
        let (well, cost) = search.evaluator.choose_well(board, self.well.into(), hole);
        Some(Node { board, score: self.score, cost: cost as i16, cell: self.cell, hole, well: well as u8 })
    }

    /// Chooses the well, among the lowest columns, and finds the cost.
    fn evaluate(&mut self, search: &Search<'_>, heights: &[i32; COLUMNS]) {
        let floor = heights.iter().copied().min().unwrap_or(0);
        let top = heights.iter().copied().max().unwrap_or(0);
        let packed = Heights::pack(heights);
        let cost = |well: usize| search.evaluator.surface_cost(packed, well);
        let well = usize::from(self.well);
        let (well, surface) = if heights[well] == floor {
            (well, cost(well))
        } else {
            (0..COLUMNS)
                .filter(|&c| heights[c] == floor)
                .map(|c| (c, cost(c)))
                .min_by_key(|&(_, cost)| cost)
                .unwrap_or((well, cost(well)))
        };
        self.well = well as u8;
        self.surface_cost = surface;
        self.find_covered_cells(top as usize);
    }

    /// Finds the cost of covered cells, which are below the row `top`.
    fn find_covered_cells(&mut self, top: usize) {
        let mut above = 0;
        let mut cost = 0;
        let mut run = 0;
        let mut run_gap = 0;
        let mut odd_rows = false;
        let end_run = |run: i32| if run % 4 == 0 { 0 } else { UNEVEN_RUN };
        for &row in self.rows.0[..top].iter().rev() {
            let covered = above & !row;
            above |= row;
            let gap = FULL_ROW & !row;
            let one_gap = covered != 0 && gap.is_power_of_two();
            if run > 0 && !(one_gap && gap == run_gap) {
                cost += end_run(run);
                run = 0;
            }
            if one_gap {
                run += 1;
                run_gap = gap;
                cost += COVERED_ROW;
                odd_rows ^= (gap.trailing_zeros() as usize + usize::from(self.well)) % 2 == 1;
            } else {
                cost += COVERED_CELL * covered.count_ones() as i32;
            }
        }
        self.odd_rows = odd_rows;
        self.covered_cost = cost + end_run(run);
    }
}
