//! Every block of the documents, pasted in order into one shell in a folder of its own.
//!
//! - A ```` ```console ```` block shows commands behind `$ ` (lines that continue one behind `> `) and what they print.
//!   Every command succeeds, or names its code: `# exit code 1`. A command that ends in `&` is a server: the next
//!   command waits for what is shown, and the test ends it.
//! - A ```` ```sh ```` block is commands alone, all of which succeed.
//! - Blocks in other languages are not run, so no command stands in them.
//!
//! In what is shown, `...` or `…` is any text (alone on a line: any lines), every duration is the same as any
//! other, and `127.0.0.1:8080` is where the server really listens. `<!-- test: skip REASON -->` before a block
//! leaves it out. `inputs/` and `docs/games/` are there, as in a clone.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::user::Folder;
use crate::wait::wait_for;

/// More blocks than these are not left out without a good reason. Six of them are those of `docs/atlas.md`: clusters, and the
/// Python package, whose own tests run what can be run.
const MAX_SKIPPED: usize = 23;

/// One test for each document, so that they run at the same time.
macro_rules! documents {
    ($($name:ident: $path:literal,)*) => {
        const DOCUMENTS: &[&str] = &[$($path),*];
        $(#[test]
        fn $name() {
            run_document($path);
        })*
    };
}

documents! {
    readme: "README.md",
    arena: "docs/arena.md",
    arena_api: "docs/arena-api.md",
    arena_cluster: "docs/arena-cluster.md",
    atlas: "docs/atlas.md",
    blobwar: "docs/blobwar.md",
    demon: "docs/demon.md",
    matches: "docs/matches.md",
    promises: "docs/promises.md",
    replay: "docs/replay.md",
    sheet: "docs/sheet.md",
    sheet_fr: "docs/sheet.fr.md",
    site: "docs/site.md",
    training: "docs/training.md",
    well: "docs/well.md",
    rules_blobwar: "docs/rules/blobwar.md",
    rules_blobwar_fr: "docs/rules/blobwar.fr.md",
    rules_demon: "docs/rules/demon.md",
    rules_demon_fr: "docs/rules/demon.fr.md",
    rules_well: "docs/rules/well.md",
    rules_well_fr: "docs/rules/well.fr.md",
}

fn root() -> PathBuf {
    fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap()
}

/// A fenced block of a document.
struct Block {
    /// The line of its fence, from 1.
    line: usize,
    language: String,
    skip: Option<String>,
    text: Vec<String>,
}

fn blocks(document: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut skip = None;
    for (number, line) in text.lines().enumerate() {
        let fence = line.strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(language)) => {
                let language = language.to_owned();
                open = Some(Block { line: number + 1, language, skip: skip.take(), text: Vec::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.push(line.to_owned()),
            (None, None) if line.trim().is_empty() => {}
            (None, None) => {
                let reason = line.strip_prefix("<!-- test: skip ").and_then(|rest| rest.strip_suffix(" -->"));
                skip = reason.map(str::to_owned);
            }
        }
    }
    assert!(open.is_none(), "{document}: a block is not closed");
    blocks
}

/// A command and what the document shows below it, if it shows output at all.
struct Step {
    line: usize,
    command: String,
    shown: Option<Vec<String>>,
}

fn steps(document: &str, block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in block.text.iter().enumerate() {
        let number = block.line + 1 + number;
        if block.language == "sh" {
            match steps.last_mut() {
                Some(step) if !is_complete(&step.command) => step.command += &format!("\n{line}"),
                _ => steps.push(Step { line: number, command: line.clone(), shown: None }),
            }
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { line: number, command: command.into(), shown: Some(Vec::new()) });
        } else {
            let step = steps.last_mut();
            let step = step.unwrap_or_else(|| panic!("{document}:{number}: output before the first command"));
            if !is_complete(&step.command) {
                let more = line.strip_prefix("> ").unwrap_or(line);
                step.command += &format!("\n{more}");
            } else if let Some(shown) = &mut step.shown {
                shown.push(line.clone());
            }
        }
    }
    steps.retain(|step| !step.command.trim().is_empty());
    steps
}

/// Whether bash would run these lines and not wait for more.
fn is_complete(command: &str) -> bool {
    let checked = Command::new("bash").args(["-n", "-c", command]).output().unwrap();
    checked.status.success() && checked.stderr.is_empty() && !command.ends_with('\\')
}

/// A shell with the programs on its path, and everything that it and its children print.
struct Shell {
    bash: Child,
    input: ChildStdin,
    transcript: PathBuf,
    /// Where the server listens, once it has reported it.
    address: Option<String>,
}

const DOCUMENTED_ADDRESS: &str = "127.0.0.1:8080";
const DONE: &str = "\u{1}done ";

