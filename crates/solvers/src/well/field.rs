//! The solver's board: all rows in one word, every landing of a shape found at once.
//!
//! The cells at or below a block are out of reach from above: the [shadow](Field::shadow). A shape cannot
//! stand where one of its four blocks would be in the shadow, so four shifts of the shadow, or-ed, are all
//! places where it cannot stand. They reach down to the floor in each column, and the lowest place above
//! them is the landing. Then a move is a shift and an or, and a full row shows in five shifts and ands.
//! Only a deletion costs more: flood fills, as in the rules' own board, but on whole words.

use laplace_games::well::{Depth, Figure, Shape, WIDTH};

use super::bits::{Bits, STRIDE};

/// A shape of a figure, ready to be shifted into place.
#[derive(Clone, Copy, Debug)]
struct Stamp<B> {
    /// Its blocks, pushed into the corner of column 0 and row 0.
    blocks: B,
    /// How far each block is from the corner.
    places: [u32; 4],
    /// The corners that keep it between the walls, inside the word and at least partly inside the well.
    corners: B,
    /// The number of quarter turns that make it.
    rotation: u32,
}

/// A well of some depth: what a solver needs to know to place figures in it.
#[derive(Clone, Debug)]
pub(super) struct Well<B> {
    stamps: [Vec<Stamp<B>>; Figure::COUNT],
    /// The cells of the well proper.
    inside: B,
    depth: u32,
}

impl<B: Bits> Well<B> {
    /// A well of this depth; a figure that would reach beyond the word is not placed there.
    pub(super) fn new(depth: Depth) -> Self {
        let depth = depth.rows() as u32;
        let stamps = Figure::ALL.map(|figure| {
            let rotations = figure.distinct_rotations().iter();
            rotations.map(|&turns| Stamp::new(figure.shape(turns), turns.index() as u32, depth)).collect()
        });
        Self { stamps, inside: B::rows(depth), depth }
    }

    /// Whether every move after which the game goes on can be tried: no figure that lands in the well reaches beyond
    /// the word.
    pub(super) const fn is_exact(&self) -> bool {
        self.depth + 3 <= B::ROWS
    }

    /// The cells of the well proper.
    pub(super) const fn inside(&self) -> B {
        self.inside
    }

    /// Calls `found` for every move after which nothing sticks out, with the field it leads to.
    #[inline]
    pub(super) fn for_each_move(
        &self,
        field: Field<B>,
        figure: Figure,
        mut found: impl FnMut(PackedMove, Field<B>),
    ) {
        let shadow = field.shadow();
        for stamp in &self.stamps[figure as usize - 1] {
            let mut landings = stamp.landings(shadow);
            while !landings.is_zero() {
                let corner = landings.lowest();
                landings = landings.without_lowest();
                let after = field.with(stamp.blocks << corner).settled();
                if (after.0 & !self.inside).is_zero() {
                    found(PackedMove::new(stamp.rotation, corner % STRIDE), after);
                }
            }
        }
    }
}

impl<B: Bits> Stamp<B> {
    fn new(shape: &Shape, rotation: u32, depth: u32) -> Self {
        let mut places = [0; 4];
        let cells = (0..4u32).flat_map(|row| (0..4u32).map(move |column| (row, column)));
        let taken = cells.filter(|&(row, column)| shape.rows()[row as usize] >> column & 1 == 1);
        places.iter_mut().zip(taken).for_each(|(place, (row, column))| *place = STRIDE * row + column);
        let blocks = places.iter().fold(B::ZERO, |set, &place| set | B::ONE << place);
        let columns = (0..=WIDTH - shape.width()).fold(B::ZERO, |set, column| set | B::ONE << column as u32);
        let highest = depth.min(B::ROWS + 1 - shape.height() as u32);
        let corners = (0..highest).fold(B::ZERO, |set, row| set | columns << (STRIDE * row));
        Self { blocks, places, corners, rotation }
    }

    #[inline]
    fn landings(&self, shadow: B) -> B {
        let [a, b, c, d] = self.places;
        let blocked = shadow >> a | shadow >> b | shadow >> c | shadow >> d;
        // A row of all ones comes in under the floor.
        !blocked & (blocked << STRIDE | B::rows(1)) & self.corners
    }
}

/// The blocks in a well; the depth is in the [`Well`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Field<B>(pub(super) B);

impl<B: Bits> Field<B> {
    pub(super) const EMPTY: Self = Self(B::ZERO);

    fn with(self, blocks: B) -> Self {
        Self(self.0 | blocks)
    }

    /// The cells at or below a block.
    #[inline]
    pub(super) fn shadow(self) -> B {
        let mut shadow = self.0;
        let mut by = STRIDE;
        while by < B::ROWS * STRIDE {
            shadow = shadow | shadow >> by;
            by *= 2;
        }
        shadow
    }

    /// Column 0 of the full rows.
    #[inline]
    fn full_rows(self) -> B {
        let two = self.0 & self.0 >> 1;
        let four = two & two >> 2;
        four & four >> 4 & two >> 8 & B::COLUMN_0
    }

    /// Deletes full rows and lets blocks fall until no row is full.
    #[inline]
    fn settled(self) -> Self {
        let full = self.full_rows();
        if full.is_zero() { self } else { self.after_deletions(full) }
    }

