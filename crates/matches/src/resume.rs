//! Reads the games that a stopped match had played from its PGN.
//!
//! Only the tags are read. Every game must belong to this match: its players, its opening, its colours, its time
//! controls and its rule. A last game that was cut off, by a crash or a full disk, is played again. A file that holds
//! anything else is refused before a byte of it is changed: it may be the only copy of other games.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::HashSet;

use laplace_games::blobwar::{Outcome, Side};

use crate::forfeit::ForfeitKind;
use crate::pgn::{self, PgnError, Tags, plain};
use crate::runner::{GameNumber, Match};

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Side::Blue), Outcome::Win(Side::Red), Outcome::Draw];

/// The games of a file.
#[derive(Debug)]
pub struct EarlierGames {
    /// The complete games.
    pub games: Vec<EarlierGame>,
    /// The number of bytes of these games; what follows is the beginning of a game that was cut off.
    pub complete_bytes: usize,
}

/// A game that was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierGame {
    /// Which game of the match it is.
    pub number: GameNumber,
    /// Its result.
    pub outcome: Outcome,
    /// What the loser lost by, if not by the rules.
    pub forfeit: Option<ForfeitKind>,
}

/// Reads the games of `played` from its PGN; an error names the line and what does not fit.
pub fn read(file: &[u8], played: &Match) -> Result<EarlierGames, PgnError> {
    let found = pgn::read(file)?;
    let mut games = Vec::new();
    let mut seen = HashSet::new();
    for tags in &found.complete {
        let game = earlier_game(tags, played).map_err(|reason| PgnError::new(tags.line, reason))?;
        if !seen.insert(game.number) {
            return Err(PgnError::new(tags.line, format!("round {} a second time", game.number)));
        }
        games.push(game);
    }
    if let Some(tags) = &found.cut_off
        && let Some(round) = tags.values.get("Round")
    {
        let fits = game_number(tags, round, played).and_then(|number| check_tags(tags, played, number));
        fits.map_err(|reason| PgnError::new(tags.line, reason))?;
    }
    let complete_bytes = found.cut_off.map_or(file.len(), |tags| tags.offset);
    Ok(EarlierGames { games, complete_bytes })
}

/// Which game it is: the tag `Round`, in which pairs and games are numbered from 1, and the names of its players.
fn game_number(tags: &Tags, round: &str, played: &Match) -> Result<GameNumber, String> {
    let read = round.split_once('.').and_then(|(pair, game)| {
        let pair = pair.parse::<usize>().ok()?.checked_sub(1)?;
        match game.parse::<usize>().ok()? {
            1 => Some((pair, Side::Blue)),
            2 => Some((pair, Side::Red)),
            _ => None,
        }
    });
    let (pair, colour_of_a) = read.ok_or_else(|| format!("round {round}, expected such as 12.1"))?;
    let number = |pairing| GameNumber { pairing, pair, colour_of_a };
    // A game that was cut off before the names of its players may be of any pairing.
    let has_players = |number: &GameNumber| {
        let players = ["Black", "White"].into_iter().zip(played.players_of(*number));
        players.into_iter().all(|(tag, entrant)| match tags.values.get(tag) {
            Some(name) => *name == plain(&entrant.name),
            None => !tags.is_complete,
        })
    };
    // With one pairing, the names are compared with the other tags.
    let fitting = (0..played.pairings.len()).map(number).find(has_players);
    match (fitting, played.pairings.len()) {
        (Some(number), _) => Ok(number),
        (None, 1) => Ok(number(0)),
        (None, _) => {
            let found = ["Black", "White"].map(|tag| tags.values.get(tag).map_or("", String::as_str));
            Err(format!(
                "found the players `{}` and `{}`, which do not meet in this match",
                found[0], found[1]
            ))
        }
    }
}

/// Checks whether a game belongs to this match. A game that was cut off may lack tags.
fn check_tags(tags: &Tags, played: &Match, number: GameNumber) -> Result<(), String> {
    let players = played.players_of(number);
    let [black, white] = players.map(|entrant| plain(&entrant.name));
    let no_more = || "no more openings".to_owned();
    let opening = played.opening(number.pair).filter(|_| number.pair < played.pairs);
    let expected = [
        ("Black", black),
        ("White", white),
        ("FEN", opening.map_or_else(no_more, |opening| opening.to_string())),
        ("TimeControl", plain(&pgn::time_control(&players.map(|entrant| entrant.control)))),
        ("Rules", opening.map_or_else(no_more, |opening| opening.stuck_rule().name().into())),
    ];
    for (tag, expected) in expected {
        match tags.values.get(tag) {
            Some(found) if *found != expected => {
                return Err(format!("{tag} `{found}`, expected `{expected}`"));
            }
            None if tags.is_complete => return Err(format!("no tag {tag}")),
            _ => {}
        }
    }
    Ok(())
}

