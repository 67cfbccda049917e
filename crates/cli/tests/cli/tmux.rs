//! A terminal that a test can type into and look at: tmux, with a server of its own.

use std::fs;
use std::process::Command;

use crate::wait::wait_for;

/// The prompt of the shell in the terminal.
pub(crate) const PROMPT: &str = "ready>";

/// A terminal with a shell in it.
pub(crate) struct Tmux {
    name: String,
}

impl Tmux {
    /// Opens a terminal of that size.
    pub(crate) fn open(name: &str, width: u16, height: u16) -> Self {
        let tmux = Self { name: format!("laplace-{}-{name}", std::process::id()) };
        let shell = format!("env -u NO_COLOR -u RUST_BACKTRACE PS1='{PROMPT} ' HISTFILE= sh");
        let (width, height) = (width.to_string(), height.to_string());
        tmux.run_tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &shell]);
        tmux.wait_for(PROMPT);
        tmux
    }

    fn run_tmux(&self, words: &[&str]) -> String {
        let output = Command::new("tmux").args(["-u", "-L", &self.name]).args(words).output();
        let answer = output.expect("tmux is missing: install it with: apt-get install tmux");
        assert!(answer.status.success(), "tmux {words:?}: {}", String::from_utf8_lossy(&answer.stderr));
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }

    /// Types a command, without the return key.
    pub(crate) fn type_text(&self, text: &str) {
        self.run_tmux(&["send-keys", "-l", text]);
    }

    /// Presses keys by tmux's names for them: Enter, Space, Left, C-c.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.run_tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a command and the return key.
    pub(crate) fn run(&self, command: &str) {
        self.type_text(command);
        self.press(&["Enter"]);
    }

    /// The text on the screen.
    pub(crate) fn screen(&self) -> String {
        self.run_tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen contains `text`, and returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as expected twice in a row with the same text, since it may be half drawn the first
    /// time, and returns it. A screen that keeps changing is returned after `LOOKS` looks.
    pub(crate) fn wait_until(&self, what: &str, is_expected: impl Fn(&str) -> bool) -> String {
        const LOOKS: usize = 5;
        let mut looks = 0;
        let mut last = String::new();
        wait_for(&format!("{what:?} on the screen"), || {
            let screen = self.screen();
            if !is_expected(&screen) {
                return Err(screen);
            }
            looks += 1;
            if screen == last || looks > LOOKS {
                return Ok(screen);
            }
            last.clone_from(&screen);
            Err(screen)
        })
    }

    /// A value of tmux's, such as `pane_pid`.
    pub(crate) fn value(&self, name: &str) -> String {
        self.run_tmux(&["display-message", "-p", &format!("#{{{name}}}")]).trim().to_owned()
    }

    /// Waits until a value of tmux's is as expected.
    pub(crate) fn wait_for_value(&self, name: &str, expected: &str) {
        wait_for(&format!("{name} = {expected}"), || {
            let value = self.value(name);
            if value == expected { Ok(()) } else { Err(format!("{value}\n{}", self.screen())) }
        });
    }

    /// The numbers of the processes that the shell runs, separated by blanks.
    pub(crate) fn children(&self) -> String {
        let shell = self.value("pane_pid");
        fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap()
    }

    /// Takes the terminal away, as closing its window does.
    pub(crate) fn hang_up(&self) {
        self.run_tmux(&["kill-server"]);
    }

    /// Sends a signal to the program that the shell runs.
    pub(crate) fn signal_child(&self, signal: &str) {
        let shell = self.value("pane_pid");
        let children = self.children();
        let sent = Command::new("kill").arg(format!("-{signal}")).args(children.split_whitespace()).status();
        assert!(sent.unwrap().success(), "SIG{signal} to the children of {shell}: {children}");
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&self, width: u16, height: u16) {
        self.run_tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The terminal is as a shell wants it: first screen, cursor shown, lines and echo by the system.
    pub(crate) fn assert_given_back(&self) {
        assert_eq!((self.value("alternate_on").as_str(), self.value("cursor_flag").as_str()), ("0", "1"));
        self.run("clear; stty -a | tr ' ;' '\\n\\n' | grep -cxE 'icanon|echo|isig|icrnl|opost'");
        self.wait_until("a terminal with its settings back", |screen| screen.lines().any(|line| line == "5"));
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        _ = Command::new("tmux").args(["-L", &self.name, "kill-server"]).output();
    }
}
