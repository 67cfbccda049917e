//! Matches between built-in players.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use laplace_games::blobwar::{Map, Position, Side, Size, StuckRule};
use laplace_matches::builtin::{EnginePlayer, Student};
use laplace_matches::clock::Go;
use laplace_matches::forfeit::{Forfeit, ForfeitKind};
use laplace_matches::game::{Ending, GameSettings, PlayedGame};
use laplace_matches::player::{Choice, NewGame};
use laplace_matches::runner::Schedule;
use laplace_matches::stats::Pairs;
use laplace_matches::{Entrant, Match, OpeningSource, Player, Score, TimeControl, Transcript, play_game};
use laplace_solvers::blobwar::{Engine, Limits, Settings};

fn engine(nodes: u64) -> EnginePlayer {
    let engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
    EnginePlayer::with_limits(engine, Limits::nodes(nodes))
}

fn play(start: Position, blue: &mut dyn Player, red: &mut dyn Player) -> PlayedGame {
    let settings =
        GameSettings { start, controls: [TimeControl::Depth(1); 2], margin: Duration::ZERO, seed: 0 };
    play_game(&settings, &mut [blue, red], &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

/// Plays each opening twice, the colours changed, and calls `watch` after each game.
fn play_pairs(
    first: &mut dyn Player,
    second: &mut dyn Player,
    openings: &[Position],
    watch: &mut dyn FnMut(&PlayedGame, &Score),
) -> Score {
    let mut score = Score::default();
    for (pair, &opening) in openings.iter().enumerate() {
        let game = play(opening, first, second);
        score.add(pair, Side::Blue, &game);
        watch(&game, &score);
        let game = play(opening, second, first);
        score.add(pair, Side::Red, &game);
        watch(&game, &score);
    }
    score
}

fn openings(starts: &[Position], plies: u32, count: usize, seed: u64) -> Vec<Position> {
    OpeningSource { starts: starts.to_vec(), plies, seed }.random(count)
}

fn forfeits(score: &Score, player: usize) -> u32 {
    ForfeitKind::ALL.into_iter().map(|kind| score.stats[player].forfeits(kind)).sum()
}

#[test]
fn a_recorded_game_replays_to_its_outcome() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let game = play(start, &mut engine(500), &mut Student::new(2));
    let mut position = game.start;
    for choice in &game.moves {
        position.play(choice.played).unwrap();
    }
    assert_eq!(position, game.last);
    let end = position.end().unwrap();
    assert_eq!(game.ending, Ending::Rules(end));
    assert_eq!(game.ending.outcome(), end.outcome);
}

#[test]
fn the_engine_beats_the_student_on_holes_and_without() {
    let starts = ["standard", "quantum"].map(|name| name.parse::<Map>().unwrap().start(StuckRule::Passes));
    let openings = openings(&starts, 2, 4, 5);
    let score = play_pairs(&mut engine(4_000), &mut Student::new(2), &openings, &mut |game, _| {
        assert!(matches!(game.ending, Ending::Rules(_)), "a game ended by a forfeit: {game:?}");
    });
    let total = score.total();
    assert_eq!((total.games(), forfeits(&score, 0), forfeits(&score, 1)), (8, 0, 0));
    assert!(total.wins >= 7, "{score}");
}

#[test]
fn the_error_of_a_match_comes_from_its_pairs() {
    /// Plays the first of its moves as x and gives up as o, so that x always wins against its like.
    struct First;
    impl Player for First {
        fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
            match go.side {
                Side::Blue => Ok(Choice::new(position.legal_moves()[0], Duration::ZERO)),
                Side::Red => Err(Forfeit::UnreadableMove("none".into())),
            }
        }
    }
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let openings = openings(&[start], 2, 10, 1);
    let mut seen = Vec::new();
    let score = play_pairs(&mut First, &mut First, &openings, &mut |_, score| seen.push(score.pairs));
    // By games it would be 10 of 20 with a wide error; the pairs show that every opening was shared.
    let total = score.total();
    assert_eq!((total.wins, total.losses, score.pairs), (10, 10, Pairs([0, 0, 10, 0, 0])));
    assert_eq!((seen[0].count(), seen[1].count(), seen[19].count()), (0, 1, 10));
    assert_eq!(score.to_string(), "+10 =0 -10, 50.0 %, Elo +0.0 ± n/a");
}

