//! A program in a process group of its own, so that Ctrl-C does not reach it before us, and so that the children of a
//! wrapper script end with it.

use std::collections::BTreeSet;
use std::io;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A running program and all processes that it started; dropping it kills them.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
}

impl ProcessGroup {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    ///
    /// The operating system's error, if the program cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        groups().insert(child.id());
        Ok(Self { child })
    }

    /// Kills the program and its children: a wrapper may have ended before its children.
    pub fn kill(&mut self) {
        kill(self.child.id());
        _ = self.child.kill();
    }
}

/// The leader of the group.
impl Deref for ProcessGroup {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for ProcessGroup {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
        _ = self.child.wait();
        groups().remove(&self.child.id());
    }
}

/// The numbers of all groups that were started and not yet dropped.
fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
    static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all groups, before a program exits without dropping them.
pub fn kill_all() {
    groups().iter().copied().for_each(kill);
}

/// Kills a group. The standard library can kill a process, but not its children.
///
/// The number of a group whose leader has ended is not given to another process while one of its children lives. If
/// none does it could be, but the system uses all other numbers first, and the group is killed soon after its leader.
#[cfg(unix)]
fn kill(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
