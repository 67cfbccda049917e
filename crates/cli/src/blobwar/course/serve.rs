//! `laplace blobwar course serve`

use std::io::{self, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;
use laplace_games::blobwar::format::course;
use laplace_games::blobwar::{CLOCK_LIMIT, Move, Position, Setup};
use laplace_solvers::blobwar::uai::Lines;

use super::super::room::player::Spec;
use super::mind::Mind;
use crate::failure::Failure;
use crate::files::Place;
use crate::stop::{Stop, seconds};

pub(super) const HELP: &str = "\
Listens on 127.0.0.1 and nowhere else. Each line is a state of 65 characters; blanks are cells. The answer is
one line: {\"Duplicate\":9}, {\"Jump\":[0,18]}, or null if there is no move. A line that is no state gets a line
that begins with `error:`, and the connection goes on. Ctrl-C ends it.

Examples: laplace blobwar course serve --port 3141
          laplace blobwar course serve --port 3141 --player level:3 --time 0.2";

/// More connections at once are closed as they come.
const MOST_CONNECTIONS: usize = 64;
/// How often the door is looked at while nobody comes.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Who answers, and where.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long)]
    port: u16,
    /// Who answers: laplace, level:N, student:N, random or greedy
    #[arg(long, default_value = "laplace")]
    player: Spec,
    /// The level of `blobwar play` that answers, 1 to 10
    #[arg(long, conflicts_with = "player", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// The most time for a move
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: f64,
}

impl Serve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let spec = match self.level {
            Some(level) => format!("level:{level}").parse().map_err(Failure::Usage)?,
            None => self.player.clone(),
        };
        let time = Duration::try_from_secs_f64(self.time).unwrap_or(Duration::MAX);
        // What cannot play is found out before anybody comes.
        Mind::new(&spec, time, 0).map_err(|error| Failure::Usage(format!("--player: {error}")))?;
        let place = Place::File(format!("127.0.0.1:{}", self.port).into());
        let failed = |error| Failure::system(&place, "listen", error);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Place::Standard.write(format!("listening on {address}\n").as_bytes())?;
        welcome(&listener, &spec, time).map_err(failed)
    }
}

/// Gives every connection a thread of its own, until Ctrl-C.
fn welcome(listener: &TcpListener, spec: &Spec, time: Duration) -> io::Result<()> {
    static OPEN: AtomicUsize = AtomicUsize::new(0);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let stop = Stop::after(None);
    while !stop.is_due() {
        // Nobody is there, or went away while waiting, or no file is left to open: no reason to close, nor to
        // ask again at once.
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(BETWEEN_LOOKS);
            continue;
        };
        if OPEN.load(Relaxed) >= MOST_CONNECTIONS {
            _ = (&stream).write_all(b"error: too many connections\n");
            continue;
        }
        OPEN.fetch_add(1, Relaxed);
        let (spec, seed) = (spec.clone(), COUNT.fetch_add(1, Relaxed));
        std::thread::spawn(move || {
            if let Ok(mind) = Mind::new(&spec, time, seed) {
                // Whoever hangs up in the middle has heard enough.
                _ = converse(&stream, mind);
            }
            OPEN.fetch_sub(1, Relaxed);
        });
    }
    Ok(())
}

fn converse(stream: &TcpStream, mind: Mind) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    let mut lines = Lines::new(BufReader::new(stream));
    let (mut out, mut talk) = (stream, Talk::new(mind));
    while let Some(line) = lines.read()? {
        let answer = talk.answer(line).unwrap_or_else(|error| format!("error: {error}"));
        out.write_all(format!("{answer}\n").as_bytes())?;
    }
    Ok(())
}

/// Who answers on a connection, and where the last answer led.
struct Talk {
    mind: Mind,
    after: Option<Position>,
}

impl Talk {
    const fn new(mind: Mind) -> Self {
        Self { mind, after: None }
    }

    /// The move for a state, or what is wrong with it. Where the game is over there is no move: `null`.
    fn answer(&mut self, line: &[u8]) -> Result<String, String> {
        let setup = course::read_state(line).map_err(|error| error.to_string())?;
        let state = Position::new(setup).map_err(|error| error.to_string())?;
        let clock = self.clock(&state);
        let position = Position::new(Setup { clock, ..setup }).map_err(|error| error.to_string())?;
        let played = self.mind.choose(&position).unwrap_or(Move::Pass);
        let mut after = position;
        self.after = after.play(played).is_ok().then_some(after);
        Ok(course::write_move(played))
    }

    /// The clock of a state, which does not tell it: it goes on if one move leads here from where the last answer
    /// led, and is new otherwise. It never ends a game, since whoever asks may play without it.
    fn clock(&self, state: &Position) -> u32 {
        let follows = |played| {
            let mut next = self.after?;
            next.play_unchecked(played);
            ((next.board(), next.turn()) == (state.board(), state.turn())).then(|| next.clock())
        };
        let moves = self.after.map(|after| after.legal_moves()).unwrap_or_default();
        moves.into_iter().find_map(follows).unwrap_or(0).min(CLOCK_LIMIT - 1)
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::StuckRule;

    use super::*;

    fn ask(line: &str) -> Result<String, String> {
        talk().answer(line.as_bytes())
    }

    fn talk() -> Talk {
        Talk::new(Mind::new(&Spec::Student(1), Duration::ZERO, 0).unwrap())
    }

    #[test]
    fn states_are_answered_and_other_lines_refused() {
        let start = format!("0r{:6}b{:48}b{:6}r", "", "", "");
        let moved = ask(&start).unwrap();
        assert!(course::read_move(&moved).is_ok(), "{moved}");
        // The blanks at the end are cells.
        let lonely = format!("0r{:63}", "");
        assert_eq!(ask(&lonely), Ok("null".into()), "the game is over");
        assert!(ask(lonely.trim_end()).unwrap_err().contains("expected"));
        assert!(ask("").is_err());
        assert!(ask(&format!("2{}", &start[1..])).unwrap_err().contains("0 or 1"));
    }

    /// Both players can only jump to and fro, each in a room of its own.
    const ROOMS: &str = "x-1-----/--------/--------/----o-1-/--------/--------/--------/-------- x 0 1";

    #[test]
    fn the_clock_goes_on_while_the_states_are_those_of_one_game() {
        let mut game = Position::from_fen(ROOMS, StuckRule::Passes).unwrap();
        let mut talk = talk();
        for round in 0..120 {
            // All that a state tells.
            game = Position::new(Setup { clock: 0, number: 1, ..game.setup() }).unwrap();
            if 2 * round < CLOCK_LIMIT {
                assert_eq!(talk.clock(&game), 2 * round);
            }
            let answer = talk.answer(course::write_state(&game.setup()).unwrap().as_bytes()).unwrap();
            assert_ne!(answer, "null", "round {round}: whoever asks may play without a clock");
            game.play(course::read_move(answer.as_bytes()).unwrap()).unwrap();
            game.play(game.legal_moves()[0]).unwrap();
        }
        let other = Position::start(game.size(), StuckRule::Passes);
        assert_eq!(talk.clock(&other), 0, "another game");
    }
}
