//! The files that are made of recorded games, and the films in them.

mod files;
mod films;
