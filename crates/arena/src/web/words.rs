//! The words of the pages, in each language: a missing one does not compile.

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// Its code in HTML and in addresses.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// Its own name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
        }
    }

    /// The language of a code.
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first language of an `Accept-Language` header that there is; else English.
    pub fn preferred(header: &str) -> Self {
        let codes = header.split(',').filter_map(|part| part.trim().get(..2));
        codes.filter_map(Self::by_code).next().unwrap_or(Self::English)
    }

    /// Its words.
    pub const fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::French => &FRENCH,
        }
    }
}

macro_rules! words {
    ($($name:ident: $english:literal, $french:literal;)*) => {
        /// The words of one language.
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the English words say what each is")]
        pub struct Words {
            $(pub $name: &'static str,)*
        }

        const ENGLISH: Words = Words { $($name: $english,)* };
        const FRENCH: Words = Words { $($name: $french,)* };
    };
}

words! {
    contests: "Contests", "Concours";
    sign_in: "Sign in", "Se connecter";
    sign_out: "Sign out", "Se déconnecter";
    skip: "Skip to the content", "Aller au contenu";
}
