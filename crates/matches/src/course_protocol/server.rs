//! A server of the course's protocol: answers states with moves.

use std::io::{self, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use laplace_games::blobwar::format::course;
use laplace_games::blobwar::{CLOCK_LIMIT, Move, Position, Setup};

use super::built_in_player;
use crate::clock::{Go, TimeControl};
use crate::player::Player;
use crate::spec::PlayerKind;
use crate::uai::line_reader::LineReader;

/// The number of connections at once; more are closed as they come.
const MAX_CONNECTIONS: usize = 64;
/// The pause between two looks for a connection.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A server on this machine; every connection has a player and a thread of its own.
#[derive(Debug)]
pub struct CourseServer {
    listener: TcpListener,
}

impl CourseServer {
    /// Listens on a port of 127.0.0.1; 0 is any port that is free.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener })
    }

    /// The address that programs connect to.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves connections until `stop` is set. The player must be a built-in one, which has this time for each move; a
    /// connection for which there is none is closed.
    pub fn run(&self, player: &PlayerKind, move_time: Duration, stop: &AtomicBool) {
        let open = Arc::new(AtomicUsize::new(0));
        let mut seed = 0;
        while !stop.load(Relaxed) {
            // No program connects, or it closed before it was accepted, or no file can be opened: none of these is a
            // reason to end, nor to look again at once.
            let Ok((stream, _)) = self.listener.accept() else {
                std::thread::sleep(POLL_INTERVAL);
                continue;
            };
            if open.load(Relaxed) >= MAX_CONNECTIONS {
                _ = (&stream).write_all(b"error: too many connections\n");
                continue;
            }
            open.fetch_add(1, Relaxed);
            let open = Arc::clone(&open);
            let player = player.clone();
            std::thread::spawn(move || {
                if let Ok(player) = built_in_player(&player, move_time, seed) {
                    // A connection that was closed by its program is not an error.
                    _ = serve_connection(&stream, Session::new(player, move_time));
                }
                open.fetch_sub(1, Relaxed);
            });
            seed += 1;
        }
    }
}

fn serve_connection(stream: &TcpStream, mut session: Session) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    let mut output = stream;
    let mut lines = LineReader::new(BufReader::new(stream));
    while let Some(line) = lines.read()? {
        let answer = session.answer(line).unwrap_or_else(|error| format!("error: {error}"));
        output.write_all(format!("{answer}\n").as_bytes())?;
    }
    Ok(())
}

/// The player of a connection, and the position after its last answer.
struct Session {
    player: Box<dyn Player + Send>,
    control: TimeControl,
    after: Option<Position>,
}

impl Session {
    fn new(player: Box<dyn Player + Send>, move_time: Duration) -> Self {
        Self { player, control: TimeControl::MoveTime(move_time), after: None }
    }

    /// The move for a state, or what is wrong with the state. Where the game is over there is no move: `null`.
    fn answer(&mut self, line: &[u8]) -> Result<String, String> {
        let setup = course::read_state(line).map_err(|error| error.to_string())?;
        let state = Position::new(setup).map_err(|error| error.to_string())?;
        let clock = self.clock(&state);
        let position = Position::new(Setup { clock, ..setup }).map_err(|error| error.to_string())?;
        let played = if position.end().is_some() { Move::Pass } else { self.choose(&position)? };
        let mut after = position;
        self.after = after.play(played).is_ok().then_some(after);
        Ok(course::write_move(played))
    }

    fn choose(&mut self, position: &Position) -> Result<Move, String> {
        let go = Go { side: position.turn(), controls: [self.control; 2], clocks: [self.control.clock(); 2] };
        let choice = self.player.choose(position, &go).map_err(|reason| reason.to_string())?;
        Ok(choice.played)
    }

    /// The clock of a state, which does not contain it: it goes on if one move leads here from the position after the
    /// last answer, and is new otherwise. It never ends a game, since a program may play without it.
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

    fn answer(line: &str) -> Result<String, String> {
        session().answer(line.as_bytes())
    }

    fn session() -> Session {
        let player = built_in_player(&PlayerKind::Student(1), Duration::ZERO, 0).unwrap();
        Session::new(player, Duration::ZERO)
    }

    #[test]
    fn states_are_answered_and_other_lines_refused() {
        let start = format!("0r{:6}b{:48}b{:6}r", "", "", "");
        let moved = answer(&start).unwrap();
        assert!(course::read_move(&moved).is_ok(), "{moved}");
        // The blanks at the end are cells.
        let lonely = format!("0r{:63}", "");
        assert_eq!(answer(&lonely), Ok("null".into()), "the game is over");
        assert!(answer(lonely.trim_end()).unwrap_err().contains("expected"));
        assert!(answer("").is_err());
        assert!(answer(&format!("2{}", &start[1..])).unwrap_err().contains("0 or 1"));
    }

    /// Both players can only jump back and forth, each in a walled room of its own.
    const ROOMS: &str = "x-1-----/--------/--------/----o-1-/--------/--------/--------/-------- x 0 1";

    #[test]
    fn the_clock_goes_on_while_the_states_are_those_of_one_game() {
        let mut game = Position::from_fen(ROOMS, StuckRule::Passes).unwrap();
        let mut session = session();
        for round in 0..120 {
            // All that a state contains.
            game = Position::new(Setup { clock: 0, number: 1, ..game.setup() }).unwrap();
            if 2 * round < CLOCK_LIMIT {
                assert_eq!(session.clock(&game), 2 * round);
            }
            let answer = session.answer(course::write_state(&game.setup()).unwrap().as_bytes()).unwrap();
            assert_ne!(answer, "null", "round {round}: a program may play without a clock");
            game.play(course::read_move(answer.as_bytes()).unwrap()).unwrap();
            game.play(game.legal_moves()[0]).unwrap();
        }
        let other = Position::start(game.size(), StuckRule::Passes);
        assert_eq!(session.clock(&other), 0, "another game");
    }
}
