//! What the rules of contests refuse.

use std::fmt;

use laplace_contest::{Game, Milestone, Refusal};

use crate::{Language, Localized, texts};

texts! { Refusal, REFUSALS {
    ReservedId { id }: "`{id}` is an address of the organisers' pages",
        "« {id} » est une adresse des pages d’organisation";
    BadId { id }: "`{id}`: expected 1 to 40 letters a-z, digits and hyphens",
        "« {id} » : il faut de 1 à 40 caractères : lettres a-z, chiffres et tirets";
    TitleLength: "the title should have 1 to 100 characters", "le titre doit avoir de 1 à 100 caractères";
    UnknownGame { found }: "found `{found}`, expected demon or well",
        "« {found} » n’est pas un jeu : il faut demon ou well";
    UnknownFeedback { found }: "found `{found}`, expected full, position or verdict",
        "« {found} » n’est pas un choix : il faut full, position ou verdict";
    InputCount { found, max }: "{found} inputs: expected 1 to {max}",
        "{found} entrées : il en faut de 1 à {max}";
    BadInputName { name, game }: "`{name}`: expected a name like {game}",
        "« {name} » : il faut un nom comme {game}";
    LongInputName { name, max }: "`{name}`: expected at most {max} characters",
        "« {name} » : il faut au plus {max} caractères";
    InputTooLarge { name, max_mebibytes }: "`{name}` is larger than {max_mebibytes} MiB", "« {name} » dépasse {max_mebibytes} Mio";
    BadInput { name, fault }: "`{name}`: {fault}", "« {name} » : {fault}";
    NoFigures { name }: "`{name}`: found 0 figures, expected at least 1",
        "« {name} » : aucune figure, il en faut au moins une";
    NoInput { game }: "found no input, expected names like {game}",
        "aucune entrée : il faut des noms comme {game}";
    UnknownInput { name }: "there is no input `{name}`", "il n’y a pas d’entrée « {name} »";
    EndBeforeStart: "the end should come after the start", "la fin doit venir après le début";
    EndInPast: "the end should not lie in the past", "la fin ne doit pas être dans le passé";
    FreezeOutside: "the freeze should lie between start and end", "le gel doit se situer entre le début et la fin";
    ThawLater: "the thaw of the board cannot be set for later",
        "le dégel du classement ne peut pas être programmé";
    NotFrozen: "the board is not frozen", "le classement n’est pas gelé";
    NotOver: "the contest is not over yet", "le concours n’est pas encore terminé";
    Started: "the contest has started already", "le concours a déjà commencé";
    Final: "the results are final", "les résultats sont définitifs";
    CannotBeCleared { milestone }: "`{milestone}` cannot be taken back",
        "« {milestone} » ne peut pas être annulé";
    NoEnd: "no end is set", "aucune fin n’est fixée";
    NoFreeze: "no freeze is set", "aucun gel n’est fixé";
    NameLength { max }: "a name should have 1 to {max} visible characters",
        "un nom doit avoir de 1 à {max} caractères visibles";
    TooManyMarks { max }: "a letter of a name should have at most {max} combining marks",
        "une lettre d’un nom doit porter au plus {max} signes diacritiques";
    MixedAlphabets { word }: "`{word}` mixes alphabets whose letters look alike",
        "« {word} » mélange des alphabets dont les lettres se ressemblent";
    BadLogin: "a login should have 1 to 40 letters a-z, digits and hyphens",
        "un identifiant doit avoir de 1 à 40 caractères : lettres a-z, chiffres et tirets";
    TextLength { max }: "a message should have 1 to {max} characters, without control characters",
        "un message doit avoir de 1 à {max} caractères, sans caractère de contrôle";
    TooManyQuestions { max }: "a team can ask {max} questions: your team has asked them all",
        "une équipe peut poser {max} questions : la vôtre les a toutes posées";
    NoSuchQuestion: "there is no question with this number to answer",
        "aucune question à laquelle répondre ne porte ce numéro";
    OtherTeamAsked: "an answer goes to the team that asked, or to all",
        "une réponse va à l’équipe qui a posé la question, ou à toutes";
    UsedId { id }: "`{id}` was a contest that is deleted: choose another id",
        "« {id} » est l’identifiant d’un concours supprimé : choisissez-en un autre";
    TypeTheId { id }: "type `{id}` to delete this contest", "tapez « {id} » pour supprimer ce concours";
    HasSubmissions { submissions }: "this contest has {submissions} submissions: confirm that they are deleted too",
        "ce concours a {submissions} dépôts : confirmez qu’ils seront supprimés aussi";
    LineLength { max }: "expected a line of at most {max} visible characters",
        "il faut une ligne d’au plus {max} caractères visibles";
    ExtraTime { max_minutes }: "expected 0 to {max_minutes} minutes of extra time",
        "il faut de 0 à {max_minutes} minutes de temps supplémentaire";
    AnswersArePublic: "the answers of this contest are public already: extra time has to be given before the end",
        "les réponses de ce concours sont déjà publiques : le temps supplémentaire s’accorde avant la fin";
    LimitTooSmall: "a limit should be at least 1 MiB", "une limite doit être d’au moins 1 Mio";
    LimitTooLarge { mebibytes, max_mebibytes }: "{mebibytes} MiB are more than the server allows: at most {max_mebibytes} MiB",
        "{mebibytes} Mio dépassent ce que permet le serveur : au plus {max_mebibytes} Mio";
    LimitOrder: "the limit of a submission should not exceed that of a team, nor that of a team the contest's",
        "la limite d’un dépôt ne doit pas dépasser celle d’une équipe, ni celle d’une équipe celle du concours";
    NameTwice { name }: "`{name}` is there twice", "« {name} » y est deux fois";
} }

/// The names of a game's inputs.
impl Localized for Game {
    fn write(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self, language) {
            (_, Language::English) => self.input_names(),
            (Self::Demon, Language::French) => "qN-input-K, où N va de 1 à 5 et K est un nombre",
            (Self::Well, Language::French) => "Tetris-K.in, où K est un nombre, ou Tetris.in",
        })
    }
}

texts! { Milestone, MILESTONES {
    Start: "start", "début";
    End: "end", "fin";
    Freeze: "freeze", "gel";
    Thaw: "thaw", "dégel";
    Finalize: "finalize", "clôture";
} }
