//! `laplace blobwar datagen`, `laplace blobwar train`, and the engine with a network.

use std::fs;
use std::process::{Command, Stdio};

use crate::user::{Folder, interrupt, laplace};
use crate::wait::wait_for;

const DATAGEN: [&str; 9] =
    ["blobwar", "datagen", "games.bin", "--counts", "--games", "1280", "--nodes", "40", "--threads"];

#[test]
fn games_are_played_a_network_is_trained_and_the_engine_takes_it() {
    let folder = Folder::new("training");
    let run = |words: &str| laplace(&words.split(' ').collect::<Vec<_>>(), b"", folder.path());
    let played = laplace(&[&DATAGEN[..], &["2"]].concat(), b"", folder.path());
    assert!(played.starts_with("exit code 0\n") && played.contains("games.bin: 1280 games, "), "{played}");

    let trained = run("blobwar train games.bin -o network.bin --epochs 1 --batch 2000 --curve loss.svg");
    assert!(trained.contains("epoch  training  validation\n    1   0."), "{trained}");
    assert!(trained.contains("network.bin: network "), "{trained}");
    assert_eq!(folder.names(), ["games.bin", "loss.svg", "network.bin"]);
    assert!(fs::read_to_string(folder.path().join("loss.svg")).unwrap().contains("validation"));

    let again = run("blobwar train games.bin -o same.bin --epochs 1 --batch 2000 --threads 1");
    assert_eq!(trained.rsplit(' ').next(), again.rsplit(' ').next());

    let lines = b"setoption name EvalFile value network.bin\neval\nsetoption name EvalFile value <empty>\neval\n\
                  setoption name EvalFile value games.bin\nsetoption name EvalFile value no such file\nquit\n";
    let seen = laplace(&["blobwar", "uai"], lines, folder.path());
    let evals: Vec<&str> = seen.lines().filter(|line| line.starts_with("eval")).collect();
    assert!(evals.len() == 2 && evals[0] != evals[1], "{seen}");
    let refused = "info string setoption refused: EvalFile";
    assert!(seen.contains(&format!("{refused} games.bin: expected the file of a network\n")), "{seen}");
    assert!(seen.contains(&format!("{refused} no such file: No such file or directory")), "{seen}");

    let more = run("blobwar datagen more.bin --games 64 --nodes 40 --network network.bin");
    assert!(more.contains("more.bin: 64 games, "), "{more}");
    let other = run("blobwar datagen more.bin --games 64 --nodes 40 --counts");
    assert!(other.starts_with("exit code 3\n"), "{other}");
    assert!(other.contains("more.bin: the file has games of other settings: found --nodes 40 "), "{other}");
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_games() {
    let folder = Folder::new("datagen_interrupted");
    let child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(["blobwar", "datagen", "games.bin", "--counts", "--games", "1000000"])
        .args(["--nodes", "40", "--threads", "1"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let file = folder.path().join("games.bin");
    // The head has 52 bytes, and a block some thousands.
    wait_for("a block of games", || match fs::metadata(&file) {
        Ok(found) if found.len() > 1_000 => Ok(()),
        found => Err(format!("{found:?}")),
    });
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let kept = fs::read(&file).unwrap();

    // A kill can leave a part of a block.
    fs::write(&file, [&kept[..], b"BLCK and a bit"].concat()).unwrap();
    let again = laplace(&[&DATAGEN[..], &["2"]].concat(), b"", folder.path());
    assert!(again.contains("games.bin: cut off an incomplete block of 14 bytes at the end\n"), "{again}");
    assert!(fs::read(&file).unwrap().starts_with(&kept));
    let damaged = [&kept[..kept.len() - 1], b"!"].concat();
    fs::write(&file, &damaged).unwrap();
    let refused = laplace(&[&DATAGEN[..], &["2"]].concat(), b"", folder.path());
    assert!(
        refused.starts_with("exit code 3\n") && refused.contains("the checksum of the block is wrong"),
        "{refused}"
    );
    assert_eq!(fs::read(&file).unwrap(), damaged);
}

#[test]
fn wrong_arguments_of_training_are_refused() {
    let folder = Folder::new("training_wrong");
    let run = |words: &str| laplace(&words.split(' ').collect::<Vec<_>>(), b"", folder.path());
    folder.put("nonsense", "nonsense");
    for (words, expected) in [
        ("blobwar datagen g --mix 1,2,3", "expected four shares, such as 45,25,20,10"),
        ("blobwar datagen g --mix 0,0,0,0", "expected a share above 0"),
        ("blobwar datagen g --network nonsense", "nonsense: expected the file of a network"),
        ("blobwar datagen nonsense", "nonsense: offset 0: expected a file of training games"),
        ("blobwar train nonsense -o n", "nonsense: offset 0: expected a file of training games"),
        ("blobwar train missing -o n", "missing: cannot use: No such file or directory"),
        ("blobwar train nonsense -o n --score-share 2", "expected a number from 0 to 1"),
    ] {
        let seen = run(words);
        assert!(!seen.starts_with("exit code 0") && seen.contains(expected), "{words}: {seen}");
    }
    assert_eq!(folder.names(), ["nonsense"]);
}
