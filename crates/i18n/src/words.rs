//! The texts that several pages share. `{}` stands for a value.

macro_rules! words {
    ($($name:ident: $english:literal, $french:literal;)*) => {
        /// The texts of one language.
        #[derive(Debug)]
        #[allow(missing_docs, reason = "the English text says what each is")]
        pub struct Words {
            $(pub $name: &'static str,)*
        }

        pub(super) const ENGLISH: Words = Words { $($name: $english,)* };
        pub(super) const FRENCH: Words = Words { $($name: $french,)* };

        /// All texts, English and French.
        #[cfg(test)]
        pub(super) const PAIRS: &[(&str, &str)] = &[$(($english, $french),)*];
    };
}

words! {
    // The frame.
    about: "Laplace, the contest server.", "Laplace, le serveur de correction.";
    board: "Scoreboard", "Classement";
    contests: "Contests", "Concours";
    clarifications: "Messages", "Messages";
    new_message: "There is a new message.", "Il y a un nouveau message.";
    is_hidden: "Hidden", "Caché";
    extra_time_until: "These teams have extra time. Until they have ended, answers stay secret and the results cannot be made final:",
        "Ces équipes ont du temps supplémentaire. Tant qu’elles n’ont pas terminé, les réponses restent secrètes et les résultats ne peuvent pas être rendus définitifs :";
    answers_secret_until: "A team has extra time: answers stay secret until",
        "Une équipe a du temps supplémentaire : les réponses restent secrètes jusqu’au";
    extra_time: "{} min of extra time for your team", "{} min de plus pour votre équipe";
    field_extra: "extra minutes", "minutes en plus";
    field_upload_limit: "MiB per submission", "Mio par dépôt";
    field_team_limit: "MiB per team", "Mio par équipe";
    field_contest_limit: "MiB of the contest", "Mio du concours";
    field_school: "school", "école";
    field_group: "group", "groupe";
    did_edit_team: "changed the team", "a modifié l’équipe";
    groups: "Groups", "Groupes";
    all_groups: "All teams", "Toutes les équipes";
    unanswered: "Unanswered questions", "Questions sans réponse";
    read_it: "Read it", "Le lire";
    language: "Language", "Langue";
    theme: "Theme", "Thème";
    theme_system: "System", "Système";
    theme_light: "Light", "Clair";
    theme_dark: "Dark", "Sombre";
    navigation: "Main pages", "Pages principales";
    organise: "Organise", "Organiser";
    sign_in: "Sign in", "Se connecter";
    sign_out: "Sign out", "Se déconnecter";
    skip: "Skip to the content", "Aller au contenu";
    to_contests: "To the contests", "Voir les concours";
    back_to_contest: "Back to the contest", "Revenir au concours";
    copy: "Copy", "Copier";
    copied: "Copied", "Copié";
    time_zone: "Times are in your time zone, {}.", "Les heures sont celles de votre fuseau horaire, {}.";
    not_stored_since: "The database stores nothing since", "La base de données n’enregistre plus rien depuis le";
    not_stored_from: "The database did not store everything from", "La base de données n’a pas tout enregistré à partir du";
    few_bytes: "Only {} MiB are free on the disk of the database.",
        "Il ne reste que {} Mio sur le disque de la base de données.";

    // Contests.
    contest: "Contest", "Concours";
    the_demon: "Demon: five questions", "Démon : cinq questions";
    the_well: "The well", "Le puits";
    site_kicker: "Without an account", "Sans compte";
    site_title: "The games in your browser", "Les jeux dans votre navigateur";
    site_invites: "Search the demon’s best game, watch the well, click through the exercise sheet. Everything runs in your browser; nothing is sent.",
        "Cherchez la meilleure partie du démon, regardez le puits, parcourez la feuille d’exercices. Tout se passe dans votre navigateur ; rien n’est envoyé.";
    for_two: "For two", "À deux";
    blobwar_invites: "Play in the browser, against a friend or the computer.",
        "Jouez dans le navigateur, contre un ami ou contre l’ordinateur.";
    no_contests: "There is no contest yet.", "Il n’y a pas encore de concours.";
    phase_before: "Not started", "Pas commencé";
    phase_running: "Running", "En cours";
    phase_ended: "Ended", "Terminé";
    phase_final: "Final", "Définitif";
    starts_in: "Starts in {}", "Commence dans {}";
    ends_in: "Ends in {}", "Se termine dans {}";
    start_is_past: "The contest has started.", "Le concours a commencé.";
    end_is_past: "The time is up.", "Le temps est écoulé.";
    ended_at: "Ended", "Terminé le";
    no_end: "No end is set", "Sans date de fin";
    statement: "The task", "L’énoncé";
    inputs: "Inputs", "Entrées";
    input: "Input", "Entrée";
    inputs_caption: "The inputs, the names of the files that answer them, and your best results",
        "Les entrées, les noms des fichiers qui y répondent et vos meilleurs résultats";
    inputs_secret: "The inputs are shown when the contest starts.",
        "Les entrées seront visibles au début du concours.";
    all_as_zip: "All as zip", "Toutes en zip";
    your_file: "Your file", "Votre fichier";
    stored_bytes: "Stored by your team: {} of {} MiB (compressed).",
        "Votre équipe a déposé {} sur {} Mio (compressés).";
    stored: "Stored (MiB)", "Déposé (Mio)";
    points: "Points", "Points";
    points_of_answer: "points", "points";
    score: "Score", "Score";
    from: "From", "Source";
    best_counts: "For each input your best result counts, whichever submission it came with. \
                  A submission need not hold every file.",
        "Pour chaque entrée, votre meilleur résultat compte, quel que soit le dépôt dont il vient. \
         Un dépôt n’a pas besoin de contenir tous les fichiers.";

    // Handing in.
    hand_in: "Submit", "Déposer";
    choose_files: "Choose files, or drop them here", "Choisissez des fichiers, ou déposez-les ici";
    file_names: "One archive (zip, tar, tar.gz, tar.bz2 or tar.xz) with your output files and your code, or files with names \
                 like {}. Only output files are judged; the jury reads the code, which only an archive keeps. At most {} MiB.",
        "Une archive (zip, tar, tar.gz, tar.bz2 ou tar.xz) avec vos fichiers de sortie et votre code, ou des fichiers nommés \
         comme {}. Seuls les fichiers de sortie sont jugés ; le jury lit le code, que seule une archive conserve. Au plus {} Mio.";
    sending: "Sending …", "Envoi en cours…";
    sending_failed: "The connection was lost. Try again: the same files count once.",
        "La connexion a été perdue. Réessayez : les mêmes fichiers ne comptent qu’une fois.";
    take_part: "To take part:", "Pour participer :";
    submission: "Submission", "Dépôt";
    submissions: "Submissions", "Dépôts";
    no_submissions: "There are no submissions yet.", "Rien n’a encore été déposé.";
    files: "Files", "Fichiers";
    file: "File", "Fichier";
    outcome: "Outcome", "Résultat";
    detail: "Details", "Détails";
    look: "View", "Voir";
    replay: "Replay", "Revoir";
    download: "Download", "Télécharger";
    feedback_caption: "The result of each file", "Le résultat de chaque fichier";
    right: "Right", "Juste";
    wrong: "Wrong", "Faux";
    played: "Played", "Joué";
    of_tight_bound: "of the tight bound", "de la borne fine";
    of_figures: "of the figures", "des figures";
    of_best: "of the best", "du meilleur";
    tight_bound: "tight bound", "borne fine";
    figures_in_all: "figures", "figures";
    is_ignored: "The organisers excluded this submission: it does not count.",
        "L’organisation a écarté ce dépôt : il ne compte pas.";
    left_aside: "Not judged, because they do not answer any input of this contest:",
        "Non jugés, car ils ne répondent à aucune entrée de ce concours :";
    expected_name: "expected {}", "il faut {}";
    code_not_kept: "They are not kept: the jury reads code only in an archive.",
        "Ils ne sont pas gardés : le jury ne lit le code que dans une archive.";
    and_more: "and {} more.", "et {} autres.";
    invalid_names: "Not judged, because in an archive a name without `..`, a drive or control characters is expected:",
        "Non jugés, car dans une archive il faut un nom sans `..`, ni lecteur, ni caractère de contrôle :";
    duplicates: "There several times; for each input one file counts:",
        "Présents plusieurs fois ; pour chaque entrée, un seul fichier compte :";
    used_nearer: "it is nearer to the root of the archive", "il est plus proche de la racine de l’archive";
    used_first: "both are equally deep, and it comes first in the alphabet",
        "les deux sont à la même profondeur, et il vient en premier dans l’ordre alphabétique";
    used_earlier: "it was sent first", "il a été envoyé en premier";
    used_by_its_name: "it has the name that this contest expects", "il porte le nom attendu par ce concours";
    duplicate_unused: "not", "et non";
    read_code: "Read the archive", "Lire l’archive";
    code: "Code", "Code";
    code_hint: "The archives of this submission as they came. Only organisers see them.",
        "Les archives de ce dépôt telles qu’elles sont arrivées. Seule l’organisation les voit.";
    no_code: "This submission has no archive: its files were sent one by one.",
        "Ce dépôt n’a pas d’archive : ses fichiers ont été envoyés un par un.";
    archive_unreadable: "The archive cannot be listed:", "Le contenu de l’archive est illisible :";
    bytes: "bytes", "octets";
    size_in_bytes: "Bytes", "Octets";
    link: "link", "lien";
    not_a_text: "This file is not a text, or it is too long to be shown here.",
        "Ce fichier n’est pas un texte, ou il est trop long pour être affiché ici.";
    more_entries: "Only the first {} files are listed here: download the archive to see them all.",
        "Seuls les {} premiers fichiers sont listés ici : téléchargez l’archive pour les voir tous.";
    carried: "From other submissions", "Venant d’autres dépôts";
    team: "Team", "Équipe";
    all_teams: "All teams", "Toutes les équipes";
    show: "Show", "Afficher";
    time: "Time", "Heure";
    state: "State", "État";
    earlier: "Earlier ones", "Plus anciens";
    counts: "Counts", "Compte";
    ignored: "Excluded", "Écarté";
    ignore: "Exclude", "Écarter";
    restore: "Include again", "Rétablir";

    // The board.
    board_caption: "Teams: {}. Squares show single inputs: the fuller, the better.",
        "Équipes : {}. Un carré par entrée : plus il est plein, meilleur est le résultat.";
    details_caption: "Teams: {}.", "Équipes : {}.";
    board_changed: "The scoreboard has changed.", "Le classement a changé.";
    find_team: "Find a team or a school", "Trouver une équipe ou une école";
    teams_found: "{} of {} teams", "{} équipes sur {}";
    rank: "Rank", "Rang";
    total: "Total", "Total";
    question: "Question", "Question";
    improved: "Last gain", "Dernier gain";
    more_columns: "Show every input", "Voir chaque entrée";
    fewer_columns: "Show questions only", "Voir seulement les questions";
    frozen: "Frozen.", "Gelé.";
    frozen_since: "Since", "Depuis le";
    frozen_hides: "Later results are judged as usual and shown here after the thaw.",
        "Les résultats suivants sont jugés comme d’habitude et apparaîtront ici après le dégel.";
    frozen_organiser: "Others do not see later results; as an organiser you see everything.",
        "Les autres ne voient pas les résultats suivants ; l’organisation voit tout.";
    hidden_answers: "answers hidden by the freeze", "réponses cachées par le gel";
    no_teams: "There is no team yet.", "Il n’y a pas encore d’équipe.";
    tries: "{} tries", "{} essais";
    one_try: "one try", "un essai";
    rank_of: "Rank {} of {}, {} points", "Rang {} sur {}, {} points";
    question_rank: "rank {} for this question", "rang {} pour cette question";
    leads: "the best result, and the first of its kind", "le meilleur résultat, et le premier obtenu";
    leads_question: "first for this question", "premier rang pour cette question";
    square_full: "all points", "tous les points";
    square_part: "a part of the points", "une partie des points";
    square_zero: "no points", "aucun point";
    square_none: "not tried", "pas encore essayé";
    square_hidden: "more is hidden by the freeze", "le gel cache la suite";
    contest_time: "Contest time", "Temps de concours";
    points_over_time: "Points over time", "Points au fil du temps";
    rank_over_time: "Rank over time", "Rang au fil du temps";
    leader: "First:", "Première équipe :";
    as_a_table: "As a table", "Sous forme de tableau";
    no_points_yet: "This team has no points yet.", "Cette équipe n’a pas encore de points.";
    best_zip: "Your best files as zip", "Vos meilleurs fichiers en zip";

    // Accounts.
    register: "Register a team", "Inscrire une équipe";
    i_organise: "– I organise –", "– J’organise –";
    login: "Login", "Identifiant";
    login_optional: "Login (left empty: made from the name)", "Identifiant (laissé vide : tiré du nom)";
    password: "Password", "Mot de passe";
    new_password: "New password (8 characters or more)", "Nouveau mot de passe (8 caractères ou plus)";
    old_password: "Present password", "Mot de passe actuel";
    change_password: "Change the password", "Changer le mot de passe";
    password_changed: "The password is changed. Other sessions have ended and the old token no longer works; \
                       programs need a new one.",
        "Le mot de passe est changé. Les autres sessions sont terminées et l’ancien jeton ne fonctionne plus ; \
         les programmes ont besoin d’un nouveau.";
    or_token: "Or with a token", "Ou avec un jeton";
    token: "Token", "Jeton";
    team_name: "Name of the team", "Nom de l’équipe";
    join_contest: "Take part in {}", "Participer à {}";
    join: "Take part", "Participer";
    signed_in_as: "You are signed in as {}. With a new team you will be signed in as that team; to stay signed in, open this \
                   page in a private window.",
        "Vous êtes connecté en tant que {}. Avec une nouvelle équipe, vous serez connecté comme cette équipe ; pour rester \
         connecté, ouvrez cette page dans une fenêtre privée.";
    welcome: "Welcome", "Bienvenue";
    your_login: "Your login:", "Votre identifiant :";
    your_token: "Your token", "Votre jeton";
    token_once: "It is shown only now. Programs sign in with it; protect it like a password.",
        "Il n’est montré que cette fois. Les programmes s’en servent pour se connecter ; protégez-le comme un mot de passe.";
    token_use: "To submit from a terminal:", "Pour déposer depuis un terminal :";
    to_the_contest: "To the contest", "Aller au concours";
    account: "Account", "Compte";
    new_token: "New token", "Nouveau jeton";
    new_token_hint: "A new token replaces the old one, which stops working at once. Other sessions end.",
        "Un nouveau jeton remplace l’ancien, qui cesse aussitôt de fonctionner. Les autres sessions se terminent.";

    // Organising.
    new_contest: "New contest", "Nouveau concours";
    make_contest: "Create the contest", "Créer le concours";
    game: "Game", "Jeu";
    title: "Title", "Titre";
    contest_id: "Name in addresses (a-z, 0-9, hyphens)", "Nom dans les adresses (a-z, 0-9, tirets)";
    inputs_each: "Generated inputs per question", "Entrées générées par question";
    own_inputs: "Or your own inputs: files qN-input-K or Tetris-K.in, or an archive of them",
        "Ou vos propres entrées : des fichiers qN-input-K ou Tetris-K.in, ou une archive qui les contient";
    own_inputs_hint: "Each file is checked when the contest is created; with files of your own nothing is generated.",
        "Chaque fichier est vérifié à la création du concours ; avec vos propres fichiers, rien n’est généré.";
    seed: "Seed", "Graine";
    inputs_hint: "The same seed makes the same inputs; at most {} per question. Left empty: 2 per question of the demon, \
                  the ten tests of the well, which has one question.",
        "La même graine donne les mêmes entrées ; au plus {} par question. Vide : 2 par question du démon, les dix tests \
         du puits, qui n’a qu’une question.";
    times: "Times", "Horaires";
    utc_time: "in UTC", "en UTC";
    own_time: "in your local time ({})", "à l’heure locale ({})";
    start: "Start", "Début";
    end: "End", "Fin";
    freeze: "Freeze", "Gel";
    thaw: "Thaw", "Dégel";
    finalize: "Finalise", "Clôture";
    do_start: "Start", "Commencer";
    do_end: "End", "Terminer";
    do_freeze: "Freeze", "Geler";
    do_thaw: "Thaw", "Dégeler";
    do_finalize: "Finalise", "Clôturer";
    start_empty: "Start (empty: at once)", "Début (vide : tout de suite)";
    end_empty: "End (empty: none)", "Fin (vide : aucune)";
    freeze_empty: "Freeze of the scoreboard (empty: none)", "Gel du classement (vide : aucun)";
    start_does: "Shows the inputs and accepts answers.", "Les entrées sont visibles et les réponses acceptées.";
    end_does: "Accepts no more answers; every game can be watched by everybody.",
        "Les réponses ne sont plus acceptées ; tout le monde peut revoir toutes les parties.";
    freeze_does: "The public scoreboard hides new results.", "Le classement public cache les nouveaux résultats.";
    thaw_does: "The public scoreboard shows everything again.", "Le classement public montre à nouveau tout.";
    finalize_does: "The results become final. This cannot be undone.", "Les résultats deviennent définitifs. C’est irréversible.";
    not_set: "Not set", "Non fixé";
    end_not_set: "Not set", "Non fixée";
    yes: "yes", "oui";
    no: "no", "non";
    at_or_now: "Time (empty: now)", "Heure (vide : maintenant)";
    take_back: "Clear", "Retirer";
    action: "Change", "Modifier";
    feedback: "What teams learn about a wrong answer", "Ce que les équipes apprennent d’une réponse fausse";
    feedback_full: "Where it differs first, and what was expected there",
        "La première différence, et ce qui y était attendu";
    feedback_position: "Where it differs first", "La première différence";
    feedback_verdict: "Only that it is wrong", "Seulement qu’elle est fausse";
    feedback_hint: "Showing what was expected gives answers away, line by line. Organisers always see everything.",
        "Montrer ce qui était attendu livre les réponses, ligne par ligne. L’organisation voit toujours tout.";
    change_feedback: "Change", "Modifier";
    confirm: "Yes, I am sure", "Oui, je confirme";
    about_contest: "About this contest", "À propos de ce concours";
    registration: "Registration", "Inscription";
    open: "Open to everybody", "Ouverte à tous";
    open_registration: "Anybody may register a team", "N’importe qui peut inscrire une équipe";
    by_invitation: "By invitation", "Sur invitation";
    teams: "Teams", "Équipes";
    add_teams: "Add teams", "Ajouter des équipes";
    add_teams_hint: "One team per line: name,login,password,school,group,members. All but the name may be missing; logins and passwords are then generated.",
        "Une équipe par ligne : nom,identifiant,mot de passe,école,groupe,membres. Seul le nom est obligatoire ; identifiants et mots de passe manquants sont générés.";
    final_teams: "The results are final: no team can be added.",
        "Les résultats sont définitifs : aucune équipe ne peut plus être ajoutée.";
    add_teams_list: "List", "Liste";
    add_teams_file: "Or a CSV file", "Ou un fichier CSV";
    added_once: "Passwords and tokens, shown only now", "Mots de passe et jetons, montrés cette seule fois";
    download_csv: "Download as CSV", "Télécharger en CSV";
    since: "Since", "Depuis";
    disable: "Disable", "Désactiver";
    enable: "Enable", "Réactiver";
    disabled: "Disabled", "Désactivé";
    reset_password: "New password", "Nouveau mot de passe";
    password_is: "The old token of {} no longer works. The new password, shown only now:",
        "L’ancien jeton de {} ne fonctionne plus. Le nouveau mot de passe, montré cette seule fois :";
    invites: "Invitations", "Invitations";
    new_invite: "New invitation", "Nouvelle invitation";
    invite_name: "Name of the team (empty: the team chooses)", "Nom de l’équipe (vide : au choix de l’équipe)";
    invite_uses: "How many teams may use it", "Combien d’équipes peuvent s’en servir";
    invite_days: "Validity in days", "Validité en jours";
    invite_once: "The link, shown only now", "Le lien, montré cette seule fois";
    uses_left: "Uses left", "Usages restants";
    expires: "Valid until", "Valable jusqu’au";
    revoke: "Revoke", "Révoquer";
    no_invites: "No invitation can be used now.", "Aucune invitation n’est utilisable en ce moment.";
    team_chooses: "the team chooses", "au choix de l’équipe";
    rejudge: "Rejudging", "Rejugement";
    rejudge_does: "Judges stored answers again. First you see what would change; nothing counts before you apply it.",
        "Juge à nouveau les réponses conservées. Vous voyez d’abord ce qui changerait ; rien ne compte avant d’être appliqué.";
    rejudge_look: "Judge again and preview", "Juger à nouveau et prévisualiser";
    reason: "Reason", "Motif";
    waiting: "Waiting", "En attente";
    applied: "Applied", "Appliqué";
    cancelled: "Cancelled", "Abandonné";
    apply: "Apply", "Appliquer";
    cancel: "Cancel it", "Abandonner";
    nothing_changes: "Nothing changes.", "Rien ne change.";
    changes_caption: "What changes", "Ce qui change";
    before: "Before", "Avant";
    after: "After", "Après";
    log: "Log", "Journal";
    who: "Who", "Qui";
    what: "What", "Quoi";
    organisers: "Organisers", "Organisation";
    add_organiser: "Add an organiser", "Ajouter une personne à l’organisation";
    organiser_token: "Signs in with this token, shown only now:", "Se connecte avec ce jeton, montré cette seule fois :";
    name: "Name", "Nom";

    // What happened, for the log.
    by_server: "server", "serveur";
    by_command: "command line", "ligne de commande";
    field_at: "at", "le";
    field_feedback: "feedback", "retour";
    field_files: "files", "fichiers";
    field_frozen_at: "was frozen from", "était gelé depuis";
    field_hidden: "hidden", "caché";
    field_open: "open", "inscriptions ouvertes";
    field_submissions: "submissions", "dépôts";
    field_game: "game", "jeu";
    field_inputs: "inputs", "entrées";
    field_login: "login", "identifiant";
    field_name: "name", "nom";
    field_origin: "by", "par";
    field_reason: "reason", "motif";
    field_title: "title", "titre";
    field_uses: "uses", "usages";
    did_contest: "made the contest", "a créé le concours";
    did_organiser: "added the organiser", "a ajouté à l’organisation";
    did_team: "added the team", "a ajouté l’équipe";
    did_token: "gave a new token to", "a donné un nouveau jeton à";
    did_password: "changed the password of", "a changé le mot de passe de";
    did_disable: "disabled", "a désactivé";
    did_enable: "enabled", "a réactivé";
    did_invite: "made an invitation to", "a créé une invitation pour";
    did_revoke: "revoked an invitation to", "a révoqué une invitation pour";
    did_submit: "sent submission", "a fait le dépôt";
    did_ignore: "excluded submission", "a écarté le dépôt";
    did_restore: "included again submission", "a rétabli le dépôt";
    did_rejudge: "judged again, as rejudging", "a jugé à nouveau, rejugement";
    did_apply: "applied rejudging", "a appliqué le rejugement";
    did_cancel: "cancelled rejudging", "a abandonné le rejugement";
    did_clarify: "sent message", "a envoyé le message";
    did_start: "set the start of", "a fixé le début de";
    did_end: "set the end of", "a fixé la fin de";
    did_freeze: "froze the scoreboard of", "a gelé le classement de";
    did_take_back_end: "cleared the end of", "a retiré la fin de";
    did_take_back_freeze: "cleared the freeze of", "a retiré le gel de";
    did_feedback: "set the feedback of", "a fixé le retour aux équipes pour";
    did_settings: "changed the settings of", "a modifié les réglages de";
    did_delete: "deleted the contest", "a supprimé le concours";
    did_thaw: "thawed the scoreboard of", "a dégelé le classement de";
    did_finalize: "finalised the results of", "a rendu définitifs les résultats de";
}