#[test]
fn openings_differ_and_come_back_with_their_seed() {
    let starts = [Position::start(Size::Eight, StuckRule::Ends)];
    let opened = openings(&starts, 4, 50, 9);
    assert_eq!(opened.len(), 50);
    assert_eq!(opened, openings(&starts, 4, 50, 9));
    assert_ne!(opened, openings(&starts, 4, 50, 10));
    assert_eq!(openings(&starts, 0, 50, 9), starts);
    assert_eq!(openings(&[], 4, 50, 9), []);
}

#[test]
fn a_player_without_a_legal_move_loses() {
    struct Mute;
    impl Player for Mute {
        fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, _: &Position, _: &Go) -> Result<Choice, Forfeit> {
            Err(Forfeit::UnreadableMove("none".into()))
        }
    }
    let start = Position::start(Size::Eight, StuckRule::Passes);
    let mut score = Score::default();
    // Counted for the player that loses as blue, then for the one that wins as red.
    score.add(0, Side::Blue, &play(start, &mut Mute, &mut Student::new(1)));
    score.add(1, Side::Red, &play(start, &mut Mute, &mut Student::new(1)));
    let total = score.total();
    assert_eq!((total.wins, total.draws, total.losses), (1, 0, 1));
    assert_eq!([0, 1].map(|player| forfeits(&score, player)), [1, 1]);
}

#[test]
fn several_workers_play_every_game_of_a_match_once() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let entrant = |name: &str| Entrant::new(name.parse().unwrap(), TimeControl::Depth(1));
    let planned = Match {
        workers: 3,
        ..Match::new([entrant("greedy"), entrant("random")], openings(&[start], 4, 6, 1))
    };
    let run = |planned: &Match, most: usize| {
        let mut numbers = Vec::new();
        let mut scores = planned.scores();
        let ran =
            planned.run(&mut scores, &Transcript::none(), &AtomicBool::new(false), &mut |finished, _| {
                numbers.push(finished.number.to_string());
                if numbers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        assert_eq!(ran, Ok(()));
        numbers.sort();
        (numbers, scores.remove(0))
    };
    let (numbers, score) = run(&planned, usize::MAX);
    let expected: Vec<String> =
        (1..=6).flat_map(|pair| [1, 2].map(|game| format!("{pair}.{game}"))).collect();
    assert_eq!(numbers, expected);
    assert_eq!((score.total().games(), score.pairs.count()), (12, 6));
    let (numbers, score) = run(&planned, 5);
    assert_eq!((numbers.len(), score.total().games()), (5, 5), "the report ended the match");
}

#[test]
fn every_two_players_of_a_tournament_meet_on_every_opening() {
    let start = Position::start(Size::Seven, StuckRule::Passes);
    let players = ["student:2", "student:1", "greedy", "random"];
    let entrants = players.map(|name| Entrant::new(name.parse().unwrap(), TimeControl::Depth(1)));
    let planned = Match { workers: 2, ..Match::new(entrants, openings(&[start], 4, 5, 1)) };
    assert_eq!(planned.pairings, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    let mut scores = planned.scores();
    let mut met = Vec::new();
    planned
        .run(&mut scores, &Transcript::none(), &AtomicBool::new(false), &mut |finished, _| {
            let names = planned.players_of(finished.number).map(|entrant| entrant.name.clone());
            met.push((names, finished.game.start));
            ControlFlow::Continue(())
        })
        .unwrap();
    met.sort_by_key(|(names, start)| (names.clone(), start.to_string()));
    met.dedup();
    assert_eq!(met.len(), 60, "no two games are between the same players from the same opening");
    assert!(scores.iter().all(|score| (score.total().games(), score.pairs.count()) == (10, 5)));
    assert!(scores[2].total().percent() > 80.0, "{}", scores[2]);
    let gauntlet = Schedule::Gauntlet.pairings(4);
    assert_eq!(gauntlet, [[0, 1], [0, 2], [0, 3]]);
}

#[test]
fn equal_names_get_a_letter_each() {
    let entrants = ["random", "greedy", "random"];
    let entrants = entrants.map(|name| Entrant::new(name.parse().unwrap(), TimeControl::Depth(1)));
    let mut planned = Match::new(entrants, Vec::new());
    planned.make_names_unique();
    let names: Vec<&str> = planned.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["random (A)", "greedy", "random (C)"]);
}
