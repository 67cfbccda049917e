// The board: shows a position, lets a move be chosen by mouse, finger or keys, and plays what happened.
//
// It knows no rule: which blobs can be picked and where they can go is in the legal moves that it is given.
(function (blobwar) {
  "use strict";

  const MOVE_TIME = 220;
  const TURN_TIME = 130;
  const STAGGER = 35;
  // A pointer that moves less than this clicks.
  const DRAG = 6;

  const stands = { x: "blue_blob", o: "red_blob", ".": "empty", "-": "hole" };

  function make(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  class Board {
    constructor(root, words, onMove, onPick) {
      Object.assign(this, { root, words, onMove, onPick });
      this.width = 0;
      this.picked = null;
      this.legal = [];
      this.last = [];
      this.hinted = [];
      this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
      root.addEventListener("click", (event) => this.choose(event.target.closest(".cell")?.dataset.cell));
      root.addEventListener("keydown", (event) => this.key(event));
      root.addEventListener("pointerdown", (event) => this.grab(event));
      root.addEventListener("pointermove", (event) => this.pull(event));
      root.addEventListener("pointerup", (event) => this.release(event));
      root.addEventListener("pointercancel", (event) => this.drag?.id === event.pointerId && this.letGo());
    }

    // ---- cells

    name(index) {
      const column = String.fromCharCode(97 + (index % this.width));
      return `${column}${this.width - Math.floor(index / this.width)}`;
    }

    index(name) {
      return (this.width - Number(name.slice(1))) * this.width + name.charCodeAt(0) - 97;
    }

    at(name) {
      return this.elements[this.index(name)];
    }

    build(width) {
      this.width = width;
      this.root.classList.toggle("seven", width === 7);
      this.elements = [];
      const rows = Array.from({ length: width }, (_, line) => {
        const row = make("div", "cells");
        row.setAttribute("role", "row");
        for (let column = 0; column < width; column++) row.append(this.cell(line * width + column));
        return row;
      });
      this.root.replaceChildren(...rows);
      this.focused = this.name(width * width - width);
    }

    cell(index) {
      const cell = make("div", "cell");
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.dataset.cell = this.name(index);
      const [column, line] = [index % this.width, Math.floor(index / this.width)];
      if ((column + line) % 2) cell.classList.add("dark");
      if (line === this.width - 1) cell.dataset.file = cell.dataset.cell[0];
      if (column === 0) cell.dataset.rank = cell.dataset.cell.slice(1);
      this.elements.push(cell);
      return cell;
    }

    // ---- showing

    // Shows cells; `legal` are the moves that the player may make now, `last` and `hinted` names of cells.
    show({ width, cells, legal = [], last = [], hinted = [] }) {
      if (width !== this.width) this.build(width);
      this.letGo();
      this.token = {};
      Object.assign(this, { cells, legal, last, hinted, picked: null });
      [...cells].forEach((mark, index) => this.put(index, mark));
      this.mark();
    }

    put(index, mark) {
      const cell = this.elements[index];
      const now = cell.firstElementChild;
      cell.classList.toggle("hole", mark === "-");
      const blob = mark === "x" || mark === "o";
      if (!blob) cell.replaceChildren();
      else if (!now) cell.append(make("span", `blob ${mark}`));
      else now.className = `blob ${mark}`;
    }

    // What can be done now, as classes and as words.
    mark() {
      const movers = new Set(this.legal.flatMap((choice) => choice.from));
      const targets = new Map();
      for (const choice of this.legal) {
        if (choice.from.includes(this.picked) && targets.get(choice.to) !== "near") {
          targets.set(choice.to, choice.jump ? "far" : "near");
        }
      }
      this.elements.forEach((cell, index) => {
        const name = cell.dataset.cell;
        cell.classList.toggle("mover", movers.has(name));
        cell.classList.toggle("picked", name === this.picked);
        cell.classList.toggle("near", targets.get(name) === "near");
        cell.classList.toggle("far", targets.get(name) === "far");
        cell.classList.toggle("last", this.last.includes(name));
        cell.classList.toggle("hinted", this.hinted.includes(name));
        cell.tabIndex = name === this.focused ? 0 : -1;
        const parts = [name, this.words[stands[this.cells[index]]]];
        if (name === this.picked) parts.push(this.words.picked);
        if (targets.has(name)) parts.push(this.words.target);
        cell.setAttribute("aria-label", parts.join(", "));
        cell.setAttribute("aria-selected", name === this.picked);
      });
    }

    // ---- choosing

    choose(name) {
      if (!name || this.legal.length === 0) return;
      this.focused = name;
      const here = this.legal.filter((choice) => choice.to === name);
      const fitting = here.filter((choice) => choice.from.includes(this.picked));
      const near = (this.picked ? fitting : here).find((choice) => !choice.jump);
      const only = this.picked ? fitting[0] : here.length === 1 ? here[0] : undefined;
      const choice = near ?? only;
      if (choice) {
        const from = this.picked ?? choice.from[0];
        this.picked = null;
        this.onMove(choice, from);
        return;
      }
      const mover = this.legal.some((other) => other.from.includes(name));
      this.picked = mover && name !== this.picked ? name : null;
      this.mark();
      this.onPick(this.picked);
    }

    // ---- dragging: a blob is pulled to its target, as an addition to clicking on both cells

    grab(event) {
      const name = event.target.closest(".cell")?.dataset.cell;
      const mine = name && this.legal.some((choice) => choice.from.includes(name));
      if (!mine || !event.isPrimary || event.button !== 0) return;
      this.drag = { name, id: event.pointerId, x: event.clientX, y: event.clientY, blob: null };
    }

    pull(event) {
      const drag = this.drag;
      if (!drag || drag.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.blob) {
        if (Math.hypot(dx, dy) < DRAG) return;
        drag.blob = this.at(drag.name).firstElementChild;
        drag.blob.classList.add("dragged");
        this.at(drag.name).classList.add("moving");
        // The click that follows belongs to the board then, not to a cell.
        this.root.setPointerCapture(drag.id);
        this.focused = drag.name;
        this.picked = drag.name;
        this.mark();
        this.onPick(drag.name);
      }
      drag.blob.style.transform = `translate(${dx}px, ${dy}px)`;
      const over = this.under(event);
      for (const cell of this.elements) cell.classList.toggle("over", cell === over && /near|far/.test(cell.className));
      event.preventDefault();
    }

    under(event) {
      return document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#grid .cell");
    }

    release(event) {
      const drag = this.drag;
      // Another finger may be lifted meanwhile.
      if (!drag || drag.id !== event.pointerId) return;
      const name = drag.blob && this.under(event)?.dataset.cell;
      this.letGo();
      if (!drag.blob) return;
      const fitting = this.legal.filter((choice) => choice.to === name && choice.from.includes(drag.name));
      const choice = fitting.find((other) => !other.jump) ?? fitting[0];
      if (!choice) return this.drop();
      this.picked = null;
      this.focused = name;
      this.onMove(choice, drag.name, true);
    }

    letGo() {
      const { drag } = this;
      this.drag = null;
      if (!drag?.blob) return;
      drag.blob.classList.remove("dragged");
      drag.blob.style.transform = "";
      for (const cell of this.elements) cell.classList.remove("over", "moving");
    }

    // Nothing can be chosen until something is shown again.
    wait() {
      this.legal = [];
      if (this.width) this.mark();
    }

    drop() {
      if (!this.picked) return;
      this.picked = null;
      this.mark();
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.width) return;
      const [line, column] = [this.width - Number(this.focused.slice(1)), this.focused.charCodeAt(0) - 97];
      const last = this.width - 1;
      const to = {
        ArrowLeft: [line, column - 1], ArrowRight: [line, column + 1],
        ArrowUp: [line - 1, column], ArrowDown: [line + 1, column],
        Home: [line, 0], End: [line, last], PageUp: [0, column], PageDown: [last, column],
      }[event.key];
      if (to) {
        const [y, x] = to.map((place) => Math.max(0, Math.min(last, place)));
        this.focus(this.name(y * this.width + x));
      } else if (event.key === "Enter" || event.key === " ") {
        this.choose(this.focused);
      } else if (event.key === "Escape") {
        this.drop();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }

    focus(name) {
      this.at(this.focused).tabIndex = -1;
      this.focused = name;
      this.at(name).tabIndex = 0;
      this.at(name).focus();
    }

    // ---- moving

    // Plays a step from the cells that are shown: a blob comes from `from` (or grows), then others turn.
    // A blob that was dragged is there already.
    async play(step, from, dragged = false) {
      const token = (this.token = {});
      this.letGo();
      this.legal = [];
      this.picked = null;
      this.hinted = [];
      this.last = [step.from, step.to].filter(Boolean);
      if (step.to) {
        if (step.from) this.put(this.index(step.from), ".");
        this.put(this.index(step.to), step.side);
        const origin = step.from ?? from;
        if (dragged) this.mark();
        else await this.arrive(step.to, origin);
        if (this.token !== token) return;
        await Promise.all(step.turned.map((name, place) => this.turn(name, step.side, place, token)));
      }
      if (this.token === token) this.cells = this.after(step);
    }

    after(step) {
      const cells = [...this.cells];
      if (!step.to) return this.cells;
      if (step.from) cells[this.index(step.from)] = ".";
      for (const name of [step.to, ...step.turned]) cells[this.index(name)] = step.side;
      return cells.join("");
    }

    async arrive(to, from) {
      this.mark();
      if (this.still.matches) return;
      const cell = this.at(to);
      const blob = cell.firstElementChild;
      let start = "scale(0)";
      if (from) {
        const [a, b] = [this.at(from).getBoundingClientRect(), cell.getBoundingClientRect()];
        start = `translate(${a.left - b.left}px, ${a.top - b.top}px) scale(.8)`;
      }
      cell.classList.add("moving");
      const frames = [{ transform: start }, { transform: "none" }];
      await blob.animate(frames, { duration: MOVE_TIME, easing: "cubic-bezier(.3,.8,.4,1.15)" }).finished.catch(() => {});
      cell.classList.remove("moving");
    }

    async turn(name, side, place, token) {
      const index = this.index(name);
      if (this.still.matches) {
        this.put(index, side);
        return;
      }
      const blob = this.elements[index].firstElementChild;
      const half = { duration: TURN_TIME, delay: place * STAGGER, easing: "ease-in", fill: "backwards" };
      await blob?.animate([{ transform: "none" }, { transform: "rotateY(90deg)" }], half).finished.catch(() => {});
      if (this.token !== token) return;
      this.put(index, side);
      const rest = { duration: TURN_TIME, easing: "ease-out" };
      await blob?.animate([{ transform: "rotateY(90deg)" }, { transform: "scale(1.12)" }, { transform: "none" }], rest).finished.catch(() => {});
    }
  }

  Object.assign(blobwar, { Board, make });
})(window.blobwar);
