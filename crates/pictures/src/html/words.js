// The texts of the viewer, in the language of its page: English, or French if the page is French.
//
// Each language is a function from a film to its words, since pieces, figures and moves are called differently.
(function (laplace) {
  "use strict";

  const number = (value) => value.toLocaleString("en-GB").replaceAll(",", "\u2009");
  const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

  const english = ({ game, step, event, series }) => ({
    step, event, series, chance: "chance of blue (x)", moves: "Moves",
    next: "next", go: "Go", close: "Close", keys: "Keys", help: "Help", start: "The start.", pass: "A pass.",
    lines: "lines", tetrises: "Tetrises", turned: "turned", board: "The board.",
    timeline: `Timeline: ${step}`,
    end: (count, end) => `${count} ${step}s. The end: ${end}.`,
    play: "Play (space)", pause: "Pause (space)",
    to_start: "To the start (home)", to_end: "To the end (end)", to_event: `To the next ${event} (t)`,
    back: `One ${step} back (left)`, on: `One ${step} on (right)`,
    slower: "Slower (down)", faster: "Faster (up)", help_key: "Help (?)",
    go_to: `Go to ${step}`, go_hint: `${step} N`,
    no_event: `No further ${event}.`,
    there_are: (count) => `There are ${step}s 0 to ${count}.`,
    jumps: (name, from, to) => `${name} jumps from ${from} to ${to}`,
    doubles: (name, to) => `${name} doubles to ${to}`,
    players: ["Blue (x)", "Red (o)"],
    turns: (many) => (many ? ` and turns ${many}` : ""),
    place: (name, turns, column) =>
      `${name}${turns ? `, turned ${["once", "twice", "three times"][turns - 1]},` : ""} at column ${column}`,
    deleted: (rows) => `: ${plural(rows, "row")} deleted`,
    sticks_out: " (sticks out and does not count)",
    tetris: ": a Tetris",
    cleared: (lines) => `: ${plural(lines, "line")}`,
    points: (points) => `, ${points} points`,
    table: [
      ["space", "play or pause"],
      ["← →", `one ${step} back or on`],
      ["↑ ↓", `faster or slower, up to 10 000 ${step}s a second`],
      ["home, end", "to the start or the end"],
      ["g N enter", `go to ${step} N`],
      ["t", `to the next ${event}`],
      ["?", "this help"],
    ],
    note: `The strip below the board shows the whole game: click or drag to go anywhere. \
A link that ends in #piece=N opens the page at ${step} N.`,
  });

  const NOUNS = {
    demon: { step: "pièce", one: "une pièce", event: "Tetris", next: "Tetris suivant", none: "Plus aucun Tetris.", series: ["score", "hauteur"] },
    well: { step: "figure", one: "une figure", event: "effacement", next: "effacement suivant", none: "Plus aucun effacement.", series: ["lignes effacées", "hauteur"] },
    blobwar: { step: "coup", one: "un coup", event: "capture", next: "prochaine capture", none: "Plus aucune capture.", series: ["bleus (x)", "rouges (o)"] },
  };

  function french({ game }) {
    const { step, one, event, next, none, series } = NOUNS[game];
    // In French 0 is singular.
    const plural = (count, one, many = `${one}s`) => `${number(count)} ${count < 2 ? one : many}`;
    return {
      step, event, series, chance: "chances des bleus (x)", moves: "Coups",
      next: "suivante", go: "Aller", close: "Fermer", keys: "Touches", help: "Aide", start: "Le début.", pass: "Le joueur passe son tour.",
      lines: "lignes", tetrises: "Tetris", turned: "retournés", board: "La grille.",
      timeline: `Déroulement : ${step}`,
      end: (count, end) => `${plural(count, step)}. La fin : ${end}.`,
      play: "Lecture (espace)", pause: "Pause (espace)",
      to_start: "Au début (début)", to_end: "À la fin (fin)", to_event: `${next[0].toUpperCase()}${next.slice(1)} (t)`,
      back: `Reculer d’${one} (gauche)`, on: `Avancer d’${one} (droite)`,
      slower: "Moins vite (bas)", faster: "Plus vite (haut)", help_key: "Aide (?)",
      go_to: `Numéro de ${step}`, go_hint: `${step} N`,
      no_event: none,
      there_are: (count) => `Les numéros de ${step} vont de 0 à ${count}.`,
      jumps: (name, from, to) => `${name} saute de ${from} à ${to}`,
      doubles: (name, to) => `${name} se duplique en ${to}`,
      players: ["Bleu (x)", "Rouge (o)"],
      turns: (many) => (many ? ` et retourne ${many}` : ""),
      place: (name, turns, column) =>
        `${name}${turns ? `, tournée ${["une fois", "deux fois", "trois fois"][turns - 1]},` : ""} en colonne ${column}`,
      deleted: (rows) => ` : ${plural(rows, "ligne effacée", "lignes effacées")}`,
      sticks_out: " (dépasse et ne compte pas)",
      tetris: " : un Tetris",
      cleared: (lines) => ` : ${plural(lines, "ligne")}`,
      points: (points) => `, ${points} points`,
      table: [
        ["espace", "lecture ou pause"],
        ["← →", `reculer ou avancer d’${one}`],
        ["↑ ↓", "plus ou moins vite, jusqu’à 10 000 par seconde"],
        ["début, fin", "au début ou à la fin"],
        ["g N entrée", `aller au numéro N`],
        ["t", next],
        ["?", "cette aide"],
      ],
      note: `La bande sous la grille montre toute la partie : cliquez ou glissez pour aller où vous voulez. \
Un lien qui finit par #piece=N ouvre la page au numéro N.`,
    };
  }

  const words = (film) => (/^fr\b/.test(document.documentElement.lang) ? french : english)(film);

  Object.assign(laplace, { words, number });
})(window.laplace);
