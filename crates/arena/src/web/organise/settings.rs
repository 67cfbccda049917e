//! `/organise/{contest}/settings`: what a contest is called, who finds it, its copy, its end as data.

use std::fs::File;
use std::io::Read;

use axum::Form;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect};
use maud::{Markup, html};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use crate::api::{CopyOf, copy};
use crate::app::SharedState;
use crate::command::export::export_file;
use crate::contest::{Contest, ContestLimits, Edit, MEBIBYTE, Phase, Refusal};
use crate::error::{Error, Result};
use crate::i18n::{Field, Message, phrases};
use crate::store::now;
use crate::web::ZIP;
use crate::web::contest::head;
use crate::web::errors::{is_client_error, refused_form};
use crate::web::frame::Frame;
use crate::web::parts::{field, filled, number, read_time, refusal, time_field};

phrases! {
    /// The texts of the page.
    Phrases {
        settings: "Settings", "Réglages";
        save: "Save", "Enregistrer";
        hidden: "Hidden: only organisers and its own teams see this contest",
            "Caché : seules l’organisation et ses équipes voient ce concours";
        hidden_hint: "Teams of a hidden contest sign in at {}.", "Les équipes d’un concours caché se connectent à {}.";
        limits: "Limits in MiB", "Limites en Mio";
        limits_hint: "Left empty: as much as the server allows, {}, {} and {} MiB. What is stored already stays.",
            "Vide : ce que permet le serveur, soit {}, {} et {} Mio. Ce qui est déjà déposé reste.";
        max_upload: "One submission, as it is sent", "Un dépôt, tel qu’il est envoyé";
        max_team: "All submissions of a team, compressed", "Tous les dépôts d’une équipe, compressés";
        max_contest: "All submissions of the contest, compressed", "Tous les dépôts du concours, compressés";
        copy: "Copy this contest", "Copier ce concours";
        copy_hint: "The copy has the same inputs, feedback, registration and limits, is hidden if this one is, and has times of its own. Submissions are not copied.",
            "La copie a les mêmes entrées, le même retour, les mêmes inscriptions et les mêmes limites, est cachée si celui-ci l’est, et a ses propres dates. Les dépôts ne sont pas copiés.";
        with_teams: "With its teams: they keep their passwords", "Avec ses équipes : elles gardent leurs mots de passe";
        delete: "Delete this contest", "Supprimer ce concours";
        delete_hint: "Its inputs, teams and messages are deleted for good, and its id cannot be used again. Download the export first.",
            "Ses entrées, ses équipes et ses messages seront supprimés définitivement, et son identifiant ne pourra plus servir. Téléchargez d’abord l’export.";
        type_id: "Type {} to confirm", "Tapez {} pour confirmer";
        also_submissions: "Also delete its {} submissions", "Supprimer aussi ses {} dépôts";
        results: "Results", "Résultats";
        results_csv: "Results as CSV", "Résultats en CSV";
        results_json: "Results as JSON", "Résultats en JSON";
        log_csv: "Log as CSV", "Journal en CSV";
        everything: "Everything as a zip archive", "Tout, en archive zip";
        everything_hint: "The export has the results, the events, the inputs, and every submitted file and archive.",
            "L’export contient les résultats, les événements, les entrées, et tous les fichiers et archives déposés.";
    }
}

/// The texts, for the test of the catalogue.
#[cfg(test)]
pub(in crate::web) const PAIRS: &[(&str, &str)] = Phrases::PAIRS;

/// The name of the page, for links.
pub(super) fn title(frame: &Frame) -> &'static str {
    Phrases::of(frame.language).settings
}

/// What can be downloaded of a contest.
pub(super) fn downloads(frame: &Frame, contest: &Contest) -> Markup {
    let phrases = Phrases::of(frame.language);
    let api = format!("/api/contests/{}", contest.id);
    html! {
        h2 { (phrases.results) }
        p.buttons {
            a.button href={ (api) "/scoreboard.csv" } download { (phrases.results_csv) }
            a.button href={ (api) "/scoreboard" } download={ (contest.id) "-scoreboard.json" } { (phrases.results_json) }
            a.button href={ "/organise/" (contest.id) "/log.csv" } download { (phrases.log_csv) }
            a.button href={ "/organise/" (contest.id) "/export.zip" } download { (phrases.everything) }
        }
        p.soft { (phrases.everything_hint) }
    }
}

/// The form of what a contest is called and who finds it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SettingsForm {
    title: String,
    open: Option<String>,
    hidden: Option<String>,
    max_upload: String,
    max_team: String,
    max_contest: String,
}

impl SettingsForm {
    fn of(contest: &Contest) -> Self {
        let tick = |ticked: bool| ticked.then(|| "yes".to_owned());
        let mebibytes =
            |limit: Option<i64>| limit.map_or_else(String::new, |bytes| (bytes / MEBIBYTE).to_string());
        Self {
            title: contest.title.clone(),
            open: tick(contest.open),
            hidden: tick(contest.hidden),
            max_upload: mebibytes(contest.limits.upload),
            max_team: mebibytes(contest.limits.team),
            max_contest: mebibytes(contest.limits.contest),
        }
    }

