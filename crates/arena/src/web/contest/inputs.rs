//! Downloads of the inputs, one by one or as an archive.

use std::io::{Cursor, Write};
use std::sync::Arc;

use axum::extract::{Path, State};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::app::SharedState;
use crate::auth::Identity;
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
    let bytes = pack(&inputs).map_err(|error| Error::Internal(format!("zip: {error}")))?;
    Ok(download(&format!("{contest}-inputs.zip"), ZIP, bytes))
}

async fn visible_inputs(app: &SharedState, contest: &str, identity: &Identity) -> Result<Arc<[Input]>> {
    let contest = app.store.contest(contest).await?;
    if !Viewer::of(&contest, identity).sees_problems() {
        return Err(Error::NotFound(Missing::Input));
    }
    app.store.inputs(&contest.id).await
}

fn pack(inputs: &[Input]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Without a time and an owner, so that the same inputs make the same archive.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for input in inputs {
        archive.start_file(input.name.as_str(), options)?;
        archive.write_all(&input.content)?;
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
        let bytes = pack(&inputs).unwrap();
        assert_eq!(bytes, pack(&inputs).unwrap());
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut text = Vec::new();
        std::io::copy(&mut archive.by_name("Tetris-2.in").unwrap(), &mut text).unwrap();
        assert_eq!(text, inputs[1].content);
    }
}
