// Beside the board: the best lines of a position, an editor, import and export, the sheet's forms of a board.
(function (blobwar, site) {
  "use strict";

  const { table, decimal } = blobwar;
  const { by, make, fill, number, notice, attempt } = site;
  const words = JSON.parse(by("tool-words").textContent);
  // An analysis that is not stopped ends by itself: a forgotten page should not drain a battery.
  const SECONDS = 120;

  // The position that is shown, as the module takes it.
  const shown = () => ({ ...table.question(table.steps.slice(0, table.at).map((step) => step.move)), since: 0 });

  // ---- the best lines

  let search = null;

  function stopSearch() {
    search?.cancel();
    search = null;
    by("analyse-position").setAttribute("aria-pressed", "false");
    by("analyse-position").textContent = words.analyse_now;
  }

  function drawLine({ rank, depth, score, nodes, path }) {
    const list = by("best-lines");
    while (list.children.length < rank) list.append(make("li", {}));
    const moves = path.map((move) => (move === "0000" ? "—" : move)).join(" ");
    list.children[rank - 1].replaceChildren(make("b", {}, decimal(score)), " ", make("span", {}, moves));
    if (rank === 1) by("searched").textContent = fill(words.depth, depth, number(nodes));
  }

  async function analyse() {
    stopSearch();
    by("best-lines").replaceChildren();
    by("searched").textContent = "";
    const lines = Number(by("line-count").value);
    const mine = (search = site.search("blobwar_lines", [JSON.stringify(shown()), lines, 0, SECONDS], (line) => search === mine && drawLine(line)));
    by("analyse-position").setAttribute("aria-pressed", "true");
    by("analyse-position").textContent = words.stop;
    try {
      const last = JSON.parse(await mine.result);
      if (search === mine && !last) by("searched").textContent = words.nothing;
    } catch (error) {
      if (!(error instanceof site.Refused)) throw error;
      if (search === mine) by("searched").textContent = error.message;
    }
    if (search === mine) {
      // It ended by itself: its worker is kept for the next search.
      search = null;
      stopSearch();
    }
  }

  by("analyse-position").addEventListener("click", () => (search ? stopSearch() : analyse()));
  by("line-count").addEventListener("change", () => search && analyse());

  // ---- the editor

  const editor = { width: 8, cells: [..."x......o................................................o......x"] };
  const stands = { x: "blue", o: "red", "-": "hole", ".": "empty" };
  const name = (index) => `${String.fromCharCode(97 + (index % editor.width))}${editor.width - Math.floor(index / editor.width)}`;
  const grid = new site.Grid(by("editor"), (index) => {
    const mark = document.querySelector("[name=put]:checked").value;
    editor.cells[index] = editor.cells[index] === mark ? "." : mark;
    notice(by("editor-refused"), "");
    drawEditor();
  });

  function drawEditor() {
    grid.draw(editor.width, editor.cells.map((mark, index) => ({ mark, label: `${name(index)}, ${words[stands[mark]]}` })));
  }

  function resize(width, cells) {
    Object.assign(editor, { width, cells: cells ?? Array(width * width).fill(".") });
    by("editor-size").value = width;
    drawEditor();
  }

  by("editor-size").addEventListener("change", () => resize(Number(by("editor-size").value)));
  by("editor-clear").addEventListener("click", () => resize(editor.width));
  by("editor-take").addEventListener("click", () => {
    if (!table.view) return;
    resize(table.board.width, [...(table.at === table.steps.length ? table.view.cells : (table.steps[table.at - 1]?.cells ?? table.view.first))]);
    by("editor-turn").value = table.at === table.steps.length ? table.view.turn : table.steps[table.at].side;
    by("editor-rules").value = table.rules;
  });
  by("editor-play").addEventListener("click", () => {
    const { width, cells } = editor;
    const row = (line) => cells.slice(line * width, (line + 1) * width).join("").replace(/\.+/g, (dots) => dots.length);
    const start = `${Array.from({ length: width }, (_, line) => row(line)).join("/")} ${by("editor-turn").value} 0 1`;
    begin(by("editor-refused"), { start, rules: by("editor-rules").value, moves: [] });
  });

  // Begins a game if the module takes it; else the present one stays.
  async function begin(message, { start, rules, moves }) {
    const checked = await attempt(message, () => site.call("blobwar_moves", JSON.stringify({ start, rules, moves })));
    if (checked === undefined) return false;
    const { level, you, mode } = table;
    await table.begin({ mode: moves.length ? "board" : mode, map: "own", start, rules, you, level, moves });
    by("grid").scrollIntoView({ block: "center" });
    return true;
  }

  // ---- import and export

  async function open(bytes) {
    const made = await attempt(by("imported"), () => site.call("blobwar_import", bytes));
    if (made === undefined) return;
    const { start, rules, moves, games } = JSON.parse(made);
    if (!(await begin(by("imported"), { start, rules, moves }))) return;
    const more = games > 1 ? ` ${fill(words.more_games, games)}` : "";
    notice(by("imported"), fill(words.opened, moves.length) + more, "good");
  }

  by("import-open").addEventListener("click", () => open(site.bytes(by("import").value)));
  site.takeFiles(by("import-drop"), by("import-file"), ([file], tooLarge) => {
    if (tooLarge) notice(by("imported"), fill(words.too_large, tooLarge), "bad");
    else open(file.bytes);
  });
  by("copy-uai").addEventListener("click", async () => {
    const made = await attempt(by("imported"), () => site.call("blobwar_forms", JSON.stringify(shown())));
    if (made === undefined) return;
    const { uai } = JSON.parse(made);
    try {
      await navigator.clipboard.writeText(uai);
      notice(by("imported"), words.copied, "good");
    } catch {
      by("import").value = uai;
    }
  });

  // ---- the sheet's forms

  async function drawForms() {
    const eight = table.board.width === 8;
    by("grid").classList.toggle("numbers", by("show-numbers").checked && eight);
    if (eight) {
      table.board.elements.forEach((cell, index) => (cell.dataset.number = (7 - Math.floor(index / 8)) * 8 + (index % 8)));
    }
    if (!by("sheet-forms").open) return;
    const made = await attempt(by("no-forms"), () => site.call("blobwar_forms", JSON.stringify(shown())));
    by("forms").replaceChildren();
    if (made === undefined) return;
    const forms = JSON.parse(made);
    if (!forms.plateau) return notice(by("no-forms"), words.no_sheet);
    const coups = forms.coups.map(([from, to]) => `(${from}, ${to})`).join(", ");
    const rows = [["plateau", forms.plateau], ["pions", forms.pions], ["value", forms.value], ["coups", `[${coups}]`]];
    by("forms").replaceChildren(...rows.flatMap(([key, value]) => [make("dt", {}, words[key]), make("dd", { id: `form-${key}` }, make("code", {}, String(value)))]));
  }

  by("show-numbers").addEventListener("change", drawForms);
  by("sheet-forms").addEventListener("toggle", drawForms);

  let position = "";
  document.addEventListener("blobwar-shown", () => {
    const now = JSON.stringify(shown());
    if (now === position) return;
    position = now;
    drawForms();
    if (search) analyse();
  });
  drawEditor();
  if (table.view) drawForms();
})(window.blobwar, window.site);