impl Shell {
    fn new(folder: &Path) -> Self {
        let laplace = Path::new(env!("CARGO_BIN_EXE_laplace"));
        let programs = laplace.parent().unwrap();
        assert!(
            programs.join("laplace-arena").exists(),
            "no laplace-arena beside {}: run `cargo test --workspace`",
            laplace.display()
        );
        // Beside the folder, under its whole name: `with_extension` would replace the number of the process.
        let mut transcript = folder.as_os_str().to_owned();
        transcript.push(".transcript");
        let transcript = PathBuf::from(transcript);
        let out = File::options().create(true).append(true).open(&transcript).unwrap();
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let mut bash = Command::new("bash")
            .args(["--noprofile", "--norc"])
            .current_dir(folder)
            .env("PATH", path)
            .env("LAPLACE_LISTEN", "127.0.0.1:0")
            .stdin(Stdio::piped())
            .stdout(out.try_clone().unwrap())
            .stderr(out)
            .process_group(0)
            .spawn()
            .unwrap();
        let input = bash.stdin.take().unwrap();
        Self { bash, input, transcript, address: None }
    }

    fn transcript(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.transcript).unwrap()).into_owned()
    }

    /// Runs a command and returns its exit code. What it printed is in the transcript.
    fn run(&mut self, command: &str) -> i32 {
        let command = match &self.address {
            Some(address) => command.replace(DOCUMENTED_ADDRESS, address),
            None => command.to_owned(),
        };
        let before = self.transcript().matches(DONE).count();
        writeln!(self.input, "{{ {command}\n}} </dev/null; printf '\\001done %d\\n' $?").unwrap();
        self.input.flush().unwrap();
        wait_for("end of the command", || {
            let transcript = self.transcript();
            let code = transcript.split(DONE).nth(before + 1).and_then(|rest| rest.split_once('\n'));
            code.map(|(code, _)| code.parse().unwrap()).ok_or(transcript)
        })
    }

    /// What was printed since the transcript had this length, as a document would show it.
    fn printed_since(&mut self, length: usize) -> String {
        let mut printed = String::new();
        for line in self.transcript()[length..].split_inclusive('\n') {
            match line.split_once(DONE) {
                Some(("", _)) => {}
                Some((before, _)) => printed += &format!("{before}\n"),
                None => printed += line,
            }
        }
        if let Some((_, rest)) = printed.split_once("serving http://")
            && let Some((address, _)) = rest.split_once('/')
        {
            self.address = Some(address.to_owned());
        }
        match &self.address {
            Some(address) => printed.replace(address.as_str(), DOCUMENTED_ADDRESS),
            None => printed,
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let group = format!("-{}", self.bash.id());
        let kill = |signal: &str| {
            let mut kill = Command::new("kill");
            kill.args([signal, "--", &group]).stderr(Stdio::null()).status().unwrap().success()
        };
        kill("-TERM");
        kill("-KILL");
        _ = self.bash.wait();
        _ = fs::remove_file(&self.transcript);
    }
}

fn run_document(document: &str) {
    let here = Folder::new(&format!("docs-{}", document.replace('/', "-")));
    for part in ["inputs", "docs/games"] {
        fs::create_dir_all(here.path().join(part)).unwrap();
        for entry in fs::read_dir(root().join(part)).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), here.path().join(part).join(entry.file_name())).unwrap();
        }
    }
    let mut shell = Shell::new(here.path());
    for block in blocks(document) {
        if block.skip.is_some() {
            continue;
        }
        if !matches!(block.language.as_str(), "sh" | "console") {
            let command = block.text.iter().find(|line| {
                ["$ ", "laplace ", "laplace-arena ", "cargo ", "bash "]
                    .iter()
                    .any(|start| line.starts_with(start))
            });
            if let Some(command) = command {
                panic!("{document}:{}: `{command}` is not run: make it a console or sh block", block.line);
            }
            continue;
        }
        for step in steps(document, &block) {
            run_step(document, &mut shell, &step);
        }
    }
}

fn run_step(document: &str, shell: &mut Shell, step: &Step) {
    let Step { line, command, shown } = step;
    let length = shell.transcript().len();
    let code = shell.run(command);
    let expected_code = command
        .split_once("# exit code ")
        .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .unwrap_or(0);
    let printed = shell.printed_since(length);
    assert_eq!(code, expected_code, "{document}:{line}: exit code of `{command}`, which printed:\n{printed}");
    let Some(shown) = shown else { return };
    if command.trim_end().ends_with('&') {
        let what = format!("output of `{command}` as {document}:{line} shows it");
        wait_for(&what, || {
            let printed = shell.printed_since(length);
            if fits(shown, &printed) { Ok(()) } else { Err(printed) }
        });
        return;
    }
    assert!(
        fits(shown, &printed),
        "{document}:{line}: `{command}` is shown with\n{}\nand printed\n{printed}",
        shown.join("\n")
    );
}

