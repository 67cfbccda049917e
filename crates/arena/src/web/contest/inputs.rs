//! Downloads of the inputs, one by one or as an archive, and of a team's own best answers.

use std::io::{Cursor, Write};
use std::sync::Arc;

use axum::extract::{Path, State};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::app::SharedState;
use crate::auth::Identity;
use crate::board::View;
use crate::contest::Input;
use crate::error::{Error, Result};
use crate::i18n::Missing;
use crate::visibility::Viewer;
use crate::web::{TEXT, ZIP, download};

/// `GET /c/{contest}/inputs/{name}`
pub(in crate::web) async fn input(
    State(app): State<SharedState>,
    Path((contest, name)): Path<(String, String)>,
    identity: Identity,
) -> Result {
    let inputs = visible_inputs(&app, &contest, &identity).await?;
    let input = inputs.iter().find(|input| input.name == name).ok_or(Error::NotFound(Missing::Input))?;
    Ok(download(&input.name, TEXT, input.content.clone()))
}

/// `GET /c/{contest}/inputs.zip`: the same bytes every time.
pub(in crate::web) async fn archive(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    identity: Identity,
) -> Result {
    let inputs = visible_inputs(&app, &contest, &identity).await?;
    let files = inputs.iter().map(|input| (input.name.as_str(), input.content.as_slice()));
    Ok(download(&format!("{contest}-inputs.zip"), ZIP, pack(files)?))
}

/// `GET /c/{contest}/best.zip`: the files that the results of the signed-in team come from.
pub(in crate::web) async fn own_best(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    identity: Identity,
) -> Result {
    let contest = app.store.contest(&contest).await?;
    let team = identity.team_of(&contest)?;
    let inputs = app.store.inputs(&contest.id).await?;
    let all = app.boards.get(&app.store, &contest, View::Organiser).await?;
    let row = all.board.rows.iter().find(|row| row.team == team.id).ok_or(Error::NotFound(Missing::File))?;
    let mut files = Vec::new();
    for (input, cell) in inputs.iter().zip(&row.cells) {
        if let Some(submission) = cell.submission {
            files.push((input.answer.as_str(), app.store.content(submission, input).await?));
        }
    }
    if files.is_empty() {
        return Err(Error::NotFound(Missing::File));
    }
    let packed = pack(files.iter().map(|(name, content)| (*name, content.as_slice())))?;
    Ok(download(&format!("{}-best.zip", contest.id.as_str()), ZIP, packed))
}

async fn visible_inputs(app: &SharedState, contest: &str, identity: &Identity) -> Result<Arc<[Input]>> {
    let contest = app.store.contest(contest).await?;
    if !Viewer::of(&contest, identity).sees_problems() {
        return Err(Error::NotFound(Missing::Input));
    }
    app.store.inputs(&contest.id).await
}

/// An archive of files with these names and contents.
fn pack<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    try_pack(files).map_err(|error| Error::Internal(format!("zip: {error}")))
}

fn try_pack<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Without a time and an owner, so that the same inputs make the same archive.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, content) in files {
        archive.start_file(name, options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Game, make};

    #[test]
    fn an_archive_is_the_same_every_time_and_can_be_read() {
        let inputs = make(Game::Well, 3, 2);
        let packed = || pack(inputs.iter().map(|input| (input.name.as_str(), input.content.as_slice())));
        let bytes = packed().unwrap();
        assert_eq!(bytes, packed().unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut text = Vec::new();
        std::io::copy(&mut archive.by_name("Tetris-2.in").unwrap(), &mut text).unwrap();
        assert_eq!(text, inputs[1].content);
    }
}
