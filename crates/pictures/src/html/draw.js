// Draws a board, and the shapes that come next, on a canvas. Colours come from the style sheet.
(function (laplace) {
  "use strict";

  // Room for the labels on the left and below; on the right only the last outline needs some.
  const LABELS = 20;
  const RIGHT = 3;

  function colours(root) {
    const style = getComputedStyle(root);
    const get = (name) => style.getPropertyValue(`--${name}`).trim();
    const names = ["ink", "soft", "paper", "board", "top", "grid", "accent", "second", "event", "hole"];
    const found = Object.fromEntries(names.map((name) => [name, get(name)]));
    found.codes = [null];
    found.marks = [null];
    for (let code = 1; code <= 7; code++) {
      found.codes.push(get(`code-${code}`));
      found.marks.push(get(`mark-${code}`));
    }
    return found;
  }

  // Gives a canvas a size in the page's dots and sharp ones on the screen's.
  function resize(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  class BoardView {
    constructor(film, canvas) {
      this.film = film;
      this.canvas = canvas;
    }

    // Fits the board into a box, cells a whole number of dots wide.
    fit(width, height) {
      const { film } = this;
      const across = (width - LABELS - RIGHT) / film.width;
      const down = (height - LABELS) / film.height;
      const largest = film.game === "blobwar" ? 64 : 32;
      this.cell = Math.max(9, Math.min(largest, Math.floor(Math.min(across, down))));
      const wide = film.width * this.cell + LABELS + RIGHT;
      this.context = resize(this.canvas, wide, film.height * this.cell + LABELS + 1);
    }

    draw(board, { going = [], step = null, colours: colour }) {
      const { context, film, cell } = this;
      this.colour = colour;
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      context.save();
      context.translate(LABELS, 0.5);
      this.ground();
      for (let i = 0; i < board.length; i++) {
        if (board[i] === 0) continue;
        const line = Math.floor(i / film.width);
        const [x, y] = [(i % film.width) * cell, line * cell];
        if (film.game === "blobwar") this.blob(x, y, board[i]);
        else this.block(x, y, board[i], going.includes(line));
      }
      if (step) this.last(step, board);
      context.restore();
      this.labels();
    }

    ground() {
      const { context, film, cell, colour } = this;
      const [wide, high] = [film.width * cell, film.height * cell];
      context.fillStyle = colour.board;
      context.fillRect(0, 0, wide, high);
      context.fillStyle = colour.top;
      context.fillRect(0, 0, wide, film.top * cell);
      context.strokeStyle = colour.grid;
      context.lineWidth = 1;
      context.beginPath();
      for (let x = 0; x <= film.width; x++) {
        context.moveTo(x * cell + 0.5, 0);
        context.lineTo(x * cell + 0.5, high);
      }
      for (let y = 0; y <= film.height; y++) {
        context.moveTo(0, y * cell);
        context.lineTo(wide, y * cell);
      }
      context.stroke();
      if (film.top > 0) {
        context.setLineDash([4, 4]);
        context.strokeStyle = colour.soft;
        context.beginPath();
        context.moveTo(0, film.top * cell);
        context.lineTo(wide, film.top * cell);
        context.stroke();
        context.setLineDash([]);
      }
    }

    block(x, y, code, going) {
      const { context, cell, colour } = this;
      context.fillStyle = going ? colour.paper : colour.codes[code];
      context.beginPath();
      context.roundRect(x + 1, y + 1, cell - 1, cell - 1, Math.min(3, cell / 6));
      context.fill();
      if (going) {
        context.lineWidth = 2;
        context.strokeStyle = colour.ink;
        context.stroke();
      }
      if (cell < 10) return;
      context.fillStyle = going ? colour.ink : colour.marks[code];
      context.font = `600 ${Math.round(cell * 0.55)}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(this.film.letters[code], x + cell / 2 + 0.5, y + cell / 2 + 1);
    }

    blob(x, y, code) {
      const { context, cell, colour } = this;
      if (this.film.letters[code] === "#") {
        context.fillStyle = colour.hole;
        context.fillRect(x + 1, y + 1, cell - 1, cell - 1);
        return;
      }
      const [cx, cy, arm] = [x + cell / 2, y + cell / 2, cell * 0.15];
      context.fillStyle = colour.codes[code];
      context.beginPath();
      context.arc(cx, cy, cell * 0.4, 0, 2 * Math.PI);
      context.fill();
      context.strokeStyle = colour.marks[code];
      context.lineWidth = Math.max(2, cell * 0.07);
      context.beginPath();
      if (code === 1) {
        context.moveTo(cx - arm, cy - arm);
        context.lineTo(cx + arm, cy + arm);
        context.moveTo(cx + arm, cy - arm);
        context.lineTo(cx - arm, cy + arm);
      } else {
        context.arc(cx, cy, arm, 0, 2 * Math.PI);
      }
      context.stroke();
    }

    // Points out what the last step brought, left and turned.
    last(step, board) {
      const { context, film, cell, colour } = this;
      const outline = (index, dash) => {
        const [x, y] = [(index % film.width) * cell, Math.floor(index / film.width) * cell];
        context.setLineDash(dash);
        context.strokeRect(x + 1.5, y + 1, cell - 2, cell - 2);
      };
      context.strokeStyle = colour.ink;
      context.lineWidth = 2;
      const code = film.shapes[step.shape]?.code;
      const stays = step.weight === 0 || film.game === "blobwar";
      if (stays) for (const index of film.cells(step)) if (board[index] === code) outline(index, []);
      for (const effect of step.effects) {
        if (effect.kind === "lift") outline(effect.line * film.width + effect.column, [4, 3]);
        if (effect.kind === "turn") {
          for (const [line, column] of effect.cells) outline(line * film.width + column, [2, 3]);
        }
      }
      context.setLineDash([]);
    }

    labels() {
      const { context, film, cell, colour } = this;
      context.fillStyle = colour.soft;
      context.font = "11px system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      const blobs = film.game === "blobwar";
      const every = cell >= 14 ? 1 : 2;
      for (let x = 0; x < film.width; x += every) {
        const label = blobs ? String.fromCharCode(97 + x) : x;
        context.fillText(label, LABELS + (x + 0.5) * cell, film.height * cell + 10);
      }
      context.textAlign = "right";
      for (let y = 0; y < film.height; y += every) {
        const label = film.game === "demon" ? y : film.height - (blobs ? 0 : 1) - y;
        context.fillText(label, LABELS - 4, (y + 0.5) * cell + 1);
      }
    }
  }

  // The shapes that come next, unturned, one below the other.
  function drawNext(film, canvas, piece, count, colour) {
    const cell = 11;
    const gap = 0.8;
    // As high as the highest shapes there can be, so that none is cut and what is below stays where it is.
    const highest = film.game === "well" ? 4 : 2;
    const context = resize(canvas, 5 * cell, count * (highest + gap) * cell);
    let top = 1;
    for (const step of film.steps.slice(piece, piece + count)) {
      const shape = film.shapes.find((other) => other.code === film.shapes[step.shape].code);
      context.fillStyle = colour.codes[shape.code];
      for (const [line, column] of shape.blocks) {
        context.fillRect(column * cell, top + line * cell, cell - 1, cell - 1);
      }
      top += (Math.max(...shape.blocks.map(([line]) => line)) + 1 + gap) * cell;
    }
  }

  Object.assign(laplace, { BoardView, drawNext, colours, resize });
})(window.laplace);
