//! `blobwar course`: the server and the driver, and the example of `docs/matches.md` as a student runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use laplace_games::blobwar::format::course;
use laplace_games::blobwar::{Map, Position, StuckRule};

use crate::user::{Folder, laplace};
use crate::wait::{TIMEOUT, wait_for};

/// A server that ends with the test, and its address.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(words: &str) -> Self {
        let args = ["blobwar", "course", "serve", "--port", "0"].into_iter().chain(words.split_whitespace());
        Self::of(Command::new(env!("CARGO_BIN_EXE_laplace")).args(args))
    }

    /// Any program whose first line ends with the address it listens on.
    fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { child, address }
    }

    fn connect(&self) -> BufReader<TcpStream> {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        BufReader::new(stream)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn request(stream: &mut BufReader<TcpStream>, line: &[u8]) -> String {
    stream.get_mut().write_all(&[line, b"\n"].concat()).unwrap();
    let mut answer = String::new();
    stream.read_line(&mut answer).unwrap();
    answer.trim_end().to_owned()
}

#[test]
fn a_server_answers_states_of_several_programs_and_survives_bad_lines() {
    let server = Server::start("--player student:2");
    let (mut one, mut two) = (server.connect(), server.connect());
    let start = "cross".parse::<Map>().unwrap().start(StuckRule::Passes);
    let state = course::write_state(&start.setup()).unwrap();
    for stream in [&mut one, &mut two] {
        let answer = request(stream, state.as_bytes());
        assert!(start.is_legal(course::read_move(&answer).unwrap()), "{answer}");
    }
    for (line, expected) in [
        (&b""[..], "error: found the end of the text, expected 0 or 1"),
        (b"hello", "error: found `h`, expected 0 or 1"),
        (b"0r", "error: found the end of the text, expected"),
        (b"\xff\xfe", "error: "),
        (&[b'0'; 300_000], "error: character 2"),
    ] {
        let answer = request(&mut one, line);
        assert!(answer.starts_with(expected), "{answer}");
    }
    let lonely = format!("1b{:63}", "");
    assert_eq!(request(&mut one, lonely.as_bytes()), "null", "the game is over, and its blanks are cells");
    assert!(course::read_move(request(&mut two, state.as_bytes())).is_ok());
}

/// The processor time that a process has used, which Linux counts in hundredths of a second.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    Duration::from_millis(10 * (fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()))
}

#[test]
#[cfg(target_os = "linux")]
fn a_server_without_free_file_descriptors_does_not_busy_wait() {
    const FILES: usize = 12;
    let serve = format!("ulimit -n {FILES}; exec \"$0\" blobwar course serve --port 0 --player random");
    let server = Server::of(Command::new("sh").args(["-c", &serve, env!("CARGO_BIN_EXE_laplace")]));
    let mut held: Vec<_> = (0..20).map(|_| server.connect()).collect();
    wait_for("server that has all its files open", || {
        let names = std::fs::read_dir(format!("/proc/{}/fd", server.child.id())).unwrap();
        let numbers =
            names.map(|entry| entry.unwrap().file_name().to_str().unwrap().parse::<usize>().unwrap());
        // Inherited file descriptors may have higher numbers.
        let open = numbers.filter(|&number| number < FILES).count();
        if open == FILES { Ok(()) } else { Err(format!("{open} files are open")) }
    });
    let before = (processor_time(server.child.id()), Instant::now());
    thread::sleep(Duration::from_secs(1));
    let worked = processor_time(server.child.id()) - before.0;
    let passed = before.1.elapsed();
    assert!(worked < passed * 3 / 10, "{worked:?} of work in {passed:?}");
    // Once descriptors are free again, it serves the waiting connection.
    let mut last = held.pop().unwrap();
    drop(held);
    assert!(request(&mut last, b"hello").starts_with("error: found `h`"));
}

#[test]
fn two_programs_at_addresses_play_a_game() {
    let folder = Folder::new("course_play");
    let (strong, weak) = (Server::start("--player student:3"), Server::start("--player random"));
    let args =
        ["blobwar", "course", "play", &strong.address, &weak.address, "--map", "rings", "--games", "2"];
    let seen = laplace(&[&args[..], &["--time", "600"]].concat(), b"", folder.path());
    assert!(seen.starts_with("exit code 0\n----- stdout\nred {"), "{seen}");
    assert!(seen.contains(&format!("game 1: red ({}) wins", strong.address)), "{seen}");
    assert!(seen.contains(&format!("game 2: blue ({}) wins", strong.address)), "{seen}");
    assert!(seen.ends_with(&format!("{}: +2 =0 -0 against {}\n", strong.address, weak.address)), "{seen}");
    // Every move of the first game is legal, and leads to the state that was printed.
    let mut position: Position = "rings".parse::<Map>().unwrap().start(StuckRule::Passes);
    let moves = seen
        .lines()
        .skip(2)
        .map_while(|line| line.split_once(' ').filter(|(word, _)| ["red", "blue"].contains(word)));
    for (_, text) in moves.take_while(|(_, text)| !text.starts_with('(')) {
        position.play(course::read_move(text).unwrap()).unwrap();
    }
    let state = course::write_state(&position.setup()).unwrap();
    assert!(seen.contains(&format!("state \"{state}\"\n")), "{seen}");
}

