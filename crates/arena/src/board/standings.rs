//! From entries to standings: a pure function.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::contest::Input;
use crate::store::{Account, Contest, Entry, Millis};

/// The standings of a contest at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of the last change that it knows of.
    pub revision: i64,
    /// From when on nothing is shown; `None`: everything is.
    pub hidden_from: Option<Millis>,
    /// The questions in order, each with the numbers of its inputs.
    pub questions: Vec<(i64, Vec<i64>)>,
    /// The inputs in order: what the head of a column says.
    pub inputs: Vec<Column>,
    /// The best score for each input, in the order of the inputs.
    pub best: Vec<i64>,
    /// The teams, best first.
    pub rows: Vec<Row>,
}

/// An input, as far as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its question.
    pub question: i64,
    /// The name of its file.
    pub name: String,
    /// What no answer can exceed, or 0.
    pub bound: i64,
}

/// A team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its place, from 1; equal teams share one.
    pub rank: usize,
    /// The account.
    pub team: String,
    /// Its name.
    pub name: String,
    /// All points, in hundredths.
    pub points: i64,
    /// The points of each question.
    pub questions: Vec<i64>,
    /// Its best result for each input, in the order of the inputs.
    pub cells: Vec<Cell>,
    /// When it got its last points: the latest of its cells' times.
    pub improved_at: Option<Millis>,
}

/// A team's results for one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Points in hundredths.
    pub points: i64,
    /// The best score.
    pub score: i64,
    /// How many answers were judged.
    pub judged: u32,
    /// How many answers are hidden by the freeze.
    pub hidden: u32,
    /// When the first answer came that is worth as much as the best; `None`: none is worth anything.
    pub at: Option<Millis>,
    /// The submission that the best result came with.
    pub submission: Option<i64>,
}

impl Cell {
    /// Takes a result in; the earlier of equals stays.
    fn take(&mut self, entry: &Entry) {
        self.judged += 1;
        if (entry.points, entry.score) > (self.points, self.score) {
            (self.points, self.score) = (entry.points, entry.score);
            self.submission = Some(entry.submission);
        }
    }

    /// Takes the time of an answer that is worth so much. A better score for the same points costs no time.
    fn date(&mut self, at: Millis, worth: i64) {
        if worth > 0 && worth == self.points {
            self.at = Some(self.at.map_or(at, |first| first.min(at)));
        }
    }
}

/// The cells of all teams that count, while they are filled.
struct Cells<'a> {
    places: HashMap<i64, usize>,
    of_teams: HashMap<&'a str, Vec<Cell>>,
}

impl<'a> Cells<'a> {
    fn new(inputs: &[Input], teams: impl Iterator<Item = &'a Account>) -> Self {
        let places = inputs.iter().enumerate().map(|(place, input)| (input.number, place));
        let empty = vec![Cell::default(); inputs.len()];
        Self {
            places: places.collect(),
            of_teams: teams.map(|team| (team.id.as_str(), empty.clone())).collect(),
        }
    }

    /// The cell of an entry, and its place in the row.
    fn of(&mut self, entry: &Entry) -> Option<(usize, &mut Cell)> {
        let place = *self.places.get(&entry.input)?;
        Some((place, self.of_teams.get_mut(entry.team.as_str())?.get_mut(place)?))
    }
}

/// Computes the standings. Entries from `hidden_from` on are counted and not shown.
pub fn standings(
    contest: &Contest,
    inputs: &[Input],
    teams: &[Account],
    entries: &[Entry],
    hidden_from: Option<Millis>,
) -> Board {
    // A team that was taken out sets no standard for the others either.
    let teams = || teams.iter().filter(|team| !team.is_out());
    let is_shown = |entry: &&Entry| hidden_from.is_none_or(|from| entry.at < from);
    let mut cells = Cells::new(inputs, teams());
    for entry in entries {
        match cells.of(entry) {
            Some((_, cell)) if is_shown(&entry) => cell.take(entry),
            Some((_, cell)) => cell.hidden += 1,
            None => {}
        }
    }
    let best = best_scores(inputs.len(), cells.of_teams.values());
    let worth = |place: usize, points: i64, score: i64| {
        let (question, best) = (inputs.get(place).map_or(0, |input| input.question), best.get(place));
        contest.game().worth(question, points, score, best.copied().unwrap_or(0))
    };
    for cells in cells.of_teams.values_mut() {
        for (place, cell) in cells.iter_mut().enumerate() {
            cell.points = worth(place, cell.points, cell.score);
        }
    }
    for entry in entries.iter().filter(is_shown) {
        if let Some((place, cell)) = cells.of(entry) {
            cell.date(entry.at, worth(place, entry.points, entry.score));
        }
    }
    let questions = questions(inputs);
    let mut rows: Vec<Row> = teams()
        .map(|team| {
            row(team, cells.of_teams.remove(team.id.as_str()).unwrap_or_default(), &questions, inputs)
        })
        .collect();
    rank(&mut rows);
    let column =
        |input: &Input| Column { question: input.question, name: input.name.clone(), bound: input.bound };
    Board { revision: 0, hidden_from, questions, inputs: inputs.iter().map(column).collect(), best, rows }
}

fn best_scores<'a>(inputs: usize, teams: impl Iterator<Item = &'a Vec<Cell>>) -> Vec<i64> {
    let mut best = vec![0; inputs];
    for cells in teams {
        for (best, cell) in best.iter_mut().zip(cells) {
            *best = cell.score.max(*best);
        }
    }
    best
}

fn questions(inputs: &[Input]) -> Vec<(i64, Vec<i64>)> {
    let mut questions: Vec<(i64, Vec<i64>)> = Vec::new();
    for input in inputs {
        match questions.last_mut() {
            Some((question, numbers)) if *question == input.question => numbers.push(input.number),
            _ => questions.push((input.question, vec![input.number])),
        }
    }
    questions
}

fn row(team: &Account, cells: Vec<Cell>, questions: &[(i64, Vec<i64>)], inputs: &[Input]) -> Row {
    let points_of = |question: i64| {
        let of_it = inputs.iter().zip(&cells).filter(|(input, _)| input.question == question);
        of_it.map(|(_, cell)| cell.points).sum::<i64>()
    };
    let by_question: Vec<i64> = questions.iter().map(|(question, _)| points_of(*question)).collect();
    Row {
        rank: 0,
        team: team.id.clone(),
        name: team.name.clone(),
        points: by_question.iter().sum(),
        questions: by_question,
        improved_at: cells.iter().filter_map(|cell| cell.at).max(),
        cells,
    }
}

/// Sorts and numbers: more points first, then who got there earlier; the name only decides what is shown first.
fn rank(rows: &mut [Row]) {
    let merit = |row: &Row| (Reverse(row.points), row.improved_at.unwrap_or(Millis::MAX));
    rows.sort_by(|a, b| merit(a).cmp(&merit(b)).then_with(|| a.name.cmp(&b.name)));
    let (mut rank, mut before) = (0, None);
    for (number, row) in (1..).zip(rows) {
        let merit = merit(row);
        if before != Some(merit) {
            (rank, before) = (number, Some(merit));
        }
        row.rank = rank;
    }
}
