//! Archives as teams make them: only outputs are judged, and the archive is kept for the jury alone.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use laplace_arena::contest::{Game, SubmissionId};
use laplace_arena::settings::Settings;
use laplace_arena::store::{Kind, StorageLimits, Store};
use laplace_games::demon::format::BoardStyle;
use laplace_games::demon::questions::{answer_q1, answer_q2, answer_q3, answer_q4};
use lzma_rust2::{XzOptions, XzWriter};
use serde_json::{Value, json};

use crate::bad::{self, Entry, Lies};
use crate::database;
use crate::test_server::{TestServer, text};

/// The right answers of a contest of one input for each question, and some code.
async fn team_files(server: &TestServer) -> Vec<Entry> {
    let inputs = server.state.store.inputs("demo").await.unwrap();
    let style = BoardStyle::default();
    let right = |place: usize, content: &[u8]| match place {
        0 => answer_q1(content).unwrap(),
        1 => answer_q2(content, style).unwrap(),
        2 => answer_q3(content, style).unwrap(),
        _ => answer_q4(content, style).unwrap(),
    };
    let mut files: Vec<Entry> = inputs[..4]
        .iter()
        .enumerate()
        .map(|(place, input)| {
            Entry::new(format!("team/outputs/{}", input.answer), right(place, &input.content))
        })
        .collect();
    files.push(Entry::new("team/play.sh", "python3 src/main.py\n"));
    files.push(Entry::new("team/src/main.py", "print('<script>alert(1)</script>')\n"));
    files
}

fn tar(files: &[Entry]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.content.len() as u64);
        let name = String::from_utf8(file.name.clone()).unwrap();
        if file.mode == 0o120_777 {
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_size(0);
            tar.append_link(&mut header, name, "src/main.py").unwrap();
        } else {
            tar.append_data(&mut header, name, file.content.as_slice()).unwrap();
        }
    }
    tar.into_inner().unwrap()
}

fn tar_bz2(files: &[Entry]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(&tar(files)).unwrap();
    packer.finish().unwrap()
}

fn tar_xz(files: &[Entry]) -> Vec<u8> {
    let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(6)).unwrap();
    packer.write_all(&tar(files)).unwrap();
    packer.finish().unwrap()
}

fn zip(files: &[Entry]) -> Vec<u8> {
    bad::zip(files, Lies::default())
}

async fn send(server: &TestServer, token: &str, body: Vec<u8>) -> (u16, Value) {
    let request = Request::post("/api/contests/demo/submissions")
        .header("authorization", format!("Bearer {token}"))
        .header("x-file-name", "team.zip");
    let response = server.send(request.body(Body::from(body)).unwrap()).await;
    let status = response.status().as_u16();
    (status, serde_json::from_str(&text(response).await).unwrap())
}

async fn get(server: &TestServer, path: &str, token: &str) -> (u16, Vec<u8>) {
    let request = Request::get(path).header("authorization", format!("Bearer {token}"));
    let response = server.send(request.body(Body::empty()).unwrap()).await;
    (response.status().as_u16(), to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
}

async fn page(server: &TestServer, path: &str, token: &str) -> String {
    let (status, body) = get(server, path, token).await;
    assert_eq!(status, 200, "{path}");
    String::from_utf8(body).unwrap()
}

#[tokio::test]
async fn an_archive_of_windows_is_taken_and_invalid_names_are_listed_with_the_reason() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let mut files = team_files(&server).await;
    for file in &mut files {
        file.name.iter_mut().filter(|byte| **byte == b'/').for_each(|byte| *byte = b'\\');
    }
    files.push(Entry::new("sub/../q5-output-1", "climbs"));
    files.push(Entry::new("old\\outputs\\q1-output-1", "first by name"));
    files.push(Entry::new("old\\deep\\outputs\\q1-output-1", "deeper"));
    let (status, reply) = send(&server, &token, zip(&files)).await;
    assert_eq!(status, 201, "{reply}");
    assert_eq!(reply["files"].as_array().unwrap().len(), 4, "{reply}");
    assert_eq!(reply["unknown"], json!(["team/play.sh", "team/src/main.py"]));
    assert_eq!((&reply["invalid_names"], &reply["passed_over"]), (&json!(["sub/../q5-output-1"]), &json!(3)));
    for (language, why) in [
        (
            "en",
            [
                "a name without `..`, a drive or control characters is expected",
                "it is nearer to the root of the archive",
                "both are equally deep, and it comes first in the alphabet",
            ],
        ),
        (
            "fr",
            [
                "il faut un nom sans `..`, ni lecteur, ni caractère de contrôle",
                "il est plus proche de la racine de l’archive",
                "les deux sont à la même profondeur, et il vient en premier dans l’ordre alphabétique",
            ],
        ),
    ] {
        let path = format!("/c/demo/submissions/{}?lang={language}", reply["id"].as_str().unwrap());
        let page = page(&server, &path, &token).await;
        assert!(page.contains("<code>sub/../q5-output-1</code>"), "{page}");
        for why in why {
            assert!(page.contains(why), "{why}: {page}");
        }
    }
    // The jury reads the code under names with slashes.
    let (_, organiser) = server.account("", "Olga").await;
    let path = format!("/organise/demo/submissions/{}/code", reply["id"].as_str().unwrap());
    assert!(page(&server, &path, &organiser).await.contains("team/src/main.py"));
}

