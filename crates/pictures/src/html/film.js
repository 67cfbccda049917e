// A film: what happened in a game, unpacked, and the board after any number of steps.
//
// Nothing here knows a rule. The packed form is described in pack.rs. Boards are flat arrays of codes, the top
// line first; every 128th one is kept, so that going anywhere follows 127 steps at most.
window.laplace = window.laplace || {};

(function (laplace) {
  "use strict";

  const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const VALUES = new Uint8Array(128);
  for (let i = 0; i < 64; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

  const NO_SHAPE = 31;
  const MANY_EFFECTS = 15;
  const KEYFRAME = 128;

  class Reader {
    constructor(text) {
      this.text = text;
      this.at = 0;
    }

    number(digits = 1) {
      let value = 0;
      while (digits-- > 0) value = value * 64 + VALUES[this.text.charCodeAt(this.at++)];
      return value;
    }
  }

  function bits(mask) {
    const found = [];
    for (let bit = 0; mask >> bit; bit++) if ((mask >> bit) & 1) found.push(bit);
    return found;
  }

  function readFall(reader) {
    const blocks = [];
    for (let groups = reader.number(); groups > 0; groups--) {
      const distance = reader.number();
      const first = reader.number();
      const lines = reader.number();
      for (let line = first; line < first + lines; line++) {
        for (const column of bits(reader.number(2))) blocks.push({ line, column, distance });
      }
    }
    // The lowest first, so that a cell is left before another block comes into it.
    return blocks.sort((a, b) => b.line - a.line);
  }

  const READ_EFFECT = [
    (reader) => ({ kind: "collapse", lines: bits(reader.number(4)) }),
    (reader) => ({ kind: "empty", lines: bits(reader.number(4)) }),
    (reader) => ({ kind: "fall", blocks: readFall(reader) }),
    (reader) => ({ kind: "lift", line: reader.number(), column: reader.number() }),
    (reader) => {
      const code = reader.number();
      const cells = Array.from({ length: reader.number() }, () => [reader.number(), reader.number()]);
      return { kind: "turn", code, cells };
    },
    (reader) => ({ kind: "points", points: reader.number(2) }),
  ];

  function readStep(reader) {
    const head = reader.number(3);
    const shape = head >> 13;
    let count = head & 15;
    if (count === MANY_EFFECTS) count = reader.number();
    const step = { shape, line: (head >> 8) & 31, column: (head >> 4) & 15, effects: [], weight: 0, points: 0 };
    for (; count > 0; count--) {
      const effect = READ_EFFECT[reader.number()](reader);
      if (effect.kind === "points") {
        step.points += effect.points;
        continue;
      }
      if (effect.kind === "turn") step.weight += effect.cells.length;
      else if (effect.lines) step.weight += effect.lines.length;
      step.effects.push(effect);
    }
    return step;
  }

  class Film {
    constructor(data) {
      if (data.version !== 1) throw new Error(`film version ${data.version}, expected 1`);
      Object.assign(this, data);
      this.shapes = data.shapes.map(([name, code, blocks]) => ({ name, code, blocks }));
      const reader = new Reader(data.steps);
      this.steps = Array.from({ length: data.count }, () => readStep(reader));
      // An engine's review of a step: its sign and a sentence, by the number of the step.
      this.marks = new Map((data.review?.marks ?? []).map(([piece, sign, note]) => [piece, { sign, note }]));
      this.measure();
    }

    // Plays the film once: keeps boards, and the numbers that are shown at every step.
    measure() {
      const length = this.count + 1;
      this.first = new Float64Array(length);
      this.second = new Float64Array(length);
      this.weights = new Float64Array(length);
      this.events = [];
      this.keyframes = [];
      const board = Uint8Array.from(this.start, (letter) => this.letters.indexOf(letter));
      let sum = 0;
      let weight = 0;
      for (let piece = 0; piece < length; piece++) {
        if (piece > 0) {
          const step = this.steps[piece - 1];
          this.follow(board, step);
          sum += this.game === "demon" ? step.points : step.weight;
          weight += step.weight;
          const isEvent = this.review ? this.marks.has(piece) : step.weight >= this.eventWeight;
          if (isEvent) this.events.push(piece);
        }
        if (piece % KEYFRAME === 0) this.keyframes.push(board.slice());
        this.weights[piece] = weight;
        this.note(piece, board, sum);
      }
    }

    note(piece, board, sum) {
      if (this.game === "blobwar") {
        for (const code of board) {
          if (code === 1) this.first[piece]++;
          if (code === 2) this.second[piece]++;
        }
        return;
      }
      this.first[piece] = sum;
      // A plain loop: this runs ten thousand times before anything is shown.
      let top = 0;
      while (top < board.length && board[top] === 0) top++;
      this.second[piece] = this.height - Math.floor(top / this.width);
    }

    // A copy of the board after `piece` steps, which the caller may change.
    board(piece) {
      const board = this.keyframes[Math.floor(piece / KEYFRAME)].slice();
      for (let i = piece - (piece % KEYFRAME); i < piece; i++) this.follow(board, this.steps[i]);
      return board;
    }

    follow(board, step) {
      this.arrive(board, step);
      for (const effect of step.effects) this.apply(board, effect);
    }

    cells(step) {
      if (step.shape === NO_SHAPE) return [];
      const place = ([line, column]) => (step.line + line) * this.width + step.column + column;
      return this.shapes[step.shape].blocks.map(place);
    }

    arrive(board, step) {
      for (const cell of this.cells(step)) board[cell] = this.shapes[step.shape].code;
    }

    // Applies an effect to a board; blocks fall at most `limit` lines.
    apply(board, effect, limit = Infinity) {
      const width = this.width;
      switch (effect.kind) {
        case "collapse":
          for (const line of effect.lines) {
            board.copyWithin(width, 0, line * width);
            board.fill(0, 0, width);
          }
          break;
        case "empty":
          for (const line of effect.lines) board.fill(0, line * width, (line + 1) * width);
          break;
        case "fall":
          for (const { line, column, distance } of effect.blocks) {
            const from = line * width + column;
            const code = board[from];
            board[from] = 0;
            board[from + Math.min(distance, limit) * width] = code;
          }
          break;
        case "lift":
          board[effect.line * width + effect.column] = 0;
          break;
        case "turn":
          for (const [line, column] of effect.cells) board[line * width + column] = effect.code;
          break;
      }
    }

    // The moments of a step, in order: its arrival, then each effect, a fall line by line. Each is a board
    // and the lines that are about to go.
    moments(piece) {
      const step = this.steps[piece - 1];
      const board = this.board(piece - 1);
      this.arrive(board, step);
      const moments = [{ board: board.slice(), going: [] }];
      for (const effect of step.effects) {
        if (effect.lines) moments[moments.length - 1].going = effect.lines;
        const furthest = effect.kind === "fall" ? Math.max(...effect.blocks.map((block) => block.distance)) : 1;
        for (let limit = 1; limit < furthest; limit++) {
          const midway = board.slice();
          this.apply(midway, effect, limit);
          moments.push({ board: midway, going: [] });
        }
        this.apply(board, effect);
        moments.push({ board: board.slice(), going: [] });
      }
      return moments;
    }

    nextEvent(piece) {
      return this.events.find((event) => event > piece);
    }

    text(piece) {
      const board = this.board(piece);
      let text = "";
      for (let cell = 0; cell < board.length; cell++) {
        text += this.letters[board[cell]];
        if ((cell + 1) % this.width === 0) text += "\n";
      }
      return text;
    }
  }

  laplace.Film = Film;
})(window.laplace);
