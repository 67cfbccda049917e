//! `/site/`: the site without a server (`site/build.sh`), if the server was started with one.
//!
//! With it the engine of the page `/blobwar` thinks in the visitor's browser, as WebAssembly. Without it, and in browsers
//! without WebAssembly, that page sends requests to the server's own engine.
//!
//! The files are read once, at the start: no request reaches the file system, and a folder that is replaced meanwhile
//! does not mix two versions. Pages and module belong together, so a site of another version is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::body::Bytes;
use axum::extract::{Path as InPath, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{Redirect, Response};

use crate::app::SharedState;
use crate::board::{conditional_response, etag, gzip};
use crate::error::{Error, Result};
use crate::i18n::Missing;

/// The file that names the version of the site: a text with the version of the builder.
const VERSION_FILE: &str = "version.txt";
/// The address of the worker's program, which the page of Blobwar needs.
pub(super) const WORKER: &str = "/site/worker-source.js";
/// The address of the module, which the page of Blobwar needs.
pub(super) const MODULE: &str = "/site/module-source.js";
/// The maximum size of all files of a site in bytes, ten times that of ours.
const MAX_BYTES: u64 = 64 << 20;

/// As for every page ([`super::headers`]), and what a page with the module needs: WebAssembly, a worker from a text of the
/// page, and the module from a text of the page.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' data:; \
     img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// The files of a site, in memory.
#[derive(Debug)]
pub struct Site {
    files: BTreeMap<String, SiteFile>,
}

#[derive(Debug)]
struct SiteFile {
    kind: &'static str,
    tag: Vec<u8>,
    plain: Bytes,
    gzipped: Bytes,
}

impl Site {
    /// Reads a folder that `site/build.sh` has written.
    pub fn load(folder: &Path) -> Result<Self, String> {
        let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let mut files = BTreeMap::new();
        let mut bytes = 0;
        for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
            let path = entry.map_err(|error| failed(folder, error))?.path();
            let data = path.metadata().map_err(|error| failed(&path, error))?;
            let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| data.is_file())
            else {
                continue;
            };
            bytes += data.len();
            if bytes > MAX_BYTES {
                return Err(format!("{}: larger than {MAX_BYTES} bytes, so not a site", folder.display()));
            }
            let content = fs::read(&path).map_err(|error| failed(&path, error))?;
            files.insert(name.to_owned(), SiteFile::new(name, content.into()));
        }
        let site = Self { files };
        site.check().map_err(|reason| format!("{}: {reason}", folder.display()))?;
        Ok(site)
    }

    /// Whether it is a site of this version, with all that the page of Blobwar needs.
    fn check(&self) -> Result<(), String> {
        let expected = env!("CARGO_PKG_VERSION");
        let found = self.files.get(VERSION_FILE).ok_or(format!("no {VERSION_FILE} in it, so not a site"))?;
        let found = String::from_utf8_lossy(&found.plain);
        if found.trim() != expected {
            return Err(format!("a site of version {}, expected {expected}", found.trim()));
        }
        for name in [WORKER, MODULE].map(|address| address.trim_start_matches("/site/")) {
            self.files.get(name).ok_or(format!("no {name} in it"))?;
        }
        Ok(())
    }

    fn respond(&self, name: &str, headers: &HeaderMap) -> Result {
        let file = self.files.get(name).ok_or(Error::NotFound(Missing::File))?;
        let gzipped = || file.gzipped.clone();
        let response =
            conditional_response(headers, file.kind, "accept-encoding", &file.tag, &file.plain, gzipped);
        Ok(with_module(response))
    }
}

impl SiteFile {
    fn new(name: &str, plain: Bytes) -> Self {
        Self {
            kind: match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
                "html" => "text/html; charset=utf-8",
                "css" => "text/css; charset=utf-8",
                "js" => "text/javascript; charset=utf-8",
                "svg" => "image/svg+xml",
                "txt" => "text/plain; charset=utf-8",
                _ => "application/octet-stream",
            },
            tag: etag(&plain),
            gzipped: gzip(&plain).into(),
            plain,
        }
    }
}

/// A page that runs the WebAssembly module: its policy allows that.
pub(super) fn with_module(mut page: Response) -> Response {
    page.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    page
}

/// `GET /site`: the names in the pages are relative to `/site/`.
pub(super) async fn redirect(State(app): State<SharedState>) -> Result<Redirect> {
    app.settings.site.as_ref().ok_or(Error::NotFound(Missing::File))?;
    Ok(Redirect::permanent("/site/"))
}

/// `GET /site/`
pub(super) async fn home(state: State<SharedState>, headers: HeaderMap) -> Result {
    serve(state, InPath("index.html".into()), headers).await
}

/// `GET /site/{name}`
pub(super) async fn serve(
    State(app): State<SharedState>,
    InPath(name): InPath<String>,
    headers: HeaderMap,
) -> Result {
    let site = app.settings.site.as_ref().ok_or(Error::NotFound(Missing::File))?;
    site.respond(&name, &headers)
}
