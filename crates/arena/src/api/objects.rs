//! The objects of the CLICS contest API (2023-06), one function each.
//!
//! An input is a problem. A CLICS submission has one problem and ours has several files, so each file is a
//! CLICS submission of its own: `12-3` is the answer of submission 12 to input 3, and its judgement has the
//! same id. Properties beyond CLICS have names that CLICS does not use.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::auth::hash_of;
use crate::contest::{Clarification, Game, Input, MEBIBYTE};
use crate::i18n::{Language, Localized};
use crate::judging::Outcome;
use crate::store::{Account, Attempt, Contest, Millis};
use crate::time::{iso, span};
use crate::visibility::Viewer;

/// Points as CLICS writes them, from hundredths.
pub(crate) fn points(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// The duration of a contest without an end, since CLICS requires one: a hundred years.
const ENDLESS_DURATION: Millis = 100 * 365 * 24 * 3_600_000;

/// The contest itself.
pub(crate) fn contest(viewer: &Viewer) -> Value {
    let Contest { id, title, starts_at, ends_at, frozen_at, thawed_at, finalized_at, .. } = &viewer.contest;
    let end = ends_at.or(*finalized_at);
    let freeze = ends_at.zip(*frozen_at).map(|(end, freeze)| span((end - freeze).max(0)));
    let mut object = json!({
        "id": id,
        "name": title,
        "formal_name": title,
        "start_time": iso(*starts_at),
        "duration": span(end.map_or(ENDLESS_DURATION, |end| (end - starts_at).max(0))),
        "scoreboard_freeze_duration": freeze,
        "scoreboard_thaw_time": thawed_at.map(iso),
        "scoreboard_type": "score",
        "game": viewer.contest.game.name(),
        "phase": viewer.phase().name(),
        "open": viewer.contest.open,
        "feedback": viewer.contest.feedback.name(),
        "endless": end.is_none(),
    });
    if viewer.identity.is_organiser() {
        // With the seed one can generate the inputs.
        add(&mut object, "seed", viewer.contest.seed.cast_unsigned().to_string());
        add(&mut object, "hidden", viewer.contest.hidden);
        let limits = &viewer.contest.limits;
        let mebibytes = |bytes: Option<i64>| bytes.map(|bytes| bytes / MEBIBYTE);
        let limits = json!({
            "upload_mebibytes": mebibytes(limits.upload),
            "team_mebibytes": mebibytes(limits.team),
            "contest_mebibytes": mebibytes(limits.contest),
        });
        add(&mut object, "limits", limits);
    }
    object
}

/// The state of the contest.
pub(crate) fn state(viewer: &Viewer) -> Value {
    let contest = &viewer.contest;
    let past = |at: Option<Millis>| at.filter(|at| *at <= viewer.now).map(iso);
    let started = past(Some(contest.starts_at));
    let ended = started.as_ref().and_then(|_| past(contest.ends_at.or(contest.finalized_at)));
    let frozen = started.as_ref().and_then(|_| past(contest.frozen_at));
    json!({
        "started": started,
        "ended": ended,
        "frozen": frozen,
        "thawed": frozen.as_ref().and_then(|_| past(contest.thawed_at)),
        "finalized": past(contest.finalized_at),
        "end_of_updates": past(contest.finalized_at),
    })
}

/// The judgement types.
pub(crate) fn judgement_types() -> Vec<Value> {
    vec![
        json!({ "id": "AC", "name": "correct", "penalty": false, "solved": true }),
        json!({ "id": "WA", "name": "wrong answer", "penalty": false, "solved": false }),
    ]
}

/// The judgement type of an outcome. A game is accepted; its score tells how good it is.
const fn judgement_type(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Right | Outcome::Played => "AC",
        Outcome::Wrong => "WA",
    }
}

/// The languages. Answers are not programs, so there is one: text.
pub(crate) fn languages() -> Vec<Value> {
    vec![json!({ "id": "text", "name": "Text", "entry_point_required": false, "extensions": ["out"] })]
}

/// An input.
pub(crate) fn problem(viewer: &Viewer, inputs: &[Input], input: &Input) -> Value {
    let game = viewer.contest.game;
    let id = &viewer.contest.id;
    json!({
        "id": input.number.to_string(),
        "ordinal": input.number - 1,
        "label": label(game, inputs, input),
        "name": input.name,
        "test_data_count": 1,
        "max_score": points(game.max_points()),
        "attachments": [{
            "href": format!("contests/{id}/problems/{}/input", input.number),
            "filename": input.name,
            "mime": "text/plain",
        }],
        "question": input.question,
        "answer": input.answer,
        "bound": input.bound,
    })
}

/// `2.1`: the first input of question 2; of the well, its number.
pub(crate) fn label(game: Game, inputs: &[Input], input: &Input) -> String {
    let of_it = inputs.iter().filter(|other| other.question == input.question);
    let place = of_it.take_while(|other| other.number < input.number).count() + 1;
    match game {
        Game::Demon => format!("{}.{place}", input.question),
        Game::Well => place.to_string(),
    }
}

