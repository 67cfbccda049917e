//! Words of one page or one family of pages, in each language: a missing one does not compile.

/// Declares a struct of words with a table for each language, and all of them as JSON for scripts.
macro_rules! phrases {
    ($(#[$doc:meta])* $type:ident { $($name:ident: $english:literal, $french:literal;)* }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(super) struct $type {
            $(pub(super) $name: &'static str,)*
        }

        impl $type {
            const ENGLISH: Self = Self { $($name: $english,)* };
            const FRENCH: Self = Self { $($name: $french,)* };

            /// The words of a language.
            pub(super) const fn of(language: $crate::web::frame::Language) -> &'static Self {
                match language {
                    $crate::web::frame::Language::English => &Self::ENGLISH,
                    $crate::web::frame::Language::French => &Self::FRENCH,
                }
            }

            /// All of them, by name.
            #[allow(dead_code, reason = "not every family has a script")]
            pub(super) fn json(&self) -> serde_json::Value {
                let words = [$((stringify!($name), self.$name),)*];
                words.into_iter().map(|(name, word)| (name.to_owned(), serde_json::Value::from(word))).collect()
            }
        }
    };
}

pub(crate) use phrases;
