//! Programs that end in every way.

#![cfg(unix)]

use std::process::Command;
use std::time::Duration;

use laplace_process::{Finished, Limits, Outcome, run};

/// A limit that should not run out.
const HOUR: Duration = Duration::from_secs(3600);

fn shell(script: &str, input: &[u8], limits: Limits) -> Finished {
    run(Command::new("sh").args(["-c", script]), input, &limits, &mut || false).unwrap()
}

fn patient() -> Limits {
    Limits { time: HOUR, memory: None, output: 1000 }
}

#[test]
fn input_goes_in_and_output_comes_out() {
    let done = shell("cat; echo no >&2; echo 'the last' >&2; echo >&2; exit 3", b"some text", patient());
    assert_eq!((done.outcome, done.output), (Outcome::Exited(3), b"some text".to_vec()));
    assert_eq!(done.last_words, "the last");
}

#[test]
fn a_program_that_reads_nothing_and_one_that_dies_by_a_signal() {
    let much = vec![b'x'; 1 << 20];
    assert_eq!(shell("exit 0", &much, patient()).outcome, Outcome::Exited(0));
    assert_eq!(shell("kill -SEGV $$", b"", patient()).outcome, Outcome::Signal(11));
}

#[test]
fn time_memory_output_and_the_caller_end_a_program() {
    let short = Limits { time: Duration::from_millis(50), ..patient() };
    // The child of the shell is killed too: otherwise the pipe would stay open for an hour.
    assert_eq!(shell("sleep 3600; true", b"", short).outcome, Outcome::TimeOut);
    let done = shell("yes", b"", patient());
    assert_eq!((done.outcome, done.output.len()), (Outcome::TooMuchOutput, 1000));
    assert_eq!(shell("printf %01001d 0", b"", patient()).outcome, Outcome::TooMuchOutput);
    let mut looks = 0;
    let mut stop = || {
        looks += 1;
        looks > 3
    };
    let stopped = run(Command::new("sleep").arg("3600"), b"", &patient(), &mut stop).unwrap();
    assert_eq!(stopped.outcome, Outcome::Stopped);
    if cfg!(target_os = "linux") {
        let small = Limits { memory: Some(20 << 20), ..patient() };
        // `tail` keeps a last line that never ends.
        let done = shell("tail -n 1 /dev/zero & wait", b"", small);
        assert_eq!(done.outcome, Outcome::OutOfMemory);
        assert!(done.peak_memory > 20 << 20);
    }
}

#[test]
fn a_program_that_is_not_there_cannot_be_started() {
    let failed = run(&mut Command::new("./no-such-program"), b"", &patient(), &mut || false);
    assert_eq!(failed.unwrap_err().kind(), std::io::ErrorKind::NotFound);
}