fn earlier_game(tags: &Tags, played: &Match) -> Result<EarlierGame, String> {
    let get = |name: &str| tags.values.get(name).ok_or(format!("no tag {name}"));
    let number = game_number(tags, get("Round")?, played)?;
    check_tags(tags, played, number)?;
    let result = get("Result")?;
    let outcome = OUTCOMES.into_iter().find(|&outcome| pgn::result(outcome) == result);
    let outcome = outcome.ok_or(format!("result {result}"))?;
    let forfeit = tags.values.get("Adjudicated").map(|words| {
        let kind = ForfeitKind::ALL.into_iter().find(|kind| kind.adjudication() == words);
        kind.ok_or_else(|| format!("adjudicated `{words}`"))
    });
    Ok(EarlierGame { number, outcome, forfeit: forfeit.transpose()? })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails")]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use laplace_games::blobwar::{End, Move, Position, Reason, Size, StuckRule};
    use laplace_games::random::Random;

    use super::*;
    use crate::clock::{Clock, TimeControl};
    use crate::forfeit::Forfeit;
    use crate::game::{Ending, PlayedGame};
    use crate::pgn::FIRST_LINE;
    use crate::player::Choice;
    use crate::runner::Entrant;

    const FIRST: GameNumber = GameNumber { pairing: 0, pair: 0, colour_of_a: Side::Blue };
    const SECOND: GameNumber = GameNumber { pairing: 0, pair: 0, colour_of_a: Side::Red };
    const FOURTH: GameNumber = GameNumber { pairing: 0, pair: 1, colour_of_a: Side::Red };

    fn two_pairs() -> Match {
        two_pairs_of(&["dé", "à \"b\""])
    }

    fn two_pairs_of(names: &[&str]) -> Match {
        let entrant = |&name: &&str| Entrant {
            name: name.into(),
            ..Entrant::new("random".parse().unwrap(), TimeControl::Depth(1))
        };
        let entrants: Vec<Entrant> = names.iter().map(entrant).collect();
        let start = Position::start(Size::Seven, StuckRule::Passes);
        Match { pairs: 2, ..Match::new(entrants, vec![start]) }
    }

    /// A game of the match as it is written.
    fn game(played: &Match, number: GameNumber, ending: Ending) -> String {
        let start = played.opening(number.pair).unwrap();
        let mut last = start;
        let chosen: Move = "g2".parse().unwrap();
        last.play(chosen).unwrap();
        let moves = vec![Choice::new(chosen, Duration::ZERO)];
        let heading = played.heading(number, UNIX_EPOCH);
        pgn::write(&PlayedGame { start, last, moves, ending }, &heading)
    }

    fn illegal(side: Side) -> Ending {
        Ending::Forfeit(side, Forfeit::UnreadableMove("a1".into()))
    }

    #[test]
    fn a_last_game_that_was_cut_off_anywhere_is_left_out() {
        cut_anywhere(&two_pairs(), FIRST, SECOND);
        // In a tournament the names of the players say which game it is.
        let of_last_pairing = GameNumber { pairing: 2, ..FIRST };
        cut_anywhere(&two_pairs_of(&["a", "b", "c"]), FIRST, of_last_pairing);
    }

    fn cut_anywhere(played: &Match, kept: GameNumber, cut_off: GameNumber) {
        let first = game(played, kept, illegal(Side::Red));
        let two = format!("{first}{}", game(played, cut_off, illegal(Side::Blue)));
        // The last empty line may be missing, since some editors remove it.
        let (one_end, two_end) = (first.len() - 1, two.len() - 1);
        for cut in 0..=two.len() {
            let kept = read(&two.as_bytes()[..cut], played).unwrap();
            let (games, whole) = match cut {
                _ if cut >= two_end => (2, cut),
                _ if cut > one_end => (1, first.len()),
                _ if cut == one_end => (1, cut),
                _ => (0, 0),
            };
            assert_eq!((kept.games.len(), kept.complete_bytes), (games, whole), "cut at {cut}");
        }
    }

    #[test]
    fn forfeits_are_read_again() {
        let played = two_pairs();
        let forfeits = [
            (Forfeit::OutOfTime { used: Duration::ZERO, left: Clock::default() }, ForfeitKind::Time),
            (Forfeit::UnreadableMove("a1".into()), ForfeitKind::Illegal),
            (Forfeit::Start("no".into()), ForfeitKind::Crash),
            (Forfeit::Timeout { awaited: "bestmove", timeout: Duration::ZERO }, ForfeitKind::Timeout),
        ];
        for (forfeit, kind) in forfeits {
            let file = game(&played, FOURTH, Ending::Forfeit(Side::Blue, forfeit));
            let outcome = Outcome::Win(Side::Red);
            let expected = EarlierGame { number: FOURTH, outcome, forfeit: Some(kind) };
            assert_eq!(read(file.as_bytes(), &played).unwrap().games, [expected]);
        }
        let end = End { outcome: Outcome::Draw, reason: Reason::TooLong };
        let file = game(&played, FIRST, Ending::Rules(end));
        assert_eq!(read(file.as_bytes(), &played).unwrap().games[0].forfeit, None);
    }

    #[test]
    fn a_file_that_is_not_of_this_match_is_refused() {
        let played = two_pairs();
        let ours = game(&played, FIRST, illegal(Side::Red));
        let fen = "x5o/7/7/7/7/7/o5x x 0 1\n";
        let changed = |from: &str, to: &str| ours.replace(from, to);
        let result = changed("[Result \"1-0\"]", "[Result \"0-1\"]");
        for (file, reason) in [
            (fen.repeat(3), "line 1: found `x5o/7"),
            (format!("{fen}\n{fen}\n"), "line 1: found"),
            (fen.trim_end().into(), "line 1: found"),
            ("[Event \"?\"]\n[Result \"1-0\"]\n\n1. a1 1-0".into(), "line 1: found `[Event"),
            (format!("{ours}{fen}"), "found `x5o/7"),
            ("\r\r".into(), "line 1: found"),
            (format!("{ours}[Eve\n"), "found `[Eve`"),
            (format!("{ours}{ours}"), "round 1.1 a second time"),
            (changed("dé", "de"), "line 1: Black `de`, expected `dé`"),
            (changed("dé", "de")[..300].into(), "line 1: Black `de`, expected `dé`"),
            (changed("depth 1", "depth 2"), "TimeControl `depth 2`, expected `depth 1`"),
            (changed("[PlyCount", "[Rules \"ends\"]\n[PlyCount"), "Rules `ends`, expected `passes`"),
            (changed("Illegal move", "Bad luck"), "adjudicated `Bad luck`"),
            (changed("1.1", "3.1"), "expected `no more openings`"),
            (changed("1.1", "1.3"), "round 1.3, expected such as 12.1"),
            (changed("[White", "[Whose"), "no tag White"),
            (result.clone(), "the game is not complete"),
            (format!("{result}{ours}"), "line 1: the game is not complete"),
        ] {
            let error = read(file.as_bytes(), &played).unwrap_err().to_string();
            assert!(error.contains(reason), "{file}: {error}");
        }
    }

    /// Thousands of files with bytes changed, lost and added: a file that is accepted holds complete games of this
    /// match, and what would be removed from it begins as such a game does.
    #[test]
    fn damaged_files_are_refused_or_lose_nothing() {
        let played = two_pairs();
        let two: String = [FIRST, SECOND].map(|number| game(&played, number, illegal(Side::Red))).concat();
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let mut file = two.clone().into_bytes();
            for _ in 0..=random.below(3) {
                let at = random.below(file.len() as u32) as usize;
                match random.below(4) {
                    0 => file[at] = random.below(256) as u8,
                    1 => file.truncate(at + 1),
                    2 => file.insert(at, *random.pick(b"[]\"\n\r x1").unwrap()),
                    _ => _ = file.remove(at),
                }
                if file.is_empty() {
                    break;
                }
            }
            let Ok(kept) = read(&file, &played) else { continue };
            let rest = &file[kept.complete_bytes..];
            let begins = rest.starts_with(FIRST_LINE.as_bytes()) || FIRST_LINE.as_bytes().starts_with(rest);
            assert!(begins, "{}", String::from_utf8_lossy(rest));
            let again = read(&file[..kept.complete_bytes], &played).unwrap();
            assert_eq!((again.games, again.complete_bytes), (kept.games, kept.complete_bytes));
        }
    }
}
