//! Style sheets and scripts: compiled into the program, served under addresses that change with their content.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use laplace_pages::{blobwar, engine};

use crate::auth::hash_of;
use crate::error::{Error, Result};
use crate::i18n::Missing;

#[derive(Clone, Copy)]
struct Asset {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
}

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const ASSETS: &[Asset] = &[
    Asset { name: "arena.css", kind: STYLE, content: laplace_pages::STYLE },
    Asset { name: "blobwar.css", kind: STYLE, content: blobwar::STYLE },
    Asset { name: "blobwar-link.js", kind: SCRIPT, content: include_str!("assets/blobwar-link.js") },
    Asset { name: "blobwar-module.js", kind: SCRIPT, content: blobwar::BY_MODULE },
    Asset { name: "blobwar-server.js", kind: SCRIPT, content: include_str!("assets/blobwar-server.js") },
    Asset { name: "replay.js", kind: SCRIPT, content: include_str!("assets/replay.js") },
    Asset { name: "board.js", kind: SCRIPT, content: include_str!("assets/board.js") },
    Asset { name: "engine.js", kind: SCRIPT, content: engine::SCRIPT },
    Asset { name: "icon.svg", kind: "image/svg+xml", content: laplace_pages::ICON },
    Asset { name: "page.js", kind: SCRIPT, content: include_str!("assets/page.js") },
    Asset { name: "viewer.css", kind: STYLE, content: laplace_pictures::html::STYLE },
    Asset { name: "viewer.js", kind: SCRIPT, content: laplace_pictures::html::SCRIPT },
];

/// The scripts of Blobwar that need no server.
fn shared() -> impl Iterator<Item = Asset> {
    blobwar::SCRIPTS.into_iter().map(|(name, content)| Asset { name, kind: SCRIPT, content })
}

/// The address of an asset; its query changes with the content, so browsers may cache it for ever.
pub(super) fn address(name: &str) -> String {
    let version = find(name).map(|asset| hash_of(asset.content)).unwrap_or_default();
    format!("/assets/{name}?v={}", version.get(..12).unwrap_or_default())
}

fn find(name: &str) -> Option<Asset> {
    ASSETS.iter().copied().chain(shared()).find(|asset| asset.name == name)
}

/// `GET /assets/{name}`
pub(super) async fn serve(Path(name): Path<String>) -> Result<impl IntoResponse> {
    let asset = find(&name).ok_or(Error::NotFound(Missing::File))?;
    let headers = [(CONTENT_TYPE, asset.kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.content))
}
