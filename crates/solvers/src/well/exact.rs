//! Sets of all boards: proofs that no player survives a sequence of figures.
//!
//! For a well of two rows all boards that any game can come to are few enough to hold, and so is the set of
//! boards that are left of them after some figures, whatever the moves. A sequence after which none is left
//! is deadly: no player lives through it, on whatever board it begins.

use laplace_games::well::{Depth, Figure};

use super::bits::STRIDE;
use super::field::{Field, Well};

/// All boards of a well of two rows that some game comes to.
///
/// ```
/// use laplace_games::well::Figure;
/// let boards = laplace_solvers::well::Boards::reachable_in_two_rows();
/// assert!(boards.after(Figure::O).len() < boards.len());
/// ```
#[derive(Clone, Debug)]
pub struct Boards {
    well: Well<u64>,
    sorted: Vec<u64>,
}

impl Boards {
    /// The boards of all games in a well of two rows.
    pub fn reachable_in_two_rows() -> Self {
        let depth = Depth::new(2).unwrap_or_default();
        let well = Well::new(depth);
        let mut known = vec![false; 1 << (2 * STRIDE)];
        let mut open = vec![Field::EMPTY.0];
        known[0] = true;
        while let Some(board) = open.pop() {
            for figure in Figure::ALL {
                well.for_each_move(Field(board), figure, |_, after| {
                    if !std::mem::replace(&mut known[after.0 as usize], true) {
                        open.push(after.0);
                    }
                });
            }
        }
        let sorted = (0..).zip(known).filter(|&(_, known)| known).map(|(board, _)| board).collect();
        Self { well, sorted }
    }

    /// The number of boards.
    pub const fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether no board is left.
    pub const fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The boards that are left when the figure was placed on each of these in every way.
    pub fn after(&self, figure: Figure) -> Self {
        let mut sorted = Vec::with_capacity(self.sorted.len());
        for &board in &self.sorted {
            self.well.for_each_move(Field(board), figure, |_, after| sorted.push(after.0));
        }
        sorted.sort_unstable();
        sorted.dedup();
        Self { well: self.well.clone(), sorted }
    }

    /// The number of the figures that can be placed from the best of these boards.
    pub fn outlive(&self, figures: &[Figure]) -> usize {
        let mut left = self.clone();
        for (placed, &figure) in figures.iter().enumerate() {
            left = left.after(figure);
            if left.is_empty() {
                return placed;
            }
        }
        figures.len()
    }

    /// The first sequence of these figures alone, in order of length, after which no board is left; `None`
    /// if there is none of at most this number of figures.
    pub fn shortest_deadly(&self, figures: &[Figure], longest: usize) -> Option<Vec<Figure>> {
        (1..=longest).find_map(|length| self.deadly(figures, length))
    }

    fn deadly(&self, figures: &[Figure], length: usize) -> Option<Vec<Figure>> {
        if self.is_empty() {
            return Some(Vec::new());
        }
        let rest = length.checked_sub(1)?;
        figures.iter().find_map(|&figure| {
            let mut sequence = self.after(figure).deadly(figures, rest)?;
            sequence.insert(0, figure);
            Some(sequence)
        })
    }
}
