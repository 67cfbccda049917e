//! Everything that the server writes for people, in English and French.
//!
//! What only the server writes is here: `message` has the errors of requests. The language, the texts of findings, rules
//! and pages, and how a value gets its text are in [`laplace_i18n`], which the pages without a server use, too.

mod message;
#[cfg(test)]
mod tests;

pub use laplace_i18n::{Language, Localized, Text, Words, fill, grouped, phrases, sentence};
pub use message::{Field, Message, Missing};

use axum::http::StatusCode;

/// The title of an error page.
pub(crate) const fn error_title(language: Language, status: StatusCode) -> &'static str {
    let (english, french) = match status {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => ("Bad request", "Demande incorrecte"),
        StatusCode::UNAUTHORIZED => ("Sign-in required", "Connexion nécessaire"),
        StatusCode::FORBIDDEN => ("Not allowed", "Accès refusé"),
        StatusCode::NOT_FOUND => ("Not found", "Introuvable"),
        StatusCode::CONFLICT => ("Conflict", "Conflit"),
        StatusCode::PAYLOAD_TOO_LARGE => ("Too large", "Envoi trop volumineux"),
        StatusCode::TOO_MANY_REQUESTS => ("Too many requests", "Trop de demandes"),
        _ if status.as_u16() < 500 => ("The request failed", "La demande a échoué"),
        _ => ("Server error", "Erreur du serveur"),
    };
    match language {
        Language::English => english,
        Language::French => french,
    }
}
