//! Every table with its columns, in an order in which none refers to a later one.
//!
//! A new column must be the last of its table and have a default, so that older backups can be restored.

/// A column and the type of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// An integer or NULL.
    Number(&'static str),
    /// A text or NULL.
    Text(&'static str),
    /// Bytes.
    Bytes(&'static str),
}

impl Column {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Number(name) | Self::Text(name) | Self::Bytes(name) => name,
        }
    }
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Whether the database assigns the ids of its rows.
    pub(super) numbered: bool,
    pub(super) columns: &'static [Column],
}

impl Table {
    pub(super) fn by_name(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// The names of its first `count` columns.
    pub(super) fn names(&self, count: usize) -> String {
        self.columns.iter().take(count).map(|column| column.name()).collect::<Vec<_>>().join(", ")
    }
}

const fn plain(name: &'static str, columns: &'static [Column]) -> Table {
    Table { name, numbered: false, columns }
}

const fn numbered(name: &'static str, columns: &'static [Column]) -> Table {
    Table { name, numbered: true, columns }
}

use Column::{Bytes, Number, Text};

pub(super) const TABLES: &[Table] = &[
    plain("revisions", &[Text("contest"), Number("number")]),
    plain(
        "events",
        &[
            Text("contest"),
            Number("number"),
            Number("at"),
            Text("kind"),
            Text("who"),
            Text("subject"),
            Text("detail"),
        ],
    ),
    plain(
        "contests",
        &[
            Text("id"),
            Text("game"),
            Text("title"),
            Number("seed"),
            Number("open"),
            Number("created_at"),
            Number("starts_at"),
            Number("ends_at"),
            Number("frozen_at"),
            Number("thawed_at"),
            Number("finalized_at"),
            Text("feedback"),
            Number("hidden"),
            Number("max_upload"),
            Number("max_team_bytes"),
            Number("max_contest_bytes"),
        ],
    ),
    plain(
        "inputs",
        &[
            Text("contest"),
            Number("number"),
            Number("question"),
            Text("name"),
            Text("answer"),
            Number("bound"),
            Bytes("content"),
            Number("tight_bound"),
        ],
    ),
    plain(
        "accounts",
        &[
            Text("id"),
            Text("contest"),
            Text("login"),
            Text("name"),
            Text("password"),
            Text("token"),
            Number("created_at"),
            Number("disabled"),
            Text("members"),
            Text("school"),
            Text("team_group"),
            Number("extra"),
        ],
    ),
    plain("sessions", &[Text("hash"), Text("account"), Number("expires_at")]),
    plain(
        "invites",
        &[Text("hash"), Text("contest"), Text("name"), Number("uses_left"), Number("expires_at")],
    ),
    plain("contents", &[Text("hash"), Number("size"), Bytes("packed")]),
    numbered(
        "submissions",
        &[
            Number("id"),
            Text("contest"),
            Text("team"),
            Number("at"),
            Text("origin"),
            Text("label"),
            Text("retry_key"),
            Number("ignored"),
            Number("bytes"),
            Text("notes"),
        ],
    ),
    plain("archives", &[Number("submission"), Number("number"), Text("name"), Text("content")]),
    numbered("files", &[Number("id"), Number("submission"), Number("input"), Text("content")]),
    numbered(
        "rejudgings",
        &[Number("id"), Text("contest"), Number("at"), Text("who"), Text("reason"), Text("state")],
    ),
    numbered(
        "judgings",
        &[
            Number("id"),
            Number("file"),
            Number("round"),
            Number("at"),
            Text("judge"),
            Text("outcome"),
            Number("points"),
            Number("score"),
            Text("finding"),
        ],
    ),
    numbered(
        "clarifications",
        &[
            Number("id"),
            Text("contest"),
            Number("at"),
            Text("from_team"),
            Text("to_team"),
            Number("reply_to"),
            Number("input"),
            Text("text"),
        ],
    ),
];
