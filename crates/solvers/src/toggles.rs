//! A struct of named switches: the parts of a search that can be switched off one at a time, so that a match or a
//! measurement with and without a part shows what it is worth.

/// Declares a struct with one public `bool` for each name, all of them on by default, and access by name.
macro_rules! toggles {
    (
        $(#[$meta:meta])*
        $vis:vis struct $toggles:ident {
            $($(#[$doc:meta])* $name:ident,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $toggles {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl $toggles {
            /// Every part switched on.
            pub const ALL: Self = Self { $($name: true),* };

            /// The names of the parts.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Switches a part on or off by its name. Returns false, and changes nothing, if no part has this name.
            #[must_use]
            pub fn set(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = on,)*
                    _ => return false,
                }
                true
            }
        }

        impl Default for $toggles {
            fn default() -> Self {
                Self::ALL
            }
        }
    };
}

pub(crate) use toggles;
