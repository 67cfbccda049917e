//! Games between two browsers: a game is found by its link, and each of its two seats belongs to the browser that
//! knows the seat's secret.
//!
//! A browser makes the secret of its seat itself and sends it in the body of its requests, never in an address; the
//! server stores the hash. So a request that is sent again after a lost connection takes the same seat, and a link,
//! a log or a referrer gives nothing but the right to watch.
//!
//! Games are in memory and bounded in number, in all and for each network, in length and in age. The server's clock
//! decides: what a game has become follows from the present moment alone ([`State::settle`]), and no task waits for
//! a clock to run out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position, Side};
use laplace_matches::clock::Fischer;
use laplace_matches::interactive::InteractiveGame;
use serde_json::{Value, json};
use subtle::ConstantTimeEq;
use tokio::sync::watch;

use crate::auth::{Secret, hash_of};
use crate::error::{Error, Result};
use crate::i18n::{Message, Missing};
use laplace_web::blobwar::{GameFault, MAX_MOVES, view};

/// The length of a seat's secret: 160 bits in hexadecimal digits.
const SECRET_DIGITS: usize = 40;
/// `Retry-After` when there are too many games, in seconds.
const RETRY_AFTER: u64 = 60;

/// How many games are kept, and for how long after their last change.
#[derive(Clone, Copy, Debug)]
pub struct LinkedLimits {
    /// In all.
    pub all: usize,
    /// Of one network: a class is often behind one address.
    pub each: usize,
    /// The time that a game waits for its second player.
    pub waiting: Duration,
    /// The time between two moves.
    pub running: Duration,
    /// The time after the end, for a rematch and for downloads.
    pub finished: Duration,
}

const HOUR: Duration = Duration::from_secs(3_600);

/// A game of the maximum length takes 16 KiB: the games need 32 MiB at most.
const LIMITS: LinkedLimits = LinkedLimits {
    all: 2_000,
    each: 200,
    waiting: HOUR,
    running: HOUR.saturating_mul(48),
    finished: HOUR.saturating_mul(6),
};

/// A value for blue and one for red.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sides<T> {
    blue: T,
    red: T,
}

impl<T> Sides<T> {
    const fn of(&self, side: Side) -> &T {
        match side {
            Side::Blue => &self.blue,
            Side::Red => &self.red,
        }
    }

    const fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Blue => &mut self.blue,
            Side::Red => &mut self.red,
        }
    }
}

/// How a player lost other than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    Resigned,
    OutOfTime,
}

/// What a new game begins with.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// The first position.
    pub start: Position,
    /// The clock of each player, if there is one.
    pub clock: Option<Fischer>,
}

#[derive(Debug)]
struct State {
    opening: Opening,
    moves: Vec<Move>,
    /// The time that each move took.
    used: Vec<Duration>,
    position: Position,
    /// The hashes of the secrets.
    seats: Sides<Option<String>>,
    left: Sides<Duration>,
    /// Since when the clock of the player to move runs. The first move of a game is not timed.
    runs_since: Option<Instant>,
    loss: Option<(Side, Loss)>,
    /// The players who offer a draw. An offer stands until the other player moves.
    draw_offers: Sides<bool>,
    rematch: Sides<bool>,
    /// The id of the next game of the same players.
    next: Option<String>,
    /// Counts the changes.
    version: u64,
    changed: Instant,
}

impl State {
    fn new(opening: Opening, seats: Sides<Option<String>>, now: Instant) -> Self {
        let base = opening.clock.map(|clock| clock.base).unwrap_or_default();
        let mut state = Self {
            opening,
            moves: Vec::new(),
            used: Vec::new(),
            position: opening.start,
            seats,
            left: Sides { blue: base, red: base },
            runs_since: None,
            loss: None,
            draw_offers: Sides::default(),
            rematch: Sides::default(),
            next: None,
            version: 1,
            changed: now,
        };
        state.pass_if_stuck();
        state
    }

    fn touch(&mut self, now: Instant) {
        self.version += 1;
        self.changed = now;
    }

    fn is_over(&self) -> bool {
        self.loss.is_some() || self.is_drawn_by_agreement() || self.position.end().is_some()
    }

    const fn is_drawn_by_agreement(&self) -> bool {
        self.draw_offers.blue && self.draw_offers.red
    }

