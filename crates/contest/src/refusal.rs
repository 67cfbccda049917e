//! What the rules refuse.

use crate::contest::Game;
use crate::judging::InputFault;
use crate::schedule::Milestone;

/// Why the rules refuse a value or a change. Displayed in English; the server has a catalogue of languages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the text says what each is")]
pub enum Refusal {
    // New contests.
    #[error("`{id}` is an address of the organisers' pages")]
    ReservedId { id: String },
    #[error("`{id}`: expected 1 to 40 letters a-z, digits and hyphens")]
    BadId { id: String },
    #[error("`{id}` was a contest that is deleted: choose another id")]
    UsedId { id: String },
    #[error("type `{id}` to delete this contest")]
    TypeTheId { id: String },
    #[error("this contest has {submissions} submissions: confirm that they are deleted too")]
    HasSubmissions { submissions: i64 },
    #[error("the title should have 1 to 100 characters")]
    TitleLength,
    #[error("found `{found}`, expected demon or well")]
    UnknownGame { found: String },
    #[error("found `{found}`, expected full, position or verdict")]
    UnknownFeedback { found: String },

    #[error("a limit should be at least 1 MiB")]
    LimitTooSmall,
    #[error("{mebibytes} MiB are more than the server allows: at most {max_mebibytes} MiB")]
    LimitTooLarge { mebibytes: i64, max_mebibytes: i64 },
    #[error("the limit of a submission should not exceed that of a team, nor that of a team the contest's")]
    LimitOrder,

    // Inputs.
    #[error("{found} inputs: expected 1 to {max}")]
    InputCount { found: u32, max: u32 },
    #[error("`{name}`: expected a name like {}", game.input_names())]
    BadInputName { name: String, game: Game },
    #[error("`{name}`: expected at most {max} characters")]
    LongInputName { name: String, max: usize },
    #[error("`{name}` is larger than {max_mebibytes} MiB")]
    InputTooLarge { name: String, max_mebibytes: usize },
    #[error("`{name}`: {fault}")]
    BadInput { name: String, fault: InputFault },
    #[error("`{name}`: found 0 figures, expected at least 1")]
    NoFigures { name: String },
    #[error("found no input, expected names like {}", game.input_names())]
    NoInput { game: Game },
    #[error("`{name}` is there twice")]
    NameTwice { name: String },
    #[error("there is no input `{name}`")]
    UnknownInput { name: String },

    // The schedule.
    #[error("the end should come after the start")]
    EndBeforeStart,
    #[error("the end should not lie in the past")]
    EndInPast,
    #[error("the freeze should lie between start and end")]
    FreezeOutside,
    #[error("the thaw of the board cannot be set for later")]
    ThawLater,
    #[error("the board is not frozen")]
    NotFrozen,
    #[error("the contest is not over yet")]
    NotOver,
    #[error("the contest has started already")]
    Started,
    #[error("the results are final")]
    Final,
    #[error("`{}` cannot be taken back", milestone.name())]
    CannotBeCleared { milestone: Milestone },
    #[error("no end is set")]
    NoEnd,
    #[error("no freeze is set")]
    NoFreeze,

    // Clarifications.
    #[error("a message should have 1 to {max} characters, without control characters")]
    TextLength { max: usize },
    #[error("a team can ask {max} questions: your team has asked them all")]
    TooManyQuestions { max: i64 },
    #[error("there is no question with this number to answer")]
    NoSuchQuestion,
    #[error("an answer goes to the team that asked, or to all")]
    OtherTeamAsked,

    // Names.
    #[error("a name should have 1 to {max} visible characters")]
    NameLength { max: usize },
    #[error("expected a line of at most {max} visible characters")]
    LineLength { max: usize },
    #[error("expected 0 to {max_minutes} minutes of extra time")]
    ExtraTime { max_minutes: i64 },
    #[error("the answers of this contest are public already: extra time has to be given before the end")]
    AnswersArePublic,
    #[error("a letter of a name should have at most {max} combining marks")]
    TooManyMarks { max: usize },
    #[error("`{word}` mixes alphabets whose letters look alike")]
    MixedAlphabets { word: String },
    #[error("a login should have 1 to 40 letters a-z, digits and hyphens")]
    BadLogin,
}
