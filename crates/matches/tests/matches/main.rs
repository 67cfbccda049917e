//! Matches between built-in players, and the UAI server.

mod games;
mod uai;
