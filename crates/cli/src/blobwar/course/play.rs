//! `laplace blobwar course play`

use std::fmt;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use clap::Args;
use laplace_games::blobwar::format::{course, picture};
use laplace_games::blobwar::{Map, Move, Outcome, Position, Side, Size, StuckRule};
use laplace_solvers::blobwar::uai::Lines;

use super::super::map;
use super::super::room::player::Spec;
use super::mind::Mind;
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
A player is the address of a program that listens on this machine, such as 127.0.0.1:3141, or laplace,
level:N, student:N, random, greedy. The first one is red, number 0, and begins; with more games they take
turns. Who answers wrongly, too late or not at all loses.

Examples: laplace blobwar course play 127.0.0.1:3141 127.0.0.1:3142 --map cross
          laplace blobwar course play 127.0.0.1:3141 level:3 --games 10";

/// So many lines of a program may wait.
const QUEUE: usize = 16;

/// A player of a game.
#[derive(Clone, Debug)]
enum Seat {
    Address(SocketAddr),
    Here(Spec),
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected an address on this machine such as 127.0.0.1:3141, or laplace, level:N, student:N, random, greedy";
        match text.parse() {
            Ok(Spec::Command(_)) | Err(_) => {}
            Ok(spec) => return Ok(Self::Here(spec)),
        }
        let mut addresses = text.to_socket_addrs().map_err(|_| EXPECTED)?;
        addresses.find(|address| address.ip().is_loopback()).map(Self::Address).ok_or_else(|| EXPECTED.into())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Here(Spec::Level(level)) => write!(f, "level:{level}"),
            Self::Here(Spec::Student(depth)) => write!(f, "student:{depth}"),
            Self::Here(Spec::Random) => f.write_str("random"),
            Self::Here(Spec::Greedy) => f.write_str("greedy"),
            Self::Here(_) => f.write_str("laplace"),
        }
    }
}

/// Two players and a map.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// Who plays red, number 0, in the first game
    red: Seat,
    /// Who plays blue, number 1
    blue: Seat,
    /// A map of the course's project [default: standard]
    #[arg(long, value_name = "NAME", value_parser = map)]
    map: Option<&'static Map>,
    /// How many games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// The most time for a move
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    time: f64,
    /// Print nothing but results
    #[arg(long)]
    quiet: bool,
}

/// The course's word for a player: its red is who begins.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::Blue => "red",
        Side::Red => "blue",
    }
}

impl Play {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        let mut players = [self.open(&self.red, 0, time)?, self.open(&self.blue, 1, time)?];
        let names = [self.red.to_string(), self.blue.to_string()];
        let stop = Stop::after(None);
        // Won by the first, drawn, won by the second.
        let mut tally = [0; 3];
        for game in 0..self.games {
            let turned = game % 2 == 1;
            let Some((outcome, reason)) = self.play(&mut players, turned, &stop)? else { break };
            let told = match outcome {
                Outcome::Draw => "a draw".into(),
                Outcome::Win(side) => {
                    let name = &names[usize::from((side == Side::Red) != turned)];
                    format!("{} ({name}) wins", colour(side))
                }
            };
            let index = match outcome {
                Outcome::Draw => 1,
                Outcome::Win(side) => 2 * usize::from((side == Side::Red) != turned),
            };
            tally[index] += 1;
            Place::Standard.write(format!("game {}: {told}, {reason}\n", game + 1).as_bytes())?;
        }
        let [first, draws, second] = tally;
        let line = format!("{}: +{first} ={draws} -{second} against {}\n", names[0], names[1]);
        Place::Standard.write(line.as_bytes())
    }

    fn open(&self, seat: &Seat, seed: u64, time: Duration) -> Result<Player, Failure> {
        match seat {
            Seat::Here(spec) => {
                let mind = Mind::new(spec, time / 2, seed).map_err(Failure::Usage)?;
                Ok(Player::Here(mind))
            }
            Seat::Address(address) => Remote::open(*address, time).map(Player::Remote),
        }
    }

    /// Plays one game; `None` if it was stopped. `turned`: the second player begins.
    fn play(
        &self,
        players: &mut [Player; 2],
        turned: bool,
        stop: &Stop,
    ) -> Result<Option<(Outcome, String)>, Failure> {
        let rule = StuckRule::Passes;
        let start = self.map.map_or_else(|| Position::start(Size::Eight, rule), |map| map.start(rule));
        let mut position = start;
        let ended = loop {
            if let Some(end) = position.end() {
                break (end.outcome, end.reason.to_string());
            }
            if stop.is_due() {
                return Ok(None);
            }
            let side = position.turn();
            let player = &mut players[usize::from((side == Side::Red) != turned)];
            let played = player.choose(&position);
            let refused = |error: String| (Outcome::Win(side.other()), format!("{}: {error}", colour(side)));
            match played {
                Err(error) => break refused(error),
                Ok(played) => {
                    let text = course::write_move(played);
                    if let Err(error) = position.play(played) {
                        break refused(format!("{text} is illegal: {error}"));
                    }
                    if !self.quiet {
                        Place::Standard.write(format!("{} {text}\n", colour(side)).as_bytes())?;
                    }
                }
            }
        };
        if !self.quiet {
            let state = course::write_state(&position.setup()).unwrap_or_default();
            let counts = Side::BOTH.map(|side| position.board().blobs(side).len());
            let text = format!(
                "{}state \"{state}\"\nred (x) {}, blue (o) {}\n",
                picture::write(&position),
                counts[0],
                counts[1]
            );
            Place::Standard.write(text.as_bytes())?;
        }
        Ok(Some(ended))
    }
}