    fn is_full(&self) -> bool {
        self.seats.blue.is_some() && self.seats.red.is_some()
    }

    /// When the clock of the player to move runs out.
    fn runs_out_at(&self) -> Option<Instant> {
        self.runs_since.map(|since| since + *self.left.of(self.position.turn()))
    }

    /// Ends the game if a clock has run out.
    fn settle(&mut self, now: Instant) {
        if self.runs_out_at().is_some_and(|end| now >= end) {
            let side = self.position.turn();
            *self.left.of_mut(side) = Duration::ZERO;
            self.loss = Some((side, Loss::OutOfTime));
            self.runs_since = None;
            self.touch(now);
        }
    }

    /// The side whose seat has this secret.
    fn seat(&self, secret: &str) -> Result<Side> {
        let hash = hash_of(secret);
        let is_taken = |side: &Side| {
            let seat = self.seats.of(*side).as_deref().unwrap_or_default();
            bool::from(seat.as_bytes().ct_eq(hash.as_bytes()))
        };
        Side::BOTH.into_iter().find(is_taken).ok_or(Error::Forbidden(Message::NotYourSeat))
    }

    /// Takes a free seat; the seat that has this secret is taken already.
    fn join(&mut self, secret: &str, now: Instant) -> Result<Side> {
        if let Ok(side) = self.seat(secret) {
            return Ok(side);
        }
        let free = Side::BOTH.into_iter().find(|side| self.seats.of(*side).is_none());
        let side = free.ok_or(Error::Conflict(Message::SeatsTaken))?;
        if self.is_over() {
            return Err(Error::Conflict(Message::GameOver));
        }
        *self.seats.of_mut(side) = Some(hash_of(secret));
        self.touch(now);
        Ok(side)
    }

    /// Plays move number `count`, counted from 0. The same move again changes nothing.
    fn play(&mut self, secret: &str, count: usize, played: Move, now: Instant) -> Result<()> {
        let side = self.seat(secret)?;
        let first = self.opening.start.turn();
        let mover = if count.is_multiple_of(2) { first } else { first.other() };
        if self.moves.get(count) == Some(&played) && mover == side {
            return Ok(());
        }
        if self.is_over() {
            return Err(Error::Conflict(Message::GameOver));
        }
        if !self.is_full() {
            return Err(Error::Conflict(Message::NoOpponent));
        }
        if count != self.moves.len() || self.position.turn() != side {
            return Err(Error::Conflict(Message::NotYourTurn));
        }
        if count >= MAX_MOVES {
            return Err(Error::Conflict(GameFault::TooManyMoves { found: count + 1, max: MAX_MOVES }.into()));
        }
        self.position
            .play(played)
            .map_err(|error| Message::from(GameFault::IllegalMove { number: count + 1, error }))?;
        let used = self.runs_since.map(|since| now.saturating_duration_since(since)).unwrap_or_default();
        if let Some(clock) = self.opening.clock {
            let left = self.left.of_mut(side);
            *left = left.saturating_sub(used).saturating_add(clock.increment);
        }
        self.moves.push(played);
        self.used.push(used);
        // Who moves declines.
        *self.draw_offers.of_mut(side.other()) = false;
        self.pass_if_stuck();
        self.runs_since = (self.opening.clock.is_some() && !self.is_over()).then_some(now);
        self.touch(now);
        Ok(())
    }

    fn pass_if_stuck(&mut self) {
        if self.position.must_pass() {
            self.position.play_unchecked(Move::Pass);
            self.moves.push(Move::Pass);
            self.used.push(Duration::ZERO);
        }
    }

    fn resign(&mut self, secret: &str, now: Instant) -> Result<()> {
        let side = self.seat(secret)?;
        if self.loss == Some((side, Loss::Resigned)) {
            return Ok(());
        }
        if self.is_over() {
            return Err(Error::Conflict(Message::GameOver));
        }
        self.stop_clock(now);
        self.loss = Some((side, Loss::Resigned));
        self.touch(now);
        Ok(())
    }

    fn stop_clock(&mut self, now: Instant) {
        if let (Some(since), turn) = (self.runs_since.take(), self.position.turn()) {
            let left = self.left.of_mut(turn);
            *left = left.saturating_sub(now.saturating_duration_since(since));
        }
    }

