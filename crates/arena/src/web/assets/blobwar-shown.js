// What is shown around the board: who is to move, the count, the list of moves, the bar, the verdict.
(function (blobwar) {
  "use strict";

  const { make } = blobwar;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const by = (id) => document.getElementById(id);
  const [words, maps] = [read("words"), read("maps")];
  const REASONS = { "wiped-out": "wiped_out", "no-move": "no_move", "nobody-can-move": "nobody_can_move", "too-long": "too_long" };

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
    }

    hinted() {
      if (this.hint && this.mayMove()) return [this.hint.jump ? this.hint.from[0] : null, this.hint.to].filter(Boolean);
      const best = this.marks.length && this.looks[this.at]?.move;
      return best && best !== "0000" ? best.match(/../g) : [];
    }

    settle() {
      this.keep();
      this.showNow();
      this.tell();
      this.evaluate();
    }

    // Says whose turn it is, after what the engine did; or how the game ended.
    tell() {
      const { view, steps } = this;
      if (view.end) {
        const { winner, reason } = view.end;
        const who = winner ? (winner === this.you ? words.you_win : words.you_lose) : words.draw;
        const [first, second] = this.you === "x" ? ["x", "o"] : ["o", "x"];
        this.say(`${who} ${view.counts[first]} – ${view.counts[second]}`, null, winner === this.you ? "won" : winner ? "lost" : "drawn");
        by("why").textContent = words[REASONS[reason]];
        return;
      }
      const last = steps.at(-1);
      this.say(words.your_turn);
      by("why").textContent = last && last.side !== this.you ? this.describe(last) : "";
    }

    describe(step) {
      const who = words[step.side === "x" ? "blue" : "red"];
      const what = step.move === "0000" ? words.passes : step.from ? `${words.jumps} ${step.from} → ${step.to}` : `${words.doubles} ${step.to}`;
      const turned = step.turned.length ? `, ${words.turns} ${step.turned.length}` : "";
      return `${who[0].toUpperCase()}${who.slice(1)} ${what}${turned}.`;
    }

    say(text, again = null, kind = "") {
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
        root.querySelector(".name").textContent = id === "you" ? words.you : `${words.engine} ${this.level}`;
        root.querySelector(".count").textContent = counts[side];
        root.classList.toggle("turn", !this.view.end && this.view.turn === side);
      }
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
        button.append(make("b", "", mark.mark));
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
      this.button("undo").disabled = !steps.some((step) => step.side === this.you && step.move !== "0000");
      this.button("hint").disabled = !this.mayMove();
      this.button("analyse").hidden = !this.view.end || this.looks.length > 0;
      this.button("hint").hidden = Boolean(this.view.end);
      this.button("evaluation").setAttribute("aria-pressed", this.shows);
    }
  }

  Object.assign(blobwar, { by, words, maps, Shown });
})(window.blobwar);
