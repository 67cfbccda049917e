//! The levels of the engine, for the command line.

pub(super) use laplace_solvers::blobwar::Level;

/// What the help says of the levels.
pub(super) const HELP: &str = "\
Levels:   1 to 3   look one or two moves ahead; 60, 40, 20 moves in a hundred are by chance
          4 and 5  look two and three moves ahead; 10 and 5 in a hundred by chance
          6 to 9   look 4, 5, 6 and 8 moves ahead
          10       full strength: as deep as --time allows";
