//! `GET /api/contests/{contest}/access`: what these eyes may do, and which fields they will find.

use axum::Json;
use serde_json::{Value, json};

use super::sight::Sight;

const CONTEST: &[&str] = &[
    "id",
    "name",
    "formal_name",
    "start_time",
    "duration",
    "scoreboard_freeze_duration",
    "scoreboard_thaw_time",
    "scoreboard_type",
];
const STATE: &[&str] = &["started", "ended", "frozen", "thawed", "finalized", "end_of_updates"];
const PROBLEM: &[&str] = &["id", "ordinal", "label", "name", "test_data_count", "max_score", "attachments"];
const TEAM: &[&str] = &["id", "name", "display_name", "hidden"];
const SUBMISSION: &[&str] =
    &["id", "language_id", "problem_id", "team_id", "time", "contest_time", "entry_point", "files"];
const JUDGEMENT: &[&str] = &[
    "id",
    "submission_id",
    "judgement_type_id",
    "score",
    "start_time",
    "start_contest_time",
    "end_time",
    "end_contest_time",
];

pub(super) async fn access(sight: Sight) -> Json<Value> {
    let mut capabilities = Vec::new();
    if sight.who.is_organiser() {
        capabilities.extend(["contest_start", "contest_thaw"]);
    }
    if sight.who.team_of(&sight.contest).is_ok() {
        capabilities.push("team_submit");
    }
    let endpoints = [
        ("contest", CONTEST),
        ("state", STATE),
        ("judgement-types", &["id", "name", "penalty", "solved"]),
        ("languages", &["id", "name", "entry_point_required", "extensions"]),
        ("problems", PROBLEM),
        ("teams", TEAM),
        ("submissions", SUBMISSION),
        ("judgements", JUDGEMENT),
    ];
    let endpoints: Vec<Value> = endpoints
        .iter()
        .map(|(kind, properties)| json!({ "type": kind, "properties": properties }))
        .collect();
    Json(json!({ "capabilities": capabilities, "endpoints": endpoints }))
}
