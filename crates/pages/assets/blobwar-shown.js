// What is shown around the board: the side to move, the count, the list of moves, the bar, the verdict.
(function (blobwar) {
  "use strict";

  const { make } = blobwar;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const by = (id) => document.getElementById(id);
  const [words, maps] = [read("words"), read("maps")];
  const REASONS = { "wiped-out": "wiped_out", "no-move": "no_move", "nobody-can-move": "nobody_can_move", "too-long": "too_long", resigned: "resigned", time: "out_of_time", agreed: "agreed" };

  // The half of the table that only shows; the other half plays.
  class Shown {
    showCells(cells, view, more = {}) {
      const width = view.width;
      this.board.show({ width, cells, ...more });
    }

    // The position that is looked at: the last one can be played on.
    showNow() {
      const { view, steps, at } = this;
      const now = at === steps.length;
      const last = at > 0 ? [steps[at - 1].from, steps[at - 1].to].filter(Boolean) : [];
      const cells = now ? view.cells : at > 0 ? steps[at - 1].cells : view.first;
      const legal = this.mayMove() ? view.legal : [];
      this.showCells(cells, view, { legal, last, hinted: this.hinted() });
      this.drawPlayers(now ? view.counts : steps[at - 1]?.counts);
      this.drawMoves();
      this.drawButtons();
      this.drawBar();
      // Other scripts of the page may show something about the same position.
      document.dispatchEvent(new Event("blobwar-shown"));
    }

    hinted() {
      if (this.hint && this.mayMove()) return [this.hint.jump ? this.hint.from[0] : null, this.hint.to].filter(Boolean);
      if (!this.helps()) return [];
      // After a move that gave something away, the better move that the text names; else the best reply.
      const best = this.marks.length && (this.marks[this.at - 1]?.best ?? this.looks[this.at]?.move);
      return best && best !== "0000" ? best.match(/../g) : [];
    }

    settle() {
      this.keep();
      this.showNow();
      this.showTurn();
      this.evaluate();
    }

    // The side of the person at this page; null if two people share the page, or if it only watches a game.
    own() {
      return this.mode === "engine" ? this.you : this.mode === "link" ? this.seat : null;
    }

    // Whether the engine may help: not while two people play each other from afar.
    helps() {
      return this.mode !== "link" || Boolean(this.view?.end);
    }

    // Shows the side to move and what the other player did, or how the game ended.
    showTurn() {
      const { view, steps } = this;
      const own = this.own();
      if (view.end) {
        const { winner, reason } = view.end;
        const lost = this.mode === "engine" ? words.you_lose : words.opponent_wins;
        const side = winner === "x" ? words.blue_wins : words.red_wins;
        const who = !winner ? words.draw : !own ? side : winner === own ? words.you_win : lost;
        const [first, second] = this.you === "x" ? ["x", "o"] : ["o", "x"];
        const kind = !winner || !own ? "drawn" : winner === own ? "won" : "lost";
        this.showStatus(`${who} ${view.counts[first]} – ${view.counts[second]}`, null, kind);
        by("why").textContent = words[REASONS[reason]];
        return;
      }
      const last = steps.at(-1);
      const turn = view.turn === "x" ? words.blue_turn : words.red_turn;
      if (this.mode === "link" && !this.isFull()) this.showStatus(own ? words.waiting : turn);
      else this.showStatus(!own ? turn : view.turn === own ? words.your_turn : words.opponent_turn);
      by("why").textContent = last && last.side !== own ? this.describe(last) : "";
    }

    isFull() {
      return Boolean(this.view?.seats?.x && this.view.seats.o);
    }

    describe(step) {
      const who = words[step.side === "x" ? "blue" : "red"];
      const what = step.move === "0000" ? words.passes : step.from ? `${words.jumps} ${step.from} → ${step.to}` : `${words.doubles} ${step.to}`;
      const turned = step.turned.length ? `, ${words.turns} ${step.turned.length}` : "";
      return `${who[0].toUpperCase()}${who.slice(1)} ${what}${turned}.`;
    }

    showStatus(text, again = null, kind = "") {
      const status = by("status");
      status.parentElement.className = `state ${kind}`;
      status.textContent = text;
      by("why").textContent = "";
      if (!again) return;
      const button = make("button", "link", again);
      button.type = "button";
      button.addEventListener("click", () => this.failed());
      by("why").replaceChildren(button);
    }

    drawPlayers(counts) {
      if (!counts) counts = this.countOf(this.view.first);
      const players = { you: this.you, them: this.you === "x" ? "o" : "x" };
      for (const [id, side] of Object.entries(players)) {
        const root = by(id);
        root.querySelector(".blob").className = `blob ${side}`;
        root.querySelector(".name").textContent = this.nameOf(side);
        root.querySelector(".count").textContent = counts[side];
        root.classList.toggle("turn", !this.view.end && this.view.turn === side);
      }
    }

    // The name of a player on this page.
    nameOf(side) {
      const own = this.own();
      if (own === side) return words.you;
      if (this.mode === "engine") return `${words.engine} ${this.level}`;
      if (this.mode === "link" && !this.view?.seats?.[side]) return words.seat_free;
      if (own) return words.opponent;
      const name = side === "x" ? words.blue : words.red;
      return `${name[0].toUpperCase()}${name.slice(1)}`;
    }

    // The clocks go down here between two messages of the server, which decides.
    drawClocks() {
      const clock = this.mode === "link" ? this.view?.clock : null;
      const players = { you: this.you, them: this.you === "x" ? "o" : "x" };
      for (const [id, side] of Object.entries(players)) {
        const shown = by(id).querySelector(".clock");
        shown.hidden = !clock;
        if (!clock) continue;
        const spent = clock.runs === side ? performance.now() - this.received : 0;
        const left = Math.max(0, clock.left[side] - spent);
        const seconds = left < 10000 ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
        const rest = left < 10000 ? (seconds % 60).toFixed(1).padStart(4, "0") : String(seconds % 60).padStart(2, "0");
        shown.textContent = `${Math.floor(seconds / 60)}:${blobwar.decimal(rest)}`;
        shown.classList.toggle("low", left < 10000);
        shown.classList.toggle("runs", clock.runs === side);
      }
    }

    // What a game between two browsers needs beside the board: its link, a free seat, a lost connection.
    drawFriend() {
      const { view } = this;
      const link = this.mode === "link" && view;
      const free = link && !this.isFull() && !view.end;
      by("friend").hidden = !free;
      by("join").hidden = !free || Boolean(this.seat);
      by("invite").hidden = !free || !this.seat;
      if (free) {
        by("friend-text").textContent = this.seat ? words.send_link : words.seat_offer;
        by("friend-link").value = location.href;
      }
      by("connection").hidden = this.mode !== "link" || this.connected !== false;
      by("watching").hidden = !link || Boolean(this.seat) || Boolean(free);
    }

    countOf(cells) {
      const count = (mark) => [...(cells ?? "")].filter((cell) => cell === mark).length;
      return { x: count("x"), o: count("o") };
    }

    drawMoves() {
      const list = by("moves");
      const odd = this.steps[0]?.side === "o" ? 1 : 0;
      const rows = [];
      this.steps.forEach((step, place) => {
        if ((place + odd) % 2 === 0 || place === 0) {
          rows.push(make("li", "", make("span", "number", String(rows.length + 1))));
          if (place === 0 && odd) rows[0].append(make("span", "gap", "…"));
        }
        rows.at(-1).append(this.moveButton(step, place));
      });
      if (rows.length === 0) rows.push(make("li", "none", words.no_moves));
      list.replaceChildren(...rows);
      const current = list.querySelector("[aria-current]");
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }

    moveButton(step, place) {
      const mark = this.marks[place];
      const button = make("button", mark?.name ?? "", step.move === "0000" ? "—" : step.move);
      button.type = "button";
      if (step.turned.length) button.append(make("small", "", ` +${step.turned.length}`));
      if (mark) {
        button.append(make("b", "", mark.sign));
        button.title = `${words[mark.name]}. ${words.best_was} ${mark.best}`;
      }
      if (place + 1 === this.at) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.go(place + 1));
      return button;
    }

    button(act) {
      return document.querySelector(`#blobwar [data-act=${act}]`);
    }

    drawButtons() {
      const { at, steps } = this;
      for (const act of ["first", "previous"]) this.button(act).disabled = at === 0;
      for (const act of ["next", "last"]) this.button(act).disabled = at === steps.length;
      const over = Boolean(this.view.end);
      const link = this.mode === "link";
      this.button("undo").disabled = !steps.some((step) => this.takesBack(step));
      this.button("undo").hidden = link;
      this.button("hint").disabled = !this.mayMove();
      this.button("analyse").hidden = !over || this.looks.length > 0;
      this.button("hint").hidden = over || link;
      this.button("evaluation").setAttribute("aria-pressed", this.shows);
      this.button("evaluation").hidden = !this.helps();
      this.button("resign").hidden = !link || over || !this.seat;
      const other = this.seat === "x" ? "o" : "x";
      const draw = this.button("draw");
      draw.hidden = !link || over || !this.seat || !this.isFull();
      draw.disabled = Boolean(this.view.draw?.[this.seat]);
      draw.textContent = words[draw.disabled ? "draw_sent" : this.view.draw?.[other] ? "draw_accept" : "offer_draw"];
      const rematch = this.button("rematch");
      rematch.hidden = !link || !over || !(this.seat ? this.isFull() : this.view.next);
      const offered = this.view.rematch?.[this.seat] && !this.view.next;
      rematch.disabled = Boolean(offered);
      const text = this.view.next ? "rematch_go" : offered ? "rematch_sent" : this.view.rematch?.[other] ? "rematch_accept" : "rematch";
      rematch.textContent = words[text];
      this.drawFriend();
      this.drawClocks();
    }
  }

  Object.assign(blobwar, { by, words, maps, Shown });
})(window.blobwar);
