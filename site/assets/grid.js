// A board of cells that can be pressed by mouse, finger or keys: the position editor and the exercise sheet use it.
(function (site) {
  "use strict";

  const { make } = site;

  class Grid {
    // `onPress` gets the place of a cell, counted from the top left.
    constructor(root, onPress) {
      Object.assign(this, { root, onPress, width: 0, focused: 0, cells: [] });
      root.setAttribute("role", "grid");
      root.classList.add("cells-grid");
      root.addEventListener("click", (event) => {
        const cell = event.target.closest("[data-index]");
        if (cell) this.press(Number(cell.dataset.index));
      });
      root.addEventListener("keydown", (event) => this.key(event));
    }

    press(index) {
      this.focus(index, false);
      this.onPress(index);
    }

    // Shows cells: for each a `mark` (x, o, - or .), a `label`, a `text` inside it, and more `classes`.
    draw(width, cells) {
      if (width !== this.width) this.build(width);
      cells.forEach(({ mark, label, text = "", classes = "" }, index) => {
        const cell = this.cells[index];
        const dark = (index % width) + Math.floor(index / width);
        cell.className = `cell ${dark % 2 ? "dark" : ""} ${mark === "-" ? "hole" : ""} ${classes}`;
        cell.setAttribute("aria-label", label);
        const blob = mark === "x" || mark === "o" ? [make("span", { class: `blob ${mark}` })] : [];
        cell.replaceChildren(...blob, ...(text === "" ? [] : [make("span", { class: "text" }, text)]));
      });
    }

    build(width) {
      this.width = width;
      this.focused = Math.min(this.focused, width * width - 1);
      this.cells = Array.from({ length: width * width }, (_, index) => make("div", { role: "gridcell", "data-index": index, tabindex: index === this.focused ? 0 : -1 }));
      this.root.replaceChildren(...Array.from({ length: width }, (_, line) => make("div", { role: "row" }, ...this.cells.slice(line * width, (line + 1) * width))));
    }

    focus(index, really = true) {
      this.cells[this.focused].tabIndex = -1;
      this.focused = index;
      this.cells[index].tabIndex = 0;
      if (really) this.cells[index].focus();
    }

    key(event) {
      const { width, focused } = this;
      const [line, column] = [Math.floor(focused / width), focused % width];
      const to = { ArrowLeft: [line, column - 1], ArrowRight: [line, column + 1], ArrowUp: [line - 1, column], ArrowDown: [line + 1, column] }[event.key];
      if (to) {
        const [y, x] = to.map((place) => Math.max(0, Math.min(width - 1, place)));
        this.focus(y * width + x);
      } else if (event.key === "Enter" || event.key === " ") this.press(focused);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
  }

  site.Grid = Grid;
})(window.site);
