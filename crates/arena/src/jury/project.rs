//! The archive of a team as a project: what goes into the sandbox, and what comes out of it.

use std::collections::BTreeMap;

use laplace_archive::{Entry, EntryKind, File, Limits, is_valid_name, read_content, walk};

use super::export::ExportedInput;

/// The script that the contest's text names.
const SCRIPT: &str = "play.sh";
/// The folder for inputs that the archive does not have.
const INPUTS: &str = "inputs";
/// Maximum size of one file of a project.
const MAX_FILE: u64 = 64 << 20;

/// What is in an archive.
#[derive(Debug, Default)]
pub(super) struct Project {
    /// Files by name.
    files: BTreeMap<String, ProjectFile>,
    /// Symbolic links by name, with their targets; they mean something inside the sandbox only.
    links: BTreeMap<String, String>,
    /// Entries that were left out: names that leave the archive, devices, files that are too large.
    pub(super) left_out: Vec<String>,
}

#[derive(Debug)]
struct ProjectFile {
    content: Vec<u8>,
    is_executable: bool,
}

impl Project {
    /// Reads an archive.
    pub(super) fn read(archive: &[u8]) -> Result<Self, laplace_archive::Error> {
        let mut project = Self::default();
        let mut visit = |entry: &Entry, content: &mut dyn std::io::Read| project.add(entry, content);
        walk(archive, &Limits::default(), &mut visit)?;
        Ok(project)
    }

    fn add(&mut self, entry: &Entry, content: &mut dyn std::io::Read) -> Result<(), laplace_archive::Error> {
        if entry.kind == EntryKind::Folder {
            return Ok(());
        }
        if !is_valid_name(&entry.name) || entry.size > MAX_FILE {
            self.left_out.push(entry.name.clone());
            return Ok(());
        }
        match &entry.kind {
            EntryKind::File => {
                let content = read_content(entry, content, MAX_FILE)?;
                let file = ProjectFile { content, is_executable: entry.is_executable };
                self.files.insert(entry.name.clone(), file);
            }
            EntryKind::SymbolicLink { target } => {
                let target = match target {
                    Some(target) => target.clone(),
                    None => String::from_utf8_lossy(&read_content(entry, content, 4096)?).into_owned(),
                };
                self.links.insert(entry.name.clone(), target);
            }
            EntryKind::HardLink { target } => {
                let file = self.files.get(target).map(|file| ProjectFile {
                    content: file.content.clone(),
                    is_executable: file.is_executable,
                });
                match file {
                    Some(file) => _ = self.files.insert(entry.name.clone(), file),
                    None => self.left_out.push(entry.name.clone()),
                }
            }
            _ => self.left_out.push(entry.name.clone()),
        }
        Ok(())
    }

    /// The folder of the script, which is the root of the project: the one nearest to the root of the archive. `None` if
    /// there is no script.
    pub(super) fn root(&self) -> Option<String> {
        let scripts = self.files.keys().filter(|name| base_name(name) == SCRIPT);
        let nearest = scripts.min_by_key(|name| (name.matches('/').count(), name.as_str()))?;
        Some(nearest.strip_suffix(SCRIPT).unwrap_or_default().trim_end_matches('/').to_owned())
    }

    /// The files that people wrote: neither inputs nor outputs of the contest.
    pub(super) fn code<'a>(
        &'a self,
        inputs: &'a [ExportedInput],
    ) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let is_known = |name: &str| {
            let name = base_name(name);
            inputs.iter().any(|input| input.name == name || input.answer == name)
        };
        let files = self.files.iter().filter(move |(name, _)| !is_known(name));
        files.map(|(name, file)| (name.as_str(), file.content.as_slice()))
    }

    /// Takes the outputs out, so that only rebuilt ones are found, and puts the contest's own inputs in: in place of those of
    /// the archive, or, if it has none of that name, into the root of the project and into its folder `inputs`.
    pub(super) fn prepare(&mut self, root: &str, inputs: &[(ExportedInput, Vec<u8>)]) {
        self.files.retain(|name, _| !inputs.iter().any(|(input, _)| input.answer == base_name(name)));
        for (input, content) in inputs {
            let mut found = false;
            for (_, file) in self.files.iter_mut().filter(|(name, _)| base_name(name) == input.name) {
                file.content.clone_from(content);
                found = true;
            }
            if !found {
                let in_root =
                    |name: &str| if root.is_empty() { name.to_owned() } else { format!("{root}/{name}") };
                for name in [in_root(&input.name), in_root(&format!("{INPUTS}/{}", input.name))] {
                    self.files.insert(name, ProjectFile { content: content.clone(), is_executable: false });
                }
            }
        }
    }

    /// The project as a tar archive, which the sandbox unpacks. Links come last: no file is unpacked through one.
    pub(super) fn tar(&self) -> std::io::Result<Vec<u8>> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, file) in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(file.content.len() as u64);
            header.set_mode(if file.is_executable { 0o755 } else { 0o644 });
            header.set_entry_type(tar::EntryType::Regular);
            // A name may be a folder of another one; tar reports that, and the run goes on without it.
            tar.append_data(&mut header, name, file.content.as_slice())?;
        }
        for (name, target) in &self.links {
            let mut header = tar::Header::new_gnu();
            header.set_size(0);
            header.set_mode(0o777);
            header.set_entry_type(tar::EntryType::Symlink);
            tar.append_link(&mut header, name, target)?;
        }
        tar.into_inner()
    }
}

/// Maximum size of what comes out of the sandbox. An output is cut there to one byte more than the server takes.
const MAX_REBUILT: u64 = 256 << 20;

/// The outputs among the files that came out of the sandbox: those nearest to the root count.
pub(super) fn outputs(
    tar: Vec<u8>,
    inputs: &[(ExportedInput, Vec<u8>)],
) -> Result<Vec<File>, laplace_archive::Error> {
    let is_answer = |name: &str| inputs.iter().any(|(input, _)| input.answer == name);
    let sent = File { name: "outputs.tar".into(), content: tar };
    let limits = Limits {
        outputs: 2_000,
        file: MAX_REBUILT,
        all: MAX_REBUILT,
        unpacked: MAX_REBUILT,
        ..Limits::default()
    };
    Ok(laplace_archive::read(&[sent], &limits, &is_answer)?.files)
}

/// A name without folders.
pub(super) fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}
