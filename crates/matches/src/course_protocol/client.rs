//! A program of the course's project at an address, as a player.

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::course;

use crate::clock::Go;
use crate::forfeit::Forfeit;
use crate::player::{Choice, NewGame, Player};
use crate::uai::line_reader::LineReader;

/// The number of lines of a program that may wait to be read.
const QUEUE: usize = 16;
/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A program that listens at an address.
#[derive(Debug)]
pub struct RemotePlayer {
    address: SocketAddr,
    move_time: Duration,
    connection: Connection,
    /// Whether a state was sent and not answered: the next line is then not an answer to the next state.
    owes_answer: bool,
}

impl RemotePlayer {
    /// Connects to a program, which has this time for each move.
    pub fn connect(address: SocketAddr, move_time: Duration) -> io::Result<Self> {
        Ok(Self { address, move_time, connection: Connection::open(address)?, owes_answer: false })
    }

    /// Makes sure that the next line answers the next state. A late answer is waited for once more, since some programs
    /// accept one connection only; a program that is silent even then, or has closed, is connected to again.
    fn settle(&mut self) -> Result<(), Forfeit> {
        if self.owes_answer && self.connection.lines.recv_timeout(self.move_time).is_err() {
            self.connection = Connection::open(self.address)
                .map_err(|error| Forfeit::Connection(format!("cannot connect again: {error}")))?;
        }
        self.owes_answer = false;
        // Lines that no state requested are not answers.
        while self.connection.lines.try_recv().is_ok() {}
        Ok(())
    }
}

impl Player for RemotePlayer {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
        Ok(())
    }

    fn choose(&mut self, position: &Position, _: &Go) -> Result<Choice, Forfeit> {
        let state = course::write_state(&position.setup())
            .ok_or_else(|| Forfeit::Connection("no state for this board".into()))?;
        self.settle()?;
        self.owes_answer = true;
        let closed = || Forfeit::Connection("the connection is closed".into());
        let began = Instant::now();
        self.connection.stream.write_all(format!("{state}\n").as_bytes()).map_err(|_| closed())?;
        let line = self.connection.lines.recv_timeout(self.move_time).map_err(|error| match error {
            RecvTimeoutError::Timeout => Forfeit::Timeout { awaited: "move", timeout: self.move_time },
            RecvTimeoutError::Disconnected => closed(),
        })?;
        let used = began.elapsed();
        self.owes_answer = false;
        let played = course::read_move(&line).map_err(|error| {
            Forfeit::UnreadableMove(format!("`{}`: {error}", String::from_utf8_lossy(&line).trim_end()))
        })?;
        Ok(Choice::new(played, used))
    }
}

/// A connection. Its lines are read by a thread, so that a wait for one can end.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    lines: Receiver<Vec<u8>>,
}

impl Connection {
    fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)?;
        stream.set_nodelay(true)?;
        let reader = stream.try_clone()?;
        let (sender, lines) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            let mut reader = LineReader::new(BufReader::new(reader));
            while let Ok(Some(line)) = reader.read() {
                if sender.send(line.to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { stream, lines })
    }
}

/// The thread that reads holds the connection too; the shutdown ends it.
impl Drop for Connection {
    fn drop(&mut self) {
        _ = self.stream.shutdown(Shutdown::Both);
    }
}
