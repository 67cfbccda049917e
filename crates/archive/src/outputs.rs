//! The output files of an upload: what is not one is passed over.

use std::io::Read;

use crate::walk::{Budget, Entry, EntryKind, normalised, read_content, walk_within};
use crate::{Bytes, Error, File, FileType, Format, Limits, Result, base_name, is_valid_name, printable};

/// Names that are kept of the files that were passed over, and of the duplicates.
const MAX_NAMES: usize = 20;

/// The output files of an upload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// Output files, each name without folders once.
    pub files: Vec<File>,
    /// Everything else.
    pub passed_over: PassedOver,
    /// Output files that do not count because another one with the same name does, the first twenty.
    pub duplicates: Vec<Duplicate>,
}

/// Files that are not outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// The names of the first twenty, made printable.
    pub names: Vec<String>,
    /// How many there are.
    pub count: u64,
    /// The names of output files that are not valid ([`is_valid_name`]), the first twenty, made printable. They are among
    /// those that are counted and not among the other names.
    pub invalid_names: Vec<String>,
}

impl PassedOver {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < MAX_NAMES {
            self.names.push(printable(name));
        }
    }

    fn add_invalid(&mut self, name: &str) {
        self.count += 1;
        if self.invalid_names.len() < MAX_NAMES {
            self.invalid_names.push(printable(name));
        }
    }
}

/// An output file that is there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The one that counts: nearer to the root, or first by name.
    pub used: String,
    /// The other one.
    pub unused: String,
}

/// Takes the output files of an upload: archives are unpacked, other files are taken as they are. `is_output` gets a name
/// without folders. Of two outputs with one name the one nearer to the root counts, then the first by name. An output
/// whose name is not valid is passed over. The limits hold for everything together.
///
/// ```
/// use laplace_archive::{File, Limits, read};
///
/// let sent = [
///     File { name: "q1-output-1".into(), content: b"1 2 3".to_vec() },
///     File { name: "play.sh".into(), content: b"echo hello".to_vec() },
/// ];
/// let unpacked = read(&sent, &Limits::default(), &|name| name.starts_with("q1-output-")).unwrap();
/// assert_eq!(unpacked.files, sent[..1]);
/// assert_eq!(unpacked.passed_over.names, ["play.sh"]);
/// ```
///
/// # Errors
///
/// An archive or an output file cannot be read, a limit is exceeded, or no file has a valid name of an output and one has a
/// name that is not valid.
pub fn read(sent: &[File], limits: &Limits, is_output: &dyn Fn(&str) -> bool) -> Result<Unpacked> {
    let budget = Budget::new(limits);
    let mut reading = Reading {
        limits: *limits,
        is_output,
        candidates: Vec::new(),
        not_regular: None,
        outputs: 0,
        unpacked: Unpacked::default(),
    };
    for file in sent {
        if Format::of(&file.content).is_some() {
            walk_within(&file.content, &budget, &mut |entry, content| reading.take_entry(entry, content))?;
            continue;
        }
        let is_output = (reading.is_output)(file.base_name());
        if let Some(found) = FileType::of(&file.content)
            && (is_output || found.is_archive() || sent.len() == 1)
        {
            return Err(Error::UnsupportedType(found));
        }
        let entry = Entry {
            name: normalised(&file.name),
            kind: EntryKind::File,
            size: file.content.len() as u64,
            is_executable: false,
        };
        reading.take_entry(&entry, &mut file.content.as_slice())?;
    }
    reading.finish()
}

/// An output file that counts unless a better one with the same name is found. What is wrong with it is an error only if
/// it counts in the end.
struct Candidate {
    name: String,
    content: Result<Vec<u8>>,
}

impl Candidate {
    fn base_name(&self) -> &str {
        base_name(&self.name)
    }
}

/// The order of output files with the same name: the first counts.
fn order(name: &str) -> (usize, &str) {
    (name.matches('/').count(), name)
}

struct Reading<'a> {
    limits: Limits,
    is_output: &'a dyn Fn(&str) -> bool,
    candidates: Vec<Candidate>,
    /// The first entry with the name of an output that is not a regular file.
    not_regular: Option<String>,
    outputs: usize,
    unpacked: Unpacked,
}

impl Reading<'_> {
    fn take_entry(&mut self, entry: &Entry, content: &mut dyn Read) -> Result<()> {
        if entry.kind == EntryKind::Folder {
            return Ok(());
        }
        let is_output = (self.is_output)(base_name(&entry.name));
        if !is_output || entry.kind != EntryKind::File {
            if is_output && self.not_regular.is_none() {
                self.not_regular = Some(printable(&entry.name));
            }
            self.unpacked.passed_over.add(&entry.name);
            return Ok(());
        }
        if !is_valid_name(&entry.name) {
            self.unpacked.passed_over.add_invalid(&entry.name);
            return Ok(());
        }
        self.outputs += 1;
        if self.outputs > self.limits.outputs {
            return Err(Error::TooManyOutputs { max: self.limits.outputs });
        }
        let known = self.candidates.iter().find(|known| known.base_name() == base_name(&entry.name));
        let Some(known) = known else {
            let content = self.content(entry, content);
            self.candidates.push(Candidate { name: entry.name.clone(), content });
            return Ok(());
        };
        let is_better = order(&entry.name) < order(&known.name);
        let (used, unused) = if is_better { (&entry.name, &known.name) } else { (&known.name, &entry.name) };
        if self.unpacked.duplicates.len() < MAX_NAMES {
            self.unpacked.duplicates.push(Duplicate { used: printable(used), unused: printable(unused) });
        }
        if is_better {
            // Removed first, so that only one of them is in memory.
            self.candidates.retain(|known| known.base_name() != base_name(&entry.name));
            let content = self.content(entry, content);
            self.candidates.push(Candidate { name: entry.name.clone(), content });
        }
        Ok(())
    }

    fn content(&self, entry: &Entry, content: &mut dyn Read) -> Result<Vec<u8>> {
        let lengths = self.candidates.iter().filter_map(|known| known.content.as_ref().ok()).map(Vec::len);
        let left = self.limits.all.saturating_sub(lengths.sum::<usize>() as u64);
        match read_content(entry, content, self.limits.file.min(left)) {
            Err(Error::FileTooLarge { .. }) if left < self.limits.file => {
                Err(Error::OutputsTooLarge { max: Bytes(self.limits.all) })
            }
            read => read,
        }
    }

    fn finish(self) -> Result<Unpacked> {
        let Self { candidates, not_regular, mut unpacked, .. } = self;
        if let (true, Some(name)) = (candidates.is_empty(), not_regular) {
            return Err(Error::NotRegular { name });
        }
        if let (true, Some(name)) = (candidates.is_empty(), unpacked.passed_over.invalid_names.first()) {
            return Err(Error::InvalidName { name: name.clone() });
        }
        for Candidate { name, content } in candidates {
            unpacked.files.push(File { name, content: content? });
        }
        Ok(unpacked)
    }
}
