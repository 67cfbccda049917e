//! Checks of texts in both languages, for the tests of the crates that have them. Each panics with the text that is wrong.

#![allow(clippy::missing_panics_doc, clippy::panic, reason = "a check in a test fails by a panic")]

/// Checks that both texts have the same placeholders and that no word of one language is left in the other; and the
/// typography of the French one.
pub fn check_pairs(pairs: &[(&str, &str)]) {
    const ENGLISH: &[&str] = &[
        "the", "is", "are", "of", "expected", "found", "with", "should", "has", "this", "there", "your",
        "you", "not", "and", "a-z", "than", "was", "which", "cannot", "to",
    ];
    const FRENCH: &[&str] = &[
        "le", "la", "les", "est", "sont", "une", "des", "du", "et", "il", "elle", "cette", "votre", "vous",
        "pas", "au", "aux", "avec", "faut", "être",
    ];
    for (english, french) in pairs {
        assert_eq!(placeholders(english), placeholders(french), "{english} / {french}");
        assert_eq!(english.is_empty(), french.is_empty(), "{english} / {french}");
        for word in words_of(french) {
            assert!(!ENGLISH.contains(&word.as_str()), "{word}: {french}");
        }
        for word in words_of(english) {
            assert!(!FRENCH.contains(&word.as_str()), "{word}: {english}");
            assert!(!word.chars().any(|letter| "éèêàçùâîôûœ".contains(letter)), "{word}: {english}");
        }
        check_french(french);
    }
}

/// Checks the typography of a French text: non-breaking spaces and apostrophes.
pub fn check_french(french: &str) {
    let plain = words_free_of_code(french);
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
    let letters: Vec<char> = plain.chars().chain([' ']).collect();
    for window in letters.windows(3) {
        if let [before, ':', after] = window {
            assert!(!after.is_whitespace() || *before == '\u{a0}', "before a colon: {french}");
        }
    }
}

/// The placeholders of a text, sorted.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> =
        text.split('{').skip(1).map(|part| part.split_once('}').map_or(part, |(name, _)| name)).collect();
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

fn words_free_of_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}
