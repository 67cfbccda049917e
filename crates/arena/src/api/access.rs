//! `GET /api/contests/{contest}/access`: the capabilities of the account, and the fields that it may read.

use crate::visibility::Viewer;
use axum::Json;
use serde_json::{Value, json};

const CONTEST: &[&str] = &[
    "id",
    "name",
    "formal_name",
    "start_time",
    "duration",
    "scoreboard_freeze_duration",
    "scoreboard_thaw_time",
    "scoreboard_type",
    "game",
    "phase",
    "open",
    "feedback",
    "endless",
];
const STATE: &[&str] = &["started", "ended", "frozen", "thawed", "finalized", "end_of_updates"];
const PROBLEM: &[&str] = &[
    "id",
    "ordinal",
    "label",
    "name",
    "test_data_count",
    "max_score",
    "attachments",
    "question",
    "answer",
    "bound",
];
const TEAM: &[&str] =
    &["id", "name", "label", "display_name", "hidden", "organization_id", "group_ids", "school", "group"];
const ACCOUNT: &[&str] = &["id", "username", "name", "type", "team_id"];
const SUBMISSION: &[&str] = &[
    "id",
    "language_id",
    "problem_id",
    "team_id",
    "time",
    "contest_time",
    "entry_point",
    "files",
    "submission",
];
const JUDGEMENT: &[&str] = &[
    "id",
    "submission_id",
    "judgement_type_id",
    "score",
    "start_time",
    "start_contest_time",
    "end_time",
    "end_contest_time",
    "outcome",
    "raw_score",
    "detail",
];
const CLARIFICATION: &[&str] =
    &["id", "from_team_id", "to_team_id", "reply_to_id", "problem_id", "text", "time", "contest_time"];
const SCOREBOARD: &[&str] = &["event_id", "time", "contest_time", "state", "rows"];

pub(super) async fn access(viewer: Viewer) -> Json<Value> {
    let mut capabilities = Vec::new();
    if viewer.identity.is_organiser() {
        capabilities.extend(["contest_start", "contest_thaw", "admin_clar"]);
    }
    if viewer.identity.team_of(&viewer.contest).is_ok() {
        capabilities.extend(["team_submit", "team_clar"]);
    }
    let mut endpoints = vec![
        ("contest", CONTEST),
        ("state", STATE),
        ("judgement-types", &["id", "name", "penalty", "solved"]),
        ("languages", &["id", "name", "entry_point_required", "extensions"]),
        ("problems", PROBLEM),
        ("organizations", &["id", "name", "formal_name"]),
        ("groups", &["id", "name"]),
        ("teams", TEAM),
        ("submissions", SUBMISSION),
        ("judgements", JUDGEMENT),
        ("clarifications", CLARIFICATION),
        ("scoreboard", SCOREBOARD),
    ];
    if viewer.identity.account().is_some() {
        endpoints.push(("account", ACCOUNT));
    }
    let endpoints: Vec<Value> =
        endpoints.iter().map(|(kind, properties)| endpoint(&viewer, kind, properties)).collect();
    Json(json!({ "capabilities": capabilities, "endpoints": endpoints }))
}

fn endpoint(viewer: &Viewer, kind: &str, properties: &[&str]) -> Value {
    let own: &[&str] = match kind {
        "contest" if viewer.identity.is_organiser() => &["seed", "hidden", "limits"],
        // A team sees its own login, members and extra time.
        "teams" if viewer.identity.account().is_some() => &["login", "members", "extra_minutes"],
        _ => &[],
    };
    json!({ "type": kind, "properties": properties.iter().chain(own).collect::<Vec<_>>() })
}