/// A team. Only the team itself and organisers see its login.
pub(crate) fn team(viewer: &Viewer, team: &Account) -> Value {
    let mut object = json!({
        "id": team.id,
        "name": team.name,
        "label": team.name,
        "display_name": team.name,
        "hidden": team.is_disqualified(),
        "organization_id": (!team.school.is_empty()).then(|| organization_id(&team.school)),
        "group_ids": (!team.group_name.is_empty()).then(|| group_id(&team.group_name)).into_iter().collect::<Vec<_>>(),
        "school": team.school,
        "group": team.group_name,
    });
    if viewer.identity.is_organiser() || viewer.identity.is_team(&team.id) {
        add(&mut object, "login", team.login.as_str());
        add(&mut object, "members", team.members.as_str());
        add(&mut object, "extra_minutes", team.extra / 60_000);
    }
    object
}

/// The id of an organization, which is the school of a team. CLICS ids have no letters but a-z and at most 36 characters, so
/// a name is hashed.
fn organization_id(school: &str) -> String {
    format!("org-{:.16}", hash_of(school))
}

/// The id of a group.
fn group_id(group: &str) -> String {
    format!("group-{:.16}", hash_of(group))
}

/// The organizations: the schools of the teams, by name.
pub(crate) fn organizations<'a>(teams: impl Iterator<Item = &'a Account>) -> Vec<Value> {
    let names: BTreeSet<&str> =
        teams.map(|team| team.school.as_str()).filter(|name| !name.is_empty()).collect();
    let object = |name: &str| json!({ "id": organization_id(name), "name": name, "formal_name": name });
    names.into_iter().map(object).collect()
}

/// The groups of the teams, by name.
pub(crate) fn groups<'a>(teams: impl Iterator<Item = &'a Account>) -> Vec<Value> {
    let names: BTreeSet<&str> =
        teams.map(|team| team.group_name.as_str()).filter(|name| !name.is_empty()).collect();
    names.into_iter().map(|name| json!({ "id": group_id(name), "name": name })).collect()
}

pub(super) fn add(object: &mut Value, name: &str, value: impl Into<Value>) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.into(), value.into());
    }
}

/// The id of a file as a CLICS submission.
pub(crate) fn id(attempt: &Attempt) -> String {
    format!("{}-{}", attempt.submission, attempt.input)
}

/// A submitted file.
pub(crate) fn submission(viewer: &Viewer, inputs: &[Input], attempt: &Attempt) -> Value {
    let contest = &viewer.contest;
    let id = id(attempt);
    let shown = viewer.sees_file(attempt) && !inputs.is_empty();
    let file = shown.then(|| {
        json!({
            "href": format!("contests/{}/submissions/{id}/files", contest.id),
            "filename": format!("{id}.zip"),
            "mime": "application/zip",
        })
    });
    json!({
        "id": id,
        "language_id": "text",
        "problem_id": attempt.input.to_string(),
        "team_id": attempt.team,
        "time": iso(attempt.at),
        "contest_time": span(attempt.at - contest.starts_at),
        "entry_point": null,
        "files": file.into_iter().collect::<Vec<_>>(),
        "submission": attempt.submission.to_string(),
    })
}

/// The judgement of a file. Points that are a share of the best entry are the present ones.
pub(crate) fn judgement(viewer: &Viewer, inputs: &[Input], best: &[i64], attempt: &Attempt) -> Value {
    let contest = &viewer.contest;
    json!({
        "id": id(attempt),
        "submission_id": id(attempt),
        "judgement_type_id": judgement_type(attempt.outcome),
        "score": points(worth(contest, inputs, best, attempt)),
        "start_time": iso(attempt.judged_at),
        "start_contest_time": span(attempt.judged_at - contest.starts_at),
        "end_time": iso(attempt.judged_at),
        "end_contest_time": span(attempt.judged_at - contest.starts_at),
        "outcome": attempt.outcome.name(),
        "raw_score": viewer.score(inputs, attempt),
        "detail": viewer.shown(attempt.outcome, &attempt.finding).text(Language::English).to_string(),
    })
}

/// A clarification, if it is visible. The question of an answer to all is named only where it is visible itself.
pub(crate) fn clarification(viewer: &Viewer, all: &[Clarification], one: &Clarification) -> Option<Value> {
    if !viewer.sees_clarification(one) {
        return None;
    }
    let question = one.reply_to.and_then(|id| all.iter().find(|other| other.id == id));
    let question = question.filter(|question| viewer.sees_clarification(question));
    let input = one.input.filter(|_| viewer.sees_problems());
    Some(json!({
        "id": one.id.to_string(),
        "from_team_id": one.from_team,
        "to_team_id": one.to_team,
        "reply_to_id": question.map(|question| question.id.to_string()),
        "problem_id": input.map(|input| input.to_string()),
        "text": one.text,
        "time": iso(one.at),
        "contest_time": span(one.at - viewer.contest.starts_at),
    }))
}

/// The points of an attempt in hundredths, given the best visible scores.
pub(crate) fn worth(contest: &Contest, inputs: &[Input], best: &[i64], attempt: &Attempt) -> i64 {
    let found = inputs.iter().zip(best).find(|(input, _)| input.number == attempt.input);
    let (question, best) = found.map_or((0, 0), |(input, &best)| (input.question, best));
    contest.game.worth(question, attempt.points, attempt.score, best)
}
