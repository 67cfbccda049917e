//! The errors of requests, as data with a text in each language.
//!
//! Texts begin with a small letter and have no full stop, so that one can follow another's colon; a page makes a
//! sentence of them.

use std::fmt;

use laplace_archive::{Bytes, Error as ArchiveError};
use laplace_i18n::{Language, Localized, texts};
use laplace_web::blobwar::GameFault;

use crate::contest::{Milestone, Refusal};
use crate::store::Fault;

/// Defines [`Message`] with its texts.
macro_rules! messages {
    ($($variant:ident $({ $($field:ident: $type:ty),+ })?: $english:literal, $french:literal;)*) => {
        /// Why a request was not served, for the person who sent it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the English text says what each is")]
        pub enum Message {
            $($variant $({ $($field: $type),+ })?,)*
        }

        texts! { Message, MESSAGES { $($variant $({ $($field),+ })?: $english, $french;)* } }
    };
}

messages! {
    // Accounts.
    SignIn: "sign in first", "connectez-vous d’abord";
    WrongPassword: "wrong name, password or token", "identifiant, mot de passe ou jeton incorrect";
    WrongToken: "wrong token: no account of this server has it",
        "jeton incorrect : aucun compte de ce serveur ne l’a";
    OrganisersOnly: "only organisers may do this", "c’est réservé à l’organisation";
    OtherContest: "this team takes part in another contest", "cette équipe participe à un autre concours";
    OrganiserSubmits: "organisers cannot submit: sign in as a team",
        "l’organisation ne peut rien déposer : connectez-vous en tant qu’équipe";
    ForeignOrigin: "this request did not come from a page of this server",
        "cette demande ne vient pas d’une page de ce serveur";
    NotOpen: "this contest is not open: ask its organisers for an invitation",
        "ce concours n’est pas ouvert : demandez une invitation à l’organisation";
    TooManyTeams: "this contest has reached its maximum number of teams",
        "ce concours a atteint son nombre maximal d’équipes";
    LastOrganiser: "this is the last organiser that can sign in",
        "c’est la dernière personne de l’organisation qui peut se connecter";
    InvisibleName: "a name should have visible characters", "un nom doit avoir des caractères visibles";
    NameLooksTaken { name: String }: "the name `{name}` is taken, or looks like one that is",
        "le nom « {name} » est déjà pris, ou ressemble à un nom déjà pris";
    WeakPassword: "this password is easy to guess: choose another",
        "ce mot de passe est facile à deviner : choisissez-en un autre";
    NameTaken { login: String }: "the login `{login}` is taken", "l’identifiant « {login} » est déjà pris";
    PasswordLength { min: usize, max: usize }: "a password should have {min} to {max} characters",
        "un mot de passe doit avoir de {min} à {max} caractères";
    OfTeam { name: String, reason: Box<Message> }: "`{name}`: {reason}", "« {name} » : {reason}";
    InviteRange { max_uses: i64, max_days: i64 }:
        "expected 1 to {max_uses} uses and a validity of at most {max_days} days",
        "il faut de 1 à {max_uses} usages et une validité d’au plus {max_days} jours";

    // Lists of teams.
    EmptyList: "there is no team in this list", "cette liste ne contient aucune équipe";
    TooManyListed { found: usize, max: usize }: "found {found} teams, expected at most {max}",
        "la liste a {found} équipes, pour {max} au plus";
    NameMissing { line: usize }: "line {line}: the name is missing", "ligne {line} : le nom manque";
    TooManyCells { line: usize, found: usize }: "line {line}: found {found} cells, expected name,login,password,school,group,members",
        "ligne {line} : {found} cases au lieu de nom,identifiant,mot de passe,école,groupe,membres";
    NotText { line: usize }: "line {line}: found bytes that are not UTF-8, as the beginning of the list announces: save it as CSV UTF-8",
        "ligne {line} : des octets ne sont pas en UTF-8, que le début de la liste annonce : enregistrez-la en CSV UTF-8";
    QuoteNotClosed { line: usize }: "line {line}: a quote is not closed",
        "ligne {line} : un guillemet n’est pas fermé";

    // Contests.
    Rules { refusal: Refusal }: "{refusal}", "{refusal}";
    ContestExists { id: String }: "there is a contest `{id}` already", "il y a déjà un concours « {id} »";
    FilesAndSeed: "`files`: leave out `seed` and `inputs`", "`files` : ne donnez ni `seed` ni `inputs`";
    InputTwice { used: String, unused: String }: "`{used}` and `{unused}`: expected each input once",
        "« {used} » et « {unused} » : il faut chaque entrée une seule fois";
    NotANumber { field: Field, found: String }: "{field}: found `{found}`, expected a number",
        "{field} : « {found} » n’est pas un nombre";
    BadFormTime { found: String }: "found `{found}`, expected a time like 2026-05-12T14:03",
        "« {found} » n’est pas une date : il en faut une comme 2026-05-12T14:03";
    BadTime { found: String }: "found `{found}`, expected a time like 2026-05-01T14:00:00+02:00 or +10m",
        "« {found} » n’est pas une date : il en faut une comme 2026-05-01T14:00:00+02:00, ou +10m";
    AtOnce { milestone: Milestone }: "`{milestone}` takes effect at once: leave out `at`",
        "« {milestone} » prend effet tout de suite : ne donnez pas `at`";
    ExtraTimeRuns { teams: String }: "teams have extra time and have not ended yet: {teams}",
        "des équipes ont du temps supplémentaire et n’ont pas encore terminé : {teams}";
    NotConfirmed: "tick the box to confirm", "cochez la case pour confirmer";
    NoInputChosen: "choose at least one input", "choisissez au moins une entrée";
    RejudgingNotOpen: "there is no open rejudging with this number",
        "aucun rejugement en attente ne porte ce numéro";
    RejudgingSuperseded { later: i64 }: "rejudging {later} is newer and already applied: judge again",
        "le rejugement {later} est plus récent et déjà appliqué : rejugez";

    // Submissions.
    NotAccepting: "the contest does not accept answers now", "le concours n’accepte pas de réponses en ce moment";
    KeyReused: "this key was already used with other files", "cette clé a déjà servi pour d’autres fichiers";
    KeyLength { max: usize }: "a retry key may have at most {max} characters",
        "une clé de reprise a au plus {max} caractères";
    NoFile { names: String }: "found no file, expected one of {names}", "aucun fichier : il faut l’un de {names}";
    NoAnswer { name: String, names: String }: "found `{name}`, which answers no input of this contest, expected one of {names}",
        "« {name} » ne répond à aucune entrée de ce concours : il faut l’un de {names}";
    AlmostAnswer { name: String, expected: String }: "found `{name}`, expected `{expected}`: rename it to exactly that",
        "« {name} » au lieu de « {expected} » : renommez-le exactement ainsi";
    AnswerTwice { name: String }: "`{name}` is there twice", "« {name} » y est deux fois";
    AnswerTooLarge { name: String, bytes: Bytes, max: Bytes }:
        "`{name}` has {bytes}: an answer to this question has at most {max}",
        "« {name} » a {bytes} : une réponse à cette question a au plus {max}";
    TeamStorage { bytes: Bytes, stored: Bytes, max: Bytes }:
        "this submission has {bytes} compressed; your team has stored {stored} of at most {max}",
        "ce dépôt fait {bytes} une fois compressé ; votre équipe a déjà déposé {stored} sur {max} au plus";
    ContestStorage { bytes: Bytes, max: Bytes }:
        "this submission has {bytes} compressed; the contest has less left of its {max}",
        "ce dépôt fait {bytes} une fois compressé ; il reste moins que cela au concours, sur {max}";
    Archive { error: ArchiveError }: "{error}", "{error}";

    // Requests.
    NotFound { what: Missing }: "{what}", "{what}";
    Nul: "the text contains a NUL character", "le texte contient un caractère nul";
    TooLarge: "the request is too large", "l’envoi est trop volumineux";
    LargerThan { max: Bytes }: "the request is larger than {max}", "l’envoi dépasse {max}";
    SignInToSendMore { kibibytes: usize }: "sign in to send more than {kibibytes} KiB",
        "connectez-vous pour envoyer plus de {kibibytes} Kio";
    BodyEndedEarly: "the request body ended early", "l’envoi est incomplet";
    Timeout: "the request took too long to arrive", "l’envoi a mis trop de temps à arriver";
    RateLimited { seconds: u64 }: "too many requests: try again in {seconds} s",
        "trop de demandes : réessayez dans {seconds} s";
    Busy { seconds: u64 }: "busy: try again in {seconds} s",
        "le serveur est occupé : réessayez dans {seconds} s";
    Database { fault: Fault }: "{fault}", "{fault}";
    Internal: "internal server error", "erreur interne du serveur";
    NoDetails: "the server gave no details", "le serveur ne donne pas de détails";

    // Requests of programs. The reasons come from the readers of JSON, forms and addresses, in English.
    BadBody { reason: String }: "the body: {reason}", "le contenu de la demande est incorrect ({reason})";
    BadForm { reason: String }: "{reason}", "le formulaire reçu est incorrect ({reason})";
    WrongMethod: "this address does not take this method", "cette adresse n’accepte pas cette méthode";
    BadAddress { reason: String }: "{reason}", "cette adresse est incorrecte ({reason})";
    OtherContestId: "`id` is the id of another contest", "`id` est celui d’un autre concours";
    OneProperty: "expected one of `start_time`, `scoreboard_thaw_time` and `feedback`, or `name`, `open` and `hidden`",
        "il faut un seul de `start_time`, `scoreboard_thaw_time` et `feedback`, ou bien `name`, `open` et `hidden`";
    BadSinceToken: "`since_token`: expected a token of this feed", "`since_token` : il faut un jeton de ce flux";
    SetByServer: "`id`, `time` and `contest_time` are set by the server",
        "`id`, `time` et `contest_time` sont fixés par le serveur";
    OrganisersAnswer: "only organisers write to teams: leave out `to_team_id` and `reply_to_id`",
        "seule l’organisation écrit aux équipes : ne donnez ni `to_team_id` ni `reply_to_id`";
    OtherTeamId: "`team_id` is the id of another team", "`team_id` est celui d’une autre équipe";
    BadLanguageId: "`language_id`: expected `text`", "`language_id` : il faut `text`";
    OneArchive: "`files`: expected one archive", "`files` : il faut une seule archive";
    BadBase64 { reason: String }: "`files`: {reason}", "`files` : le base64 est incorrect ({reason})";
    ZipExpected: "`files`: expected a zip archive", "`files` : il faut une archive zip";
    OneFile: "`files`: expected an archive with one file", "`files` : il faut une archive d’un seul fichier";
    UnknownProblem: "`problem_id`: unknown problem", "`problem_id` : problème inconnu";

    // Blobwar.
    Game { fault: GameFault }: "{fault}", "{fault}";
    GameOver: "the game is over", "la partie est finie";
    GameNotOver: "the game is not over yet", "la partie n’est pas encore finie";
    NotYourSeat: "only the two players may do this: you are watching",
        "seuls les deux joueurs le peuvent : vous êtes spectateur";
    SeatsTaken: "this game has both its players already", "cette partie a déjà ses deux joueurs";
    NoOpponent: "the other player has not come yet", "l’autre joueur n’est pas encore là";
    NotYourTurn: "it is the other player's turn", "c’est à l’autre joueur de jouer";
    BadSeat { digits: usize }: "seat: expected {digits} hexadecimal digits",
        "place : il faut {digits} chiffres hexadécimaux";
    BadClock { base: u32, increment: u32 }:
        "clock: expected 1 to {base} seconds and an increment of at most {increment}",
        "pendule : il faut de 1 à {base} secondes et un incrément d’au plus {increment}";
}

