//! Texts of one page or one group of pages, in each language: a missing one does not compile.

/// Declares a struct of texts with a constant for each language, and a conversion to JSON for scripts.
#[macro_export]
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

            /// All texts, English and French.
            #[cfg(test)]
            pub(crate) const PAIRS: &[(&str, &str)] = &[$(($english, $french),)*];

            /// The texts of a language.
            pub(super) const fn of(language: $crate::Language) -> &'static Self {
                match language {
                    $crate::Language::English => &Self::ENGLISH,
                    $crate::Language::French => &Self::FRENCH,
                }
            }

            /// All texts by name.
            #[allow(dead_code, reason = "not every group of pages has a script")]
            pub(super) fn json(&self) -> $crate::json::Value {
                let words = [$((stringify!($name), self.$name),)*];
                words.into_iter().map(|(name, word)| (name.to_owned(), $crate::json::Value::from(word))).collect()
            }
        }
    };
}
