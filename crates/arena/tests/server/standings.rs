//! A slow reference computation of the standings that shares no code with the server's, and a comparison of both.

use laplace_contest::history::history;
use laplace_contest::judging::Outcome;
use laplace_contest::standings::{Team, standings};
use laplace_contest::{AccountState, Entry, Game, Millis, SubmissionId, make};
use laplace_games::random::Random;

/// Points of a right answer of the demon.
pub(crate) const FULL: i64 = 10_000;

/// A result that counts.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    pub(crate) team: usize,
    pub(crate) at: Millis,
    pub(crate) input: i64,
    pub(crate) points: i64,
    pub(crate) score: i64,
    /// Whether its points are its share of the best score.
    pub(crate) relative: bool,
}

/// Rank, name and points of each team that takes part, from all results that count.
pub(crate) fn slow_standings(teams: &[(usize, &str)], results: &[Counting]) -> Vec<(usize, String, i64)> {
    // What a result is worth when all are known.
    let worth = |result: &Counting| {
        let played = results.iter().filter(|other| other.input == result.input);
        let best = played.map(|other| other.score).max().unwrap();
        match (result.relative, best) {
            (false, _) => result.points,
            (true, 0) => 0,
            (true, best) => FULL * result.score / best,
        }
    };
    let mut inputs: Vec<i64> = results.iter().map(|result| result.input).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let merit = |team: usize| {
        let (mut points, mut last) = (0, 0);
        for &input in &inputs {
            let own = || results.iter().filter(|result| result.team == team && result.input == input);
            let most = own().map(worth).max().unwrap_or(0);
            points += most;
            if most > 0 {
                last = last
                    .max(own().filter(|result| worth(result) == most).map(|result| result.at).min().unwrap());
            }
        }
        (points, if points > 0 { last } else { Millis::MAX })
    };
    let better = |a: (i64, Millis), b: (i64, Millis)| a.0 > b.0 || a.0 == b.0 && a.1 < b.1;
    let rank = |team| 1 + teams.iter().filter(|(other, _)| better(merit(*other), merit(team))).count();
    let mut rows: Vec<_> =
        teams.iter().map(|&(team, name)| (rank(team), name.to_owned(), merit(team).0)).collect();
    rows.sort();
    rows
}

const NAMES: [&str; 5] = ["Ada", "Blaise", "Carl", "Dorothy", "Emmy"];

fn team(number: usize, disabled: bool) -> Team {
    Team {
        id: number.to_string().into(),
        name: NAMES[number].into(),
        school: String::new(),
        group: String::new(),
        state: if disabled { AccountState::Disqualified } else { AccountState::Active },
    }
}

/// Few values of everything, so that teams are often equal; scores whose shares are often rounded to the same.
fn results(random: &mut Random, game: Game, inputs: i64) -> Vec<Counting> {
    let one = |random: &mut Random| {
        let input = i64::from(random.below(u32::try_from(inputs).unwrap())) + 1;
        let relative = game == Game::Demon && input == 5;
        let score = match relative {
            true => i64::from(random.below(2)) * (100_000 - i64::from(random.below(25))),
            false => i64::from(random.below(4)),
        };
        let points = if relative { 0 } else { 100 * i64::from(random.below(3)) };
        let team = random.below(NAMES.len() as u32) as usize;
        Counting { team, at: i64::from(random.below(40)), input, points, score, relative }
    };
    (0..random.below(30)).map(|_| one(random)).collect()
}

#[test]
fn generated_standings_equal_the_slow_computation() {
    let mut random = Random::new(7);
    for game in [Game::Demon, Game::Well] {
        let inputs = make(game, 1, if game == Game::Demon { 1 } else { 3 });
        for _ in 0..3_000 {
            let results = results(&mut random, game, inputs.len() as i64);
            let accounts: Vec<Team> = (0..NAMES.len()).map(|number| team(number, random.chance(5))).collect();
            let entry = |(file, result): (i64, &Counting)| Entry {
                file,
                submission: SubmissionId(file),
                team: result.team.to_string().into(),
                at: result.at,
                input: result.input,
                outcome: Outcome::Played,
                points: result.points,
                score: result.score,
            };
            let entries: Vec<Entry> = (1..).zip(&results).map(entry).collect();
            let hidden_from = random.chance(30).then(|| i64::from(random.below(40)));
            let board = standings(game, &inputs, &accounts, &entries, hidden_from);
            let found: Vec<_> =
                board.rows.iter().map(|row| (row.rank, row.name.clone(), row.points)).collect();
            let takes_part = |team: usize| accounts[team].state == AccountState::Active;
            let teams: Vec<_> =
                NAMES.into_iter().enumerate().filter(|(number, _)| takes_part(*number)).collect();
            let counts = |result: &&Counting| {
                takes_part(result.team) && hidden_from.is_none_or(|from| result.at < from)
            };
            let counting: Vec<Counting> = results.iter().filter(counts).cloned().collect();
            assert_eq!(found, slow_standings(&teams, &counting), "{counting:#?}");
            for (place, (_, numbers)) in board.questions.iter().enumerate() {
                let of_it = counting.iter().filter(|result| numbers.contains(&result.input));
                let slow = slow_standings(&teams, &of_it.cloned().collect::<Vec<_>>());
                for row in &board.rows {
                    let (rank, _, points) = slow.iter().find(|(_, name, _)| *name == row.name).unwrap();
                    assert_eq!(
                        row.question_ranks[place],
                        if *points > 0 { *rank } else { 0 },
                        "{counting:#?}"
                    );
                }
            }
            for row in &board.rows {
                let steps = history(game, &inputs, &board, &entries, &row.team);
                let last = steps.last().map(|step| (step.points, step.rank));
                assert_eq!(last, (row.points > 0).then_some((row.points, row.rank)), "{counting:#?}");
                assert!(steps.is_sorted_by(|a, b| a.at < b.at && a.points <= b.points), "{steps:?}");
                assert!(steps.iter().all(|step| hidden_from.is_none_or(|from| step.at < from)));
            }
        }
    }
}
