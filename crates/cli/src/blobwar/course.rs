//! `laplace blobwar course`: the programs of the course's project, over TCP on this machine.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Subcommand};
use laplace_games::blobwar::format::{course, picture};
use laplace_games::blobwar::{Map, Outcome, Position, Side, Size, StuckRule};
use laplace_manual::one_of;
use laplace_matches::course_protocol::{CourseServer, RemotePlayer, built_in_player};
use laplace_matches::forfeit::Forfeit;
use laplace_matches::game::{Ending, GameSettings, PlayedGame, play_game};
use laplace_matches::score::Results;
use laplace_matches::spec::PlayerKind;
use laplace_matches::{Player, PlayerSpec, TimeControl};

use super::{LEVELS, map};
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::{Stop, seconds};

const SERVE_HELP: &str = "\
Listens on 127.0.0.1 and nowhere else. Each line is a state of 65 characters; blanks are cells. The answer is \
one line: {\"Duplicate\":9}, {\"Jump\":[0,18]}, or null if there is no move. A line that is not a state gets a line \
that begins with `error:`, and the connection stays open. Ctrl-C ends it.

Examples: laplace blobwar course serve --port 3141
          laplace blobwar course serve --port 3141 --player level:3 --time 0.2";

const PLAY_HELP: &str = "\
A player is the address of a program that listens on this machine, such as 127.0.0.1:3141, or laplace, \
level:N, student:N, random, greedy. The first one is red, number 0, and begins; with more games they take \
turns. A player that answers wrongly, too late or not at all loses.

Colours, letters and cell numbers are those of the project: its first player is red (r), its second blue (b). Everywhere else in \
laplace the first player is blue (x) and the second red (o), as on the exercise sheet.

Examples: laplace blobwar course play 127.0.0.1:3141 127.0.0.1:3142 --map cross
          laplace blobwar course play 127.0.0.1:3141 level:3 --games 10";

/// The third word.
#[derive(Debug, Subcommand)]
pub(crate) enum Course {
    /// Answers states with moves, for programs that connect
    #[command(after_help = SERVE_HELP)]
    Serve(Serve),
    /// Plays games between two programs at addresses, or built-in players
    #[command(after_help = PLAY_HELP)]
    Play(Play),
}

impl Course {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Serve(args) => args.run(),
            Self::Play(args) => args.run(),
        }
    }
}

/// The player that answers, and the port.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long)]
    port: u16,
    /// The player that answers: laplace, level:N, student:N, random or greedy
    #[arg(long, default_value = "laplace")]
    player: PlayerSpec,
    /// The level of `blobwar play` that answers, 1 to 10
    #[arg(long, conflicts_with = "player", value_parser = one_of::<u8>(LEVELS), hide_possible_values = true)]
    level: Option<u8>,
    /// Maximum time for a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: f64,
}

impl Serve {
    fn run(&self) -> Result<(), Failure> {
        let player: PlayerSpec = match self.level {
            Some(level) => format!("level:{level}").parse().map_err(|error| usage("--level", error))?,
            None => self.player.clone(),
        };
        let move_time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        // A player that is not built in is refused before a program connects.
        built_in_player(&player.kind, move_time, 0).map_err(|error| usage("--player", error))?;
        let place = FileArg::Path(format!("127.0.0.1:{}", self.port).into());
        let failed = |error| Failure::system(&place, "listen", error);
        let server = CourseServer::bind(self.port).map_err(failed)?;
        let address = server.address().map_err(failed)?;
        FileArg::Stdio.write(format!("listening on {address}\n").as_bytes())?;
        Stop::after(None);
        server.run(&player.kind, move_time, Stop::flag());
        Ok(())
    }
}

fn usage(argument: &str, error: impl fmt::Display) -> Failure {
    Failure::Usage(format!("{argument}: {error}"))
}

/// A player of the course's driver.
#[derive(Clone, Debug)]
enum Participant {
    Address(SocketAddr),
    BuiltIn(PlayerSpec),
}

impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected an address on this machine such as 127.0.0.1:3141, or laplace, level:N, student:N, random, greedy";
        match text.parse::<PlayerSpec>() {
            Ok(spec) if !matches!(spec.kind, PlayerKind::Command(_)) => return Ok(Self::BuiltIn(spec)),
            Ok(_) | Err(_) => {}
        }
        let mut addresses = text.to_socket_addrs().map_err(|_| EXPECTED)?;
        addresses.find(|address| address.ip().is_loopback()).map(Self::Address).ok_or_else(|| EXPECTED.into())
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::BuiltIn(spec) => spec.fmt(f),
        }
    }
}