#[test]
fn a_program_that_answers_wrongly_loses() {
    let folder = Folder::new("course_wrong");
    folder.put("wrong.py", WRONG);
    for (answer, time, reason) in [
        ("{\"Duplicate\":0}", "600", "red: {\"Duplicate\":0} is illegal: "),
        ("null", "600", "red: null is illegal: a pass, though there is a move to play"),
        ("hello", "600", "red: `hello`: found `hello`, expected "),
        ("quit", "600", "red: the connection is closed"),
        ("wait", "0.3", "red: no move within 300 ms"),
    ] {
        let program = folder.path().join("wrong.py");
        let wrong = Server::of(Command::new("python3").arg(program).arg(answer));
        let args = ["blobwar", "course", "play", &wrong.address, "greedy", "--time", time, "--quiet"];
        let seen = laplace(&args, b"", folder.path());
        assert!(seen.contains("game 1: blue (greedy) wins, ") && seen.contains(reason), "{seen}");
    }
}

/// A program that gives the same answer to everything.
const WRONG: &str = "
import socket, sys, time
listener = socket.create_server(('127.0.0.1', 0))
print('listening on 127.0.0.1:%d' % listener.getsockname()[1], flush=True)
link, _ = listener.accept()
for line in link.makefile():
    if sys.argv[1] == 'quit':
        link.shutdown(socket.SHUT_RDWR)
        sys.exit()
    if sys.argv[1] == 'wait':
        time.sleep(10000)
    link.sendall((sys.argv[1] + '\\n').encode())
";

/// A program that plays the first legal move, but holds its first answer back until it receives something.
fn late_program(release: Receiver<()>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut release = Some(release);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut release = release.take();
            thread::spawn(move || {
                let mut stream = BufReader::new(stream.unwrap());
                loop {
                    let mut line = String::new();
                    if stream.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    let setup = course::read_state(line.trim_end_matches('\n')).unwrap();
                    let played = Position::new(setup).unwrap().legal_moves()[0];
                    if let Some(release) = release.take() {
                        _ = release.recv();
                    }
                    _ = stream.get_mut().write_all(format!("{}\n", course::write_move(played)).as_bytes());
                }
            });
        }
    });
    address
}

#[test]
fn a_program_that_was_late_once_is_understood_in_the_next_game() {
    // It answers when its time is over, or never: then it is connected to anew.
    thread::scope(|scope| {
        scope.spawn(|| play_a_late_program(true));
        scope.spawn(|| play_a_late_program(false));
    });
}

fn play_a_late_program(answers: bool) {
    let (sender, release) = channel();
    let address = late_program(release);
    // Every other answer has to come within this time, so it is long for a program that hardly thinks.
    let args = ["blobwar", "course", "play", &address, "greedy", "--time", "10", "--quiet", "--games", "4"];
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_laplace")).args(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut seen = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut seen).unwrap();
    assert!(seen.starts_with("game 1: blue (greedy) wins, red: no move within 10000 ms"), "{seen}");
    if answers {
        sender.send(()).unwrap();
    }
    output.read_to_string(&mut seen).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(seen.contains("game 4: "), "{seen}");
    assert_eq!(seen.matches("no move within").count(), 1, "{seen}");
    for wrong in ["illegal", "closed", "connect"] {
        assert!(!seen.contains(wrong), "{seen}");
    }
}

#[test]
fn the_example_of_the_documentation_plays() {
    let page = include_str!("../../../../docs/matches.md");
    let example = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(example.lines().count() <= 20, "{example}");
    let folder = Folder::new("course_example");
    folder.put("student.py", example);
    let student = Server::of(Command::new("python3").arg(folder.path().join("student.py")).arg("0"));
    let args = ["blobwar", "course", "play", &student.address, "random", "--games", "2", "--quiet"];
    let seen = laplace(&[&args[..], &["--time", "600"]].concat(), b"", folder.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    for wrong in ["illegal", "no move", "closed", "expected"] {
        assert!(!seen.contains(wrong), "{seen}");
    }
    assert!(seen.contains("game 2: "), "{seen}");
}

#[test]
fn what_cannot_be_served_or_played_is_refused() {
    let folder = Folder::new("course_refused");
    let busy = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port().to_string();
    for (words, code, reason) in [
        ("serve", 2, "--port"),
        ("serve --port 70000", 2, "70000"),
        ("serve --port 0 --level 11", 2, "11"),
        ("serve --port 0 --player ./program", 2, "expected laplace, level:N, student:N, random or greedy"),
        (&format!("serve --port {port}"), 4, "cannot listen"),
        ("play 192.0.2.1:80 random", 2, "expected an address on this machine"),
        ("play nonsense random", 2, "expected an address on this machine"),
        ("play 127.0.0.1:1 random", 4, "127.0.0.1:1: cannot connect"),
        ("play random greedy --map nowhere", 2, "possible values: chess"),
    ] {
        let args: Vec<&str> = ["blobwar", "course"].into_iter().chain(words.split(' ')).collect();
        let seen = laplace(&args, b"", folder.path());
        assert!(seen.starts_with(&format!("exit code {code}\n")) && seen.contains(reason), "{words}: {seen}");
    }
}
