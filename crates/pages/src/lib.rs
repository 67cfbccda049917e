//! What the contest server and the site without a server have in common: the look of pages, the page of Blobwar, and the
//! WebAssembly module in workers.

pub mod blobwar;
pub mod engine;

use maud::{Markup, html};

/// The style sheet of every page.
pub const STYLE: &str = include_str!("../assets/arena.css");

/// The icon of every page, an SVG.
pub const ICON: &str = include_str!("../assets/icon.svg");

/// A text with code between backquotes.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// The logo: four fallen blocks.
pub fn logo() -> Markup {
    html! {
        svg.logo viewBox="0 0 3 2" width="24" height="16" aria-hidden="true" {
            rect x="1" width="1" height="1" rx=".15" {}
            rect y="1" width="1" height="1" rx=".15" {}
            rect x="1" y="1" width="1" height="1" rx=".15" {}
            rect x="2" y="1" width="1" height="1" rx=".15" {}
        }
    }
}
