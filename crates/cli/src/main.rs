//! The program `laplace`: all of it is in the library `laplace_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    laplace_cli::run()
}