#[tokio::test]
async fn a_whole_project_is_taken_and_only_its_outputs_are_judged() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let files = team_files(&server).await;
    let with = |more: Vec<Entry>| [files.clone(), more].concat();
    let link = Entry { mode: 0o120_777, ..Entry::new("team/link.py", "src/main.py") };
    let program = Entry { deflated: true, ..Entry::new("team/solver", vec![0x7f; 3 << 20]) };
    let objects: Vec<Entry> =
        (0..1_200).map(|number| Entry::new(format!("team/.git/objects/{number}"), "object")).collect();
    let double = Entry::new("team/old/more/q1-output-1", "old");
    for (what, archive, passed_over, duplicates) in [
        ("zip", zip(&files), 2, 0),
        ("tar.gz", bad::gzip(&tar(&files)), 2, 0),
        ("tar", tar(&files), 2, 0),
        ("tar.bz2", tar_bz2(&files), 2, 0),
        ("tar.xz", tar_xz(&files), 2, 0),
        ("a link in a zip", zip(&with(vec![link.clone()])), 3, 0),
        ("a link in a tar", tar(&with(vec![link])), 3, 0),
        ("a program of 3 MB", zip(&with(vec![program.clone()])), 3, 0),
        ("a program of 3 MB in a tar.xz", tar_xz(&with(vec![program])), 3, 0),
        (".git", zip(&with(objects.clone())), 1_202, 0),
        (".git in a tar.bz2", tar_bz2(&with(objects)), 1_202, 0),
        ("a second output", zip(&with(vec![double.clone()])), 2, 1),
        ("a second output in a tar", tar(&with(vec![double])), 2, 1),
    ] {
        let (status, reply) = send(&server, &token, archive).await;
        assert_eq!(status, 201, "{what}: {reply}");
        let files = reply["files"].as_array().unwrap();
        assert!(files.len() == 4 && files.iter().all(|file| file["outcome"] == "right"), "{what}: {reply}");
        assert_eq!(reply["passed_over"], passed_over, "{what}: {reply}");
        assert_eq!(reply["unknown"][0], "team/play.sh", "{what}: {reply}");
        assert!(reply["unknown"].as_array().unwrap().len() <= 20, "{what}: {reply}");
        assert_eq!(reply["duplicates"].as_array().unwrap().len(), duplicates, "{what}: {reply}");
    }
}

#[tokio::test]
async fn the_page_of_a_submission_names_what_was_passed_over_to_its_team_only() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, organiser) = server.account("", "Olga").await;
    let mut files = team_files(&server).await;
    files.push(Entry::new("team/old/more/q1-output-1", "old"));
    files.extend((0..30).map(|number| Entry::new(format!("team/lib/{number}"), "x")));
    let (_, reply) = send(&server, &ada, zip(&files)).await;
    let pair = json!({ "used": "team/outputs/q1-output-1", "unused": "team/old/more/q1-output-1" });
    assert_eq!(reply["duplicates"], json!([pair]));
    for token in [&ada, &organiser] {
        let page = page(&server, "/c/demo/submissions/1", token).await;
        assert!(page.contains("<code>team/play.sh</code>") && page.contains("and 12 more"), "{page}");
        assert!(page.contains("<code>team/old/more/q1-output-1</code>"), "{page}");
    }
    let french = page(&server, "/c/demo/submissions/1?lang=fr", &ada).await;
    assert!(
        french.contains("et 12 autres") && french.contains("il est plus proche de la racine"),
        "{french}"
    );
    server
        .state
        .store
        .set_milestone("demo", laplace_arena::store::Milestone::End, None, "server")
        .await
        .unwrap();
    let (_, blaise) = server.account("demo", "Blaise").await;
    let public = page(&server, "/c/demo/submissions/1", &blaise).await;
    assert!(!public.contains("play.sh") && !public.contains("/code"), "{public}");
}

