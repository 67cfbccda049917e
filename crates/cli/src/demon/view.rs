//! `laplace demon view`

use clap::Args;
use laplace_games::demon::format::{self, FileName, Question};
use laplace_judge::recording::Recording;
use laplace_judge::replay::Replay;

use crate::export::is_replay;
use crate::failure::Failure;
use crate::files::Place;
use crate::replay;
use crate::view::{self, Pace};

pub(super) const HELP: &str = "\
On a terminal, `?` lists the keys; elsewhere every board is printed as text.
With one file, it is question 4's input, question 5's answer, or a replay.

Examples: laplace demon view q5-input-1 q5-output-1
          laplace demon view inputs/q4-input-73";

/// A game to show.
#[derive(Debug, Args)]
pub(crate) struct View {
    /// The input, or a file that is a game by itself
    input: Place,
    /// The answer: the moves
    output: Option<Place>,
}

impl View {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let recording = self.recording()?;
        let (score, ended) = (recording.score(usize::MAX), recording.ended().to_owned());
        let title = match &recording {
            Recording::Demon(game) => format!("The demon, seed {}", game.seed().number()),
            _ => String::new(),
        };
        view::show(recording, title, Pace::DEFAULT)?;
        Place::Standard.write(format!("score {score}\nended: {ended}\n").as_bytes())
    }

    fn recording(&self) -> Result<Recording, Failure> {
        let input = self.input.read()?;
        if is_replay(&input) {
            let replay = replay::read(&self.input, &input)?;
            replay::expect(&self.input, &replay, "demon")?;
            return Ok(Recording::of_replay(&replay));
        }
        match &self.output {
            Some(output) if !self.input_has_the_moves() => answer(&self.input, &input, output),
            _ => Recording::of_demon(&input).map_err(|error| Failure::text(&self.input, error)),
        }
    }

    /// The answer to question 4 is a board: the game is in the question.
    fn input_has_the_moves(&self) -> bool {
        let name = self.input.file_name().and_then(|name| name.parse::<FileName>().ok());
        name.is_some_and(|name| name.question == Question::Q4)
    }
}

fn answer(input: &Place, seed: &[u8], output: &Place) -> Result<Recording, Failure> {
    let asked = format::seed(seed).map_err(|error| Failure::text(input, error))?;
    let moves = output.read()?;
    if is_replay(&moves) {
        let replay = replay::read(output, &moves)?;
        replay::expect(output, &replay, "demon")?;
        if let Replay::Demon(game) = &replay {
            same_seed(output, asked, game.seed)?;
        }
        return Ok(Recording::of_replay(&replay));
    }
    let found = format::moves(&moves).map_err(|error| Failure::text(output, error))?.seed();
    same_seed(output, asked, found)?;
    Recording::of_demon(&moves).map_err(|error| Failure::text(output, error))
}

fn same_seed(
    output: &Place,
    asked: laplace_games::demon::Seed,
    found: laplace_games::demon::Seed,
) -> Result<(), Failure> {
    if found == asked {
        return Ok(());
    }
    let (found, asked) = (found.number(), asked.number());
    Err(Failure::text(output, format_args!("found a game of seed {found}, expected {asked}")))
}
