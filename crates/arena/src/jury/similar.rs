//! Files of different teams that are equal or nearly equal.
//!
//! Right answers to questions 1 to 4 are all the same, so of those only wrong ones are compared. Two games of different
//! programs agree in few moves; two files that agree in nine lines of ten have one author.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

use serde::Serialize;

/// From this share of equal lines on, files are nearly equal.
const MIN_SIMILARITY: f64 = 0.9;
/// Shorter games are compared for equality only.
const MIN_LINES: usize = 20;
/// Positions at which two games are compared first.
const SAMPLES: usize = 64;
/// Code: shorter files are not compared, an empty `__init__.py` does not identify its author.
const MIN_CODE_BYTES: usize = 200;
const MIN_CODE_LINES: usize = 5;
/// Larger files are not code.
const MAX_CODE_BYTES: usize = 256 << 10;
/// From this share of common lines on, files of code are nearly equal.
const MIN_CODE_SIMILARITY: f64 = 0.8;
/// Lines that are in more files than this, `}` and `import sys`, do not make two files candidates.
const MAX_COMMON: usize = 16;

/// Outputs of several teams for one input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutputMatch {
    /// The name of the output.
    pub name: String,
    /// The logins.
    pub teams: Vec<String>,
    /// The share of equal lines; 1 for equal files.
    pub similarity: f64,
}

/// Files of code of several teams.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CodeMatch {
    /// Logins and names.
    pub files: Vec<(String, String)>,
    /// The share of common lines; 1 for equal files.
    pub similarity: f64,
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The lines of a text as hashes, without blanks around them and without empty ones.
fn lines(content: &[u8]) -> Vec<u64> {
    let lines = content.split(|&byte| byte == b'\n').map(|line| line.trim_ascii());
    lines.filter(|line| !line.is_empty()).map(hash).collect()
}

/// Outputs to be compared with each other.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    /// By the name of the output: the team, the hash of the content, its lines.
    files: BTreeMap<String, Vec<(String, u64, Vec<u64>)>>,
}

impl Outputs {
    pub(super) fn add(&mut self, name: &str, team: &str, content: &[u8]) {
        let file = (team.to_owned(), hash(content), lines(content));
        self.files.entry(name.to_owned()).or_default().push(file);
    }

    pub(super) fn matches(&self) -> Vec<OutputMatch> {
        let mut found = Vec::new();
        for (name, files) in &self.files {
            let mut equal: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
            for (place, (_, hash, _)) in files.iter().enumerate() {
                equal.entry(*hash).or_default().push(place);
            }
            let team = |place: &usize| files.get(*place).map(|file| file.0.clone());
            for places in equal.values().filter(|places| places.len() > 1) {
                let teams = places.iter().filter_map(team).collect();
                found.push(OutputMatch { name: name.clone(), teams, similarity: 1.0 });
            }
            // One of each group of equal files.
            let firsts: Vec<&(String, u64, Vec<u64>)> =
                equal.values().filter_map(|places| files.get(*places.first()?)).collect();
            for (place, first) in firsts.iter().enumerate() {
                for second in firsts.iter().skip(place + 1) {
                    if let Some(similarity) = of_games(&first.2, &second.2) {
                        let teams = vec![first.0.clone(), second.0.clone()];
                        found.push(OutputMatch { name: name.clone(), teams, similarity });
                    }
                }
            }
        }
        found
    }
}

/// The share of equal lines at the same place, if the files are nearly equal.
fn of_games(first: &[u64], second: &[u64]) -> Option<f64> {
    let length = first.len().max(second.len());
    if length < MIN_LINES {
        return None;
    }
    let is_equal = |place: usize| first.get(place).is_some_and(|line| Some(line) == second.get(place));
    let step = length.div_ceil(SAMPLES);
    let sampled = (0..length).step_by(step);
    // Nine of ten lines are equal, so in a sample hardly ever less than three quarters.
    if sampled.clone().filter(|place| is_equal(*place)).count() * 4 < sampled.count() * 3 {
        return None;
    }
    let equal = (0..length).filter(|place| is_equal(*place)).count();
    let similarity = equal as f64 / length as f64;
    (similarity >= MIN_SIMILARITY).then_some(similarity)
}

/// Files of code to be compared with each other.
#[derive(Debug, Default)]
pub(super) struct Code {
    files: Vec<CodeFile>,
}

#[derive(Debug)]
struct CodeFile {
    team: String,
    name: String,
    hash: u64,
    lines: BTreeSet<u64>,
}