impl Participant {
    /// The player itself: a built-in one thinks for half of its time, so that it is never late.
    fn open(&self, move_time: Duration, seed: u64) -> Result<Box<dyn Player>, Failure> {
        match self {
            Self::BuiltIn(spec) => match built_in_player(&spec.kind, move_time / 2, seed) {
                Ok(player) => Ok(player),
                Err(error) => Err(Failure::Usage(error.to_string())),
            },
            Self::Address(address) => {
                let place = FileArg::Path(address.to_string().into());
                match RemotePlayer::connect(*address, move_time) {
                    Ok(player) => Ok(Box::new(player)),
                    Err(error) => Err(Failure::system(&place, "connect", error)),
                }
            }
        }
    }
}

/// Two players and a map.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// The player of red, number 0, in the first game
    red: Participant,
    /// The player of blue, number 1
    blue: Participant,
    /// A map of the course's project [default: standard]
    #[arg(long, value_name = "NAME", value_parser = map())]
    map: Option<Map>,
    /// Number of games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Maximum time for a move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    time: f64,
    /// Print nothing but results
    #[arg(long)]
    quiet: bool,
}

impl Play {
    fn run(&self) -> Result<(), Failure> {
        let move_time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        let mut first = self.red.open(move_time, 0)?;
        let mut second = self.blue.open(move_time, 1)?;
        let names = [self.red.to_string(), self.blue.to_string()];
        let mut results = Results::default();
        Stop::after(None);
        for game in 0..self.games {
            // The first player begins in every other game.
            let colour = if game % 2 == 0 { Side::Blue } else { Side::Red };
            let mut players: [&mut dyn Player; 2] = match colour {
                Side::Blue => [&mut *first, &mut *second],
                Side::Red => [&mut *second, &mut *first],
            };
            let Some(played) = self.play(&mut players, move_time, game)? else { break };
            let outcome = played.ending.outcome();
            results.add(outcome, colour);
            let result = match outcome {
                Outcome::Draw => "a draw".into(),
                Outcome::Win(side) => {
                    let name = &names[usize::from(side != colour)];
                    format!("{} ({name}) wins", course_colour(side))
                }
            };
            let line = format!("game {}: {result}, {}\n", game + 1, reason(&played.ending));
            FileArg::Stdio.write(line.as_bytes())?;
        }
        let line = format!("{}: {results} against {}\n", names[0], names[1]);
        FileArg::Stdio.write(line.as_bytes())
    }

    /// Plays one game and prints its moves and its last position; `None` if it was stopped.
    fn play(
        &self,
        players: &mut [&mut dyn Player; 2],
        move_time: Duration,
        number: u32,
    ) -> Result<Option<PlayedGame>, Failure> {
        let rule = StuckRule::Passes;
        let settings = GameSettings {
            start: self.map.map_or_else(|| Position::start(Size::Eight, rule), |map| map.start(rule)),
            controls: [TimeControl::MoveTime(move_time); 2],
            // A program that is late was already noticed by its connection.
            margin: Duration::MAX,
            seed: number.into(),
        };
        let mut written = Ok(());
        let played = play_game(&settings, players, Stop::flag(), &mut |position, choice| {
            if !self.quiet && written.is_ok() {
                let colour = course_colour(position.turn().other());
                let line = format!("{colour} {}\n", course::write_move(choice.played));
                written = FileArg::Stdio.write(line.as_bytes());
            }
        });
        written?;
        if let Some(game) = played.as_ref().filter(|_| !self.quiet) {
            let state = course::write_state(&game.last.setup()).unwrap_or_default();
            let [first, second] = Side::BOTH.map(|side| game.last.board().blobs(side).len());
            let board = picture::write_lettered(&game.last, ['r', 'b']);
            let text = format!("{board}state \"{state}\"\nred {first}, blue {second}\n");
            FileArg::Stdio.write(text.as_bytes())?;
        }
        Ok(played)
    }
}

/// The course's word for a side: its red begins.
const fn course_colour(side: Side) -> &'static str {
    match side {
        Side::Blue => "red",
        Side::Red => "blue",
    }
}

/// How a game ended, with moves as the course writes them.
fn reason(ending: &Ending) -> String {
    let (side, reason) = match ending {
        Ending::Rules(end) => return end.reason.to_string(),
        Ending::Forfeit(side, Forfeit::UnreadableMove(text)) => (side, text.clone()),
        Ending::Forfeit(side, Forfeit::IllegalMove { played, reason }) => {
            (side, format!("{} is illegal: {reason}", course::write_move(*played)))
        }
        Ending::Forfeit(side, other) => (side, other.to_string()),
    };
    format!("{}: {reason}", course_colour(*side))
}
