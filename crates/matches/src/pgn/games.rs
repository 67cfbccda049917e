//! Reads games with their moves from any PGN of Ataxx or Blobwar, our own or another program's.
//!
//! Read is what PGN's export and import formats have: tags, comments in braces or after a semicolon, move numbers,
//! annotations (`!`, `?!`, `$3`), variations in brackets, lines that begin with `%`, results. Moves are UAI's, and a
//! doubling may also be written with the cell it comes from, as cuteataxx's games have it. Without a tag `FEN` a game
//! begins at Ataxx's start; a tag `Rules` or `Variant` names the rule for a player that cannot move.
//!
//! A text that is not PGN is an error. A move that cannot be played is not: [`PgnGame::fault`] has it, so that the moves
//! before it can be shown.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use laplace_games::blobwar::format::uai;
use laplace_games::blobwar::{Move, Outcome, Position, Side, Size, StuckRule};
use laplace_games::text::Found;

use super::{PgnError, PgnReason};

/// The deepest nesting of variations.
const MAX_NESTING: u32 = 100;

/// A game of a PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The tags, in order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves, up to the first that cannot be played, without it.
    pub moves: Vec<Move>,
    /// The first move that cannot be played.
    pub fault: Option<PgnFault>,
    /// The result that stands after the moves; `None` if the game is unfinished or its end is missing.
    pub result: Option<Outcome>,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct PgnFault {
    /// The move.
    pub played: Move,
    /// Where it stands, and why it cannot be played.
    pub error: PgnError,
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The names of blue and red, if there are any.
    pub fn players(&self) -> Option<[&str; 2]> {
        let name = |tag| self.tag(tag).filter(|name| !name.is_empty() && *name != "?");
        name("Black").zip(name("White")).map(|(blue, red)| [blue, red])
    }

    /// The position after the last move.
    pub fn last(&self) -> Position {
        let mut position = self.start;
        for &played in &self.moves {
            position.play_unchecked(played);
        }
        position
    }
}

/// Whether a text can only be PGN: it begins with a tag.
pub fn is_pgn(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    text.trim_ascii_start().first() == Some(&b'[')
}

/// Reads all games of a file; an error names the line, what was found and what was expected.
///
/// ```
/// use laplace_matches::pgn::read_games;
/// let text = b"[Black \"A\"]\n[White \"B\"]\n\n1. g2 { movetime 5 } a2 2. f1f3? *\n";
/// let games = read_games(text).unwrap();
/// assert_eq!((games.len(), games[0].players()), (1, Some(["A", "B"])));
/// assert_eq!(games[0].moves.len(), 2);
/// assert_eq!(games[0].fault.as_ref().unwrap().error.line, 4);
/// ```
pub fn read_games(file: &[u8]) -> Result<Vec<PgnGame>, PgnError> {
    let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let mut lexer = Lexer { rest: text, line: 1, at_line_start: true };
    let mut games = Vec::new();
    let mut open: Option<OpenGame> = None;
    while let Some((line, token)) = lexer.next()? {
        match token {
            Token::Tag(name, value) => {
                if open.as_ref().is_some_and(|game| game.board.is_some()) {
                    games.extend(open.take().map(OpenGame::finish).transpose()?);
                }
                open.get_or_insert_with(|| OpenGame::new(line)).add_tag(line, name, value)?;
            }
            Token::Result(result) => {
                let mut game = open.take().unwrap_or_else(|| OpenGame::new(line));
                game.result = result;
                games.push(game.finish()?);
            }
            Token::Move(word) => open.get_or_insert_with(|| OpenGame::new(line)).add_move(line, word)?,
        }
    }
    games.extend(open.map(OpenGame::finish).transpose()?);
    if games.is_empty() {
        return Err(PgnError::new(1, PgnReason::NoGame));
    }
    Ok(games)
}

