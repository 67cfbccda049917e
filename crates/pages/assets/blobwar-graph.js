// The graph of a finished game: the chance of blue to win after each move, and the moves that lost much of a chance.
(function (blobwar) {
  "use strict";

  const SPACE = "http://www.w3.org/2000/svg";
  const [WIDTH, HEIGHT] = [320, 96];
  // The marks of moves, the worst first: name, sign, and the smallest loss of winning chances that has it.
  const MARKS = JSON.parse(document.getElementById("marks").textContent);

  function svg(name, attributes, ...children) {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // The mark of each move, with the better move: the move to position n is judged by positions n - 1 and n.
  function marksOf(looks, steps) {
    return steps.map((step, place) => {
      const [before, after] = [looks[place]?.chance, looks[place + 1]?.chance];
      // A search that was stopped in its first iteration has no value.
      if (before == null || after == null || step.move === looks[place].move) return null;
      const loss = step.side === "x" ? before - after : after - before;
      const found = MARKS.find(({ min_loss }) => loss >= min_loss);
      return found ? { name: found.name, sign: found.sign, best: looks[place].move } : null;
    });
  }

  class Graph {
    constructor(root, words, onGo) {
      Object.assign(this, { root, words, onGo });
      root.addEventListener("click", (event) => {
        const box = root.getBoundingClientRect();
        if (this.last > 0) onGo(Math.round(((event.clientX - box.left) / box.width) * this.last));
      });
    }

    draw(looks, marks, at) {
      const last = (this.last = Math.max(1, marks.length));
      const x = (place) => (place / last) * WIDTH;
      const y = (chance) => 4 + (1 - chance) * (HEIGHT - 8);
      const points = looks.map((look, place) => `${x(place).toFixed(1)},${y(look.chance).toFixed(1)}`);
      const middle = HEIGHT / 2;
      const parts = [svg("rect", { class: "ground", width: WIDTH, height: HEIGHT })];
      if (points.length > 0) {
        const end = x(looks.length - 1).toFixed(1);
        parts.push(svg("polygon", { class: "area", points: `0,${HEIGHT} ${points.join(" ")} ${end},${HEIGHT}` }));
        parts.push(svg("polyline", { class: "line", points: points.join(" ") }));
      }
      parts.push(svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: middle, y2: middle }));
      marks.forEach((mark, place) => {
        if (!mark || !looks[place + 1]) return;
        const [cx, cy] = [x(place + 1), y(looks[place + 1].chance)];
        parts.push(svg("circle", { class: mark.name, cx, cy, r: 3.5 }, svg("title", {}, mark.sign)));
      });
      parts.push(svg("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
      const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": this.words.graph }, ...parts);
      this.root.replaceChildren(picture);
      this.root.hidden = false;
    }
  }

  Object.assign(blobwar, { Graph, marksOf });
})(window.blobwar);