    fn after_deletions(mut self, mut full: B) -> Self {
        while !full.is_zero() {
            self = Self(self.0 & !full.widened()).fallen();
            full = self.full_rows();
        }
        self
    }

    /// Lets every component that hangs in the air fall.
    fn fallen(self) -> Self {
        let floor = B::rows(1);
        let mut standing = spread(self.0 & floor, self.0);
        let mut falling = self.0 & !standing;
        while !falling.is_zero() {
            falling = falling >> STRIDE;
            let touching = falling & (standing << STRIDE | floor);
            if !touching.is_zero() {
                let stopped = spread(touching, falling);
                standing = standing | stopped;
                falling = falling & !stopped;
            }
        }
        Self(standing)
    }
}

/// Of `room`, the connected components that hold a seed.
fn spread<B: Bits>(seeds: B, room: B) -> B {
    let not_column_0 = !B::COLUMN_0;
    let from_left = room & not_column_0;
    let from_right = room & !(B::COLUMN_0 << (STRIDE - 1));
    let mut reached = seeds;
    loop {
        let mut grown = reached | (reached << STRIDE | reached >> STRIDE) & room;
        grown = grown | grown << 1 & from_left;
        grown = grown | grown >> 1 & from_right;
        grown = grown | grown << 1 & from_left;
        grown = grown | grown >> 1 & from_right;
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
}

/// A move in six bits: two for the rotation, four for the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedMove(u8);

impl PackedMove {
    const COLUMN_BITS: u32 = 4;

    const fn new(rotation: u32, column: u32) -> Self {
        Self((rotation << Self::COLUMN_BITS | column) as u8)
    }

    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits as u8)
    }

    pub(super) const fn bits(self) -> u32 {
        self.0 as u32
    }

    pub(super) const fn rotation(self) -> usize {
        (self.0 >> Self::COLUMN_BITS) as usize
    }

    pub(super) const fn column(self) -> usize {
        (self.0 & ((1 << Self::COLUMN_BITS) - 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use laplace_games::random::Random;
    use laplace_games::well::{Board, Cells, FULL_ROW, HEIGHT};

    use super::*;
    use crate::well::bits::U256;

    fn field<B: Bits>(board: &Board) -> Field<B> {
        let taken = |(row, &mask): (usize, &u16)| {
            (0..WIDTH).filter(move |column| mask >> column & 1 == 1).map(move |column| WIDTH * row + column)
        };
        let places = board.blocks().rows().iter().enumerate().flat_map(taken);
        Field(places.fold(B::ZERO, |set, place| set | B::ONE << place as u32))
    }

    /// Any blocks at all, many or few, as long as no row is full.
    fn random_board(depth: Depth, random: &mut Random) -> Board {
        let percent = 10 + random.below(85);
        let mut rows = [0; HEIGHT];
        for row in &mut rows[..depth.rows()] {
            *row = (0..WIDTH).fold(0, |row, column| row | u16::from(random.chance(percent)) << column);
            if *row == FULL_ROW {
                *row ^= 1 << random.below(WIDTH as u32);
            }
        }
        Board::from_cells(depth, Cells::from_rows(rows).unwrap()).unwrap()
    }

    /// The result by the rules of every move after which nothing sticks out.
    fn by_the_rules<B: Bits>(board: &Board, figure: Figure) -> BTreeMap<u32, Field<B>> {
        let mut found = BTreeMap::new();
        for placed in figure.distinct_moves() {
            let mut after = *board;
            let facts = after.place(figure, placed).unwrap();
            let reach = facts.landing_row + figure.shape(placed.rotation).height();
            if !facts.sticks_out && reach <= B::ROWS as usize {
                let packed = PackedMove::new(placed.rotation.index() as u32, placed.column.index() as u32);
                found.insert(packed.bits(), field(&after));
            }
        }
        found
    }

    fn agrees_with_the_rules<B: Bits>(rows: std::ops::RangeInclusive<u32>) {
        let random = &mut Random::new(1);
        for depth in rows.map(|rows| Depth::new(rows).unwrap()) {
            let well = Well::<B>::new(depth);
            for _ in 0..600 {
                let board = random_board(depth, random);
                let figure = *random.pick(&Figure::ALL).unwrap();
                let mut found = BTreeMap::new();
                well.for_each_move(field(&board), figure, |made, after| {
                    assert_eq!(found.insert(made.bits(), after), None);
                });
                assert_eq!(found, by_the_rules(&board, figure), "{figure} on {board:?}");
            }
        }
    }

    #[test]
    fn a_field_of_64_bits_agrees_with_the_rules() {
        agrees_with_the_rules::<u64>(1..=6);
    }

    #[test]
    fn a_field_of_128_bits_agrees_with_the_rules() {
        agrees_with_the_rules::<u128>(1..=12);
    }

    #[test]
    fn a_field_of_256_bits_agrees_with_the_rules() {
        agrees_with_the_rules::<U256>(1..=20);
    }

    #[test]
    fn a_well_is_exact_when_no_figure_inside_it_reaches_beyond_the_word() {
        fn is_exact<B: Bits>(rows: u32) -> bool {
            Well::<B>::new(Depth::new(rows).unwrap()).is_exact()
        }
        assert!(is_exact::<u64>(3) && !is_exact::<u64>(4));
        assert!(is_exact::<u128>(9) && !is_exact::<u128>(10));
        assert!(is_exact::<U256>(20));
    }
}