/// A game that is being read.
struct OpenGame {
    line: usize,
    tags: Vec<(String, String)>,
    fen: Option<(usize, String)>,
    rule: Option<StuckRule>,
    /// The start and the position now, from the first move on.
    board: Option<[Position; 2]>,
    moves: Vec<Move>,
    fault: Option<PgnFault>,
    result: Option<Outcome>,
}

impl OpenGame {
    const fn new(line: usize) -> Self {
        Self {
            line,
            tags: Vec::new(),
            fen: None,
            rule: None,
            board: None,
            moves: Vec::new(),
            fault: None,
            result: None,
        }
    }

    fn add_tag(&mut self, line: usize, name: String, value: String) -> Result<(), PgnError> {
        if name.eq_ignore_ascii_case("FEN") {
            self.fen = Some((line, value.clone()));
        } else if name.eq_ignore_ascii_case("Rules") {
            let rule = value.parse().map_err(|_| {
                let found = Found::text(value.as_bytes());
                PgnError::new(line, PgnReason::BadRules { found })
            })?;
            self.rule = Some(rule);
        } else if name.eq_ignore_ascii_case("Variant") && self.rule.is_none() {
            // Other programs name other variants, all of which pass.
            self.rule = value.eq_ignore_ascii_case("sheet").then_some(StuckRule::Ends);
        }
        self.tags.push((name, value));
        Ok(())
    }

    /// The start and the position now.
    fn board(&mut self) -> Result<&mut [Position; 2], PgnError> {
        let board = match (self.board, &self.fen) {
            (Some(board), _) => board,
            (None, None) => [Position::start(Size::Seven, self.rule.unwrap_or(StuckRule::Passes)); 2],
            (None, Some((line, fen))) => {
                let rule = self.rule.unwrap_or(StuckRule::Passes);
                let start = Position::from_fen(fen, rule);
                [start.map_err(|error| PgnError::new(*line, PgnReason::BadFen { error }))?; 2]
            }
        };
        Ok(self.board.insert(board))
    }

