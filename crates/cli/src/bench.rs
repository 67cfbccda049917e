//! `laplace bench`: a fixed benchmark. The checksum changes only when behaviour does; the times are this machine's.

use std::fmt::Write;
use std::time::Instant;

use laplace_bench::{START, WORK, mix};

use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;

pub(crate) fn run() -> Result<(), Failure> {
    let mut checksum = START;
    let mut table = String::new();
    for work in WORK {
        let began = Instant::now();
        let result = (work.run)();
        checksum = mix(checksum, result);
        _ = writeln!(table, "{:<38} {result:>20}  {:>10}", work.name, Shown::since(began));
    }
    _ = writeln!(table, "checksum {checksum:016x}");
    FileArg::Stdio.write(table.as_bytes())
}
