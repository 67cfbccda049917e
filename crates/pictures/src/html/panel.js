// The words and buttons around the board. Text from outside only ever becomes text, never markup.
(function (laplace) {
  "use strict";

  const { number } = laplace;

  const ICONS = {
    start: "M5 4v16M19 5 9 12l10 7z",
    back: "M16 5 7 12l9 7z",
    play: "M7 4v16l13-8z",
    pause: "M8 5v14M16 5v14",
    forward: "M8 5l9 7-9 7z",
    end: "M19 4v16M5 5l10 7-10 7z",
    event: "M4 5l7 7-7 7zM13 5l7 7-7 7z",
    slower: "M5 12h14",
    faster: "M5 12h14M12 5v14",
    help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 2.2M12 18v.5",
  };

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function icon(name) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  }

  function button(name, label, act) {
    const made = element("button", { type: "button", class: `icon-${name}`, "aria-label": label, title: label });
    made.append(icon(name));
    // A click must not take the keyboard: the space bar stays the pause.
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("click", act);
    return made;
  }

  function cellName(film, line, column) {
    return String.fromCharCode(97 + column) + (film.height - line);
  }

  // What a step did, in a sentence.
  function describe(film, piece) {
    const { words } = film;
    if (piece === 0) return words.start;
    const step = film.steps[piece - 1];
    const shape = film.shapes[step.shape];
    if (!shape) return words.pass;
    if (film.game === "blobwar") {
      const to = cellName(film, step.line, step.column);
      const lift = step.effects.find((effect) => effect.kind === "lift");
      const from = lift && cellName(film, lift.line, lift.column);
      const player = words.players[step.shape];
      const done = from ? words.jumps(player, from, to) : words.doubles(player, to);
      const mark = film.marks.get(piece);
      return `${done}${words.turns(step.weight)}.${mark ? ` ${mark.note}` : ""}`;
    }
    const place = words.place(shape.name, step.shape % 4, step.column);
    if (film.game === "well") {
      const gone = step.weight ? words.deleted(step.weight) : "";
      return `${place}${gone}${piece > film.counted ? words.sticks_out : ""}.`;
    }
    const gone = step.weight === 4 ? words.tetris : step.weight ? words.cleared(step.weight) : "";
    return `${place}${gone}${step.points ? words.points(step.points) : ""}.`;
  }

  // A move of Blobwar as it is written: b6, g1g3, 0000.
  function moveName(film, piece) {
    const step = film.steps[piece - 1];
    if (!film.shapes[step.shape]) return "0000";
    const lift = step.effects.find((effect) => effect.kind === "lift");
    const from = lift ? cellName(film, lift.line, lift.column) : "";
    return from + cellName(film, step.line, step.column);
  }

  // The list of all moves, each a button, two on a line: the first player's, then the second's.
  function moveList(film, seek) {
    const buttons = film.steps.map((_, index) => {
      const piece = index + 1;
      const sign = film.marks.get(piece)?.sign ?? "";
      const made = element("button", { type: "button", title: describe(film, piece) }, `${moveName(film, piece)}${sign}`);
      if (sign) made.classList.add("marked");
      made.addEventListener("pointerdown", (event) => event.preventDefault());
      made.addEventListener("click", () => seek(piece));
      return made;
    });
    const cells = film.steps[0].shape === 1 ? [element("span", {}, "…"), ...buttons] : buttons;
    const items = [];
    for (let index = 0; index < cells.length; index += 2) {
      items.push(element("li", {}, ...cells.slice(index, index + 2)));
    }
    const list = element("ol", { class: "moves", "aria-label": film.words.moves }, ...items);
    // Marks the move that is shown, and scrolls the list, not the page, to it.
    const show = (piece) => {
      list.querySelector("[aria-current]")?.removeAttribute("aria-current");
      const current = buttons[piece - 1];
      if (!current) {
        list.scrollTop = 0;
        return;
      }
      current.setAttribute("aria-current", "step");
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - (list.clientHeight - current.offsetHeight) / 2;
      }
    };
    return { list, show };
  }

  // The numbers beside the board: name and value.
  function numbers(film, piece) {
    const { words } = film;
    const rows = [
      [words.step, `${number(piece)} / ${number(film.count)}`],
      [words.series[0], number(film.first[piece])],
      [words.series[1], number(film.second[piece])],
    ];
    if (film.game === "demon") {
      rows.push([words.lines, number(film.weights[piece])]);
      const tetrises = film.events.findIndex((event) => event > piece);
      rows.push([words.tetrises, number(tetrises < 0 ? film.events.length : tetrises)]);
    }
    if (film.game === "blobwar") rows.push([words.turned, number(film.weights[piece])]);
    const chance = film.review?.chances[piece];
    if (chance !== undefined) rows.push([words.chance, `${Math.round(chance / 10)}\u202f%`]);
    return rows;
  }

  function help({ words }) {
    const table = element("table");
    for (const [key, what] of words.table) {
      table.append(element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, what)));
    }
    const close = element("button", { type: "submit" }, words.close);
    const form = element("form", { method: "dialog" }, element("h2", {}, words.keys), table, element("p", {}, words.note), close);
    return element("dialog", { "aria-label": words.help }, form);
  }

  Object.assign(laplace, { element, button, icon, describe, moveList, numbers, help });
})(window.laplace);
