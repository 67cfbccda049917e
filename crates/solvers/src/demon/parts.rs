//! The parts of the search that can be left out, one at a time, to see what each is worth.
//!
//! The results are in docs/demon.md; `examples/demon_measure.rs --without PART` gives them again.

macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The parts of the search, each in or out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parts {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Parts {
            /// All of them.
            pub const ALL: Self = Self { $($name: true),* };

            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Takes one in or out by its name; false if there is none of that name.
            pub fn set(&mut self, name: &str, present: bool) -> bool {
                match name {
                    $(stringify!($name) => self.$name = present,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

parts! {
    /// Boards with other blocks and flags have a share of the beam each.
    quotas,
    /// The relaxed game that shares the beam out pays for what is hard to do.
    soft_plan,
    /// Where something was lost, the search goes back and comes again wider.
    repairs,
    /// A repair looks out for boards from which a search backwards knows the way.
    goals,
    /// A repair that turns out badly is taken back.
    taking_back,
    /// Games are crossed where they come to the same board.
    crossing,
}
