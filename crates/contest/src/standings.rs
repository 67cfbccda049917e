//! The scoreboard: computed from the judgings, always from all of them.
//!
//! A team has for each input its best result. A question's points are the sum over its inputs, the total the sum over
//! the questions. Among equal totals the team that reached it first ranks higher: the time of a result is that of the
//! first answer that is worth as much now. Where points depend on the best entry of all (the demon's question 5) they
//! are that share of the input's points. Teams are ranked for each question by the same rule.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::contest::Game;
use crate::inputs::Input;
use crate::submissions::{AccountState, Entry};
use crate::{AccountId, Millis, SubmissionId};

/// The standings of a contest at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The revision of the contest that it includes.
    pub revision: i64,
    /// Results from this time on are hidden; `None`: none are.
    pub hidden_from: Option<Millis>,
    /// The questions in order, each with the numbers of its inputs.
    pub questions: Vec<(i64, Vec<i64>)>,
    /// The inputs in order, for the column heads.
    pub inputs: Vec<Column>,
    /// The best score for each input, in the order of the inputs.
    pub best: Vec<i64>,
    /// The teams, best first.
    pub rows: Vec<Row>,
}

/// What a board shows of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its question.
    pub question: i64,
    /// The name of its file.
    pub name: String,
    /// The upper bound of the score, or 0.
    pub bound: i64,
}

/// A team as the board needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The account.
    pub id: AccountId,
    /// Its name on the board.
    pub name: String,
    /// Its school, or empty.
    pub school: String,
    /// Its group, or empty.
    pub group: String,
    /// Whether it is on the board.
    pub state: AccountState,
}

/// The results of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its rank, from 1; equal teams share one.
    pub rank: usize,
    /// The account.
    pub team: AccountId,
    /// Its name.
    pub name: String,
    /// Its school, or empty.
    pub school: String,
    /// Its group, or empty.
    pub group: String,
    /// All points, in hundredths.
    pub points: i64,
    /// The points of each question.
    pub questions: Vec<i64>,
    /// Its rank for each question; 0 without points.
    pub question_ranks: Vec<usize>,
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
    /// The best score; 0 where it is a part of the right answer.
    pub score: i64,
    /// How many answers were judged.
    pub judged: u32,
    /// How many answers are hidden by the freeze.
    pub hidden: u32,
    /// When the first answer came that is worth as much as the best; `None`: no answer scored.
    pub at: Option<Millis>,
    /// The submission of the best result.
    pub submission: Option<SubmissionId>,
    /// Whether no team has more points for this input, and none had as many sooner.
    pub leads: bool,
}

impl Cell {
    /// Adds a result; of equal ones the earlier stays.
    fn add(&mut self, entry: &Entry) {
        self.judged += 1;
        if (entry.points, entry.score) > (self.points, self.score) {
            self.points = entry.points;
            self.score = entry.score;
            self.submission = Some(entry.submission);
        }
    }

    /// Notes the time of an answer worth `worth`. A better score for the same points does not make it later.
    fn note_time(&mut self, at: Millis, worth: i64) {
        if worth > 0 && worth == self.points {
            self.at = Some(self.at.map_or(at, |first| first.min(at)));
        }
    }
}

/// The cells of all teams on the board, while they are filled.
struct Cells<'a> {
    places: HashMap<i64, usize>,
    of_teams: HashMap<&'a AccountId, Vec<Cell>>,
}

impl<'a> Cells<'a> {
    fn new(inputs: &[Input], teams: impl Iterator<Item = &'a Team>) -> Self {
        let places = inputs.iter().enumerate().map(|(place, input)| (input.number, place));
        let empty = vec![Cell::default(); inputs.len()];
        Self { places: places.collect(), of_teams: teams.map(|team| (&team.id, empty.clone())).collect() }
    }

    /// The cell of an entry, and its place in the row.
    fn of(&mut self, entry: &Entry) -> Option<(usize, &mut Cell)> {
        let place = *self.places.get(&entry.input)?;
        Some((place, self.of_teams.get_mut(&entry.team)?.get_mut(place)?))
    }
}