/// A player, here or elsewhere.
enum Player {
    Here(Mind),
    Remote(Remote),
}

impl Player {
    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        match self {
            Self::Here(mind) => Ok(mind.choose(position).unwrap_or(Move::Pass)),
            Self::Remote(remote) => remote.choose(position),
        }
    }
}

/// A program at an address.
struct Remote {
    address: SocketAddr,
    time: Duration,
    link: Link,
    /// Whether it was asked something and has not answered: its next line is no answer to the next question.
    owes: bool,
}

impl Remote {
    fn open(address: SocketAddr, time: Duration) -> Result<Self, Failure> {
        let place = Place::File(address.to_string().into());
        let link = Link::open(address).map_err(|error| Failure::system(&place, "connect", error))?;
        Ok(Self { address, time, link, owes: false })
    }

    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        let state = course::write_state(&position.setup()).ok_or("no state for this board")?;
        self.settle()?;
        self.owes = true;
        let gone = || "the connection is closed".to_owned();
        self.link.stream.write_all(format!("{state}\n").as_bytes()).map_err(|_| gone())?;
        let line = self.link.lines.recv_timeout(self.time).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no move within {} ms", self.time.as_millis()),
            RecvTimeoutError::Disconnected => gone(),
        })?;
        self.owes = false;
        course::read_move(&line)
            .map_err(|error| format!("`{}`: {error}", String::from_utf8_lossy(&line).trim_end()))
    }

    /// Sees to it that the next line answers the next question. A late answer is waited for once more, since
    /// some programs take one connection only; who is silent even then, or has gone, is connected to anew.
    fn settle(&mut self) -> Result<(), String> {
        if self.owes && self.link.lines.recv_timeout(self.time).is_err() {
            self.link = Link::open(self.address).map_err(|error| format!("cannot connect again: {error}"))?;
        }
        self.owes = false;
        // What was said unasked is no answer.
        while self.link.lines.try_recv().is_ok() {}
        Ok(())
    }
}

/// A connection. Its lines are read by a thread, so that a slow program cannot hold us up.
struct Link {
    stream: TcpStream,
    lines: Receiver<Vec<u8>>,
}

impl Link {
    fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
        stream.set_nodelay(true)?;
        let reader = stream.try_clone()?;
        let (sender, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            let mut read = Lines::new(BufReader::new(reader));
            while let Ok(Some(line)) = read.read() {
                if sender.send(line.to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { stream, lines })
    }
}

/// The thread that reads holds the connection too; this is how it hears of the end.
impl Drop for Link {
    fn drop(&mut self) {
        _ = self.stream.shutdown(Shutdown::Both);
    }
}
