//! A game as a file to download: PGN, or the replay document that all commands read.

use std::time::{Duration, SystemTime};

use laplace_games::blobwar::Side;
use laplace_judge::replay::{BlobwarReplay, BlobwarResult, Replay, write};
use laplace_matches::TimeControl;
use laplace_matches::clock::Fischer;
use laplace_matches::interactive::InteractiveGame;
use laplace_matches::pgn::{Conclusion, SingleGame, write_single};
use laplace_matches::player::Choice;
use serde::Deserialize;

use super::game::{GameFault, GameForm, read};

/// The maximum length of a player's name in characters.
const MAX_NAME: usize = 60;
/// The name of the occasion in PGN.
const EVENT: &str = "Blobwar in the browser";

/// The game that the page wants as a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileForm {
    start: String,
    #[serde(default)]
    rules: Option<String>,
    moves: Vec<String>,
    /// The names of blue and red.
    players: [String; 2],
    /// The winner of a game that ended other than by the rules, and how it ended.
    #[serde(default)]
    loss: Option<LossForm>,
    /// Whether the players agreed on a draw.
    #[serde(default)]
    agreed: bool,
    /// The time of each move in milliseconds, where it is known.
    #[serde(default)]
    used: Vec<u64>,
    #[serde(default)]
    clock: Option<ClockForm>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossForm {
    winner: SideForm,
    reason: LossReason,
}

/// A side, by its letter.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SideForm {
    /// Blue.
    X,
    /// Red.
    O,
}

impl From<SideForm> for Side {
    fn from(form: SideForm) -> Self {
        match form {
            SideForm::X => Self::Blue,
            SideForm::O => Self::Red,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LossReason {
    Resigned,
    Time,
}

/// A clock, in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockForm {
    /// The time at the beginning.
    pub base: u32,
    /// What each move adds.
    pub increment: u32,
}

impl ClockForm {
    /// The clock.
    pub fn fischer(self) -> Fischer {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Fischer { base: seconds(self.base), increment: seconds(self.increment) }
    }
}

/// A game that can be written.
#[derive(Debug)]
pub struct GameFile {
    game: InteractiveGame,
    form: FileForm,
}

impl GameFile {
    /// Plays the moves of the form.
    pub fn read(form: FileForm) -> Result<Self, GameFault> {
        let game =
            GameForm { moves: form.moves.clone(), ..GameForm::new(form.start.clone(), form.rules.clone()) };
        Ok(Self { game: read(&game)?, form })
    }

    /// The names as a replay may have them: no control characters.
    fn names(&self) -> [String; 2] {
        let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
        self.form.players.clone().map(|name| name.chars().map(visible).take(MAX_NAME).collect())
    }

    fn conclusion(&self) -> Conclusion {
        let loss = self.form.loss.map(|loss| (Side::from(loss.winner).other(), loss.reason));
        match (self.game.position().end(), loss) {
            (Some(end), _) => Conclusion::Rules(end),
            (None, Some((loser, LossReason::Resigned))) => Conclusion::Resigned(loser),
            (None, Some((loser, LossReason::Time))) => Conclusion::OutOfTime(loser),
            (None, None) if self.form.agreed => Conclusion::Agreed,
            (None, None) => Conclusion::Unfinished,
        }
    }

    /// The game as PGN. The date is a parameter: a WebAssembly module has no clock of its own.
    pub fn pgn(&self, date: SystemTime) -> String {
        let used = self.form.used.iter().copied().chain(std::iter::repeat(0));
        let choices = self.game.facts().zip(used);
        let moves: Vec<_> =
            choices.map(|(facts, used)| Choice::new(facts.played, Duration::from_millis(used))).collect();
        let names = self.names();
        write_single(&SingleGame {
            event: EVENT,
            start: *self.game.start(),
            last: *self.game.position(),
            moves: &moves,
            conclusion: self.conclusion(),
            names: [&names[0], &names[1]],
            control: self.form.clock.map(|clock| TimeControl::Clock(clock.fischer())),
            date,
        })
    }

    /// The game as a replay document.
    pub fn replay(&self) -> String {
        let result = match self.conclusion() {
            Conclusion::Rules(end) => Some(BlobwarResult::Over(end.outcome)),
            Conclusion::Unfinished => Some(BlobwarResult::Unfinished),
            // The document claims only what follows from its moves.
            Conclusion::Resigned(_) | Conclusion::OutOfTime(_) | Conclusion::Agreed => None,
        };
        write(&Replay::Blobwar(BlobwarReplay {
            start: *self.game.start(),
            moves: self.game.facts().map(|facts| facts.played).collect(),
            result,
            players: Some(self.names()),
        }))
    }
}
