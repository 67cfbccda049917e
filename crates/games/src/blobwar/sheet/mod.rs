//! The exercise sheet's own parts, question by question, in both of its forms.
//!
//! * [`mod@array`]: part 2, an array of 64 cells.
//! * [`integers`]: part 3, two integers of 64 bits.
//! * [`Question`]: any question by its number, from texts to a text.
//!
//! Names are the sheet's own, in French, so that a student of the sheet finds each question's function by the name
//! that the sheet gives it; cells are plain numbers, as on the sheet. The game proper, with turns, rules and
//! endings, is [`Position`](super::Position).
//!
//! Source: "Bases de la programmation impérative", Ensimag, first year: the sheet "Blobwar".

pub mod array;
pub mod integers;
mod question;

pub use question::{Question, QuestionError};