fn fits(shown: &[String], printed: &str) -> bool {
    let shown: Vec<String> = shown.iter().map(|line| without_durations(line.trim_end())).collect();
    let printed: Vec<String> = printed.lines().map(|line| without_durations(line.trim_end())).collect();
    lines_fit(&shown, &printed)
}

fn lines_fit(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|from| lines_fit(rest, &printed[from..]))
        }
        Some((line, rest)) => {
            printed.first().is_some_and(|first| text_fits(line, first)) && lines_fit(rest, &printed[1..])
        }
    }
}

/// Whether a line is as shown, where `...` is any text.
fn text_fits(shown: &str, printed: &str) -> bool {
    let shown = shown.replace('…', "...");
    let Some((start, rest)) = shown.split_once("...") else { return shown == printed };
    let Some(mut printed) = printed.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split("...").collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = printed.find(part) else { return false };
        printed = &printed[at + part.len()..];
    }
    printed.ends_with(end)
}

/// The line with `TIME` for every duration: a number, a blank or none, and a unit; `1 min 10 s` is one.
fn without_durations(line: &str) -> String {
    const UNITS: &[&str] = &["ns", "µs", "ms", "s", "min", "h"];
    let mut result = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number_on) = rest.split_at(start);
        let number = number_on.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number_on.len());
        let after = number_on[number..].strip_prefix(' ').unwrap_or(&number_on[number..]);
        let unit = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        result += before;
        let part_of_a_word = before.ends_with(|c: char| c.is_alphanumeric());
        if UNITS.contains(&&after[..unit]) && !part_of_a_word {
            if !result.ends_with("TIME ") {
                result += "TIME";
            } else {
                result.pop();
            }
            rest = &after[unit..];
        } else {
            result += &number_on[..number];
            rest = &number_on[number..];
        }
    }
    result + rest
}

#[test]
fn every_document_is_tested() {
    let mut found = vec!["README.md".to_owned()];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                // The pages of the Python package are run by its own tests: bindings/python/tests/test_docs.py.
                if path != Path::new("docs/python") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path.display().to_string());
            }
        }
    }
    let missing: Vec<_> = found.iter().filter(|path| !DOCUMENTS.contains(&path.as_str())).collect();
    assert!(missing.is_empty(), "add these to `documents!`: {missing:?}");
}

/// The table of promises names tests as `FILE::NAME` below `crates/`.
#[test]
fn every_test_of_the_table_of_promises_exists() {
    let table = fs::read_to_string(root().join("docs/promises.md")).unwrap();
    let mut named = 0;
    for name in table.split('`').filter(|code| code.contains(".rs::")) {
        let (file, test) = name.split_once("::").unwrap();
        let source = fs::read_to_string(root().join("crates").join(file));
        let source = source.unwrap_or_else(|error| panic!("{name}: {error}"));
        // A function, or a document of this file.
        let exists =
            [format!("fn {test}("), format!("\n    {test}: \"")].iter().any(|text| source.contains(text));
        assert!(exists, "docs/promises.md names {name}, which does not exist");
        named += 1;
    }
    assert!(named > 50, "{named} tests are named");
    for row in table.lines().filter(|row| row.starts_with("| ") && row.contains(" | yes | ")) {
        let kept = row.contains(".rs::") || row.contains("test.sh") || row.contains("crates/");
        assert!(kept, "nothing keeps this promise: {row}");
    }
}

#[test]
fn few_blocks_are_left_out() {
    let mut skipped = Vec::new();
    for document in DOCUMENTS {
        for block in blocks(document) {
            skipped.extend(block.skip.map(|reason| format!("{document}:{}: {reason}", block.line)));
        }
    }
    assert!(skipped.len() <= MAX_SKIPPED, "{} blocks:\n{}", skipped.len(), skipped.join("\n"));
}

#[test]
fn what_is_shown_is_compared() {
    let fits =
        |shown: &str, printed: &str| fits(&shown.lines().map(str::to_owned).collect::<Vec<_>>(), printed);
    assert!(fits("score 12 (0.7 s)", "score 12 (31 ms)\n"));
    assert!(!fits("score 12 (0.7 s)", "score 13 (0.7 s)\n"));
    assert!(!fits("12 seeds", "13 seeds\n"));
    assert!(fits("token: ...\n...\nend", "token: 0f6e\nmore\nmore\nend\n"));
    assert!(!fits("token: ...\nend", "token: 0f6e\nmore\nend\n"));
    assert!(!fits("", "unexpected\n"));
    assert!(!fits("expected", ""));
}