async fn the_archive_is_kept_for_the_jury(address: &str) {
    let server = TestServer::new(address).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, ada) = server.account("demo", "Ada").await;
    let (_, blaise) = server.account("demo", "Blaise").await;
    let (_, organiser) = server.account("", "Olga").await;
    let archive = bad::gzip(&tar(&team_files(&server).await));
    assert_eq!(send(&server, &ada, archive.clone()).await.0, 201);
    assert_eq!(send(&server, &blaise, zip(&team_files(&server).await)).await.0, 201);
    let base = "/organise/demo/submissions/1/code";
    let list = page(&server, base, &organiser).await;
    assert!(list.contains("team/src/main.py") && list.contains("team.zip"), "{list}");
    let entry = format!("{base}/1/entry?name=team%2Fsrc%2Fmain.py");
    let shown = page(&server, &entry, &organiser).await;
    assert!(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{shown}");
    assert_eq!(get(&server, &format!("{base}/1"), &organiser).await, (200, archive.clone()));
    let api = "/api/contests/demo/submissions/1/archives";
    assert_eq!(get(&server, &format!("{api}/1"), &organiser).await, (200, archive.clone()));
    let listed: Value = serde_json::from_str(&page(&server, api, &organiser).await).unwrap();
    assert_eq!(listed[0]["size"], archive.len(), "{listed}");
    // The archive of the other submission is not reached through this one, nor one that is not there.
    for path in [
        format!("{base}/2"),
        format!("{base}/1/entry?name=none"),
        "/organise/other/submissions/1/code".into(),
    ] {
        assert_eq!(get(&server, &path, &organiser).await.0, 404, "{path}");
    }
    // Not even its own team, and not after the end either.
    server
        .state
        .store
        .set_milestone("demo", laplace_arena::store::Milestone::End, None, "server")
        .await
        .unwrap();
    for token in [&ada, &blaise] {
        for path in [base.to_owned(), format!("{base}/1"), entry.clone(), api.into(), format!("{api}/1")] {
            assert_eq!(get(&server, &path, token).await.0, 403, "{path}");
        }
    }
    // A backup of it holds the archive.
    let mut backup = Vec::new();
    server.state.store.back_up(&mut backup).await.unwrap();
    let copy = Store::open(&database::sqlite()).await.unwrap();
    copy.restore(backup.as_slice()).await.unwrap();
    assert_eq!(copy.archive(SubmissionId(1), 1).await.unwrap(), archive);
    assert!(copy.kind() == Kind::Sqlite && copy.notes(SubmissionId(1)).await.unwrap().passed_over == 2);
}

#[tokio::test]
async fn the_archive_is_kept_for_the_jury_on_sqlite() {
    the_archive_is_kept_for_the_jury(&database::sqlite()).await;
}

#[tokio::test]
async fn the_archive_is_kept_for_the_jury_on_postgresql() {
    the_archive_is_kept_for_the_jury(&database::postgres().await).await;
}

#[tokio::test]
async fn archives_count_against_what_a_team_may_store() {
    let storage = StorageLimits { team: 40_000, contest: 1 << 30 };
    let settings = Settings { storage, ..Settings::default() };
    let server = TestServer::with(&database::sqlite(), settings).await;
    server.contest("demo", Game::Demon, 1).await;
    let (team, token) = server.account("demo", "Ada").await;
    let mut files = team_files(&server).await;
    assert_eq!(send(&server, &token, zip(&files)).await.0, 201);
    files.push(Entry::new("team/data", vec![b'x'; 50_000]));
    let (status, reply) = send(&server, &token, zip(&files)).await;
    assert!(status == 413 && reply["message"].as_str().unwrap().contains("of at most 39.1 KiB"), "{reply}");
    let stored = server.state.store.stored_bytes("demo").await.unwrap()[team.as_str()];
    assert!((1_000..40_000).contains(&stored), "{stored}");
}

#[tokio::test]
async fn a_retry_with_other_code_is_not_the_same_submission() {
    let server = TestServer::new(&database::sqlite()).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, token) = server.account("demo", "Ada").await;
    let files = team_files(&server).await;
    let mut changed = files.clone();
    changed.push(Entry::new("team/src/more.py", "print(2)"));
    let send = |archive: Vec<u8>| {
        let request = Request::post("/api/contests/demo/submissions")
            .header("authorization", format!("Bearer {token}"))
            .header("idempotency-key", "monday");
        server.send(request.body(Body::from(archive)).unwrap())
    };
    assert_eq!(send(zip(&files)).await.status().as_u16(), 201);
    assert_eq!(send(zip(&files)).await.status().as_u16(), 200);
    assert_eq!(send(zip(&changed)).await.status().as_u16(), 409);
}
