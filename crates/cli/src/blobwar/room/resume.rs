//! What a match that was stopped had played, read from its PGN.
//!
//! Only the tags are read. Every game must be one of this match: its players, its opening, its colours, its
//! limits and its rule. A last game that was cut off, by a crash or a full disk, is played again. A file that
//! holds anything else is refused before a byte of it is changed: it may be somebody's only copy.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::HashSet;

use laplace_games::blobwar::{Outcome, Side};

use super::fault::Kind;
use super::hall::Plan;
use super::pgn::{self, plain};
use super::tags::{self, Tags};

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Side::Blue), Outcome::Win(Side::Red), Outcome::Draw];

/// What a file holds.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) games: Vec<Old>,
    /// The bytes of these games; what follows is the beginning of one that was cut off.
    pub(crate) whole: usize,
}

/// A game that was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Old {
    pub(crate) pair: usize,
    pub(crate) number: usize,
    pub(crate) colour: Side,
    pub(crate) outcome: Outcome,
    /// What the loser lost by, if not by the rules.
    pub(crate) fault: Option<Kind>,
}

/// Reads all games of a PGN; an error says the line and what does not fit.
pub(crate) fn read(file: &[u8], plan: &Plan) -> Result<Kept, String> {
    let (found, torn) = tags::read(file)?;
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    for tags in &found {
        let old = old(tags, plan).map_err(|error| format!("line {}: {error}", tags.line))?;
        if !seen.insert((old.pair, old.number)) {
            return Err(format!(
                "line {}: round {}.{} a second time",
                tags.line,
                old.pair + 1,
                old.number + 1
            ));
        }
        games.push(old);
    }
    if let Some(tags) = &torn
        && let Some(round) = tags.values.get("Round")
    {
        let fits = place(round).and_then(|place| fits(tags, plan, place));
        fits.map_err(|error| format!("line {}: {error}", tags.line))?;
    }
    Ok(Kept { games, whole: torn.map_or(file.len(), |tags| tags.at) })
}

/// Reads the number of a pair and of a game in it; both count from 0 here.
fn place(round: &str) -> Result<(usize, usize), String> {
    let read = round.split_once('.').and_then(|(pair, number)| {
        let (pair, number): (usize, usize) = (pair.parse().ok()?, number.parse().ok()?);
        Some((pair.checked_sub(1)?, number.checked_sub(1).filter(|&number| number < 2)?))
    });
    read.ok_or_else(|| format!("round {round}, expected such as 12.1"))
}

/// Who A plays in this game of a pair.
const fn colour(number: usize) -> Side {
    if number == 0 { Side::Blue } else { Side::Red }
}

/// Whether a game is one of this match. One that was cut off may lack tags.
fn fits(tags: &Tags, plan: &Plan, (pair, number): (usize, usize)) -> Result<(), String> {
    let [a, b] = &plan.entries;
    let players = if colour(number) == Side::Blue { [a, b] } else { [b, a] };
    let [black, white] = players.map(|entry| plain(&entry.name));
    let no_more = || "no more openings".to_owned();
    let opening = plan.opening(pair).filter(|_| pair < plan.pairs);
    let expected = [
        ("Black", black),
        ("White", white),
        ("FEN", opening.map_or_else(no_more, |opening| opening.to_string())),
        ("TimeControl", plain(&pgn::time_control(&players.map(|entry| entry.control)))),
        ("Rules", opening.map_or_else(no_more, |opening| opening.stuck_rule().name().into())),
    ];
    for (tag, expected) in expected {
        match tags.values.get(tag) {
            Some(found) if *found != expected => {
                return Err(format!("{tag} `{found}`, expected `{expected}`"));
            }
            None if tags.ended => return Err(format!("no tag {tag}")),
            _ => {}
        }
    }
    Ok(())
}

fn old(tags: &Tags, plan: &Plan) -> Result<Old, String> {
    let get = |name: &str| tags.values.get(name).ok_or(format!("no tag {name}"));
    let (pair, number) = place(get("Round")?)?;
    fits(tags, plan, (pair, number))?;
    let result = get("Result")?;
    let outcome = OUTCOMES.into_iter().find(|&outcome| pgn::result(outcome) == result);
    let outcome = outcome.ok_or(format!("result {result}"))?;
    let fault = tags.values.get("Adjudicated").map(|words| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.adjudication() == words);
        kind.ok_or_else(|| format!("adjudicated `{words}`"))
    });
    Ok(Old { pair, number, colour: colour(number), outcome, fault: fault.transpose()? })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails")]
mod tests {
    use std::time::Duration;

    use laplace_games::blobwar::{End, Move, Position, Reason, Size, StuckRule};
    use laplace_games::random::Random;