/// The English text: for logs, and for the command line.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Language::English, f)
    }
}

impl std::error::Error for Message {}

/// What a request is about and does not exist, or the account may not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the English text says what each is")]
pub enum Missing {
    Page,
    Contest,
    Submission,
    File,
    Input,
    Account,
    Invitation,
    Milestone,
    Answer,
    JudgementType,
    Language,
    Problem,
    Team,
    Judgement,
    Rejudging,
    Clarification,
    Game,
    Organization,
    Group,
}

texts! { Missing, MISSING {
    Page: "page not found", "cette page n’existe pas";
    Contest: "contest not found", "ce concours n’existe pas";
    Submission: "submission not found", "ce dépôt n’existe pas, ou ne vous est pas accessible";
    File: "file not found", "ce fichier n’existe pas";
    Input: "input not found", "cette entrée n’existe pas, ou reste secrète jusqu’au début";
    Account: "account not found", "ce compte n’existe pas";
    Invitation: "invitation not found", "cette invitation n’existe pas, a déjà servi ou a expiré";
    Milestone: "milestone not found", "cette étape n’existe pas";
    Answer: "answer not found", "cette réponse n’existe pas";
    JudgementType: "judgement type not found", "ce type de jugement n’existe pas";
    Language: "language not found", "ce langage n’existe pas";
    Problem: "problem not found", "ce problème n’existe pas, ou reste secret jusqu’au début";
    Team: "team not found", "cette équipe n’existe pas";
    Judgement: "judgement not found", "ce jugement n’existe pas, ou ne vous est pas accessible";
    Rejudging: "rejudging not found", "ce rejugement n’existe pas";
    Organization: "organization not found", "cette école n’existe pas";
    Group: "group not found", "ce groupe n’existe pas";
    Clarification: "clarification not found", "ce message n’existe pas, ou ne vous est pas accessible";
    Game: "game not found: games are kept for some hours only", "cette partie n’existe pas ou plus : les parties ne sont gardées que quelques heures";
} }

