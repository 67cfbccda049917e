//! The engine of the server: one thread with low priority and little memory behind a fair queue.
//!
//! The thread starts with the first request. Contests that are judged at the same time are not slowed down. When many
//! clients wait, searches are shorter (see [`fair_queue`](super::fair_queue)). When the queue is full, the client is told
//! to try again later; when a client goes away, its search stops.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use laplace_matches::interactive::{Analysis, EngineThread, PendingAnalysis, Request, Unanswered};

use super::fair_queue::FairQueue;
use crate::error::{Error, Result};

/// The transposition table at full strength, in MiB.
const MEGABYTES: usize = 16;
/// The niceness of the thread: nearly the lowest priority.
const NICENESS: i32 = 15;

/// The engine and the queue in front of it.
#[derive(Debug, Default)]
pub struct SharedEngine {
    queue: Arc<FairQueue>,
    thread: Mutex<Option<EngineThread>>,
}

impl SharedEngine {
    /// Answers a client's requests, one after the other, when it is the turn of the client's network.
    pub async fn analyse(&self, network: IpAddr, requests: Vec<Request>) -> Result<Vec<Analysis>> {
        let turn = self.queue.turn(network).await.map_err(|_| Error::Busy(1))?;
        let share = turn.share / u32::try_from(requests.len()).unwrap_or(u32::MAX).max(1);
        let mut analyses = Vec::with_capacity(requests.len());
        for mut request in requests {
            request.limits.move_time = request.limits.move_time.map(|time| time.min(share));
            match self.submit(request)?.await {
                Ok(analysis) => analyses.push(analysis),
                Err(reason) => return Err(self.unanswered(reason)),
            }
        }
        Ok(analyses)
    }

    fn submit(&self, request: Request) -> Result<PendingAnalysis> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let thread = match &mut *thread {
            Some(thread) => thread,
            none => none.insert(start()?),
        };
        Ok(thread.submit(request))
    }

    /// Forgets a thread that has ended, so that the next request starts another one.
    fn unanswered(&self, reason: Unanswered) -> Error {
        if reason == Unanswered::ThreadEnded {
            *self.thread.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Error::Internal(format!("blobwar: {reason}"))
    }
}

fn start() -> Result<EngineThread> {
    let lower_priority = || {
        // On Linux this is the priority of the thread alone. If it fails, the queue still limits the work.
        _ = rustix::process::nice(NICENESS);
    };
    EngineThread::start(MEGABYTES, lower_priority).map_err(|error| Error::Internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::{Position, Size, StuckRule};
    use laplace_matches::builtin::Level;
    use laplace_matches::interactive::InteractiveGame;
    use laplace_web::blobwar::{evaluation_requests, move_request};

    use super::*;
    use crate::blobwar::fair_queue::MAX_PER_NETWORK;

    /// Networks of clients.
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn start_of(size: Size) -> InteractiveGame {
        InteractiveGame::new(Position::start(size, StuckRule::Passes))
    }

    fn four_evaluations() -> Vec<Request> {
        vec![evaluation_requests(&start_of(Size::Eight), 0, 1).remove(0); 4]
    }

    #[tokio::test]
    async fn every_level_answers_with_a_legal_move() {
        let engine = SharedEngine::default();
        let game = start_of(Size::Seven);
        for level in Level::all().filter(|level| level.number() < 8) {
            let analyses = engine.analyse(HERE, vec![move_request(&game, level, 3)]).await.unwrap();
            assert!(game.position().is_legal(analyses[0].best.unwrap()), "{level:?}");
        }
    }

    #[tokio::test]
    async fn a_score_is_for_the_first_player_on_either_turn() {
        let engine = SharedEngine::default();
        for fen in ["xxxxxx1/xxxxxxx/7/7/7/7/o6 x 0 1", "xxxxxx1/xxxxxxx/7/7/7/7/o6 o 0 1"] {
            let game = InteractiveGame::new(Position::from_fen(fen, StuckRule::Passes).unwrap());
            let analyses = engine.analyse(HERE, evaluation_requests(&game, 0, 8)).await.unwrap();
            assert_eq!(analyses.len(), 1);
            assert!(analyses[0].win_chance().unwrap() > 0.8, "{fen}: {analyses:?}");
        }
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let engine = SharedEngine::default();
        let requests = (0..MAX_PER_NETWORK + 6).map(|_| engine.analyse(HERE, four_evaluations()));
        let all = join_all(requests.collect()).await;
        assert!(all.iter().any(|answer| matches!(answer, Err(Error::Busy(_)))));
        assert!(all.iter().filter(|answer| answer.is_ok()).count() >= MAX_PER_NETWORK);
    }

    #[tokio::test]
    async fn a_network_with_many_requests_waits_for_itself() {
        let engine = Arc::new(SharedEngine::default());
        let greedy: Vec<_> = (0..MAX_PER_NETWORK)
            .map(|_| {
                let engine = engine.clone();
                tokio::spawn(async move { engine.analyse(HERE, four_evaluations()).await })
            })
            .collect();
        tokio::task::yield_now().await;
        engine.analyse(ELSEWHERE, evaluation_requests(&start_of(Size::Eight), 0, 1)).await.unwrap();
        let done = greedy.iter().filter(|request| request.is_finished()).count();
        assert!(done <= 2, "{done} requests came first");
    }

    /// Waits for all futures, polled in order at the same time.
    async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
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
