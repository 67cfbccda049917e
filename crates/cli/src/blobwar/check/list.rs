//! The checks, each with what it expects.

use std::time::Duration;

use laplace_games::blobwar::{Position, Size, StuckRule};

use super::probe::{Finding, Probe};

/// A check: its name, what it expects, and how it is done.
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) expected: &'static str,
    pub(super) run: fn(&mut Probe) -> Finding,
}

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";
/// o is to move.
const SECOND: &str = "x5o/7/7/7/7/7/o4xx o 0 1";
const GAPS: &str = "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1";
/// x is shut in and can only pass.
const SHUT_IN: &str = "7/7/7/7/ooo4/ooo4/xoo4 x 0 1";
/// o has nothing left.
const OVER: &str = "7/7/7/7/7/7/x6 o 0 1";
/// The longest game that is played out.
const LONGEST_GAME: usize = 400;

const fn check(name: &'static str, expected: &'static str, run: fn(&mut Probe) -> Finding) -> Check {
    Check { name, expected, run }
}

#[rustfmt::skip]
pub(super) const ALL: [Check; 18] = [
    check("handshake", "`id name ...` and `uaiok` after `uai`", handshake),
    check("isready", "`readyok` after `isready`", is_ready),
    check("uainewgame", "`readyok` after `uainewgame` and `isready`", new_game),
    check("go depth", "a legal move after `go depth 3`", |probe| search(probe, START, "go depth 3")),
    check("go nodes", "a legal move after `go nodes 1000`", |probe| search(probe, START, "go nodes 1000")),
    check("go movetime", "a legal move within 100 ms and a little", move_time),
    check("go clock", "a legal move long before the clock runs out", clock),
    check("clock of o", "`wtime` taken for the clock of o, the second player", clock_of_second),
    check("startpos moves", "a legal answer to `position startpos moves g2 a2`", moves),
    check("gaps", "a legal move on a board with gaps", |probe| search(probe, GAPS, "go depth 3")),
    check("pass", "`bestmove 0000` where nothing else is legal", pass),
    check("end of the game", "`readyok` after a search where the game is over", over),
    check("stop", "`bestmove` right after `stop`, none before", stop),
    check("isready in search", "`readyok` while a search goes on", ready_in_search),
    check("one answer each", "one `bestmove` for each `go`", one_answer),
    check("malformed lines", "`readyok` and a legal move after lines that mean nothing", malformed),
    check("a whole game", "legal moves to the end of a game", whole_game),
    check("quit", "the end of the process after `quit`", quit),
];

fn handshake(probe: &mut Probe) -> Finding {
    probe.name.take().ok_or_else(|| "uaiok without id name".into())
}

fn is_ready(probe: &mut Probe) -> Finding {
    probe.ready().map(|()| "readyok".into())
}

fn new_game(probe: &mut Probe) -> Finding {
    probe.say("uainewgame");
    is_ready(probe)
}

fn search(probe: &mut Probe, fen: &str, go: &str) -> Finding {
    let (played, used) = probe.search(fen, go)?;
    Ok(format!("{played} in {} ms", used.as_millis()))
}

fn in_time(probe: &mut Probe, fen: &str, go: &str, limit: Duration) -> Finding {
    let (played, used) = probe.search(fen, go)?;
    let found = format!("{played} in {} ms", used.as_millis());
    if used <= limit { Ok(found) } else { Err(found) }
}

fn move_time(probe: &mut Probe) -> Finding {
    let limit = Duration::from_millis(100) + probe.slack();
    in_time(probe, START, "go movetime 100", limit)
}

fn clock(probe: &mut Probe) -> Finding {
    let go = "go btime 1000 wtime 1000 binc 10 winc 10";
    let limit = Duration::from_millis(500) + probe.slack();
    in_time(probe, START, go, limit)
}

fn clock_of_second(probe: &mut Probe) -> Finding {
    let go = "go btime 600000 wtime 200 binc 0 winc 0";
    let limit = Duration::from_millis(200) + probe.slack();
    in_time(probe, SECOND, go, limit)
}

fn moves(probe: &mut Probe) -> Finding {
    let mut position = Position::start(Size::Seven, StuckRule::Passes);
    for word in ["g2", "a2"] {
        let played = word.parse().map_err(|_| word.to_owned())?;
        position.play(played).map_err(|error| error.to_string())?;
    }
    probe.say("position startpos moves g2 a2");
    probe.ready()?;
    probe.clear();
    probe.say("go depth 2");
    let word = probe.best_move(probe.patience())?;
    probe.legal(&position.to_string(), &word).map(|played| played.to_string())
}

fn pass(probe: &mut Probe) -> Finding {
    search(probe, SHUT_IN, "go depth 3")
}

/// What the answer is, if there is one, does not matter: no runner asks.
fn over(probe: &mut Probe) -> Finding {
    probe.say(&format!("position fen {OVER}"));
    probe.say("go depth 1");
    let answer = probe
        .best_move(probe.moment())
        .map_or_else(|_| "no answer".into(), |word| format!("bestmove {word}"));
    probe.ready()?;
    Ok(format!("{answer}, then readyok"))
}

fn begin_endless(probe: &mut Probe) -> Result<(), String> {
    probe.say(&format!("position fen {START}"));
    probe.ready()?;
    probe.clear();
    probe.say("go infinite");
    match probe.best_move(probe.moment()) {
        Ok(word) => Err(format!("bestmove {word} before stop")),
        Err(_) => Ok(()),
    }
}

fn stop(probe: &mut Probe) -> Finding {
    begin_endless(probe)?;
    probe.say("stop");
    let word = probe.best_move(2 * probe.slack())?;
    probe.legal(START, &word).map(|played| played.to_string())
}

fn ready_in_search(probe: &mut Probe) -> Finding {
    begin_endless(probe)?;
    probe.ready()?;
    probe.say("stop");
    let word = probe.best_move(2 * probe.slack())?;
    probe.legal(START, &word).map(|played| format!("readyok, then {played}"))
}

fn one_answer(probe: &mut Probe) -> Finding {
    for _ in 0..3 {
        probe.search(START, "go depth 2")?;
    }
    match probe.best_move(probe.moment()) {
        Ok(word) => Err(format!("bestmove {word} once more")),
        Err(_) => Ok("three for three".into()),
    }
}

fn malformed(probe: &mut Probe) -> Finding {
    let endless = [b'x'; 50_000];
    let lines: [&[u8]; 9] = [
        b"",
        b"nonsense",
        b"position",
        b"position fen 8/8 x",
        b"position startpos moves z9",
        b"setoption name",
        b"\xff\xfe\x00",
        b"uai uai uai\t",
        &endless,
    ];
    for line in lines {
        probe.say_bytes(line);
    }
    probe.ready()?;
    search(probe, START, "go depth 2")
}

fn whole_game(probe: &mut Probe) -> Finding {
    let mut position = Position::start(Size::Seven, StuckRule::Passes);
    probe.say("uainewgame");
    for plies in 0..LONGEST_GAME {
        if position.end().is_some() {
            return Ok(format!("{plies} moves"));
        }
        let (played, _) = probe.search(&position.to_string(), "go depth 1")?;
        position.play(played).map_err(|error| format!("{played}: {error}"))?;
    }
    Ok(format!("{LONGEST_GAME} moves and no end, all legal"))
}

fn quit(probe: &mut Probe) -> Finding {
    probe.say("quit");
    let limit = 4 * probe.slack();
    if probe.has_ended(limit) {
        Ok("gone".into())
    } else {
        Err(format!("still there after {} ms", limit.as_millis()))
    }
}
