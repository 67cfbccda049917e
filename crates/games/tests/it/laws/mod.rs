//! Properties of every game, for any moves: one checker, run on all three.
//!
//! A game provides some of its states, generated or reached in seeded play; each law is checked on all of
//! them. Laws of one game alone are in that game's own tests.

mod blobwar;
mod demon;
mod well;

use std::fmt::Debug;

/// Why a move was refused: the reasons that all games share.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    GameOver,
    Illegal,
}

/// A game as the checker sees it.
pub(crate) trait Game: Clone + Debug {
    type Move: Copy + Ord + Debug;
    /// Everything about a state that a move could change.
    type View: PartialEq + Debug;

    /// States of many kinds, finished ones among them.
    fn states() -> Vec<Self>;
    /// Every move that can be named, legal anywhere or not.
    fn conceivable() -> Vec<Self::Move>;
    fn legal_moves(&self) -> Vec<Self::Move>;
    fn is_legal(&self, played: Self::Move) -> bool;
    fn play(&mut self, played: Self::Move) -> Result<(), Refused>;
    fn is_over(&self) -> bool;
    fn view(&self) -> Self::View;
    /// The same state from its texts, written and read again.
    fn reread(&self) -> Self;
    /// Compares the counts that the state keeps up to date with counts from scratch.
    fn check_counts(&self);
    /// For each symmetry: the image of the state after a move, and the state after the image of the move.
    fn images(&self, played: Self::Move) -> Vec<[Self::View; 2]>;

    fn after(&self, played: Self::Move) -> Self {
        let mut next = self.clone();
        assert_eq!(next.play(played), Ok(()), "{played:?} in {self:?}");
        next
    }
}

fn legal_moves_equals_the_moves_that_is_legal_accepts<G: Game>() {
    for state in G::states() {
        let mut generated = state.legal_moves();
        let mut accepted: Vec<_> = G::conceivable().into_iter().filter(|&m| state.is_legal(m)).collect();
        generated.sort();
        accepted.sort();
        assert_eq!(generated, accepted, "{state:?}");
        generated.dedup();
        assert_eq!(generated.len(), accepted.len(), "a move twice in {state:?}");
    }
}

fn a_refused_move_changes_nothing<G: Game>() {
    let mut refused = 0;
    for state in G::states() {
        for played in G::conceivable() {
            let mut tried = state.clone();
            let outcome = tried.play(played);
            assert_eq!(outcome.is_ok(), state.is_legal(played), "{played:?} in {state:?}");
            if let Err(why) = outcome {
                assert_eq!(why == Refused::GameOver, state.is_over(), "{played:?} in {state:?}");
                assert_eq!(tried.view(), state.view());
                refused += 1;
            }
        }
    }
    assert!(refused > 1_000, "only {refused} moves were refused");
}

fn a_game_has_legal_moves_until_it_is_over<G: Game>() {
    let states = G::states();
    for state in &states {
        assert_eq!(state.legal_moves().is_empty(), state.is_over(), "{state:?}");
    }
    let finished = states.iter().filter(|state| state.is_over()).count();
    assert!(finished > 30 && finished < states.len(), "{finished} of {} are finished", states.len());
}

fn a_state_is_read_back_from_its_texts<G: Game>() {
    for state in G::states() {
        assert_eq!(state.reread().view(), state.view());
    }
}

fn counts_kept_by_moves_equal_counts_from_scratch<G: Game>() {
    for state in G::states() {
        state.check_counts();
        state.legal_moves().into_iter().for_each(|played| state.after(played).check_counts());
    }
}

fn symmetries_commute_with_every_move<G: Game>() {
    for state in G::states().into_iter().step_by(3) {
        for played in state.legal_moves() {
            for [image_of_after, after_of_image] in state.images(played) {
                assert_eq!(image_of_after, after_of_image, "{played:?} in {state:?}");
            }
        }
    }
}

macro_rules! laws {
    ($game:ident, $type:ty, $($law:ident),* $(,)?) => {
        mod $game {
            $(#[test] fn $law() { super::$law::<$type>(); })*
        }
    };
    ($($game:ident: $type:ty),* $(,)?) => {
        $(laws!(
            $game, $type,
            legal_moves_equals_the_moves_that_is_legal_accepts,
            a_refused_move_changes_nothing,
            a_game_has_legal_moves_until_it_is_over,
            a_state_is_read_back_from_its_texts,
            counts_kept_by_moves_equal_counts_from_scratch,
            symmetries_commute_with_every_move,
        );)*
    };
}

laws!(
    laws_of_the_demon: crate::laws::demon::DemonGame,
    laws_of_the_well: crate::laws::well::WellGame,
    laws_of_blobwar: laplace_games::blobwar::Position,
);
