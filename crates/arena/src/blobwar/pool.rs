//! The engine on one thread of its own, with short queues and little memory.
//!
//! The thread starts with the first question and gives way to everything else on the machine, so a contest
//! that is judged at the same time does not notice. When a queue is full, whoever asks is told to come back.

use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use laplace_games::blobwar::{Move, Position, Side};
use laplace_solvers::blobwar::score::{self, Score};
use laplace_solvers::blobwar::{Level, Limits, Partner, Question, Watched};
use tokio::sync::oneshot;

use super::line::{Line, Refused};
use crate::error::{Answer, Error};

/// The most time of a move.
const MOVE_TIME: Duration = Duration::from_millis(1_000);
/// The time of a hint.
const HINT_TIME: Duration = Duration::from_millis(500);
/// The time of one position of an analysis.
const LOOK_TIME: Duration = Duration::from_millis(60);
/// The most nodes of any of them; a table of this size is full long before.
const MOST_NODES: u64 = 20_000_000;
/// The memory at full strength, in MiB.
const MEGABYTES: usize = 16;
/// How far the thread stands back: the lowest priority but one.
const NICENESS: i32 = 15;

/// What the engine is asked.
#[derive(Clone, Debug)]
pub enum Task {
    /// To play, as strong as a level.
    Move {
        /// How strong.
        level: Level,
        /// What chance comes from.
        seed: u64,
        /// The game so far.
        question: Question,
    },
    /// For the best move and what it is worth.
    Hint(Question),
    /// For a short look at each of these positions.
    Look(Vec<Question>),
}

/// What the engine says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move it would play; `None` when the game is over.
    pub played: Option<Move>,
    /// How likely the first player seems to win, from 0 to 1, if it looked ahead.
    pub chance: Option<f64>,
    /// The score for the first player, in hundredths of a blob.
    pub score: Option<Score>,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// What it expects to be played.
    pub path: Vec<Move>,
}

#[derive(Debug)]
struct Job {
    task: Task,
    reply: oneshot::Sender<Vec<Thought>>,
}

/// The engine's thread, once there is one.
#[derive(Debug, Default)]
pub struct Pool {
    line: Mutex<Option<Arc<Line<Job>>>>,
}

impl Pool {
    /// Asks for somebody of a network, and waits for what it says: a thought for each position.
    pub async fn ask(&self, network: IpAddr, task: Task) -> Answer<Vec<Thought>> {
        let (reply, answer) = oneshot::channel();
        self.send(network, Job { task, reply })?;
        answer.await.map_err(|_| Error::Inside("the engine is gone".into()))
    }