    fn limits(&self) -> Result<ContestLimits> {
        Ok(ContestLimits {
            upload: mebibytes(&self.max_upload)?,
            team: mebibytes(&self.max_team)?,
            contest: mebibytes(&self.max_contest)?,
        })
    }
}

/// A number of MiB in bytes; an empty text is none.
fn mebibytes(text: &str) -> Result<Option<i64>> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse::<u32>() {
            Ok(count) => Ok(Some(i64::from(count) * MEBIBYTE)),
            Err(_) => {
                Err(Error::BadRequest(Message::NotANumber { field: Field::Limit, found: text.to_owned() }))
            }
        },
    }
}

/// The form of a copy.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CopyForm {
    id: String,
    title: String,
    start: String,
    end: String,
    freeze: String,
    start_utc: String,
    end_utc: String,
    freeze_utc: String,
    teams: Option<String>,
}

/// The form of a deletion.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct DeleteForm {
    typed: String,
    submissions: Option<String>,
}

/// `GET /organise/{contest}/settings`
pub(super) async fn show(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    page(&app, &frame, &contest, &SettingsForm::of(&contest), &CopyForm::default(), None).await
}

async fn page(
    app: &SharedState,
    frame: &Frame,
    contest: &Contest,
    settings: &SettingsForm,
    copied: &CopyForm,
    error: Option<&Error>,
) -> Result {
    let submissions = app.store.count_submissions(&contest.id).await?;
    let phrases = Phrases::of(frame.language);
    let words = frame.words();
    let base = format!("/organise/{}", contest.id);
    let sign_in = format!("{}/login?next=/c/{}", frame.server, contest.id);
    let main = html! {
        (head(frame, contest, "organise"))
        section.wide.flow {
            h1 { (phrases.settings) }
            (refusal(frame.language, error))
            form.card.stack method="post" action={ (base) "/settings" } {
                @if contest.phase(now()) == Phase::Final {
                    input type="hidden" name="title" value=(contest.title);
                    @if contest.open { input type="hidden" name="open" value="yes"; }
                } @else {
                    (field("title", "text", words.title, &settings.title, true))
                    label.tick {
                        input type="checkbox" name="open" value="yes" checked[settings.open.is_some()];
                        " " (words.open_registration)
                    }
                }
                label.tick {
                    input type="checkbox" name="hidden" value="yes" checked[settings.hidden.is_some()];
                    " " (phrases.hidden)
                }
                p.soft { (filled(phrases.hidden_hint, &[&sign_in])) }
                @let server = app.settings.limits();
                fieldset {
                    legend { (phrases.limits) }
                    div.columns {
                        (limit_field("max_upload", phrases.max_upload, &settings.max_upload, server.upload))
                        (limit_field("max_team", phrases.max_team, &settings.max_team, server.team))
                        (limit_field("max_contest", phrases.max_contest, &settings.max_contest, server.contest))
                    }
                    @let shown = [server.upload, server.team, server.contest].map(|bytes| number(bytes / MEBIBYTE));
                    p.soft { (filled(phrases.limits_hint, &shown.each_ref().map(String::as_str))) }
                }
                button.primary { (phrases.save) }
            }
            (downloads(frame, contest))
            form.card.stack method="post" action={ (base) "/copy" } {
                h2 { (phrases.copy) }
                p.soft { (phrases.copy_hint) }
                (field("title", "text", words.title, if copied.title.is_empty() { &contest.title } else { &copied.title }, true))
                (field("id", "text", words.contest_id, &copied.id, true))
                fieldset {
                    legend { (words.times) " " span.soft data-own-time=(words.own_time) { (words.utc_time) } }
                    (time_field("start", words.start_empty, &copied.start))
                    (time_field("end", words.end_empty, &copied.end))
                    (time_field("freeze", words.freeze_empty, &copied.freeze))
                }
                label.tick {
                    input type="checkbox" name="teams" value="yes" checked[copied.teams.is_some()];
                    " " (phrases.with_teams)
                }
                button { (phrases.copy) }
            }
            form.card.stack method="post" action={ (base) "/delete" } {
                h2 { (phrases.delete) }
                p.soft { (phrases.delete_hint) }
                label.field {
                    span { (filled(phrases.type_id, &[&contest.id])) }
                    input type="text" name="typed" required autocomplete="off" spellcheck="false";
                }
                @if submissions > 0 {
                    label.tick {
                        input type="checkbox" name="submissions" value="yes" required;
                        " " (filled(phrases.also_submissions, &[&number(submissions)]))
                    }
                }
                button { (phrases.delete) }
            }
        }
    };
    Ok(frame.page(phrases.settings, &[], &main))
}

