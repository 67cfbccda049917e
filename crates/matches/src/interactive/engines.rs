//! The engines behind a game against a person, without a thread.
//!
//! There are two of them, because a weak opponent must not profit from what the search for a hint stored in the
//! transposition table. Each is made when it is first needed.

use laplace_solvers::Control;
use laplace_solvers::blobwar::{Engine, SearchInfo, Settings};

use super::analysis::{Analysis, Purpose, Request};
use crate::builtin::Level;

/// The engine below full strength and the engine at full strength.
#[derive(Debug)]
pub struct Engines {
    megabytes: usize,
    weak: Option<Engine>,
    full: Option<Engine>,
}

impl Engines {
    /// Engines whose transposition table at full strength has this size in MiB.
    pub fn new(megabytes: usize) -> Self {
        Self { megabytes, weak: None, full: None }
    }

    /// Analyses a position until a limit of the request is reached or `control` stops it, and reports each iteration.
    ///
    /// A search that is stopped returns what it has found until then.
    pub fn answer(&mut self, request: &Request, control: &Control<'_, Analysis>) -> Analysis {
        let Request { position, history, ply, purpose, limits } = request;
        if position.end().is_some() {
            return Analysis::of_finished_game(position);
        }
        let mut limits = *limits;
        let engine = match *purpose {
            Purpose::Move { level, .. } if level.is_full() => self.full(Settings::default().contempt),
            Purpose::Move { level, seed } => {
                if let Some(played) = level.random_move(position, seed, *ply) {
                    return Analysis::of_random_move(played);
                }
                limits = level.limit(&limits);
                let weak = self.weak.get_or_insert_with(|| Engine::new(Level::weak_settings()));
                // With an empty transposition table the same position gets the same answer.
                weak.clear_hash();
                weak
            }
            // Contempt is for a player; the value of a position has none.
            Purpose::Hint | Purpose::Evaluation => self.full(0),
        };
        let on_iteration = |info: &SearchInfo| {
            control.report(&Analysis::of_search(position, info.pv.first().copied(), info));
        };
        let control = Control { stop: control.stop, progress: &on_iteration };
        match engine.search_with(position, history, &limits, &control) {
            Some(result) => Analysis::of_search(position, Some(result.best_move), &result.info),
            None => Analysis::of_finished_game(position),
        }
    }

    fn full(&mut self, contempt: i32) -> &mut Engine {
        let settings = Settings { megabytes: self.megabytes, contempt, ..Settings::default() };
        let full = self.full.get_or_insert_with(|| Engine::new(settings.clone()));
        full.set(settings);
        full
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use laplace_games::blobwar::{Position, Size, StuckRule};
    use laplace_solvers::blobwar::Limits;

    use super::*;
    use crate::interactive::InteractiveGame;

    fn answer(game: &InteractiveGame, purpose: Purpose, limits: Limits) -> Analysis {
        Engines::new(1).answer(&game.request(purpose, limits), &Control::default())
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, StuckRule::Passes).unwrap()
    }

    #[test]
    fn a_level_searches_to_its_depth_and_plays_its_share_of_random_moves() {
        let game = InteractiveGame::new(Position::start(Size::Seven, StuckRule::Passes));
        let limits = Limits::move_time(Duration::from_secs(600));
        for number in 1..=7 {
            let level = Level::new(number).unwrap();
            let depth = level.limit(&limits).depth.unwrap();
            let seeds = if number < 6 { 0..20 } else { 0..2 };
            let analyses: Vec<_> =
                seeds.map(|seed| answer(&game, Purpose::Move { level, seed }, limits)).collect();
            for analysis in &analyses {
                assert!(game.position().is_legal(analysis.best.unwrap()));
                assert_eq!(analysis.pv.first(), analysis.best.as_ref());
                let searched = analysis.score.is_some();
                assert_eq!(analysis.depth, if searched { depth } else { 0 }, "level {number}");
            }
            let random = analyses.iter().filter(|analysis| analysis.score.is_none()).count();
            assert_eq!(random > 0, number < 5, "level {number}: {random} random moves");
        }
    }

    #[test]
    fn a_hint_has_full_strength_and_the_score_is_for_blue_on_either_turn() {
        for turn in ['x', 'o'] {
            let fen = format!("xxxxxxx/xxxxxxx/xxxx3/7/7/7/ooooo2 {turn} 0 1");
            let game = InteractiveGame::new(position(&fen));
            let analysis = answer(&game, Purpose::Hint, Limits::depth(10));
            assert!(analysis.score.unwrap() > 0 && analysis.win_chance().unwrap() > 0.8, "{fen}");
            assert!(analysis.depth > 8, "{analysis:?}");
        }
    }

    #[test]
    fn a_finished_game_is_worth_its_result() {
        let mut game = InteractiveGame::new(position("7/7/7/7/7/7/x1o4 o 0 1"));
        game.play("b1".parse().unwrap()).unwrap();
        let analysis = answer(&game, Purpose::Evaluation, Limits::depth(1));
        assert_eq!((analysis.best, analysis.win_chance()), (None, Some(0.0)));
    }
}
