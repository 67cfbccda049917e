//! Colours that colour-blind readers can distinguish, and that look the same on a light and on a dark terminal.
//!
//! Seven of the eight colours of Okabe and Ito (2008), as the nearest of a terminal's 256, each with black or
//! white letters on it. Every cell also shows what it is by a letter or a digit.

use laplace_games::blobwar::Side;
use laplace_judge::recording::{Cell, Content, Highlight};
use ratatui::style::{Color, Modifier, Style};

const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);

/// Background and letters for pieces 1 to 7.
const PIECES: [(Color, Color); 7] = [
    (Color::Indexed(75), BLACK),  // sky blue
    (Color::Indexed(25), WHITE),  // blue
    (Color::Indexed(214), BLACK), // orange
    (Color::Indexed(36), BLACK),  // bluish green
    (Color::Indexed(166), BLACK), // vermilion
    (Color::Indexed(175), BLACK), // reddish purple
    (Color::Indexed(227), BLACK), // yellow
];
/// Background and letters for the blue and the red player, whose names are colours.
const BLOBS: [(Color, Color); 2] = [(Color::Indexed(25), WHITE), (Color::Indexed(160), WHITE)];

/// With colours, or without them if `NO_COLOR` is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    Colours,
    Plain,
}

impl Palette {
    pub(crate) fn of_environment() -> Self {
        let without = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if without { Self::Plain } else { Self::Colours }
    }

    /// How a cell looks.
    pub(crate) fn cell(self, cell: Cell) -> Style {
        let style = match cell.content {
            Content::Empty | Content::Hole => return Style::new().add_modifier(Modifier::DIM),
            Content::Block { kind, .. } => self.piece(kind),
            Content::Blob(side) => self.blob(side),
        };
        if cell.highlight == Highlight::None { style } else { style.add_modifier(Modifier::BOLD) }
    }

    /// How the blobs of a player look.
    pub(crate) fn blob(self, side: Side) -> Style {
        self.style(BLOBS.get(side as usize))
    }

    /// How the blocks of a piece or figure from 1 to 7 look.
    pub(super) fn piece(self, kind: u8) -> Style {
        self.style(PIECES.get(usize::from(kind).saturating_sub(1)))
    }

    fn style(self, colours: Option<&(Color, Color)>) -> Style {
        match (self, colours) {
            (Self::Colours, Some(&(back, front))) => Style::new().bg(back).fg(front),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        }
    }
}
