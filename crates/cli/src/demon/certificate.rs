//! `laplace demon prove` and `laplace demon verify`: certificates that a game is optimal.

use std::time::Instant;

use clap::Args;
use laplace_certificate::{self as certificate, Certificate, Verified};
use laplace_games::demon::{MOVE_LIMIT, Move, Seed};
use laplace_solvers::demon::{Solution, Strike};

use super::bound::seed;
use super::q5::{Effort, check_output, moves_of, solve_seed, would_replace};
use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::Stop;

pub(super) const PROVE_HELP: &str = "\
Searches for a game as `laplace demon q5` does, then for a proof that no game scores more: the tight bound, and, where \
that is above the score, pieces before which all boards can be listed, as full or nearly empty ones, and from which none goes on without \
loss. The certificate holds the game and these pieces; `laplace demon verify` checks it with code of its own. \
Exit code 1 if there is no proof.

--effort and --time limit the search for a game only. The proof after it takes minutes at most where one is found, and can take much \
longer where there is none; Ctrl-C ends it. --answer keeps the game in any case.

A file that already holds something else than a certificate of this seed is not replaced, except with --force.

Examples: laplace demon prove 231 -o 231.cert
          laplace demon prove 231 --answer q5-output-1 -o 231.cert
          laplace demon prove 231 --from q5-output-1 --time 0 -o 231.cert";

pub(super) const VERIFY_HELP: &str = "\
Believes nothing in the file: plays its game, computes the bound and repeats every enumeration of boards, with slow code \
that shares nothing with the search. Takes seconds, and up to some minutes for each enumeration. Exit code 1 if the certificate \
is refused, 3 if the file is not one.

Example: laplace demon verify 231.cert";

/// A seed, and how to search.
#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The seed s, from 0 to 1000000
    #[arg(value_parser = seed, allow_negative_numbers = true)]
    seed: Seed,
    /// Where the certificate goes, `-` for standard output
    #[arg(short, long, default_value = "-")]
    output: FileArg,
    /// Begin with this game of the same seed (moves or a replay)
    #[arg(long, value_name = "FILE")]
    from: Option<FileArg>,
    /// Also write the game, as `laplace demon q5 -o` does: a file with a better game of the seed is kept
    #[arg(long, value_name = "FILE")]
    answer: Option<FileArg>,
    /// Replace files that hold something else, or a better game
    #[arg(long)]
    force: bool,
    /// Give up an enumeration with more boards than this before one piece; the checker accepts 5000000
    #[arg(long, value_name = "N", default_value_t = certificate::MAX_BOARDS)]
    max_boards: usize,
    #[command(flatten)]
    effort: Effort,
}

/// A certificate.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The certificate, `-` for standard input
    #[arg(value_name = "CERT")]
    file: FileArg,
}

impl Prove {
    /// Fails before the search if the certificate or the game could not be written, or would replace something else than one of the seed.
    fn check_outputs(&self) -> Result<(), Failure> {
        if let Some(input) = &self.from {
            self.output.check_not_input(input)?;
        }
        if let Some(answer) = &self.answer {
            if *answer == self.output || answer.is_same_file(&self.output) {
                return Err(Failure::Usage(format!(
                    "{answer}: expected two names for the game and its certificate"
                )));
            }
            check_output(answer, self.seed, self.force)?;
        }
        self.output.check_writable()?;
        if self.force || !self.output.has_content() {
            return Ok(());
        }
        let bytes = self.output.read()?;
        let old = std::str::from_utf8(&bytes).ok().and_then(|text| certificate::read(text).ok());
        let found = match old {
            Some(old) if old.seed == self.seed.number() => return Ok(()),
            Some(old) => format!("a certificate of seed {}", old.seed),
            None => "something else than a certificate".to_owned(),
        };
        Err(would_replace(&self.output, &found, self.seed))
    }

    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.check_outputs()?;
        let incumbent = self.from.as_ref().map_or(Ok(Vec::new()), |place| moves_of(place, self.seed))?;
        let solved = solve_seed(self.seed, MOVE_LIMIT, &incumbent, &self.effort, None);
        solved.report();
        if let Some(answer) = &self.answer {
            solved.write(answer, self.force)?;
        }
        let solution = solved.solution();
        let game = certified_moves(self.seed, &solution.moves);
        match certificate::prove(
            self.seed.number(),
            solution.score,
            game,
            &hints(solution),
            self.max_boards,
            &Stop::was_pressed,
        ) {
            Ok(found) => {
                eprintln!(
                    "s = {}: {} points are proved to be the best score, with {}",
                    found.seed,
                    found.score,
                    counted(found.strikes.len())
                );
                self.output.write(certificate::write(&found).as_bytes())
            }
            Err(certificate::Failure::Stopped) => {
                Err(Failure::Stopped { undone: 1, all: 1, what: "seed was not proved" })
            }
            Err(failure) => {
                eprintln!("s = {}: not proved: {failure}", self.seed.number());
                Err(Failure::Wrong)
            }
        }
    }
}

/// The moves as a certificate has them.
fn certified_moves(seed: Seed, moves: &[Move]) -> Vec<certificate::Move> {
    let certified = |(piece, chosen): (laplace_games::demon::Piece, &Move)| certificate::Move {
        piece: piece.number(),
        column: chosen.column.number(),
        turns: chosen.rotation as u8,
    };
    seed.pieces().zip(moves).map(certified).collect()
}

fn counted(strikes: usize) -> String {
    format!("{strikes} strike{}", if strikes == 1 { "" } else { "s" })
}

/// The situations that the search has struck.
fn hints(solution: &Solution) -> Vec<(usize, certificate::Situation)> {
    let hint = |strike: &Strike| {
        let Strike { piece, blocks, odd, after_tetris, taint, .. } = *strike;
        let situation = certificate::Situation::on_board(blocks as usize, odd, after_tetris, taint)?;
        Some((piece as usize, situation))
    };
    solution.strikes.iter().filter_map(hint).collect()
}

impl Verify {
    #[allow(clippy::print_stderr, reason = "messages go to standard error")]
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let began = Instant::now();
        let bytes = self.file.read()?;
        let text = std::str::from_utf8(&bytes).map_err(|error| Failure::text(&self.file, error))?;
        let read: Certificate = certificate::read(text).map_err(|error| Failure::text(&self.file, error))?;
        match certificate::check(&read, certificate::MAX_BOARDS) {
            Ok(Verified { seed, pieces, score, tight_bound, strikes }) => {
                let seconds = Shown::since(began);
                let strikes = counted(strikes);
                let line = format!(
                    "s = {seed}: verified, no game of {pieces} pieces scores more than {score} (tight bound {tight_bound}, \
                     {strikes}, {seconds})\n"
                );
                FileArg::Stdio.write(line.as_bytes())
            }
            Err(refusal) => {
                eprintln!("{}: refused: {refusal}", self.file);
                Err(Failure::Wrong)
            }
        }
    }
}
