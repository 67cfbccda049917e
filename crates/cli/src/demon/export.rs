//! `laplace demon export`

use clap::Args;
use laplace_games::demon::format::{FileName, Question};
use laplace_pictures::{Film, film};

use crate::export::{Outputs, is_replay, replay};
use crate::failure::Failure;
use crate::files::Place;

pub(super) const EXAMPLES: &str = "\
Several files can be written at once; `-` is standard output. Step 0 is the start.
In the page `?` lists the keys, and #piece=N in its address links to a step.

Examples: laplace demon export q5-input-1 q5-output-1 --html game.html
          laplace demon export q4-input-73 --svg board.svg --piece 12 --gif game.gif --from 0 --to 20";

/// A game and the files to make of it.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The input of question 5, or a file that is a game by itself: question 4's input, a replay
    input: Place,
    /// The answer: the moves
    output: Option<Place>,
    #[command(flatten)]
    outputs: Outputs,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.outputs.write(self.film()?)
    }

    fn film(&self) -> Result<Film, Failure> {
        let input = self.input.read()?;
        if is_replay(&input) {
            return replay(&self.input, &input, "demon");
        }
        match &self.output {
            Some(output) if !self.input_has_the_moves() => answer(&self.input, &input, output),
            _ => film::demon(&input).map_err(|error| Failure::text(&self.input, error)),
        }
    }

    /// The answer to question 4 is a board: the game is in the question.
    fn input_has_the_moves(&self) -> bool {
        let name = self.input.file_name().and_then(|name| name.parse::<FileName>().ok());
        name.is_some_and(|name| name.question == Question::Q4)
    }
}

fn answer(input: &Place, seed: &[u8], output: &Place) -> Result<Film, Failure> {
    let moves = output.read()?;
    let verdict = laplace_judge::demon::judge(Question::Q5, seed, &moves)
        .map_err(|error| Failure::text(input, error))?;
    match verdict.difference {
        Some(difference) => Err(Failure::text(output, difference)),
        None => film::demon(&moves).map_err(|error| Failure::text(output, error)),
    }
}
