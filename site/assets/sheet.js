// The exercise sheet: each question has a board to click, fields for its other values, and its answer from the module.
(function (site) {
  "use strict";

  const { by, words, make, fill } = site;
  const questions = JSON.parse(by("questions").textContent);
  const SIZE = 64;
  // The place of a cell on the screen, from the top left, and its number, from the bottom left: each turns into the other.
  const turned = (index) => (7 - Math.floor(index / 8)) * 8 + (index % 8);
  const stands = { x: "blue", o: "red", ".": "empty" };

  const fromPions = ([blue, red]) =>
    Array.from({ length: SIZE }, (_, cell) => ((BigInt(blue) >> BigInt(cell)) & 1n ? 1 : (BigInt(red) >> BigInt(cell)) & 1n ? -1 : 0));
  const cellsOf = (integer) => Array.from({ length: SIZE }, (_, cell) => cell).filter((cell) => (BigInt(integer) >> BigInt(cell)) & 1n);

  const FIELDS = {
    LINE: { word: "arg_line", max: 7 }, COLUMN: { word: "arg_column", max: 7 }, DISTANCE: { word: "arg_distance", max: 7 },
    CELL: { word: "arg_cell", max: 63 }, FROM: { word: "arg_from", max: 63 }, TO: { word: "arg_to", max: 63 },
    INTEGER: { word: "arg_integer" }, COLOUR: { word: "arg_colour", choices: { 1: "blue", "-1": "red" } },
    PLAYER: { word: "arg_player", choices: { 0: "blue", 1: "red" } },
  };

  class Question {
    constructor({ number, arguments: names, pions, values }) {
      this.number = number;
      this.names = names.replace(/[[\]]/g, "").split(" ");
      this.hasBoard = /^P/.test(this.names[0]) && this.names[0] !== "PLAYER";
      if (this.hasBoard) this.names.shift();
      this.board = fromPions(pions);
      this.values = Object.fromEntries(this.names.map((name, place) => [name, values[place]]));
      this.build(document.querySelector(`[data-question='${number}']`));
      this.update();
    }

    build(root) {
      this.fields = {};
      const fields = this.names.map((name) => this.field(name));
      this.modes = [];
      if (this.hasBoard) this.modes.push({ text: words.puts, press: (cell) => (this.board[cell] = { 0: 1, 1: -1, "-1": 0 }[this.board[cell]]) });
      if (this.names.includes("LINE")) {
        this.modes.push({ text: fill(words.picks, words.arg_place), press: (cell) => this.set({ LINE: Math.floor(cell / 8), COLUMN: cell % 8 }) });
      }
      for (const name of ["CELL", "FROM", "TO"].filter((other) => this.names.includes(other))) {
        this.modes.push({ text: fill(words.picks, words[FIELDS[name].word]), press: (cell) => this.set({ [name]: cell }) });
      }
      if (this.names.includes("INTEGER")) {
        this.modes.push({ text: words.toggles, press: (cell) => this.set({ INTEGER: String(this.integer() ^ (1n << BigInt(cell))) }) });
      }
      // A question about a cell is about its choice first, one about a board about its blobs.
      this.mode = 0;
      const choice = make("fieldset", { class: "choice" }, make("legend", {}, words.click));
      this.modes.forEach(({ text }, place) => {
        const input = make("input", { type: "radio", name: `mode-${this.number}`, value: place });
        input.checked = place === this.mode;
        input.addEventListener("change", () => (this.mode = place));
        choice.append(make("label", { class: "tick" }, input, text));
      });
      const given = make("div", { "aria-label": words.given });
      this.given = new site.Grid(given, (index) => {
        this.modes[this.mode].press(turned(index));
        this.update();
      });
      const result = make("div", { "aria-label": words.result, class: "result" });
      this.result = new site.Grid(result, () => {});
      this.resultFigure = make("figure", {}, make("figcaption", {}, words.result), result);
      this.output = make("output", { "aria-live": "polite" });
      this.command = make("code", {});
      const boards = make("div", { class: "boards" }, make("figure", {}, make("figcaption", {}, words.given), given), this.resultFigure);
      root.append(
        ...(this.modes.length > 1 ? [choice] : []), boards, ...(fields.length ? [make("div", { class: "row" }, ...fields)] : []),
        this.output, make("p", { class: "call" }, `${words.the_call} `, this.command),
      );
    }

    field(name) {
      const { word, max, choices } = FIELDS[name];
      let input;
      if (choices) {
        input = make("select", {}, ...Object.entries(choices).sort(([a], [b]) => b - a).map(([value, colour]) => make("option", { value }, `${value} (${words[colour]})`)));
      } else {
        input = make("input", { inputmode: "numeric", autocomplete: "off", ...(max ? { type: "number", min: 0, max } : { type: "text" }) });
      }
      input.value = this.values[name];
      input.addEventListener("input", () => {
        this.values[name] = input.value.trim();
        this.update();
      });
      this.fields[name] = input;
      return make("label", { class: max || choices ? "field short" : "field grow" }, make("span", {}, words[word]), input);
    }

    set(values) {
      for (const [name, value] of Object.entries(values)) this.fields[name].value = this.values[name] = String(value);
    }

    integer() {
      return /^\d{1,20}$/.test(this.values.INTEGER) ? BigInt(this.values.INTEGER) : 0n;
    }

    argumentsNow() {
      const board = this.hasBoard ? [this.board.every((cell) => cell === 0) ? "empty" : `[${this.board.join(", ")}]`] : [];
      return [...board, ...this.names.map((name) => this.values[name])];
    }

    draw(grid, board, { found = [], marked = [] } = {}) {
      grid.draw(8, Array.from({ length: SIZE }, (_, index) => {
        const cell = turned(index);
        const mark = { 1: "x", "-1": "o", 0: "." }[board[cell]];
        const classes = `${found.includes(cell) ? "found" : ""} ${marked.includes(cell) ? "marked" : ""}`;
        return { mark, text: String(cell), classes, label: `${fill(words.cell, cell)}, ${words[stands[mark]]}` };
      }));
    }

    drawGiven() {
      const { LINE, COLUMN, CELL, FROM, TO } = this.values;
      const marked = [CELL, FROM, TO].filter((value) => value !== undefined && value !== "").map(Number);
      if (LINE !== undefined) marked.push(Number(LINE) * 8 + Number(COLUMN));
      this.draw(this.given, this.board, { marked, found: this.values.INTEGER === undefined ? [] : cellsOf(this.integer()) });
    }

    // The answer as a board or as marked cells, where it is one.
    drawResult(answer) {
      const numbers = /^\[[-\d, ]*\]$/.test(answer) ? (answer.match(/-?\d+/g) ?? []) : null;
      const isBoard = numbers?.length === SIZE && this.number.startsWith("2");
      const isPions = numbers?.length === 2 && ["3.1", "3.2", "3.6"].includes(this.number);
      const cells = ["2.3", "2.4", "3.3"].includes(this.number) ? numbers?.map(Number) : this.number === "3.5" && /^\d+$/.test(answer) ? cellsOf(answer) : null;
      this.resultFigure.hidden = !(isBoard || isPions || cells);
      if (isBoard) this.draw(this.result, numbers.map(Number));
      else if (isPions) this.draw(this.result, fromPions(numbers));
      else if (cells) this.draw(this.result, this.hasBoard ? this.board : Array(SIZE).fill(0), { found: cells });
    }

    async update() {
      const round = (this.round = {});
      this.drawGiven();
      const given = this.argumentsNow();
      const quoted = given.map((value) => (/^[-\w.]+$/.test(value) ? value : `'${value}'`));
      this.command.textContent = ["laplace blobwar sheet", this.number, ...quoted].join(" ");
      try {
        const answer = await site.call("sheet_answer", this.number, JSON.stringify(given));
        if (this.round !== round) return;
        this.output.className = "";
        this.output.textContent = answer;
        this.drawResult(answer);
      } catch (error) {
        if (!(error instanceof site.Refused)) throw error;
        if (this.round !== round) return;
        this.output.className = "notice bad";
        this.output.textContent = error.message;
        this.resultFigure.hidden = true;
      }
    }
  }

  site.questions = questions.map((question) => new Question(question));
})(window.site);