impl Code {
    pub(super) fn add(&mut self, team: &str, name: &str, content: &[u8]) {
        let is_code = (MIN_CODE_BYTES..=MAX_CODE_BYTES).contains(&content.len()) && !content.contains(&0);
        let lines: BTreeSet<u64> =
            if is_code { lines(content).into_iter().collect() } else { BTreeSet::new() };
        if lines.len() >= MIN_CODE_LINES {
            self.files.push(CodeFile { team: team.into(), name: name.into(), hash: hash(content), lines });
        }
    }

    pub(super) fn matches(&self) -> Vec<CodeMatch> {
        let mut equal: BTreeMap<u64, Vec<&CodeFile>> = BTreeMap::new();
        for file in &self.files {
            equal.entry(file.hash).or_default().push(file);
        }
        let named = |file: &CodeFile| (file.team.clone(), file.name.clone());
        let mut found: Vec<CodeMatch> = equal
            .values()
            .filter(|files| files.iter().map(|file| &file.team).collect::<BTreeSet<_>>().len() > 1)
            .map(|files| CodeMatch { files: files.iter().map(|file| named(file)).collect(), similarity: 1.0 })
            .collect();
        for (first, second) in self.candidates() {
            let (Some(first), Some(second)) = (self.files.get(first), self.files.get(second)) else {
                continue;
            };
            if first.team == second.team || first.hash == second.hash {
                continue;
            }
            let common = first.lines.intersection(&second.lines).count();
            let all = first.lines.len() + second.lines.len() - common;
            let similarity = common as f64 / all as f64;
            if similarity >= MIN_CODE_SIMILARITY {
                // The same lines in another order are not equal files.
                let similarity = similarity.min(0.999);
                found.push(CodeMatch { files: vec![named(first), named(second)], similarity });
            }
        }
        found
    }

    /// Pairs of files that share a line which few files have.
    fn candidates(&self) -> BTreeSet<(usize, usize)> {
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        for (place, file) in self.files.iter().enumerate() {
            for line in &file.lines {
                places.entry(*line).or_default().push(place);
            }
        }
        let mut pairs = BTreeSet::new();
        for places in places.values().filter(|places| (2..=MAX_COMMON).contains(&places.len())) {
            for (nth, first) in places.iter().enumerate() {
                pairs.extend(places.iter().skip(nth + 1).map(|second| (*first, *second)));
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64, changed: usize) -> String {
        (0..1_000_u64)
            .map(|line| {
                let changed = if line < changed as u64 { 7 } else { 0 };
                format!("{} {}\n", (line * seed + changed) % 4, (line * line + seed) % 10)
            })
            .collect()
    }

    #[test]
    fn equal_and_nearly_equal_games_are_found_and_others_are_not() {
        let mut outputs = Outputs::default();
        for (team, text) in [
            ("ada", game(3, 0)),
            ("blaise", game(3, 0)),
            ("carl", game(3, 30)),
            ("dora", game(5, 0)),
            ("emmy", "1 2\n".into()),
        ] {
            outputs.add("q5-output-1", team, text.as_bytes());
        }
        let mut found = outputs.matches();
        found.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        let teams: Vec<Vec<String>> = found.iter().map(|one| one.teams.clone()).collect();
        assert_eq!(teams[0], ["ada", "blaise"]);
        assert_eq!(teams.len(), 2, "{found:?}");
        assert!(teams[1].contains(&"carl".to_owned()) && found[1].similarity >= 0.97, "{found:?}");
    }

    #[test]
    fn equal_and_nearly_equal_code_is_found_and_common_lines_are_not_copies() {
        let code = |from: usize| -> String {
            (from..from + 40)
                .map(|line| format!("    value_{line} = compute(value_{line}, {line})\n"))
                .collect()
        };
        let mut all = Code::default();
        all.add("ada", "main.py", code(0).as_bytes());
        all.add("ada", "again.py", code(0).as_bytes());
        all.add("blaise", "src/solve.py", code(0).as_bytes());
        all.add("carl", "main.py", code(2).as_bytes());
        all.add("dora", "main.py", code(500).as_bytes());
        all.add("emmy", "empty.py", b"");
        let found = all.matches();
        assert_eq!(found[0].files.len(), 3, "{found:?}");
        assert!(
            found.iter().skip(1).all(|one| one.similarity < 1.0 && one.files[1].0 == "carl"),
            "{found:?}"
        );
        assert_eq!(found.len(), 4, "{found:?}");
    }
}