/// A field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the English text says what each is")]
pub enum Field {
    Seed,
    Inputs,
    ExtraTime,
    Limit,
}

texts! { Field, FIELDS {
    Seed: "seed", "graine";
    Inputs: "inputs", "entrées";
    ExtraTime: "extra time", "temps supplémentaire";
    Limit: "limit", "limite";
} }

texts! { Fault, DATABASE_FAULTS {
    DiskFull: "the server's disk is full, nothing was stored: try again in a moment",
        "le disque du serveur est plein, rien n’a été enregistré : réessayez dans un instant";
    ReadOnly: "the server's database is read-only, nothing was stored: try again in a moment",
        "la base de données du serveur est en lecture seule, rien n’a été enregistré : réessayez dans un instant";
    DiskError: "the server's disk fails: try again in a moment",
        "le disque du serveur est en panne : réessayez dans un instant";
    Locked: "the server's database is locked by another program: try again in a moment",
        "la base de données du serveur est verrouillée par un autre programme : réessayez dans un instant";
    OutOfMemory: "the server's database is out of memory: try again in a moment",
        "la base de données du serveur manque de mémoire : réessayez dans un instant";
    Damaged: "the server's database is damaged: an organiser has to restore a backup",
        "la base de données du serveur est endommagée : l’organisation doit restaurer une sauvegarde";
    Away: "the database is not available: try again in a moment",
        "la base de données n’est pas disponible : réessayez dans un instant";
} }

impl From<GameFault> for Message {
    fn from(fault: GameFault) -> Self {
        Self::Game { fault }
    }
}

impl From<Refusal> for Message {
    fn from(refusal: Refusal) -> Self {
        Self::Rules { refusal }
    }
}
