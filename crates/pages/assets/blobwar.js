// The game: its moves, and the requests to the server or the module. A game has one of three modes: against the engine, of two
// people at one board, or of two people at two browsers by a link.
(function (blobwar) {
  "use strict";

  const { ask, save, wait, make, marksOf, Board, Graph, Shown, Link, seats, by, words, maps } = blobwar;
  // The engine's move is not shown sooner than this: the eye has to follow.
  const LEAST_THOUGHT = 350;
  const MODES = ["engine", "board"];
  // How long a second press on a button confirms the first, and how often clocks are drawn.
  const CONFIRM_TIME = 4000;
  const CLOCK_TIME = 100;

  class Table extends Shown {
    constructor() {
      super();
      this.board = new Board(by("grid"), words, (choice, from, dragged) => this.play(choice, from, dragged), () => this.forgetHint());
      this.graph = new Graph(by("graph"), words, (ply) => this.go(ply));
      this.shows = false;
      this.listen();
      setInterval(() => this.drawClocks(), CLOCK_TIME);
      // The last game of this browser is restored.
      this.load(location.hash) || this.load(blobwar.kept.get().last ?? "") || this.begin(this.remembered());
    }

    // ---- a game and its address

    remembered() {
      const kept = blobwar.kept.get();
      return { map: maps[kept.map] ? kept.map : "sheet", you: "x", level: Number(kept.level) || 3 };
    }

    begin({ mode = "engine", map, start, rules, you, level, seed, moves = [] }) {
      this.leaveLink();
      this.round = {};
      Object.assign(this, { mode, map, start: start ?? maps[map].start, you, level, looks: [], marks: [], values: {}, hint: null });
      // For a position of the link's own without a rule, the rule follows from the board and comes with the first view.
      this.rules = rules ?? maps[map]?.rules;
      this.seed = seed ?? Math.floor(Math.random() * 1e6);
      this.steps = [];
      this.view = null;
      this.at = 0;
      this.board.wait();
      by("graph").hidden = true;
      by("verdict").hidden = true;
      return this.refresh(moves);
    }

    question(moves = this.steps.map((step) => step.move)) {
      const { start, rules, level, seed } = this;
      return { start, rules, level, seed, moves, since: this.steps.length };
    }

    // Reads a game from an address; false if it holds none.
    load(hash) {
      const given = new URLSearchParams(hash.slice(1));
      const map = given.get("map");
      const start = given.get("start")?.replaceAll("_", " ");
      // Without a server there are no games between two browsers.
      if (given.get("game") && Link) {
        this.follow(given.get("game"));
        return true;
      }
      if (!maps[map] && !start) return false;
      const level = Math.max(1, Math.min(10, Number(given.get("level")) || 3));
      const moves = (given.get("moves") ?? "").split(".").filter(Boolean);
      this.begin({
        map: maps[map] ? map : "own", start: maps[map]?.start ?? start, level, moves,
        rules: ["ends", "passes"].find((rules) => rules === given.get("rules")),
        mode: MODES.includes(given.get("mode")) ? given.get("mode") : "engine",
        you: given.get("you") === "o" ? "o" : "x",
        seed: Math.floor(Number(given.get("seed")) || 0) >>> 0,
      });
      return true;
    }

    keep() {
      const given = new URLSearchParams();
      if (this.mode === "link") return this.keepAddress(new URLSearchParams({ game: this.link.id }));
      if (this.mode !== "engine") given.set("mode", this.mode);
      if (this.map === "own") given.set("start", this.start.replaceAll(" ", "_"));
      else given.set("map", this.map);
      for (const name of ["rules", "you", "level", "seed"]) given.set(name, this[name]);
      if (this.steps.length) given.set("moves", this.steps.map((step) => step.move).join("."));
      this.keepAddress(given);
    }

    keepAddress(given) {
      this.hash = `#${given}`;
      history.replaceState(null, "", this.hash);
      blobwar.kept.set({ ...blobwar.kept.get(), level: this.level, map: this.map, last: this.hash });
    }

    // ---- a game between two browsers

    // Begins such a game; the other player comes by its link.
    offer({ map, start = maps[map]?.start, rules, you, clock }) {
      this.leaveLink();
      this.round = {};
      this.board.wait();
      this.showStatus(words.thinking_link);
      this.during(async (still) => {
        const seat = seats.secret();
        const begun = await ask("games", { start, rules, you, clock, seat }, this.busy);
        if (!still()) return;
        seats.set(begun.id, { side: begun.you, secret: seat });
        this.follow(begun.id);
      });
    }

    // Follows a game that the server has, as a player if this browser has a seat in it.
    follow(id) {
      this.leaveLink();
      this.round = {};
      const round = this.round;
      const seat = seats.get(id);
      Object.assign(this, {
        mode: "link", seat: seat?.side ?? null, you: seat?.side ?? "x", level: this.level ?? 3, map: this.map ?? "sheet", seed: 0,
        looks: [], marks: [], values: {}, hint: null, steps: [], used: [], view: null, at: 0, version: 0, connected: null,
        queue: Promise.resolve(), sure: false,
      });
      this.board.wait();
      by("graph").hidden = true;
      by("verdict").hidden = true;
      const still = (act) => (value) => this.round === round && act(value);
      this.link = new Link(id, {
        game: still((view) => this.enqueue((mine) => this.receive(view, mine))),
        connected: still((connected) => {
          this.connected = connected;
          this.drawFriend();
        }),
        gone: still(() => this.gone()),
      });
      // It becomes this browser's last game when the server sends it: a link may be dead.
      this.hash = `#${new URLSearchParams({ game: id })}`;
      history.replaceState(null, "", this.hash);
    }

    // Also an offer of the opponent: a button with another text is easily missed.
    showTurn() {
      super.showTurn();
      const other = this.seat === "x" ? "o" : "x";
      if (this.mode !== "link" || !this.seat) return;
      const { end, draw, rematch, next } = this.view;
      const isOffered = end ? rematch?.[other] && !rematch[this.seat] && !next : draw?.[other];
      if (isOffered) by("why").append(" ", make("strong", "offer", words[end ? "rematch_offered" : "draw_offered"]));
    }

    leaveLink() {
      this.link?.close();
      this.link = null;
    }

    // What concerns the game between two browsers happens one after the other: an event of the server may come while
    // a move is on its way or shown.
    enqueue(work) {
      const round = this.round;
      const still = () => this.round === round;
      this.queue = this.queue.then(() => (still() ? work(still) : undefined)).catch((error) => (still() ? this.refused(error) : undefined));
      return this.queue;
    }

    // The server refused something: its own view of the game is shown again, and why.
    async refused(error) {
      const view = await this.link?.whole().catch(() => null);
      if (view) {
        Object.assign(this, { steps: [], used: [], view: null, at: 0, version: 0 });
        await this.receive(view, () => true);
      }
      this.showStatus(error instanceof TypeError ? words.offline : error.message);
    }

    async receive(view, still, shown = 0) {
      // An event may be older than what was answered meanwhile.
      if (view.version < this.version || view.from > this.steps.length) return;
      const before = this.view;
      this.version = view.version;
      this.received = performance.now();
      this.start = view.start;
      this.map = Object.keys(maps).find((name) => maps[name].start === view.start) ?? "own";
      const known = this.steps.length - view.from;
      const fresh = view.steps.slice(known);
      this.used.push(...view.used.slice(known));
      // The first one may be on the board already: the player's own move.
      this.steps.push(...fresh.slice(0, shown));
      this.at = this.steps.length;
      await this.take({ ...view, steps: fresh.slice(shown) }, still, !before);
      if (!still()) return;
      this.settle();
      if (view.next && before && !before.next) this.toRematch();
    }

    playLinked(choice, from, dragged) {
      this.enqueue(async (still) => {
        const step = { side: this.seat, from: choice.jump ? from : null, to: choice.to, turned: choice.turned };
        const { secret } = seats.get(this.link.id);
        const sent = this.link.send("move", { seat: secret, count: this.steps.length, move: choice.move });
        const [view] = await Promise.all([sent, this.board.play(step, from, dragged)]);
        if (still()) await this.receive(view, still, 1);
      });
    }

    // Takes the free seat. The secret is kept before it is sent, so that a lost answer loses no seat.
    join() {
      const { id } = this.link;
      const secret = seats.get(id)?.secret ?? seats.secret();
      seats.set(id, { ...seats.get(id), secret });
      this.enqueue(async (still) => {
        const { you } = await this.link.send("join", { seat: secret });
        seats.set(id, { side: you, secret });
        if (!still()) return;
        Object.assign(this, { seat: you, you });
        const view = await this.link.whole();
        if (view && still()) await this.receive(view, still);
      });
    }

    resign() {
      const button = this.button("resign");
      if (!this.sure) {
        this.sure = true;
        button.textContent = words.resign_sure;
        setTimeout(() => {
          this.sure = false;
          button.textContent = words.resign;
        }, CONFIRM_TIME);
        return;
      }
      this.sendAct("resign");
    }

    rematch() {
      if (this.view.next) this.toRematch();
      else this.sendAct("rematch");
    }

    sendAct(act) {
      this.enqueue(async (still) => {
        const view = await this.link.send(act, { seat: seats.get(this.link.id).secret });
        if (still()) await this.receive(view, still);
      });
    }

    // The next game of the same players, colours changed; a seat keeps its secret.
    toRematch() {
      const { next } = this.view;
      const seat = seats.get(this.link.id);
      if (seat?.side && !seats.get(next)) seats.set(next, { side: seat.side === "x" ? "o" : "x", secret: seat.secret });
      this.follow(next);
    }

    // The server has forgotten the game: what is known of it can go on at one board.
    gone() {
      const { map, start, rules, steps, you, level } = this;
      this.leaveLink();
      this.round = {};
      this.board.wait();
      this.connected = null;
      this.failed = () =>
        start ? this.begin({ mode: "board", map, start, rules, you, level, moves: steps.map((step) => step.move) }) : this.openSetup();
      this.drawFriend();
      this.showStatus(words.gone, start ? words.go_on_here : words.new_game);
    }

    // ---- talking to the server

    // Runs something that belongs to this game and position; what comes too late is dropped.
    async during(work) {
      const round = this.round;
      const still = () => this.round === round;
      try {
        await work(still);
      } catch (error) {
        if (!still()) return;
        // A game that the server refuses comes from a link; trying again would not help.
        if (error.status === 400) {
          this.failed = () => this.openSetup();
          this.showStatus(`${words.bad_link} ${error.message}`, words.new_game);
          return;
        }
        this.failed = () => this.during(work);
        this.showStatus(error instanceof TypeError ? words.offline : error.message, words.retry);
      }
    }

    busy = () => this.showStatus(words.busy);

    // Requests the position after these moves, then the engine's move if it is its turn.
    refresh(moves) {
      return this.during(async (still) => {
        const view = await ask("moves", this.question(moves), this.busy);
        if (!still()) return;
        await this.take(view, still, true);
        if (still()) await this.engine(still);
      });
    }

    async engine(still) {
      while (this.mode === "engine" && !this.view.end && this.view.turn !== this.you) {
        this.showStatus(words.thinking);
        const started = performance.now();
        const answer = await ask("think", this.question(), this.busy);
        await wait(Math.max(0, LEAST_THOUGHT - (performance.now() - started)));
        if (!still()) return;
        await this.take(answer.game, still, false);
        if (!still()) return;
      }
      this.settle();
    }

    // Takes over a view from the server; its new steps are played, or only shown if there are many.
    async take(view, still, quickly) {
      const fresh = view.steps;
      if (!this.view) this.showCells(this.steps.at(-1)?.cells ?? view.first, view);
      this.view = view;
      this.rules = view.rules;
      by("end-rule").textContent = words[`end_${view.rules}`];
      for (const step of fresh) {
        this.steps.push(step);
        this.at = this.steps.length;
        if (quickly && fresh.length > 1) continue;
        this.drawMoves();
        this.drawPlayers(step.counts);
        this.drawBar();
        await this.board.play(step);
        if (!still()) return;
      }
      this.showNow();
    }

    // ---- playing

    play(choice, from, dragged = false) {
      if (!this.mayMove()) return;
      if (this.mode === "link") return this.playLinked(choice, from, dragged);
      this.round = {};
      this.hint = null;
      this.during(async (still) => {
        const side = this.view.turn;
        const step = { side, from: choice.jump ? from : null, to: choice.to, turned: choice.turned };
        const moves = [...this.steps.map((known) => known.move), choice.move];
        const [view] = await Promise.all([ask("moves", this.question(moves), this.busy), this.board.play(step, from, dragged)]);
        if (!still()) return;
        const [own, ...others] = view.steps;
        this.steps.push(own);
        this.at = this.steps.length;
        this.drawBar();
        await this.take({ ...view, steps: others }, still, false);
        if (still()) await this.engine(still);
      });
    }

    mayMove() {
      if (!this.view || this.view.end || this.at !== this.steps.length) return false;
      if (this.mode === "link") return Boolean(this.link) && this.isFull() && this.view.turn === this.seat;
      return this.mode === "board" || this.view.turn === this.you;
    }

    // Whether undoing goes back to before this move: at one board any, against the engine one's own.
    takesBack(step) {
      return step.move !== "0000" && (this.mode === "board" || step.side === this.you);
    }

    undo() {
      const last = this.steps.findLastIndex((step) => this.takesBack(step));
      if (last < 0) return;
      this.round = {};
      this.board.wait();
      const moves = this.steps.slice(0, last).map((step) => step.move);
      Object.assign(this, { steps: [], view: null, at: 0, looks: [], marks: [], hint: null, values: {} });
      by("graph").hidden = true;
      by("verdict").hidden = true;
      this.refresh(moves);
    }

    askHint() {
      if (!this.mayMove()) return;
      this.showStatus(words.thinking);
      this.during(async (still) => {
        const ply = this.at;
        const thought = await ask("hint", this.question(), this.busy);
        if (!still() || this.at !== ply) return;
        this.value(ply, thought);
        this.hint = this.view.legal.find((choice) => choice.move === thought.move);
        this.showNow();
        this.showStatus(`${words.hint_is} ${thought.move}`);
      });
    }

    forgetHint() {
      const { hint } = this;
      this.hint = null;
      if (hint) this.showTurn();
    }

    // ---- values

    value(ply, thought) {
      this.values[ply] = thought;
      this.drawBar();
    }

    evaluate() {
      const ply = this.at;
      if (!this.shows || !this.helps() || !this.view || this.values[ply] || this.looks[ply]) return this.drawBar();
      return this.during(async (still) => {
        const question = { ...this.question(this.steps.slice(0, ply).map((step) => step.move)), since: 0 };
        const thought = await ask("hint", question);
        if (still()) this.value(ply, thought);
      });
    }

    drawBar() {
      const bar = by("bar");
      bar.hidden = !this.shows || !this.helps();
      this.drawLine();
      const thought = this.looks[this.at] ?? this.values[this.at];
      bar.classList.toggle("unknown", !thought);
      // A number of another position beside a bar that fades would be taken for this one's.
      bar.querySelector(".score").textContent = blobwar.decimal(thought?.score ?? "");
      if (!thought) return;
      bar.style.setProperty("--blue", `${(thought.chance * 100).toFixed(1)}%`);
      bar.classList.toggle("low", thought.chance < 0.5);
    }

    // The best line from the position that is shown, where an evaluation is shown.
    drawLine() {
      const line = by("line");
      const thought = this.looks[this.at] ?? this.values[this.at];
      const asked = this.shows || this.hint || this.looks.length > 0;
      line.hidden = !(asked && this.helps() && thought?.path?.length);
      if (line.hidden) return;
      const path = thought.path.map((move) => (move === "0000" ? "—" : move)).join(" ");
      line.replaceChildren(make("span", "", words.line), " ", make("b", "", path));
    }

    analyse() {
      const button = this.button("analyse");
      button.disabled = true;
      this.showStatus(words.analysing);
      this.during(async (still) => {
        const moves = this.steps.map((step) => step.move);
        while (this.looks.length <= moves.length) {
          const since = this.looks.length;
          const { looks } = await ask("analyse", { ...this.question(moves), since }, this.busy);
          if (!still()) return;
          this.looks.push(...looks);
          this.marks = marksOf(this.looks, this.steps);
          this.drawMoves();
          this.graph.draw(this.looks, this.marks, this.at);
        }
        this.showTurn();
        this.drawVerdict();
        this.go(this.at);
      }).finally(() => (button.disabled = false));
    }

    drawVerdict() {
      const count = (side, name) => this.marks.filter((mark, place) => mark?.name === name && this.steps[place].side === side).length;
      const many = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" };
      const part = (side, name) => `${count(side, name)} ${words[count(side, name) === 1 ? name : many[name]]}`;
      const line = (side) => Object.keys(many).map((name) => part(side, name)).join(", ");
      const verdict = by("verdict");
      verdict.replaceChildren(...["x", "o"].map((side) => make("span", "", make("i", `blob ${side}`), line(side))));
      verdict.hidden = false;
    }

    // ---- going about

    go(ply) {
      if (!this.view) return;
      this.at = Math.max(0, Math.min(this.steps.length, ply));
      this.showNow();
      if (this.looks.length) this.graph.draw(this.looks, this.marks, this.at);
      const mark = this.marks[this.at - 1];
      const step = this.steps[this.at - 1];
      if (this.at === this.steps.length && !mark) this.showTurn();
      else {
        this.showStatus(step ? this.describe(step) : words.first, null, "back");
        if (mark) by("why").textContent = `${words[mark.name]}. ${words.best_was} ${mark.best}.`;
      }
      this.evaluate();
    }

    act = {
      first: () => this.go(0),
      previous: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
      last: () => this.go(this.steps.length),
      undo: () => this.undo(),
      hint: () => this.askHint(),
      analyse: () => this.analyse(),
      new: () => this.openSetup(),
      join: () => this.join(),
      resign: () => this.resign(),
      draw: () => this.sendAct("draw"),
      rematch: () => this.rematch(),
      invite: () => this.copy("invite", location.href),
      pgn: () => this.saveAs("pgn"),
      replay: () => this.saveAs("replay"),
      evaluation: () => {
        this.shows = !this.shows;
        this.drawButtons();
        this.evaluate();
      },
      share: () => this.copy("share", location.href),
      fen: () => this.copy("fen", this.view?.fen ?? this.start),
    };

    // The game as a file. It has the result that the page shows.
    async saveAs(kind) {
      const { start, rules, view } = this;
      const { end, clock } = view ?? {};
      const loss = end && (end.reason === "resigned" || end.reason === "time") ? end : undefined;
      const agreed = end?.reason === "agreed";
      const moves = this.steps.map((step) => step.move);
      const time = this.mode === "link" && clock ? { base: clock.base, increment: clock.increment } : undefined;
      const used = this.mode === "link" ? this.used : [];
      try {
        await save(kind, { start, rules, moves, players: [this.nameOf("x"), this.nameOf("o")], loss, agreed, used, clock: time });
      } catch (error) {
        this.showStatus(error instanceof TypeError ? words.offline : error.message);
      }
    }

    async copy(act, text) {
      const button = this.button(act);
      const name = act === "invite" ? words.share : words[act];
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = words.copied;
      } catch {
        window.prompt(name, text);
      }
      setTimeout(() => (button.textContent = name), 1500);
    }

    openSetup() {
      const form = by("setup").querySelector("form");
      form.level.value = this.level;
      form.map.value = this.map;
      by("own").hidden = this.map !== "own";
      by("own").textContent = this.map === "own" ? this.start : "";
      form.you.value = this.you;
      form.opponent.value = this.mode;
      this.showFields();
      form.rules.value = this.rules;
      this.nameLevel();
      this.preview();
      by("setup").showModal();
    }

    // A small picture of the map that is chosen.
    preview() {
      const cells = maps[by("map").value]?.cells ?? this.view?.first ?? "";
      const names = { x: "x", o: "o", "-": "hole", ".": "" };
      by("preview").replaceChildren(...[...cells].map((cell) => make("i", names[cell])));
      by("preview").classList.toggle("seven", cells.length === 49);
    }

    // The fields that the chosen opponent needs.
    showFields() {
      const opponent = by("opponent").value;
      by("level-field").hidden = opponent !== "engine";
      by("you-field").hidden = opponent === "board";
      by("clock-field").hidden = opponent !== "link";
    }

    nameLevel() {
      const level = Number(by("level").value);
      const name = level <= 3 ? words.level_1 : level <= 8 ? words.level_5 : words.level_10;
      by("level-name").textContent = `${level} · ${name}`;
    }

    listen() {
      document.querySelector("#blobwar").addEventListener("click", (event) => {
        const act = event.target.closest("[data-act]")?.dataset.act;
        if (act) this.act[act]();
      });
      by("level").addEventListener("input", () => this.nameLevel());
      by("opponent").addEventListener("change", () => this.showFields());
      by("map").addEventListener("change", () => {
        by("rules").value = maps[by("map").value]?.rules ?? this.rules;
        this.preview();
      });
      by("setup").addEventListener("close", () => {
        if (by("setup").returnValue !== "begin") return;
        const form = new FormData(by("setup").querySelector("form"));
        const map = form.get("map");
        const start = map === "own" ? this.start : undefined;
        const mode = form.get("opponent");
        const [base, increment] = form.get("clock").split("+").map(Number);
        const chosen = { map, start, rules: form.get("rules"), you: mode === "board" ? "x" : form.get("you") };
        if (mode === "link") this.offer({ ...chosen, clock: base ? { base, increment } : undefined });
        else this.begin({ ...chosen, mode, level: Number(form.get("level")) });
      });
      window.addEventListener("hashchange", () => {
        if (location.hash !== this.hash) this.load(location.hash);
      });
      document.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || by("setup").open) return;
      if (event.target.closest?.("input, select, textarea")) return;
      const act = { u: "undo", h: "hint", n: "new", e: "evaluation", ArrowLeft: "previous", ArrowRight: "next" }[event.key];
      const button = act && this.button(act);
      if (!button || button.disabled || button.hidden) return;
      event.preventDefault();
      this.act[act]();
    }
  }

  blobwar.table = new Table();
})(window.blobwar);
