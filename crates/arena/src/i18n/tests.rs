use super::*;
use crate::contest::{Feedback, Game, Milestone, Refusal, make};
use crate::judging::{Finding, InputFault, Quote, judge};

/// Every text of the catalogue with its placeholders, English and French.
fn templates() -> Vec<(&'static str, &'static str)> {
    let tables = [
        message::MESSAGES,
        message::MISSING,
        message::FIELDS,
        rules::MILESTONES,
        rules::REFUSALS,
        message::DATABASE_FAULTS,
        findings::FINDINGS,
        findings::SHOWN_FINDINGS,
        findings::DEMON_ENDS,
        findings::MISFIT,
        findings::SYNTAX,
        findings::WELL_ENDS,
        findings::MOVE_FAULTS,
        findings::INPUT_FAULTS,
        findings::EXPECTED,
        archives::ARCHIVES,
        archives::ARCHIVE_FAULTS,
        archives::FILE_TYPES,
        words::PAIRS,
        crate::web::PHRASES[0],
        crate::web::PHRASES[1],
        crate::web::PHRASES[2],
        crate::web::PHRASES[3],
        crate::web::PHRASES[4],
        crate::web::PHRASES[5],
    ];
    tables.into_iter().flatten().copied().collect()
}

/// Every French text: the catalogue, the texts that are written by functions, and the statements.
fn french_texts() -> Vec<String> {
    let mut texts: Vec<String> = templates().into_iter().map(|(_, french)| french.to_owned()).collect();
    texts.extend(positions::tests::examples().into_iter().map(|(_, french)| french));
    for statement in [
        include_str!("../statements/archive.fr.html"),
        include_str!("../statements/demon.fr.html"),
        include_str!("../statements/well.fr.html"),
    ] {
        texts.push(without_tags(statement));
    }
    for status in 400..=599 {
        let status = StatusCode::from_u16(status).unwrap();
        texts.push(error_title(Language::French, status).to_owned());
    }
    texts
}

fn without_tags(html: &str) -> String {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<Vec<_>>().join(" ")
}

/// The placeholders of a text, sorted.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.split('{').skip(1).map(|part| part.split_once('}').unwrap().0).collect();
    found.sort_unstable();
    found
}

/// The words of a text, without placeholders and code.
fn words_of(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut code = false;
    let mut placeholder = false;
    for letter in text.chars() {
        match letter {
            '`' => code = !code,
            '{' => placeholder = true,
            '}' => placeholder = false,
            letter if !code && !placeholder => plain.push(letter),
            _ => plain.push(' '),
        }
    }
    let words = plain.split(|letter: char| !letter.is_alphabetic() && letter != '’' && letter != '\'');
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[test]
fn both_languages_put_in_the_same_values() {
    for (english, french) in templates() {
        assert_eq!(placeholders(english), placeholders(french), "{english} / {french}");
        assert_eq!(english.is_empty(), french.is_empty(), "{english} / {french}");
    }
}

#[test]
fn no_text_is_left_in_the_other_language() {
    const ENGLISH: &[&str] = &[
        "the", "is", "are", "of", "expected", "found", "with", "should", "has", "this", "there", "your",
        "you", "not", "and", "a-z", "than", "was", "which", "cannot", "to",
    ];
    const FRENCH: &[&str] = &[
        "le", "la", "les", "est", "sont", "une", "des", "du", "et", "il", "elle", "cette", "votre", "vous",
        "pas", "au", "aux", "avec", "faut", "être",
    ];
    for (english, french) in templates() {
        for word in words_of(french) {
            assert!(!ENGLISH.contains(&word.as_str()), "{word}: {french}");
        }
        for word in words_of(english) {
            assert!(!FRENCH.contains(&word.as_str()), "{word}: {english}");
            assert!(!word.chars().any(|letter| "éèêàçùâîôûœ".contains(letter)), "{word}: {english}");
        }
    }
}

#[test]
fn french_typography_is_kept() {
    for french in french_texts() {
        let plain = words_free_of_code(&french);
        assert!(!plain.contains('\''), "a straight apostrophe: {french}");
        for (before, mark) in plain.chars().zip(plain.chars().skip(1)) {
            match mark {
                ';' | '!' | '?' => assert_eq!(before, '\u{202f}', "before {mark}: {french}"),
                '»' => assert_eq!(before, '\u{a0}', "before {mark}: {french}"),
                // A colon inside a time or an address has no space.
                ':' => assert!(before == '\u{a0}' || !before.is_whitespace(), "before {mark}: {french}"),
                _ if before == '«' => assert_eq!(mark, '\u{a0}', "after «: {french}"),
                _ => {}
            }
        }
        // A colon at the end of a word is punctuation.
        for (colon, after) in plain.chars().zip(plain.chars().skip(1)).filter(|(colon, _)| *colon == ':') {
            let at = plain.find(&format!("{colon}{after}")).unwrap();
            let before = plain[..at].chars().next_back().unwrap();
            assert!(!after.is_whitespace() || before == '\u{a0}', "before a colon: {french}");
        }
    }
}

fn words_free_of_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
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
            let file = Message::NoAnswer { name: name.clone(), example: name.clone() };
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
    let text = |language| Message::LargerThan { bytes: 2_097_152 }.text(language).to_string();
    assert_eq!(text(Language::English), "the request is larger than 2097152 bytes");
    assert_eq!(text(Language::French), "l’envoi dépasse 2\u{202f}097\u{202f}152 octets");
}

#[test]
fn values_are_put_in_their_order_and_never_looked_into() {
    assert_eq!(fill("{} of {}", &["{}", "b"]), "{} of b");
    assert_eq!(fill("nothing", &["a"]), "nothing");
}

#[test]
fn the_browsers_first_known_language_is_taken() {
    assert_eq!(Language::preferred("de, fr-CH;q=0.9, en"), Language::French);
    assert_eq!(Language::preferred(""), Language::English);
}

#[test]
fn what_the_rules_refuse_has_the_same_english_in_the_library() {
    let name = || "q1-input-1".to_owned();
    let fault = InputFault::Other { text: "x".into() };
    for refusal in [
        Refusal::BadId { id: name() },
        Refusal::BadInputName { name: name(), game: Game::Demon },
        Refusal::NoInput { game: Game::Well },
        Refusal::BadInput { name: name(), fault },
        Refusal::CannotBeCleared { milestone: Milestone::Thaw },
        Refusal::NameTwice { name: name() },
        Refusal::InputCount { found: 51, max: 50 },
        Refusal::Final,
    ] {
        assert_eq!(refusal.to_string(), refusal.text(Language::English).to_string());
    }
    for content in ["x", "1 0 0\n1 11 0"] {
        for name in ["q1-input-1", "q3-input-1"] {
            let files = vec![(name.to_owned(), content.as_bytes().to_vec())];
            if let Err(refusal) = crate::contest::own(Game::Demon, files) {
                assert_eq!(refusal.to_string(), refusal.text(Language::English).to_string());
            }
        }
    }
}

#[test]
fn only_full_feedback_writes_what_was_expected() {
    for input in &make(Game::Demon, 1, 1)[..4] {
        let judged = judge(Game::Demon, input, b"nonsense: line 7, expected `x`");
        let shown = |feedback: Feedback| {
            feedback.shown(judged.outcome, &judged.finding).text(Language::English).to_string()
        };
        assert!(shown(Feedback::Full).contains("expected"), "{judged:?}");
        assert_eq!(shown(Feedback::Position), "the first difference is in line 1", "{judged:?}");
        assert_eq!(shown(Feedback::Verdict), "");
    }
}
