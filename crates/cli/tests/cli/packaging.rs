//! What is installed: programs, manual pages, completions, licences, and the Debian package.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::user::Folder;

fn root() -> PathBuf {
    fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap()
}

/// The folder with the programs that the tests were built with.
fn programs() -> &'static Path {
    let programs = Path::new(env!("CARGO_BIN_EXE_laplace")).parent().unwrap();
    assert!(programs.join("laplace-arena").exists(), "no laplace-arena: run `cargo test --workspace`");
    programs
}

/// Runs a command, which must succeed, and returns what it printed.
#[track_caller]
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn script(name: &str, words: &[&str], folder: &Path) -> String {
    let mut command = Command::new("bash");
    command.arg(root().join("packaging").join(name)).args(words).current_dir(folder);
    output(&mut command)
}

/// All files below a folder, as paths relative to it.
fn files(folder: &Path) -> Vec<String> {
    let listed = output(Command::new("find").arg(folder).args(["-type", "f", "-printf", "%P\\n"]));
    listed.lines().map(str::to_owned).collect()
}

/// Checks the installed programs, pages, completions and licences below a folder.
fn check_installed(usr: &Path) {
    for program in ["laplace", "laplace-arena"] {
        let version = output(Command::new(usr.join("bin").join(program)).arg("--version"));
        assert_eq!(version, format!("{program} {}\n", env!("CARGO_PKG_VERSION")));
        let page = usr.join(format!("share/man/man1/{program}.1.gz"));
        let warnings =
            Command::new("man").args(["--warnings", "-l"]).arg(&page).env("MANWIDTH", "80").output();
        let shown = warnings.unwrap();
        assert_eq!(String::from_utf8_lossy(&shown.stderr), "", "warnings about {}", page.display());
        let shown = String::from_utf8_lossy(&shown.stdout);
        for section in ["NAME", "SYNOPSIS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
            assert!(shown.lines().any(|line| line == section), "{program}.1 has no {section}:\n{shown}");
        }
        let footer = shown.lines().last().unwrap_or_default();
        assert!(footer.starts_with(&format!("{program} {}", env!("CARGO_PKG_VERSION"))), "{footer}");
        assert!(footer.contains("20"), "{footer} has no date");
        assert!(usr.join(format!("share/bash-completion/completions/{program}")).exists());
        assert!(usr.join(format!("share/fish/vendor_completions.d/{program}.fish")).exists());
    }
    assert!(usr.join("share/man/man1/laplace-demon-q5.1.gz").exists());
    assert!(usr.join("share/man/man1/laplace-arena-teams.1.gz").exists());
}

