// The timeline: the course of the two numbers, the events, and where we are. Click or drag to go anywhere.
(function (laplace) {
  "use strict";

  const HEIGHT = 76;
  const TICKS = 16;
  const PAD = 8;

  class Strip {
    constructor(film, canvas, seek) {
      this.film = film;
      this.canvas = canvas;
      const go = (event) => seek(this.pieceAt(event.clientX - canvas.getBoundingClientRect().left));
      canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        go(event);
      });
      canvas.addEventListener("pointermove", (event) => {
        if (canvas.hasPointerCapture(event.pointerId)) go(event);
      });
    }

    // Draws what does not move, once for each size and theme.
    fit(width, colours) {
      this.width = width;
      this.colours = colours;
      this.context = laplace.resize(this.canvas, width, HEIGHT);
      this.still = document.createElement("canvas");
      const context = laplace.resize(this.still, width, HEIGHT);
      context.fillStyle = colours.board;
      context.fillRect(PAD, 0, width - 2 * PAD, HEIGHT);
      this.ticks(context);
      const { first, second, game, review } = this.film;
      if (review) {
        this.line(context, review.chances, 1000, colours.accent, [], true);
        return;
      }
      const most = (values) => values.reduce((a, b) => Math.max(a, b), 1);
      const together = game === "blobwar" ? Math.max(most(first), most(second)) : 0;
      this.line(context, first, together || most(first), colours.accent, [], game !== "blobwar");
      this.line(context, second, together || this.film.height, colours.second, [5, 3], false);
    }

    x(piece) {
      return PAD + (piece / Math.max(1, this.film.count)) * (this.width - 2 * PAD);
    }

    pieceAt(x) {
      const share = (x - PAD) / Math.max(1, this.width - 2 * PAD);
      return Math.round(Math.min(1, Math.max(0, share)) * this.film.count);
    }

    // Every dot shows the highest value that falls on it, so no peak is lost.
    line(context, values, most, colour, dash, filled) {
      const floor = HEIGHT - TICKS;
      const y = (value) => floor - 2 - (value / most) * (floor - 6);
      context.beginPath();
      let piece = 0;
      let last = PAD;
      for (let dot = 0; dot <= this.width - 2 * PAD; dot++) {
        const end = Math.max(piece + 1, Math.floor((dot + 1) / Math.max(1, this.width - 2 * PAD) * values.length));
        if (piece >= values.length) break;
        let high = 0;
        const from = piece;
        for (; piece < Math.min(end, values.length); piece++) high = Math.max(high, values[piece]);
        const at = values.length > this.width ? PAD + dot : this.x(from);
        last = at;
        context[dot === 0 ? "moveTo" : "lineTo"](at, y(high));
      }
      context.setLineDash(dash);
      context.lineWidth = 1.75;
      context.strokeStyle = colour;
      context.stroke();
      context.setLineDash([]);
      if (!filled) return;
      context.lineTo(last, floor);
      context.lineTo(PAD, floor);
      context.globalAlpha = 0.16;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    }

    ticks(context) {
      context.fillStyle = this.colours.event;
      let last = -2;
      for (const event of this.film.events) {
        const x = Math.round(this.x(event));
        if (x - last < 2) continue;
        context.fillRect(x, HEIGHT - TICKS + 4, 1, TICKS - 6);
        last = x;
      }
    }

    draw(piece) {
      const { context, width } = this;
      // A page without room yet, such as a hidden one, has nothing to draw on.
      if (width <= 0) return;
      context.clearRect(0, 0, width, HEIGHT);
      context.drawImage(this.still, 0, 0, width, HEIGHT);
      const x = Math.round(this.x(piece)) + 0.5;
      context.strokeStyle = this.colours.ink;
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, HEIGHT);
      context.stroke();
      context.fillStyle = this.colours.ink;
      context.beginPath();
      context.arc(x, HEIGHT - 6, 5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  laplace.Strip = Strip;
})(window.laplace);
