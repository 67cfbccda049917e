use laplace_i18n::typography::{check_french, check_pairs};

use super::*;
use crate::contest::Refusal;
use crate::judging::{Finding, Quote};

/// The texts of this crate with their placeholders, English and French.
fn templates() -> Vec<(&'static str, &'static str)> {
    let tables = [message::MESSAGES, message::MISSING, message::FIELDS, message::DATABASE_FAULTS];
    tables.into_iter().chain(crate::web::PHRASES).flatten().copied().collect()
}

#[test]
fn every_text_is_in_both_languages_with_french_typography() {
    check_pairs(&templates());
    for statement in [
        include_str!("../statements/archive.fr.html"),
        include_str!("../statements/demon.fr.html"),
        include_str!("../statements/well.fr.html"),
    ] {
        check_french(&without_tags(statement));
    }
    for status in 400..=599 {
        check_french(error_title(Language::French, StatusCode::from_u16(status).unwrap()));
    }
}

fn without_tags(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ")
}

#[test]
fn names_that_equal_a_message_are_shown_as_they_are() {
    for name in
        ["the results are final", "sign in first", "no more moves", "{name}", "la fin du fichier", "`x`: {}"]
    {
        for language in Language::ALL {
            let name = name.to_owned();
            let taken = Message::NameTaken { login: name.clone() };
            let nested = Message::OfTeam { name: name.clone(), reason: Box::new(Refusal::BadLogin.into()) };
            let file = Message::NoAnswer { name: name.clone(), names: name.clone() };
            let archive =
                Message::Archive { error: laplace_archive::Error::Encrypted { name: name.clone() } };
            for message in [taken, nested, file, archive] {
                assert!(message.text(language).to_string().contains(&name), "{message:?}");
            }
            let text = Quote::Text(name.clone());
            let finding = Finding::Difference { line: 1, found: text.clone(), expected: text };
            assert_eq!(finding.text(language).to_string().matches(&name).count(), 2, "{finding:?}");
        }
    }
}

#[test]
fn a_message_inside_a_message_begins_with_a_small_letter() {
    let message = Message::OfTeam {
        name: "Ada".into(),
        reason: Box::new(Message::PasswordLength { min: 8, max: 200 }),
    };
    let french = "«\u{a0}Ada\u{a0}»\u{a0}: un mot de passe doit avoir de 8 à 200 caractères.";
    assert_eq!(sentence(Language::French, &message), french);
    assert_eq!(message.to_string(), "`Ada`: a password should have 8 to 200 characters");
    assert_eq!(sentence(Language::French, &Refusal::Final), "Les résultats sont définitifs.");
}

#[test]
fn numbers_are_grouped_in_french() {
    let text = |language| Message::TooManyListed { found: 12_345, max: 2_000 }.text(language).to_string();
    assert_eq!(text(Language::English), "found 12345 teams, expected at most 2000");
    assert_eq!(text(Language::French), "la liste a 12\u{202f}345 équipes, pour 2000 au plus");
}

#[test]
fn sizes_are_written_in_one_way() {
    let text = |bytes: u64, language| {
        Message::LargerThan { max: laplace_archive::Bytes(bytes) }.text(language).to_string()
    };
    assert_eq!(text(16 << 20, Language::English), "the request is larger than 16 MiB");
    assert_eq!(text(16 << 20, Language::French), "l’envoi dépasse 16\u{a0}Mio");
    assert_eq!(text(3 << 30, Language::French), "l’envoi dépasse 3072\u{a0}Mio");
    assert_eq!(text((1 << 10) + 1, Language::French), "l’envoi dépasse 1,1\u{a0}Kio");
    assert_eq!(text(999, Language::French), "l’envoi dépasse 999\u{a0}octets");
}