    fn add_move(&mut self, line: usize, word: &[u8]) -> Result<(), PgnError> {
        let read = uai::read(word).map_err(|error| PgnError::new(line, PgnReason::NotAMove { error }))?;
        // Beyond a fault there is no position to play in.
        if self.fault.is_some() {
            return Ok(());
        }
        let [_, position] = self.board()?;
        let played = with_origin(read, position);
        match position.play(played) {
            Ok(_) => self.moves.push(played),
            Err(error) => {
                let reason = PgnReason::IllegalMove { number: self.moves.len() + 1, played, error };
                self.fault = Some(PgnFault { played, error: PgnError::new(line, reason) });
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<PgnGame, PgnError> {
        let [start, _] = *self.board()?;
        let Self { line, tags, moves, fault, result, .. } = self;
        Ok(PgnGame { line, tags, start, moves, fault, result })
    }
}

/// The doubling that is meant by a move with the cell it comes from; other moves as they are.
pub(crate) fn with_origin(read: Move, position: &Position) -> Move {
    match read {
        Move::Jump { from, to }
            if from.distance(to) == 1 && position.board().blobs(position.turn()).contains(from) =>
        {
            Move::Double(to)
        }
        _ => read,
    }
}

enum Token<'a> {
    Tag(String, String),
    Move(&'a [u8]),
    Result(Option<Outcome>),
}

struct Lexer<'a> {
    rest: &'a [u8],
    line: usize,
    at_line_start: bool,
}

impl<'a> Lexer<'a> {
    /// The next token and its line.
    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, PgnError> {
        let mut nesting = 0;
        let mut opened = self.line;
        loop {
            let Some(&byte) = self.rest.first() else {
                return match nesting {
                    0 => Ok(None),
                    _ => Err(PgnError::new(opened, PgnReason::OpenVariation)),
                };
            };
            match byte {
                b'%' if self.at_line_start => _ = self.take_until(|byte| byte == b'\n'),
                b'\n' => {
                    self.skip(1);
                    self.line += 1;
                    self.at_line_start = true;
                    continue;
                }
                _ if byte.is_ascii_whitespace() => self.skip(1),
                b';' => _ = self.take_until(|byte| byte == b'\n'),
                b'{' => self.skip_comment()?,
                b'(' if nesting == MAX_NESTING => {
                    return Err(PgnError::new(self.line, PgnReason::DeepVariations));
                }
                b'(' => {
                    if nesting == 0 {
                        opened = self.line;
                    }
                    nesting += 1;
                    self.skip(1);
                }
                b')' if nesting > 0 => {
                    nesting -= 1;
                    self.skip(1);
                }
                b'[' if nesting == 0 => return self.tag().map(Some),
                _ => {
                    let line = self.line;
                    let word = self.word();
                    if nesting == 0
                        && let Some(token) = token(word)
                    {
                        return Ok(Some((line, token)));
                    }
                }
            }
            self.at_line_start = false;
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// The bytes before the first that `is_end` accepts, or all that are left.
    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().position(|&byte| is_end(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        self.rest = rest;
        taken
    }

    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let line = self.line;
        let comment = self.take_until(|byte| byte == b'}');
        if self.rest.is_empty() {
            return Err(PgnError::new(line, PgnReason::OpenComment));
        }
        self.line += comment.iter().filter(|&&byte| byte == b'\n').count();
        self.skip(1);
        Ok(())
    }

    /// A word of the moves: at least one byte.
    fn word(&mut self) -> &'a [u8] {
        let is_end = |byte: u8| byte.is_ascii_whitespace() || b"{}();[]".contains(&byte);
        let word = self.take_until(is_end);
        if !word.is_empty() {
            return word;
        }
        let (word, rest) = self.rest.split_at_checked(1).unwrap_or_default();
        self.rest = rest;
        word
    }

    /// Reads `[Name "value"]`, in which a backslash keeps a quote.
    fn tag(&mut self) -> Result<(usize, Token<'a>), PgnError> {
        let line = self.line;
        let text = self.take_until(|byte| byte == b'\n');
        let text = String::from_utf8_lossy(text);
        let read = (|| {
            let (name, rest) = text.strip_prefix('[')?.trim_start().split_once('"')?;
            let mut value = String::new();
            let mut letters = rest.chars();
            loop {
                match letters.next()? {
                    '"' => break,
                    '\\' => value.push(letters.next()?),
                    letter => value.push(letter),
                }
            }
            let name = name.trim_end();
            let is_name =
                !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
            (is_name && letters.as_str().trim() == "]").then(|| Token::Tag(name.into(), value))
        })();
        let found = Found::text(text.trim_end().as_bytes());
        let token = read.ok_or_else(|| PgnError::new(line, PgnReason::NotATag { found }))?;
        Ok((line, token))
    }
}

/// What a word of the moves means; `None` for a move number or an annotation.
fn token(word: &[u8]) -> Option<Token<'_>> {
    let result = match word {
        b"1-0" => Some(Some(Outcome::Win(Side::Blue))),
        b"0-1" => Some(Some(Outcome::Win(Side::Red))),
        b"1/2-1/2" => Some(Some(Outcome::Draw)),
        b"*" => Some(None),
        _ => None,
    };
    if let Some(result) = result {
        return Some(Token::Result(result));
    }
    // `12.b6` is a number and a move; `0000` is a pass and has no point.
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = word.split_at_checked(digits).unwrap_or((&[], word));
    let points = rest.iter().take_while(|&&byte| byte == b'.').count();
    let played = match points {
        0 if !number.is_empty() && rest.is_empty() && number != b"0000" => &[],
        0 => word,
        _ => rest.get(points..).unwrap_or_default(),
    };
    let end = played.iter().rposition(|byte| !b"!?+#".contains(byte)).map_or(0, |last| last + 1);
    let played = played.get(..end).unwrap_or_default();
    (!played.is_empty() && !played.starts_with(b"$")).then_some(Token::Move(played))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that panics fails")]
mod tests {
    use super::*;

    fn moves(game: &PgnGame) -> String {
        game.moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let text = "\u{feff}[Event \"a \\\"b\\\"\"]\r\n[White \"W\"]\r\n[ black \"B\" ]\r\n\r\n\
            % a line of no meaning\r\n\
            1.g2 $1 {two\nlines} (1. f1 (1. f2 *) a2) 1... a2!? ; to the end 2. f1\n2. g1g3 0-1\n\
            1. f1f2 1/2-1/2\n\n\n\
            [FEN \"7/7/7/7/ooo4/ooo4/xoo4 x 0 1\"]\n\n1. 0000 a4 *";
        let games = read_games(text.as_bytes()).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!((games[0].tag("event"), games[0].players()), (Some("a \"b\""), Some(["B", "W"])));
        assert_eq!((moves(&games[0]), games[0].result), ("g2 a2 g1g3".into(), Some(Outcome::Win(Side::Red))));
        assert_eq!(games[0].fault, None);
        // Without tags: Ataxx's start. f1f2 is not a doubling, as f1 is empty.
        assert_eq!(games[1].line, 9);
        assert_eq!(games[1].fault.as_ref().unwrap().error.line, 9);
        assert_eq!((moves(&games[2]), games[2].result), ("0000 a4".into(), None));
    }

    #[test]
    fn a_doubling_may_name_its_origin() {
        let games = read_games(b"1. g1f2 a1b1 *").unwrap();
        assert_eq!((moves(&games[0]), &games[0].fault), ("f2 b1".into(), &None));
    }

    #[test]
    fn tags_name_the_rule() {
        let rule = |tags: &str| {
            read_games(format!("{tags}\n1. g2 *").as_bytes()).map(|games| games[0].start.stuck_rule())
        };
        assert_eq!(rule("[Rules \"ends\"]"), Ok(StuckRule::Ends));
        assert_eq!(rule("[Variant \"sheet\"]"), Ok(StuckRule::Ends));
        assert_eq!(rule("[Variant \"ataxx\"]"), Ok(StuckRule::Passes));
        assert_eq!(rule("[Rules \"passes\"]\n[Variant \"sheet\"]"), Ok(StuckRule::Passes));
        let error = rule("[Rules \"often\"]").unwrap_err();
        assert_eq!(error.to_string(), "line 1: tag Rules: found `often`, expected ends or passes");
    }

    #[test]
    fn errors_name_the_line_what_was_found_and_what_was_expected() {
        for (text, expected) in [
            ("", "line 1: found no game, expected tags such as `[Black \"A\"]` and moves"),
            ("\n[Black A]\n", "line 2: found `[Black A]`, expected a tag such as `[Black \"A\"]`"),
            ("[Black \"A]\n", "line 1: found `[Black \\\"A]`, expected a tag"),
            ("\n1. g2 {no end\n", "line 2: found a comment without its end, expected `}`"),
            ("1. g2\n(1. f1", "line 2: found a variation without its end, expected `)`"),
            ("\n\n1. g2 hello *", "line 3: found `hello`, expected a move such as b6, g1g3 or 0000"),
            ("1. g2 ) *", "line 1: found `)`, expected a move"),
            ("\n[FEN \"8/8 x\"]\n\n1. g2 *", "line 2: tag FEN: "),
            ("\n[FEN \"x5o/7/7 x 0 1\"]\n", "line 2: tag FEN: "),
        ] {
            let error = read_games(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_game_that_is_cut_off_keeps_its_moves() {
        let games = read_games(b"[Black \"A\"]\n\n1. g2 a2 2. f1").unwrap();
        assert_eq!((moves(&games[0]), games[0].result), ("g2 a2 f1".into(), None));
        assert!(read_games("(".repeat(1_000_000).as_bytes()).is_err());
    }
}