    fn send(&self, network: IpAddr, job: Job) -> Answer<()> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = match &mut *line {
            Some(line) => line,
            none => none.insert(start()?),
        };
        match sent.push(network, job) {
            Ok(()) => Ok(()),
            Err(Refused::Full) => Err(Error::Busy(1)),
            Err(Refused::Closed) => {
                *line = None;
                Err(Error::Inside("the engine is gone".into()))
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some(line) = self.line.get_mut().unwrap_or_else(PoisonError::into_inner) {
            line.close();
        }
    }
}

fn start() -> Answer<Arc<Line<Job>>> {
    let line = Arc::new(Line::new());
    let served = Served(line.clone());
    let thread = thread::Builder::new().name("blobwar".into());
    thread.spawn(move || work(&served)).map_err(|error| Error::Inside(error.to_string()))?;
    Ok(line)
}

/// A line that somebody serves: it closes when they go, however they go.
struct Served(Arc<Line<Job>>);

impl Drop for Served {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn work(served: &Served) {
    // On Linux this is the priority of the thread alone. If it is refused, the queues still bound the work.
    _ = rustix::process::nice(NICENESS);
    let mut partner = Partner::new(MEGABYTES);
    while let Some(Job { task, reply }) = served.0.next() {
        // Whoever has gone away needs no answer.
        if !reply.is_closed() {
            _ = reply.send(think(&mut partner, &task));
        }
    }
}

fn think(partner: &mut Partner, task: &Task) -> Vec<Thought> {
    let mut look = |question: &Question, time: Duration| {
        let answer = partner.advise(question, &within(time), (&AtomicBool::new(false), &mut |_| {}));
        thought(&question.position, answer)
    };
    match task {
        Task::Move { level, seed, question } => {
            let quietly: Watched<'_> = (&AtomicBool::new(false), &mut |_| {});
            let answer = partner.play(question, *level, *seed, &within(MOVE_TIME), quietly);
            vec![thought(&question.position, answer)]
        }
        Task::Hint(question) => vec![look(question, HINT_TIME)],
        Task::Look(questions) => questions.iter().map(|question| look(question, LOOK_TIME)).collect(),
    }
}

fn within(time: Duration) -> Limits {
    Limits { nodes: Some(MOST_NODES), ..Limits::move_time(time) }
}

fn thought(position: &Position, answer: Option<laplace_solvers::blobwar::SearchResult>) -> Thought {
    let Some(answer) = answer else { return over(position) };
    let sign = if position.turn() == Side::Blue { 1 } else { -1 };
    // A move by chance comes from no search.
    let score = (answer.info.depth > 0).then_some(sign * answer.info.score);
    Thought {
        played: Some(answer.best_move),
        chance: score.map(score::chance),
        score,
        depth: answer.info.depth,
        path: answer.info.pv,
    }
}

/// A finished game is worth what it ended with.
fn over(position: &Position) -> Thought {
    use laplace_games::blobwar::Outcome;
    let margin = match position.end().map(|end| end.outcome) {
        Some(Outcome::Win(Side::Blue)) => 1,
        Some(Outcome::Win(Side::Red)) => -1,
        Some(Outcome::Draw) | None => 0,
    };
    let score = score::of_end(margin, 0);
    Thought {
        played: None,
        chance: Some(score::chance(score)),
        score: Some(score),
        depth: 0,
        path: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::{Size, StuckRule};

    use super::super::line::EACH;
    use super::*;

    /// Where those who ask come from.
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn alone(position: Position) -> Question {
        Question::new(&[], position)
    }

    #[tokio::test]
    async fn every_level_answers_with_a_legal_move() {
        let pool = Pool::default();
        let position = Position::start(Size::Seven, StuckRule::Passes);
        let question = alone(position);
        for level in Level::all().filter(|level| level.number() < 8) {
            let thoughts =
                pool.ask(HERE, Task::Move { level, seed: 3, question: question.clone() }).await.unwrap();
            assert!(position.is_legal(&thoughts[0].played.unwrap()), "{level:?}");
        }
    }

    #[tokio::test]
    async fn a_score_is_the_first_players_whoever_moves() {
        let pool = Pool::default();
        for fen in ["xxxxxx1/xxxxxxx/7/7/7/7/o6 x 0 1", "xxxxxx1/xxxxxxx/7/7/7/7/o6 o 0 1"] {
            let position = Position::from_fen(fen, StuckRule::Passes).unwrap();
            let thoughts = pool.ask(HERE, Task::Look(vec![alone(position)])).await.unwrap();
            assert!(thoughts[0].chance.unwrap() > 0.8, "{fen}: {thoughts:?}");
        }
    }

    #[tokio::test]
    async fn a_full_queue_says_so_at_once() {
        let pool = Pool::default();
        let position = Position::start(Size::Eight, StuckRule::Passes);
        let look = || Task::Look(vec![alone(position); 4]);
        let all = futures_all((0..EACH + 6).map(|_| pool.ask(HERE, look())).collect()).await;
        assert!(all.iter().any(|answer| matches!(answer, Err(Error::Busy(_)))));
        assert!(all.iter().filter(|answer| answer.is_ok()).count() >= EACH);
    }

    #[tokio::test]
    async fn whoever_asks_a_lot_waits_for_themselves() {
        let pool = Arc::new(Pool::default());
        let position = Position::start(Size::Eight, StuckRule::Passes);
        let greedy: Vec<_> = (0..EACH)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move { pool.ask(HERE, Task::Look(vec![alone(position); 4])).await })
            })
            .collect();
        tokio::task::yield_now().await;
        pool.ask(ELSEWHERE, Task::Look(vec![alone(position)])).await.unwrap();
        let done = greedy.iter().filter(|asked| asked.is_finished()).count();
        assert!(done <= 2, "{done} questions came first");
    }

    /// Waits for all of them, asked in order at the same time.
    async fn futures_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
        let mut waiting: Vec<_> = futures.into_iter().map(|future| Some(Box::pin(future))).collect();
        let mut done: Vec<_> = waiting.iter().map(|_| None).collect();
        std::future::poll_fn(|context| {
            for (future, result) in waiting.iter_mut().zip(&mut done) {
                if let Some(std::task::Poll::Ready(output)) =
                    future.as_mut().map(|future| future.as_mut().poll(context))
                {
                    *result = Some(output);
                    *future = None;
                }
            }
            if done.iter().all(Option::is_some) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        done.into_iter().flatten().collect()
    }
}