    /// Offers a draw, or accepts the offer of the other player, which ends the game.
    fn offer_draw(&mut self, secret: &str, now: Instant) -> Result<()> {
        let side = self.seat(secret)?;
        if *self.draw_offers.of(side) {
            return Ok(());
        }
        if self.is_over() {
            return Err(Error::Conflict(Message::GameOver));
        }
        if !self.is_full() {
            return Err(Error::Conflict(Message::NoOpponent));
        }
        *self.draw_offers.of_mut(side) = true;
        if self.is_drawn_by_agreement() {
            self.stop_clock(now);
        }
        self.touch(now);
        Ok(())
    }

    /// Offers or accepts a rematch. Returns the next game, colours changed, when both players want one.
    fn offer_rematch(&mut self, secret: &str, now: Instant) -> Result<Option<Self>> {
        let side = self.seat(secret)?;
        if !self.is_over() {
            return Err(Error::Conflict(Message::GameNotOver));
        }
        if !self.rematch.of(side) {
            *self.rematch.of_mut(side) = true;
            self.touch(now);
        }
        let Sides { blue, red } = self.seats.clone();
        let is_wanted = self.rematch.blue && self.rematch.red && self.next.is_none();
        Ok(is_wanted.then(|| Self::new(self.opening, Sides { blue: red, red: blue }, now)))
    }

    fn is_expired(&self, limits: &LinkedLimits, now: Instant) -> bool {
        let age = now.saturating_duration_since(self.changed);
        let max_age = match (self.is_over(), self.is_full()) {
            (true, _) => limits.finished,
            (false, true) => limits.running,
            (false, false) => limits.waiting,
        };
        age > max_age
    }

    /// The game for everybody who has its link, with the moves from `since` on. There is no secret in it.
    fn view(&self, id: &str, since: usize, now: Instant) -> Value {
        let mut game = InteractiveGame::new(self.opening.start);
        for played in &self.moves {
            // Legal, as it was played before.
            _ = game.play(*played);
        }
        let mut shown = view(&game, since);
        let of_sides = |value: &dyn Fn(Side) -> Value| {
            let values = Side::BOTH.map(|side| (side.letter().to_string(), value(side)));
            Value::from_iter(values)
        };
        let left = |side: Side| {
            let left = *self.left.of(side);
            let runs = self.runs_since.filter(|_| self.position.turn() == side);
            let spent = runs.map(|since| now.saturating_duration_since(since)).unwrap_or_default();
            json!(milliseconds(left.saturating_sub(spent)))
        };
        let clock = self.opening.clock.map(|clock| {
            json!({
                "base": clock.base.as_secs(),
                "increment": clock.increment.as_secs(),
                "left": of_sides(&left),
                "runs": self.runs_since.map(|_| self.position.turn().letter()),
            })
        });
        let used: Vec<u64> = self.used.iter().skip(since).map(|used| milliseconds(*used)).collect();
        let Some(fields) = shown.as_object_mut() else { return shown };
        fields.insert("game".into(), id.into());
        fields.insert("version".into(), self.version.into());
        fields.insert("from".into(), since.min(self.moves.len()).into());
        fields.insert("used".into(), used.into());
        fields.insert("seats".into(), of_sides(&|side| self.seats.of(side).is_some().into()));
        fields.insert("clock".into(), clock.into());
        fields.insert("draw".into(), of_sides(&|side| (*self.draw_offers.of(side)).into()));
        fields.insert("rematch".into(), of_sides(&|side| (*self.rematch.of(side)).into()));
        fields.insert("next".into(), self.next.clone().into());
        if let Some((side, loss)) = self.loss {
            let reason = match loss {
                Loss::Resigned => "resigned",
                Loss::OutOfTime => "time",
            };
            fields.insert("end".into(), json!({ "winner": side.other().letter(), "reason": reason }));
        }
        if self.is_drawn_by_agreement() {
            fields.insert("end".into(), json!({ "winner": null, "reason": "agreed" }));
        }
        if self.is_over() || !self.is_full() {
            fields.insert("legal".into(), json!([]));
        }
        shown
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A game at one moment.
#[derive(Debug)]
pub struct Seen {
    /// What everybody who has the link may see.
    pub view: Value,
    /// The number of moves.
    pub count: usize,
    /// The number of changes.
    pub version: u64,
    /// When the running clock runs out.
    pub runs_out: Option<Instant>,
}

/// A game between two browsers.
#[derive(Debug)]
pub struct LinkedGame {
    /// Its id, which is in its link.
    pub id: String,
    /// The network that began it.
    network: IpAddr,
    state: Mutex<State>,
    /// The version of the state, for those who wait for a change.
    versions: watch::Sender<u64>,
}

impl LinkedGame {
    fn new(network: IpAddr, state: State) -> Arc<Self> {
        let versions = watch::Sender::new(state.version);
        Arc::new(Self { id: Secret::short().to_string(), network, state: Mutex::new(state), versions })
    }

    /// Changes the state, as it is now, and wakes those who wait for a change.
    fn change<T>(&self, change: impl FnOnce(&mut State, Instant) -> T) -> T {
        let (changed, version) = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            state.settle(now);
            (change(&mut state, now), state.version)
        };
        self.versions.send_if_modified(|known| std::mem::replace(known, version) != version);
        changed
    }

    /// The game as it is now, with the moves from `since` on.
    pub fn view(&self, since: usize) -> Seen {
        self.change(|state, now| Seen {
            view: state.view(&self.id, since, now),
            count: state.moves.len(),
            version: state.version,
            runs_out: state.runs_out_at(),
        })
    }

    /// Notified with every change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.versions.subscribe()
    }