/// Computes the standings. Entries from `hidden_from` on are counted but not shown.
pub fn standings(
    game: Game,
    inputs: &[Input],
    teams: &[Team],
    entries: &[Entry],
    hidden_from: Option<Millis>,
) -> Board {
    // The scores of a disqualified team do not count as the best either.
    let teams = || teams.iter().filter(|team| !team.state.is_disqualified());
    let is_shown = |entry: &&Entry| hidden_from.is_none_or(|from| entry.at < from);
    let mut cells = Cells::new(inputs, teams());
    for entry in entries {
        match cells.of(entry) {
            Some((_, cell)) if is_shown(&entry) => cell.add(entry),
            Some((_, cell)) => cell.hidden += 1,
            None => {}
        }
    }
    let best = best_scores(inputs.len(), cells.of_teams.values());
    let worth = |place: usize, points: i64, score: i64| {
        let question = inputs.get(place).map_or(0, |input| input.question);
        let best = best.get(place).copied().unwrap_or(0);
        game.worth(question, points, score, best)
    };
    for cells in cells.of_teams.values_mut() {
        for (place, cell) in cells.iter_mut().enumerate() {
            cell.points = worth(place, cell.points, cell.score);
        }
    }
    for entry in entries.iter().filter(is_shown) {
        if let Some((place, cell)) = cells.of(entry) {
            cell.note_time(entry.at, worth(place, entry.points, entry.score));
        }
    }
    // The score of such a game is a part of the right answer, and the same for every team that has it.
    for cells in cells.of_teams.values_mut() {
        for (input, cell) in inputs.iter().zip(cells) {
            if game.game_is_answer(input.question) {
                cell.score = 0;
            }
        }
    }
    let questions = questions(inputs);
    let mut rows: Vec<Row> = teams()
        .map(|team| row(team, cells.of_teams.remove(&team.id).unwrap_or_default(), &questions, inputs))
        .collect();
    rank(&mut rows);
    rank_questions(&mut rows, &questions, inputs);
    mark_leaders(&mut rows, inputs.len());
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

fn row(team: &Team, cells: Vec<Cell>, questions: &[(i64, Vec<i64>)], inputs: &[Input]) -> Row {
    let points_of = |question: i64| {
        let of_it = inputs.iter().zip(&cells).filter(|(input, _)| input.question == question);
        of_it.map(|(_, cell)| cell.points).sum::<i64>()
    };
    let by_question: Vec<i64> = questions.iter().map(|(question, _)| points_of(*question)).collect();
    Row {
        rank: 0,
        team: team.id.clone(),
        name: team.name.clone(),
        school: team.school.clone(),
        group: team.group.clone(),
        points: by_question.iter().sum(),
        question_ranks: vec![0; by_question.len()],
        questions: by_question,
        improved_at: cells.iter().filter_map(|cell| cell.at).max(),
        cells,
    }
}

/// What a team is ranked by: more points first, then the earlier time.
type Merit = (Reverse<i64>, Millis);

/// Ranks the teams for each question.
fn rank_questions(rows: &mut [Row], questions: &[(i64, Vec<i64>)], inputs: &[Input]) {
    for (place, (question, _)) in questions.iter().enumerate() {
        let merit = |row: &Row| -> Merit {
            let cells = inputs.iter().zip(&row.cells).filter(|(input, _)| input.question == *question);
            let time = cells.filter_map(|(_, cell)| cell.at).max();
            (Reverse(row.questions.get(place).copied().unwrap_or(0)), time.unwrap_or(Millis::MAX))
        };
        let mut merits: Vec<Merit> = rows.iter().map(merit).collect();
        merits.sort_unstable();
        for row in rows.iter_mut() {
            let own = merit(row);
            let before = merits.partition_point(|other| *other < own);
            if let Some(rank) = row.question_ranks.get_mut(place).filter(|_| own.0.0 > 0) {
                *rank = before + 1;
            }
        }
    }
}

/// Marks the first of the best results for each input.
fn mark_leaders(rows: &mut [Row], inputs: usize) {
    for place in 0..inputs {
        let merit = |cell: &Cell| cell.at.map(|at| (Reverse(cell.points), at));
        let best = rows.iter().filter_map(|row| row.cells.get(place).and_then(merit)).min();
        for cell in rows.iter_mut().filter_map(|row| row.cells.get_mut(place)) {
            cell.leads = best.is_some() && merit(cell) == best;
        }
    }
}

/// Sorts and ranks: more points first, then the earlier time; the name only orders equal teams.
fn rank(rows: &mut [Row]) {
    let merit = |row: &Row| -> Merit { (Reverse(row.points), row.improved_at.unwrap_or(Millis::MAX)) };
    rows.sort_by(|a, b| merit(a).cmp(&merit(b)).then_with(|| a.name.cmp(&b.name)));
    let mut rank = 0;
    let mut before = None;
    for (number, row) in (1..).zip(rows) {
        let merit = merit(row);
        if before != Some(merit) {
            rank = number;
            before = Some(merit);
        }
        row.rank = rank;
    }
}