    use super::super::control::{Control, Watch};
    use super::super::fault::Fault;
    use super::super::game::{Ending, Played};
    use super::super::hall::Entry;
    use super::super::player::Spec;
    use super::super::says::Info;
    use super::super::seat::Chosen;
    use super::super::tags::FIRST_LINE;
    use super::*;

    fn plan() -> Plan {
        let entry = |name: &str| Entry {
            name: name.into(),
            spec: Spec::Random,
            settings: vec![],
            control: Control::Depth(1),
        };
        Plan {
            entries: [entry("dé"), entry("à \"b\"")],
            openings: vec![Position::start(Size::Seven, StuckRule::Passes)],
            pairs: 2,
            seed: 0,
            patience: Duration::ZERO,
            margin: Duration::ZERO,
            done: HashSet::new(),
        }
    }

    /// A game of the plan as it is written.
    fn game(plan: &Plan, (pair, number): (usize, usize), ending: Ending) -> String {
        let start = plan.opening(pair).unwrap();
        let mut last = start;
        let played: Move = "g2".parse().unwrap();
        last.play(played).unwrap();
        let moves = vec![Chosen { played, used: Duration::ZERO, info: Info::default() }];
        let [a, b] = plan.entries.each_ref();
        let players = if number == 0 { [a, b] } else { [b, a] };
        let heading = pgn::Heading {
            round: (pair + 1, number + 1),
            names: players.map(|entry| entry.name.as_str()),
            controls: players.map(|entry| entry.control),
        };
        pgn::write(&Played { start, last, moves, ending }, &heading)
    }

    fn illegal(side: Side) -> Ending {
        Ending::Fault(side, Fault::Illegal("a1".into()))
    }

    #[test]
    fn a_last_game_that_was_cut_off_anywhere_is_left_out() {
        let plan = plan();
        let first = game(&plan, (0, 0), illegal(Side::Red));
        let two = format!("{first}{}", game(&plan, (0, 1), illegal(Side::Blue)));
        // The last empty line may be missing, as editors like it.
        let (one_end, two_end) = (first.len() - 1, two.len() - 1);
        for cut in 0..=two.len() {
            let kept = read(&two.as_bytes()[..cut], &plan).unwrap();
            let (games, whole) = match cut {
                _ if cut >= two_end => (2, cut),
                _ if cut > one_end => (1, first.len()),
                _ if cut == one_end => (1, cut),
                _ => (0, 0),
            };
            assert_eq!((kept.games.len(), kept.whole), (games, whole), "cut at {cut}");
        }
    }

    #[test]
    fn what_games_were_lost_by_is_read_again() {
        let plan = plan();
        let faults = [
            (Fault::Time { used: Duration::ZERO, left: Watch::default() }, Kind::Time),
            (Fault::Illegal("a1".into()), Kind::Illegal),
            (Fault::Start("no".into()), Kind::Crash),
            (Fault::Silence { awaited: "bestmove", patience: Duration::ZERO }, Kind::Silence),
        ];
        for (fault, kind) in faults {
            let file = game(&plan, (1, 1), Ending::Fault(Side::Blue, fault));
            let outcome = Outcome::Win(Side::Red);
            let old = Old { pair: 1, number: 1, colour: Side::Red, outcome, fault: Some(kind) };
            assert_eq!(read(file.as_bytes(), &plan).unwrap().games, [old]);
        }
        let end = End { outcome: Outcome::Draw, reason: Reason::TooLong };
        let file = game(&plan, (0, 0), Ending::Rules(end));
        assert_eq!(read(file.as_bytes(), &plan).unwrap().games[0].fault, None);
    }

    #[test]
    fn a_file_that_is_not_of_this_match_is_refused() {
        let plan = plan();
        let ours = game(&plan, (0, 0), illegal(Side::Red));
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
            let error = read(file.as_bytes(), &plan).unwrap_err();
            assert!(error.contains(reason), "{file}: {error}");
        }
    }

    /// Thousands of files with bytes changed, lost, doubled and added: whatever is accepted holds whole games
    /// of ours, and what would be cut off begins as one of ours does.
    #[test]
    fn files_that_were_spoilt_are_refused_or_lose_nothing() {
        let plan = plan();
        let two: String = [0, 1].map(|number| game(&plan, (0, number), illegal(Side::Red))).concat();
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
            let Ok(kept) = read(&file, &plan) else { continue };
            let rest = &file[kept.whole..];
            let begins = rest.starts_with(FIRST_LINE.as_bytes()) || FIRST_LINE.as_bytes().starts_with(rest);
            assert!(begins, "{}", String::from_utf8_lossy(rest));
            let again = read(&file[..kept.whole], &plan).unwrap();
            assert_eq!((again.games, again.whole), (kept.games, kept.whole));
        }
    }
}