    /// Takes a free seat.
    pub fn join(&self, secret: &str) -> Result<Side> {
        let secret = checked(secret)?;
        self.change(|state, now| state.join(secret, now))
    }

    /// Plays a move; `count` is the number of moves before it.
    pub fn play(&self, secret: &str, count: usize, played: Move) -> Result<()> {
        self.change(|state, now| state.play(secret, count, played, now))
    }

    /// Resigns.
    pub fn resign(&self, secret: &str) -> Result<()> {
        self.change(|state, now| state.resign(secret, now))
    }

    /// Offers a draw, or accepts it.
    pub fn offer_draw(&self, secret: &str) -> Result<()> {
        self.change(|state, now| state.offer_draw(secret, now))
    }
}

/// A secret that cannot be guessed, by its length.
fn checked(secret: &str) -> Result<&str> {
    let is_secret = secret.len() == SECRET_DIGITS && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_secret { Ok(secret) } else { Err(Error::BadRequest(Message::BadSeat { digits: SECRET_DIGITS })) }
}

/// All games between two browsers.
#[derive(Debug)]
pub struct LinkedGames {
    limits: LinkedLimits,
    games: Mutex<HashMap<String, Arc<LinkedGame>>>,
}

impl Default for LinkedGames {
    fn default() -> Self {
        Self::new(LIMITS)
    }
}