/// What an installed server responds.
fn served(program: &Path, path: &str) -> String {
    let folder = Folder::new("installed-server");
    let mut server = Command::new(program)
        .args(["--database", "arena.db", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(server.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut addresses = lines.filter_map(|line| Some(line.split_once("serving ")?.1.to_owned()));
    let address = addresses.next().expect("the server serves");
    let url = format!("{}{path}", address.trim_end_matches('/'));
    let page = output(Command::new("curl").args(["--silent", "--fail", &url]));
    server.kill().unwrap();
    server.wait().unwrap();
    page
}

#[test]
fn install_and_uninstall() {
    let here = Folder::new("install");
    let programs = programs().display().to_string();
    fs::create_dir(here.path().join("site")).unwrap();
    here.put("site/version.txt", concat!(env!("CARGO_PKG_VERSION"), "\n"));
    for name in ["index.html", "worker-source.js", "module-source.js"] {
        here.put(&format!("site/{name}"), name);
    }
    // Relative to the folder that the script is started in.
    let to = ["--destdir", "stage", "--prefix", "/opt/laplace"];
    script("install.sh", &[&to[..], &["--programs", &programs, "--site", "site"]].concat(), here.path());
    fs::remove_dir_all(here.path().join("site")).unwrap();
    let prefix = here.path().join("stage/opt/laplace");
    check_installed(&prefix);
    assert!(prefix.join("share/zsh/site-functions/_laplace").exists());
    let unit = fs::read_to_string(prefix.join("lib/systemd/system/laplace-arena.service")).unwrap();
    assert!(unit.contains("\nExecStart=/opt/laplace/bin/laplace-arena\n"), "{unit}");
    for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "third-party-licences.txt", "docs/arena.md"] {
        assert!(prefix.join("share/doc/laplace").join(file).exists(), "{file}");
    }
    assert_eq!(served(&prefix.join("bin/laplace-arena"), "/site/"), "index.html");
    script("install.sh", &[&to[..], &["--uninstall"]].concat(), here.path());
    assert_eq!(files(here.path()), Vec::<String>::new());
}

#[test]
fn the_debian_package_runs() {
    let here = Folder::new("deb");
    let programs = programs().display().to_string();
    let mut build = Command::new("bash");
    build.arg(root().join("packaging/deb.sh")).args(["--programs", &programs, "--out", "."]);
    build.current_dir(here.path());
    // Packing well takes longer than everything else here.
    let package = output(build.env("LAPLACE_DEB_COMPRESSION", "none"));
    let package = package.trim();
    let fields = output(Command::new("dpkg-deb").args(["--field", package]));
    assert!(fields.contains(concat!("Package: laplace\nVersion: ", env!("CARGO_PKG_VERSION"))), "{fields}");
    assert!(fields.contains("\nDepends: libc6"), "{fields}");
    let unpacked = here.path().join("unpacked");
    output(Command::new("dpkg-deb").args(["--extract", package]).arg(&unpacked));
    check_installed(&unpacked.join("usr"));
    for file in ["copyright", "changelog.gz", "third-party-licences.txt.gz"] {
        assert!(unpacked.join("usr/share/doc/laplace").join(file).exists(), "{file}");
    }
    let unit = fs::read_to_string(unpacked.join("lib/systemd/system/laplace-arena.service")).unwrap();
    assert!(unit.contains("\nExecStart=/usr/bin/laplace-arena\n"), "{unit}");
}

/// Every page is correct troff, and has its sections.
#[test]
fn manual_pages_have_version_date_and_sections() {
    let here = Folder::new("manual");
    for program in ["laplace", "laplace-arena"] {
        output(Command::new(programs().join(program)).arg("man").arg(here.path()));
    }
    let names = here.names();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let page = fs::read_to_string(here.path().join(&name)).unwrap();
        let program = if name.starts_with("laplace-arena") { "laplace-arena" } else { "laplace" };
        let title = page.lines().find(|line| line.starts_with(".TH ")).unwrap();
        let source = format!("\"{program} {}\"", env!("CARGO_PKG_VERSION"));
        assert!(title.contains(&source) && title.ends_with("Laplace"), "{name}: {title}");
        assert!(!page.contains("EXTRA"), "{name}");
        assert!(page.contains(".SH \"EXIT STATUS\"\n") && page.contains(".SH \"SEE ALSO\"\n"), "{name}");
    }
}

/// A crate that `cargo tree` lists as linked is named with the number of a text that is there.
#[test]
fn the_licence_of_every_linked_crate_is_there() {
    let text = output(Command::new("python3").arg(root().join("packaging/licences.py")));
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--locked", "--offline", "--edges", "normal,no-proc-macro", "--prefix", "none"]);
    tree.args(["--package", "laplace", "--package", "laplace-arena", "--format", "{p}"]).current_dir(root());
    let tree = output(&mut tree);
    let mut crates = 0;
    for line in tree.lines().filter(|line| !line.is_empty() && !line.contains(" (/")) {
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        let version = words.next().unwrap().trim_start_matches('v');
        let named = format!("{name} {version}: ");
        let entry = text.lines().find(|line| line.starts_with(&named));
        let entry = entry.unwrap_or_else(|| panic!("{named} is not named"));
        let (_, numbers) = entry.rsplit_once(": ").unwrap();
        for number in numbers.split(", ") {
            assert!(text.contains(&format!("\n---- text {number} -")), "{entry}: no text {number}");
        }
        crates += 1;
    }
    assert!(crates > 100, "{tree}");
}

/// What bash offers for the last word of a command line.
fn bash_offers(line: &str) -> Vec<String> {
    let program = line.split(' ').next().unwrap();
    let script = format!(
        "source <({}/{program} completions bash)\n\
         COMP_WORDS=({line} '') COMP_CWORD=$(({}))\n\
         _{} {program} '' \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        programs().display(),
        line.split(' ').count(),
        program.replace('-', "__"),
    );
    let offered = output(Command::new("bash").args(["--norc", "-c", &script]));
    offered.lines().map(str::to_owned).collect()
}

#[test]
fn completions_offer_the_values_of_options() {
    let cases = [
        ("laplace demon gen --family", "last-on-top"),
        ("laplace demon judge --question", "5"),
        ("laplace well gen --family", "only-s-and-z"),
        ("laplace blobwar show --map", "island"),
        ("laplace blobwar show --rules", "passes"),
        ("laplace blobwar play --level", "10"),
        ("laplace blobwar play --blue", "human"),
        ("laplace blobwar openings --board", "7"),
        ("laplace completions", "fish"),
        ("laplace-arena new --feedback", "verdict"),
        ("laplace-arena --log", "json"),
    ];
    for (line, value) in cases {
        let offered = bash_offers(line);
        assert!(offered.iter().any(|word| word == value), "{line}: {offered:?}");
    }
    for shell in ["zsh", "fish"] {
        let script = output(Command::new(env!("CARGO_BIN_EXE_laplace")).args(["completions", shell]));
        for value in ["last-on-top", "only-s-and-z", "island", "passes"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}
