//! Writes the site that needs no server into a folder.
//!
//! `laplace-site MODULE FOLDER`: takes the compiled WebAssembly module of `laplace-web`. `site/build.sh` builds both.
//!
//! Every page is a classic document with classic scripts: browsers refuse ES modules, workers and `fetch` on pages that
//! are opened from a disk. So the worker's program is a text inside a script (`worker-source.js`), and so is the module, packed
//! (`module-source.js`). A web server sends the same: packed, the text is smaller than the module itself, and no server has to know
//! the type of its files.

mod assets;
mod blobwar;
mod demon;
mod frame;
mod home;
mod offline;
mod sheet;
mod well;
mod words;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use laplace_i18n::Language;
use laplace_pages::engine;
use wasm_bindgen_cli_support::Bindgen;

use frame::Page;

/// The files of the site: name and content.
type Files = Vec<(String, Vec<u8>)>;

type Failure = Box<dyn std::error::Error>;

#[allow(clippy::print_stderr, clippy::print_stdout, reason = "a program for a terminal")]
fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(module), Some(folder), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        eprintln!("laplace-site: expected MODULE FOLDER; `bash site/build.sh` has both");
        return ExitCode::from(2);
    };
    match build(&module).and_then(|files| write(&folder, &files)) {
        Ok(bytes) => {
            println!("{}: {bytes} bytes", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("laplace-site: {error}");
            ExitCode::from(4)
        }
    }
}

fn build(module: &Path) -> Result<Files, Failure> {
    let (glue, wasm) = bound(module)?;
    let mut files: Files = Vec::new();
    for language in Language::ALL {
        for page in [
            home::page(language),
            demon::page(language),
            well::page(language),
            blobwar::page(language),
            sheet::page(language),
        ] {
            files.push((Page::file(page.name, language), page.render(language).into()));
        }
    }
    files.extend(assets::all().map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec())));
    let worker = format!("{glue}\n{}", engine::WORKER);
    // The worker's program calls functions of just this module, and the pages load the two at different times.
    let version = offline::hash([worker.as_bytes(), &wasm]);
    let module = STANDARD.encode(packed(&wasm)?);
    files.push((
        "worker-source.js".into(),
        script_of(&[("workerSource", &worker), ("workerVersion", &version)]),
    ));
    files.push((
        "module-source.js".into(),
        script_of(&[("moduleSource", &module), ("moduleVersion", &version)]),
    ));
    // The contest server takes a site of its own version only.
    files.push(("version.txt".into(), format!("{}\n", env!("CARGO_PKG_VERSION")).into()));
    let offline = offline::script(&files);
    files.push(("offline.js".into(), offline.into()));
    Ok(files)
}

/// A script that defines texts of `site`.
fn script_of(texts: &[(&str, &str)]) -> Vec<u8> {
    let mut script = String::from("window.site = window.site || {};\n");
    for (name, text) in texts {
        script += &format!("site.{name} = {};\n", serde_json::Value::from(*text));
    }
    script.into()
}

/// The bytes, packed with gzip, which browsers unpack themselves.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// The module with its functions for scripts, and the script that calls them.
fn bound(module: &Path) -> Result<(String, Vec<u8>), Failure> {
    let folder = env::temp_dir().join(format!("laplace-site-{}", std::process::id()));
    let bound = bound_in(&folder, module);
    // Without a module there may be no folder.
    match fs::remove_dir_all(&folder) {
        Err(error) if bound.is_ok() => Err(format!("{}: {error}", folder.display()).into()),
        _ => bound,
    }
}

fn bound_in(folder: &Path, module: &Path) -> Result<(String, Vec<u8>), Failure> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    Bindgen::new()
        .input_path(module)
        .no_modules(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    let glue = read(&folder.join("laplace_web.js"))?;
    let wasm = read(&folder.join("laplace_web_bg.wasm"))?;
    Ok((String::from_utf8(glue)?, wasm))
}

/// Writes the files beside the folder, then puts the new folder in its place: it is whole or not there.
fn write(folder: &Path, files: &Files) -> Result<usize, Failure> {
    let name = folder.file_name().ok_or("the folder needs a name")?.to_string_lossy().into_owned();
    let fresh = folder.with_file_name(format!(".{name}.new"));
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    fs::create_dir_all(&fresh)?;
    for (name, content) in files {
        fs::write(fresh.join(name), content)?;
    }
    if folder.exists() {
        // Nothing but a site of ours is replaced: it has a service worker, and neither folders nor hidden files, such as
        // the `.git` of a checkout.
        let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        let is_foreign = |entry: &fs::DirEntry| {
            entry.path().is_dir() || entry.file_name().as_encoded_bytes().starts_with(b".")
        };
        let is_site = folder.join("offline.js").exists() && !entries.iter().any(is_foreign);
        if !entries.is_empty() && !is_site {
            fs::remove_dir_all(&fresh)?;
            return Err(format!("{}: not empty, and not a site alone", folder.display()).into());
        }
        fs::remove_dir_all(folder)?;
    }
    fs::rename(&fresh, folder)?;
    Ok(files.iter().map(|(_, content)| content.len()).sum())
}