impl LinkedGames {
    /// No games yet.
    pub fn new(limits: LinkedLimits) -> Self {
        Self { limits, games: Mutex::default() }
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Arc<LinkedGame>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games().len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its id.
    pub fn get(&self, id: &str) -> Result<Arc<LinkedGame>> {
        let game = self.games().get(id).cloned().ok_or(Error::NotFound(Missing::Game))?;
        let is_expired = game.change(|state, now| state.is_expired(&self.limits, now));
        if is_expired { Err(Error::NotFound(Missing::Game)) } else { Ok(game) }
    }

    /// Begins a game in which `side` is the seat with this secret.
    pub fn begin(
        &self,
        network: IpAddr,
        opening: Opening,
        side: Side,
        secret: &str,
    ) -> Result<Arc<LinkedGame>> {
        let mut seats = Sides::default();
        *seats.of_mut(side) = Some(hash_of(checked(secret)?));
        let state = State::new(opening, seats, Instant::now());
        if state.is_over() {
            return Err(Error::Conflict(Message::GameOver));
        }
        self.insert(LinkedGame::new(network, state))
    }

    /// Offers or accepts a rematch; when both players want one, it begins.
    pub fn rematch(&self, game: &LinkedGame, secret: &str) -> Result<()> {
        let Some(next) = game.change(|state, now| state.offer_rematch(secret, now))? else { return Ok(()) };
        let next = self.insert(LinkedGame::new(game.network, next))?;
        game.change(|state, now| {
            // The other player may have accepted at the same time: then that game is the next one.
            state.next.get_or_insert_with(|| next.id.clone());
            state.touch(now);
        });
        Ok(())
    }

    /// Adds a game, and removes what is too old or, at a limit, the finished game that nobody used for longest.
    fn insert(&self, game: Arc<LinkedGame>) -> Result<Arc<LinkedGame>> {
        let mut games = self.games();
        games.retain(|_, other| !other.change(|state, now| state.is_expired(&self.limits, now)));
        let own = games.values().filter(|other| other.network == game.network).count();
        if own >= self.limits.each && !remove_oldest(&mut games, |other| other.network == game.network) {
            return Err(Error::RateLimited(RETRY_AFTER));
        }
        if games.len() >= self.limits.all && !remove_oldest(&mut games, |_| true) {
            return Err(Error::Busy(RETRY_AFTER));
        }
        games.insert(game.id.clone(), Arc::clone(&game));
        Ok(game)
    }
}

/// Removes the finished game whose last change is the longest ago, among those that `may_go`. Games that are being
/// played are never removed for another one.
fn remove_oldest(games: &mut HashMap<String, Arc<LinkedGame>>, may_go: impl Fn(&LinkedGame) -> bool) -> bool {
    let ages = games
        .values()
        .filter(|game| may_go(game))
        .filter_map(|game| game.change(|state, _| state.is_over().then(|| (state.changed, game.id.clone()))));
    match ages.min() {
        Some((_, id)) => games.remove(&id).is_some(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use laplace_games::blobwar::{Size, StuckRule};

    use super::*;

    const BLUE: &str = "00000000000000000000000000000000000000aa";
    const RED: &str = "00000000000000000000000000000000000000bb";
    const WATCHER: &str = "00000000000000000000000000000000000000cc";
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn opening(clock: Option<&str>) -> Opening {
        let start = Position::start(Size::Seven, StuckRule::Passes);
        Opening { start, clock: clock.map(|text| text.parse().unwrap()) }
    }

    /// A game with both players.
    fn state(clock: Option<&str>, now: Instant) -> State {
        let mut state = State::new(opening(clock), Sides { blue: Some(hash_of(BLUE)), red: None }, now);
        assert_eq!(state.join(RED, now).unwrap(), Side::Red);
        state
    }

    fn played(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn status(result: Result<()>) -> u16 {
        result.err().map_or(200, |error| error.status().as_u16())
    }

    #[test]
    fn only_the_player_to_move_moves_and_a_repeated_request_changes_nothing() {
        let now = Instant::now();
        let mut game = State::new(opening(None), Sides { blue: Some(hash_of(BLUE)), red: None }, now);
        assert_eq!(status(game.play(BLUE, 0, played("b6"), now)), 409, "nobody is there yet");
        assert_eq!(game.join(BLUE, now).unwrap(), Side::Blue, "the seat is taken already");
        assert_eq!(game.join(RED, now).unwrap(), Side::Red);
        assert_eq!(game.join(RED, now).unwrap(), Side::Red, "sent again");
        assert_eq!(status(game.join(WATCHER, now).map(|_| ())), 409);
        for (secret, count, text, expected) in [
            (WATCHER, 0, "b6", 403),
            ("", 0, "b6", 403),
            (RED, 0, "b6", 409),
            (BLUE, 0, "d4", 400),
            (BLUE, 1, "b6", 409),
            (BLUE, 0, "b6", 200),
            (BLUE, 0, "b6", 200),
            (BLUE, 0, "a6", 409),
            (RED, 0, "b6", 409),
            (BLUE, 1, "a6", 409),
            (RED, 1, "f6", 200),
        ] {
            let version = game.version;
            assert_eq!(
                status(game.play(secret, count, played(text), now)),
                expected,
                "{secret} {count} {text}"
            );
            assert!(expected == 200 || game.version == version);
        }
        assert_eq!(game.moves, [played("b6"), played("f6")]);
        assert_eq!(status(game.resign(WATCHER, now)), 403);
        game.resign(RED, now).unwrap();
        game.resign(RED, now).unwrap();
        assert_eq!(status(game.resign(BLUE, now)), 409);
        assert_eq!(status(game.play(BLUE, 2, played("a6"), now)), 409);
        let view = game.view("id", 1, now);
        assert_eq!(view["end"], json!({ "winner": "x", "reason": "resigned" }));
        assert_eq!((view["steps"].as_array().unwrap().len(), &view["from"]), (1, &json!(1)));
        assert!(!view.to_string().contains(&hash_of(BLUE)), "{view}");
    }

    #[test]
    fn the_clock_of_the_player_to_move_runs_from_the_first_move_on() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut game = state(Some("10+2"), start);
        game.settle(at(1_000));
        assert!(!game.is_over(), "the first move is not timed");
        game.play(BLUE, 0, played("b6"), at(1_000)).unwrap();
        let [blue, red] = [12, 10].map(Duration::from_secs);
        assert_eq!(game.left, Sides { blue, red });
        game.play(RED, 1, played("f6"), at(1_004)).unwrap();
        assert_eq!(game.left.red, Duration::from_secs(8));
        assert_eq!(game.runs_out_at(), Some(at(1_016)));
        let clock = &game.view("id", 0, at(1_009))["clock"];
        assert_eq!((&clock["left"]["x"], &clock["runs"]), (&json!(7_000), &json!("x")));
        game.settle(at(1_016));
        let view = game.view("id", 0, at(1_016));
        assert_eq!(view["end"], json!({ "winner": "o", "reason": "time" }));
        assert_eq!(status(game.play(BLUE, 2, played("a6"), at(1_016))), 409);
    }

    #[test]
    fn a_rematch_needs_both_players_and_changes_colours() {
        let games = LinkedGames::default();
        let game = games.begin(HERE, opening(None), Side::Blue, BLUE).unwrap();
        game.join(RED).unwrap();
        assert_eq!(status(games.rematch(&game, BLUE)), 409, "the game goes on");
        game.resign(BLUE).unwrap();
        assert_eq!(status(games.rematch(&game, WATCHER)), 403);
        games.rematch(&game, BLUE).unwrap();
        assert_eq!(game.view(0).view["next"], Value::Null);
        games.rematch(&game, RED).unwrap();
        games.rematch(&game, RED).unwrap();
        let next = games.get(game.view(0).view["next"].as_str().unwrap()).unwrap();
        assert_eq!((next.join(RED).unwrap(), next.join(BLUE).unwrap()), (Side::Blue, Side::Red));
        assert_eq!(games.len(), 2);
    }

    #[test]
    fn the_number_of_games_is_limited_and_a_running_game_stays() {
        let games = LinkedGames::new(LinkedLimits { all: 3, each: 2, ..LIMITS });
        let begin = |network| games.begin(network, opening(None), Side::Blue, BLUE);
        let first = begin(HERE).unwrap();
        let second = begin(HERE).unwrap();
        assert!(matches!(begin(HERE), Err(Error::RateLimited(_))));
        begin(ELSEWHERE).unwrap();
        assert!(matches!(begin(ELSEWHERE), Err(Error::Busy(_))));
        second.resign(BLUE).unwrap();
        begin(HERE).unwrap();
        assert!(games.get(&first.id).is_ok() && games.get(&second.id).is_err());
    }

    #[test]
    fn a_game_without_a_change_is_forgotten() {
        let now = Instant::now();
        let limits = LIMITS;
        let mut waiting = State::new(opening(None), Sides { blue: Some(hash_of(BLUE)), red: None }, now);
        assert!(!waiting.is_expired(&limits, now + limits.waiting));
        assert!(waiting.is_expired(&limits, now + limits.waiting * 2));
        waiting.join(RED, now).unwrap();
        assert!(!waiting.is_expired(&limits, now + limits.running));
        waiting.resign(RED, now).unwrap();
        assert!(waiting.is_expired(&limits, now + limits.finished * 2));
        let games = LinkedGames::new(LinkedLimits { waiting: Duration::ZERO, ..limits });
        let game = games.begin(HERE, opening(None), Side::Red, RED).unwrap();
        while Instant::now() <= game.change(|state, _| state.changed) {}
        assert!(matches!(games.get(&game.id), Err(Error::NotFound(_))));
    }

    #[test]
    fn a_secret_that_could_be_guessed_is_refused() {
        let games = LinkedGames::default();
        for secret in ["", "aa", &"x".repeat(40), &"a".repeat(41)] {
            assert!(matches!(
                games.begin(HERE, opening(None), Side::Blue, secret),
                Err(Error::BadRequest(_))
            ));
        }
        assert!(games.is_empty());
    }
}
