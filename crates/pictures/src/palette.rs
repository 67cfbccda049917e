//! Colours that people with any kind of colour vision can distinguish: those of Okabe and Ito (2008).
//!
//! Cells carry their mark as well, so nothing depends on colour alone.

use laplace_judge::GameKind;

/// Red, green and blue.
pub(crate) type Colour = [u8; 3];

const ORANGE: Colour = [0xe6, 0x9f, 0x00];
pub(crate) const SKY: Colour = [0x56, 0xb4, 0xe9];
pub(crate) const GREEN: Colour = [0x00, 0x9e, 0x73];
pub(crate) const YELLOW: Colour = [0xf0, 0xe4, 0x42];
pub(crate) const BLUE: Colour = [0x00, 0x72, 0xb2];
const VERMILION: Colour = [0xd5, 0x5e, 0x00];
/// For the red player of Blobwar, whose name is a colour; its blobs carry a ring, the blue ones a cross.
pub(crate) const RED: Colour = [0xc8, 0x10, 0x2e];
/// Red on black.
pub(crate) const LIGHT_RED: Colour = [0xff, 0x6b, 0x7d];
pub(crate) const PURPLE: Colour = [0xcc, 0x79, 0xa7];
pub(crate) const INK: Colour = [0x10, 0x14, 0x1a];
pub(crate) const PAPER: Colour = [0xff, 0xff, 0xff];
pub(crate) const HOLE: Colour = [0x80, 0x86, 0x90];

/// The colours of pieces and figures 1 to 7.
const PIECES: [Colour; 7] = [SKY, BLUE, ORANGE, GREEN, VERMILION, PURPLE, YELLOW];
/// The colours of the first player, the second player and a hole.
const BLOBS: [Colour; 3] = [BLUE, RED, HOLE];

/// The colour of a cell that is not empty.
pub(crate) fn colour(game: GameKind, code: u8) -> Colour {
    let table: &[Colour] = if game == GameKind::Blobwar { &BLOBS } else { &PIECES };
    usize::from(code).checked_sub(1).and_then(|index| table.get(index)).copied().unwrap_or(HOLE)
}

/// What is readable on that colour: nearly black, or white on the colours that are dark.
pub(crate) fn ink_on(colour: Colour) -> Colour {
    if colour == BLUE || colour == RED { PAPER } else { INK }
}

/// `#rrggbb`
pub(crate) fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
