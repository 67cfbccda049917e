//! The files of a game that `view`, `export`, `report` and `compare` read.

use clap::Args;
use laplace_games::demon::format::{self, FileName, Question};
use laplace_games::demon::{End, Seed};
use laplace_judge::GameKind;
use laplace_judge::demon::Ended;
use laplace_judge::recording::DemonRecording;
use laplace_judge::replay::Replay;

use crate::failure::Failure;
use crate::files::FileArg;
use crate::replay::{is_replay, read_kind};

/// A game: one file that holds it, or question 5's input and its answer. Every file of moves may be a replay.
#[derive(Debug, Args)]
pub(crate) struct RecordedGame {
    /// The input of question 5, or a file that is a game by itself: question 4's input, a replay
    input: FileArg,
    /// The answer: the moves
    output: Option<FileArg>,
}

impl RecordedGame {
    /// Reads the files and plays the game. A game without a legal move is an error.
    pub(crate) fn recording(&self) -> Result<DemonRecording, Failure> {
        let input = self.input.read()?;
        match &self.output {
            Some(output) if !is_replay(&input) && !self.input_has_the_moves() => {
                let expected =
                    format::read_seed(&input).map_err(|error| Failure::text(&self.input, error))?;
                let game = played(output, &output.read()?)?;
                expect_seed(output, game.result().seed, expected)?;
                expect_a_move(output, game)
            }
            _ => expect_a_move(&self.input, played(&self.input, &input)?),
        }
    }

    /// The files of the game.
    pub(crate) fn files(&self) -> Vec<FileArg> {
        [Some(&self.input), self.output.as_ref()].into_iter().flatten().cloned().collect()
    }

    /// The file with the moves.
    pub(crate) fn moves_file(&self) -> &FileArg {
        self.output.as_ref().filter(|_| !self.input_has_the_moves()).unwrap_or(&self.input)
    }

    /// The answer to question 4 is a board: the game is in the question.
    fn input_has_the_moves(&self) -> bool {
        let name = self.input.file_name().and_then(|name| name.parse::<FileName>().ok());
        name.is_some_and(|name| name.question == Question::Q4)
    }
}

/// Refuses a game without a move that can be played: an input of question 5 is a seed alone.
pub(super) fn expect_a_move(place: &FileArg, game: DemonRecording) -> Result<DemonRecording, Failure> {
    let result = game.result();
    match (result.placed, &result.ended) {
        (0, Ended::Rules(End::NoMoreMoves)) => {
            let expected = "found no move, expected the moves `P C R` of a game after s";
            Err(Failure::text(place, format_args!("line {}: {expected}", result.line)))
        }
        (0, ended) => Err(Failure::text(place, format_args!("line {}: no legal move: {ended}", result.line))),
        _ => Ok(game),
    }
}

/// The game of a move file or of a replay.
pub(super) fn played(place: &FileArg, text: &[u8]) -> Result<DemonRecording, Failure> {
    if is_replay(text)
        && let Replay::Demon(replay) = read_kind(place, text, GameKind::Demon)?
    {
        return Ok(DemonRecording::of_replay(&replay));
    }
    DemonRecording::of_file(text).map_err(|error| Failure::text(place, error))
}

/// Refuses a game of another seed.
pub(super) fn expect_seed(place: &FileArg, found: Seed, expected: Seed) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = format_args!("found a game of seed {}, expected {}", found.number(), expected.number());
    Err(Failure::text(place, message))
}
