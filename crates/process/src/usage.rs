//! The memory that a process and its descendants use, from `/proc`.

use std::fs;

/// The number of processes that are looked at: a program that starts more is not measured further.
const MAX_PROCESSES: usize = 1000;

/// The bytes of memory that a process and its descendants hold now; 0 for a process that has ended.
pub(crate) fn resident_bytes(process: u32) -> u64 {
    let mut waiting = vec![process.to_string()];
    let mut total = 0;
    let mut seen = 0;
    while let Some(process) = waiting.pop() {
        seen += 1;
        if seen > MAX_PROCESSES {
            break;
        }
        total += resident_kilobytes(&process).unwrap_or(0) * 1024;
        // The children of each thread.
        for thread in fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            waiting.extend(children.split_whitespace().map(str::to_owned));
        }
    }
    total
}

fn resident_kilobytes(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
