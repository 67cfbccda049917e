//! Fixes the date of the manual pages: `SOURCE_DATE_EPOCH` if it is set, else the date of the commit, else none. So
//! two builds of one commit make the same pages.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let date = match std::env::var("SOURCE_DATE_EPOCH") {
        // GNU, then BSD.
        Ok(epoch) => output("date", &["-u", "-d", &format!("@{epoch}"), "+%F"])
            .or_else(|| output("date", &["-u", "-r", &epoch, "+%F"])),
        Err(_) => output("git", &["log", "-1", "--format=%cs"]),
    };
    println!("cargo::rustc-env=LAPLACE_MANUAL_DATE={}", date.unwrap_or_default());
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
