//! From entries to standings: a pure function.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::contest::{Game, Input};
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
    pub inputs: Vec<Asked>,
    /// The best score for each input, in the order of the inputs.
    pub best: Vec<i64>,
    /// The teams, best first.
    pub rows: Vec<Row>,
}

/// An input, as far as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
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
    /// When it last got better.
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
    /// When the best result came; `None`: there is none that counts.
    pub at: Option<Millis>,
    /// The submission that the best result came with.
    pub submission: Option<i64>,
}

impl Cell {
    /// Takes a result in; the earlier of equals stays.
    fn take(&mut self, entry: &Entry) {
        self.judged += 1;
        let better = (entry.points, entry.score) > (self.points, self.score);
        if better {
            (self.points, self.score) = (entry.points, entry.score);
            (self.at, self.submission) = (Some(entry.at), Some(entry.submission));
        }
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
    let places: HashMap<i64, usize> =
        inputs.iter().enumerate().map(|(place, input)| (input.number, place)).collect();
    // A team that was taken out sets no standard for the others either.
    let teams = || teams.iter().filter(|team| team.disabled == 0);
    let mut cells: HashMap<&str, Vec<Cell>> =
        teams().map(|team| (team.id.as_str(), vec![Cell::default(); inputs.len()])).collect();
    for entry in entries {
        let cell = cells.get_mut(entry.team.as_str()).zip(places.get(&entry.input));
        let Some(cell) = cell.and_then(|(cells, &place)| cells.get_mut(place)) else { continue };
        if hidden_from.is_some_and(|from| entry.at >= from) {
            cell.hidden += 1;
        } else {
            cell.take(entry);
        }
    }
    let best = best_scores(inputs.len(), cells.values());
    let questions = questions(inputs);
    let mut rows: Vec<Row> = teams()
        .map(|team| {
            let mut cells = cells.remove(team.id.as_str()).unwrap_or_default();
            price(contest.game(), inputs, &best, &mut cells);
            row(team, cells, &questions, inputs)
        })
        .collect();
    rank(&mut rows);
    let asked =
        |input: &Input| Asked { question: input.question, name: input.name.clone(), bound: input.bound };
    Board { revision: 0, hidden_from, questions, inputs: inputs.iter().map(asked).collect(), best, rows }
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

/// Gives points where they depend on the best entry.
fn price(game: Game, inputs: &[Input], best: &[i64], cells: &mut [Cell]) {
    for ((input, &best), cell) in inputs.iter().zip(best).zip(cells) {
        if game.is_relative(input.question) && best > 0 {
            cell.points = game.most_points() * cell.score / best;
        }
    }
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
    let merits: Vec<_> = rows.iter().map(merit).collect();
    for (place, row) in rows.iter_mut().enumerate() {
        row.rank = 1 + merits.iter().position(|merit| Some(merit) == merits.get(place)).unwrap_or(place);
    }
}
