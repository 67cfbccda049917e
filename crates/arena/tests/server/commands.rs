//! The command line of the server.

use std::process::Command;

use crate::database;

#[test]
fn a_command_makes_no_database_where_its_name_was_mistyped() {
    let file = database::sqlite();
    for command in ["contests", "backup nowhere", "export practice nowhere.zip", "freeze practice"] {
        let words = command.split(' ');
        let run = Command::new(env!("CARGO_BIN_EXE_laplace-arena"))
            .args(words)
            .args(["--database", &file])
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success(), "{command}");
        assert!(said.contains("there is no database"), "{command}: {said}");
        assert!(!std::path::Path::new(&file).exists(), "{command} made {file}");
    }
}