/// A field for a limit in MiB, up to that of the server.
fn limit_field(name: &str, label: &str, value: &str, max_bytes: i64) -> Markup {
    html! {
        label.field {
            span { (label) }
            input type="number" name=(name) value=(value) min="1" max=(max_bytes / MEBIBYTE) step="1" inputmode="numeric";
        }
    }
}

/// `POST /organise/{contest}/settings`
pub(super) async fn save(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<SettingsForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    match saved(&app, &contest, &form, &organiser.id).await {
        Ok(()) => Ok(Redirect::to(&format!("/organise/{}", contest.id)).into_response()),
        Err(error) => {
            let shown = page(&app, &frame, &contest, &form, &CopyForm::default(), Some(&error)).await;
            refused(shown, error)
        }
    }
}

async fn saved(app: &SharedState, contest: &Contest, form: &SettingsForm, actor: &str) -> Result<()> {
    let limits = form.limits()?;
    // A limit that was set on a server with larger ones stays as it is.
    if limits != contest.limits {
        limits.check_within(app.settings.limits())?;
    }
    let edit = Edit {
        title: Some(form.title.clone()),
        open: Some(form.open.is_some()),
        hidden: Some(form.hidden.is_some()),
        limits: Some(limits),
    };
    app.store.edit_contest(&contest.id, &edit, actor).await
}

/// The page with the form again if the client can mend it.
fn refused(page: Result, error: Error) -> Result {
    if is_client_error(&error) { Ok(refused_form(page?, &error)) } else { Err(error) }
}

/// `POST /organise/{contest}/copy`
pub(super) async fn copy_contest(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<CopyForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    match copied(&app, &contest, &form, &organiser.id).await {
        Ok(id) => Ok(Redirect::to(&format!("/organise/{id}")).into_response()),
        Err(error) => {
            let shown = page(&app, &frame, &contest, &SettingsForm::of(&contest), &form, Some(&error)).await;
            refused(shown, error)
        }
    }
}

async fn copied(app: &SharedState, contest: &Contest, form: &CopyForm, actor: &str) -> Result<String> {
    let new = CopyOf {
        id: form.id.clone(),
        title: form.title.clone(),
        starts_at: read_time(&form.start, &form.start_utc)?,
        ends_at: read_time(&form.end, &form.end_utc)?,
        frozen_at: read_time(&form.freeze, &form.freeze_utc)?,
        with_teams: form.teams.is_some(),
    };
    copy(&app.store, contest, new, actor).await
}

/// `POST /organise/{contest}/delete`
pub(super) async fn delete(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
    Form(form): Form<DeleteForm>,
) -> Result {
    let organiser = frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let deleted = match contest.id == form.typed.trim() {
        true => app.store.delete_contest(&contest.id, form.submissions.is_some(), &organiser.id).await,
        false => Err(Refusal::TypeTheId { id: contest.id.to_string() }.into()),
    };
    match deleted {
        Ok(()) => Ok(Redirect::to("/organise").into_response()),
        Err(error) => {
            let settings = SettingsForm::of(&contest);
            let shown = page(&app, &frame, &contest, &settings, &CopyForm::default(), Some(&error)).await;
            refused(shown, error)
        }
    }
}

/// `GET /organise/{contest}/export.zip`: the export, written to a file first and then sent.
pub(super) async fn export(
    State(app): State<SharedState>,
    Path(contest): Path<String>,
    frame: Frame,
) -> Result {
    frame.identity.organiser()?;
    let contest = app.store.contest(&contest).await?;
    let name = format!("attachment; filename=\"{}.zip\"", contest.id);
    let Ok(turn) = app.exporting.clone().try_acquire_owned() else { return Err(Error::Busy(10)) };
    let file = export_file(&app.store, contest).await?;
    let bytes = file.metadata().map_err(|error| Error::Internal(error.to_string()))?.len();
    let headers = [
        (CONTENT_TYPE, ZIP.to_owned()),
        (CONTENT_DISPOSITION, name),
        (CONTENT_LENGTH, bytes.to_string()),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, sent(file, turn)).into_response())
}

/// A file as a body, read off the serving threads while the client takes it. The next export may begin when it is sent.
fn sent(mut file: File, turn: OwnedSemaphorePermit) -> Body {
    let (sender, receiver) = mpsc::channel::<std::io::Result<Bytes>>(2);
    tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let mut buffer = vec![0; CHUNK];
        loop {
            let read = file.read(&mut buffer);
            let chunk = match read {
                Ok(0) => return,
                Ok(count) => Ok(Bytes::copy_from_slice(buffer.get(..count).unwrap_or_default())),
                Err(error) => Err(error),
            };
            // The client has gone.
            if sender.blocking_send(chunk).is_err() {
                return;
            }
        }
    });
    Body::from_stream(ReceiverStream::new(receiver))
}

/// Bytes that are read of a file at once.
const CHUNK: usize = 64 << 10;
