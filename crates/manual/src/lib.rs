//! Manual pages and shell completions of a program, from the same definition as its help; values that all three list.
//!
//! What stands below the options in the help of a command (`after_help`) becomes sections of its page: paragraphs
//! that begin with `Example:`, `Examples:` or `Start here:` are EXAMPLES, the list below `Exit codes:` in the
//! program's own help is the EXIT STATUS of every page, and the rest continues the DESCRIPTION.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use clap::Command;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::Shell;
use clap_mangen::Man;

/// The words that begin a paragraph of examples.
const EXAMPLES: [&str; 3] = ["Examples:", "Example:", "Start here:"];
const EXIT_CODES: &str = "Exit codes:";

/// Parses an option that has a fixed set of values, which help and completions list.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// The completion script of a program.
pub fn completions(program: &mut Command, shell: Shell) -> String {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, program, &name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    // In scripts for bash, clap_complete takes the hyphen of a program's name for the border of a command in some
    // places and not in others, so that no command would be completed.
    script.replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"))
}

/// Writes a manual page for a program and one for each of its commands into a folder, which is created if necessary.
/// `see_also` are the pages of other programs.
pub fn write_pages(program: Command, see_also: &[&str], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let help = program.get_after_help().map(ToString::to_string).unwrap_or_default();
    let pages = Pages {
        source: format!("{} {}", program.get_name(), program.get_version().unwrap_or_default()),
        exit_status: exit_status(&help),
        folder,
    };
    let see_also: Vec<String> = see_also.iter().map(ToString::to_string).collect();
    pages.write(&program, &see_also)
}

/// What is the same on every page of a program.
struct Pages<'a> {
    source: String,
    exit_status: Vec<(String, String)>,
    folder: &'a Path,
}

impl Pages<'_> {
    /// The page of a command and those of its own commands; `see_also` are the names of related pages.
    fn write(&self, command: &Command, see_also: &[String]) -> io::Result<()> {
        let name = page_name(command);
        fs::write(self.folder.join(format!("{name}.1")), self.page(command, see_also)?)?;
        // A command's page refers to those above it; its SUBCOMMANDS refer to those below.
        let above: Vec<String> = see_also.iter().cloned().chain([name]).collect();
        for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
            self.write(inner, &above)?;
        }
        Ok(())
    }

    fn page(&self, command: &Command, see_also: &[String]) -> io::Result<Vec<u8>> {
        let man = Man::new(command.clone())
            .title(page_name(command).to_uppercase())
            .date(env!("LAPLACE_MANUAL_DATE"))
            .source(&self.source)
            .manual("Laplace");
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut page = Vec::new();
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        let (examples, notes): (Vec<&str>, Vec<&str>) =
            paragraphs(&help).partition(|paragraph| EXAMPLES.iter().any(|word| paragraph.starts_with(word)));
        for note in notes {
            write!(page, "{}", note_text(note))?;
        }
        man.render_options_section(&mut page)?;
        if command.has_subcommands() {
            writeln!(page, ".SH COMMANDS")?;
            for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
                let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
                writeln!(page, ".TP\n\\fB{}\\fR(1)\n{}", escaped(&page_name(inner)), escaped(&about))?;
            }
        }
        if !self.exit_status.is_empty() {
            writeln!(page, ".SH \"EXIT STATUS\"")?;
            for (code, meaning) in &self.exit_status {
                writeln!(page, ".TP\n{code}\n{}", escaped(meaning))?;
            }
        }
        if !examples.is_empty() {
            writeln!(page, ".SH EXAMPLES")?;
            let examples: Vec<String> = examples.into_iter().map(example_lines).collect();
            writeln!(page, ".nf\n{}.fi", examples.join("\n"))?;
        }
        if !see_also.is_empty() {
            let names: Vec<String> =
                see_also.iter().map(|name| format!("\\fB{}\\fR(1)", escaped(name))).collect();
            writeln!(page, ".SH \"SEE ALSO\"\n{}", names.join(", "))?;
        }
        Ok(page)
    }
}

/// `laplace-demon-q5` for the command `laplace demon q5`.
fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(|paragraph| paragraph.trim_end()).filter(|paragraph| !paragraph.is_empty())
}

/// The codes and meanings listed below `Exit codes:`.
fn exit_status(help: &str) -> Vec<(String, String)> {
    let list = help.split_once(EXIT_CODES).map(|(_, list)| list).unwrap_or_default();
    let lines = list.lines().skip(1).take_while(|line| line.starts_with("  "));
    let codes = lines.filter_map(|line| line.trim().split_once("  "));
    codes.map(|(code, meaning)| (code.to_owned(), meaning.trim().to_owned())).collect()
}

/// A paragraph of the description: prose flows, lists keep their lines.
fn note_text(paragraph: &str) -> String {
    let paragraph = paragraph.split(EXIT_CODES).next().unwrap_or_default().trim_end();
    if paragraph.is_empty() {
        return String::new();
    }
    if paragraph.lines().any(|line| line.starts_with(' ')) {
        return format!(".PP\n.nf\n{}\n.fi\n", escaped(paragraph));
    }
    format!(".PP\n{}\n", escaped(paragraph))
}

/// The lines of a paragraph of examples without their label and the blanks that stand for it.
fn example_lines(paragraph: &str) -> String {
    let label = EXAMPLES.iter().find(|word| paragraph.starts_with(**word)).map_or(0, |word| word.len());
    let (_, rest) = paragraph.split_at(label);
    let lines = rest.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| escaped(line) + "\n").collect()
}

/// Text as it is, for troff: hyphens stay hyphens, and no line is taken for a request.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let lines: Vec<String> = text
        .lines()
        .map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_becomes_sections() {
        let help =
            "Prose.\nExit codes:\n  0  done\n  1  wrong\n\nStart here:\n  a b\n  c -d\n\nList:\n  .x  y";
        assert_eq!(exit_status(help), [("0".into(), "done".into()), ("1".into(), "wrong".into())]);
        let found: Vec<&str> = paragraphs(help).collect();
        assert_eq!(note_text(found[0]), ".PP\nProse.\n");
        assert_eq!(example_lines(found[1]), "a b\nc \\-d\n");
        assert_eq!(note_text(found[2]), ".PP\n.nf\nList:\n  .x  y\n.fi\n");
        assert_eq!(escaped(".x\\"), "\\&.x\\e");
    }
}
