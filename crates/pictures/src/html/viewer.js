// The viewer: laplace.view(element, data) fills the element and gives back the handle that drives it.
(function (laplace) {
  "use strict";

  const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
  // Up to this speed every moment of a step is shown, faster only its end.
  const MOMENTS = 20;
  // The longest time between two pictures that is made up for: a hidden page does not rush when it comes back.
  const LONGEST = 250;

  const { element, button } = laplace;

  class Viewer {
    constructor(root, data) {
      this.film = new laplace.Film(data);
      this.film.words = laplace.words(this.film);
      this.root = root;
      this.piece = 0;
      this.speed = 5;
      this.playing = false;
      this.build();
      this.listen();
      this.restyle();
      this.seek(this.linked() ?? 0);
    }

    // ---- building

    build() {
      const { film, root } = this;
      const { words } = film;
      root.classList.add("laplace", film.game);
      this.canvas = element("canvas", { role: "img" });
      this.next = element("canvas", { "aria-hidden": "true", class: "next" });
      this.facts = element("dl");
      this.description = element("p", { class: "description" });
      this.status = element("p", { class: "hidden", role: "status", "aria-live": "polite" });
      this.stripCanvas = element("canvas", {
        role: "slider", tabindex: "0", "aria-label": words.timeline, "aria-valuemin": "0", "aria-valuemax": film.count,
      });
      this.help = laplace.help(film);
      const beside = element("div", { class: "beside" }, this.facts, this.description);
      if (film.game !== "blobwar") {
        beside.append(element("div", { class: "coming" }, element("span", {}, words.next), this.next));
      }
      this.stage = element("div", { class: "stage" }, this.canvas, beside);
      const end = element("p", { class: "end" }, words.end(film.count, film.end));
      const timeline = element("div", { class: "timeline" }, this.stripCanvas, this.legend());
      root.replaceChildren(
        element("h1", {}, film.title), this.stage, this.controls(), timeline, end, this.status, this.help,
      );
      if (film.game === "blobwar" && film.count > 0) {
        this.moves = laplace.moveList(film, (piece) => this.seek(piece));
        timeline.after(this.moves.list);
      }
      this.board = new laplace.BoardView(film, this.canvas);
      this.strip = new laplace.Strip(film, this.stripCanvas, (piece) => this.seek(piece));
    }

    controls() {
      const { film } = this;
      const { words } = film;
      this.playButton = button("play", words.play, () => this.toggle());
      this.speedText = element("output", { class: "speed" });
      this.goInput = element("input", {
        type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": words.go_to, placeholder: words.go_hint,
      });
      const go = element("form", { class: "go" }, this.goInput, element("button", { type: "submit" }, words.go));
      go.addEventListener("submit", (event) => {
        event.preventDefault();
        this.go(this.goInput.value);
      });
      const walk = element(
        "div", { class: "walk" },
        button("start", words.to_start, () => this.seek(0)),
        button("back", words.back, () => this.move(-1)),
        this.playButton,
        button("forward", words.on, () => this.move(1)),
        button("end", words.to_end, () => this.seek(film.count)),
        button("event", words.to_event, () => this.toEvent()),
      );
      const rest = element(
        "div", { class: "rest" },
        button("slower", words.slower, () => this.faster(-1)),
        this.speedText,
        button("faster", words.faster, () => this.faster(1)),
        go,
        button("help", words.help_key, () => this.help.showModal()),
      );
      return element("div", { class: "controls" }, walk, rest);
    }

    legend() {
      const { film } = this;
      const entry = (kind, name) => element("span", { class: kind }, name);
      const { series: [first, second], event, chance } = film.words;
      if (film.review) return element("p", { class: "legend" }, entry("first", chance), entry("event", event));
      return element("p", { class: "legend" }, entry("first", first), entry("second", second), entry("event", event));
    }

    listen() {
      this.ended = new AbortController();
      const { signal } = this.ended;
      document.addEventListener("keydown", (event) => this.key(event), { signal });
      window.addEventListener("hashchange", () => {
        const piece = this.linked();
        if (piece !== null && piece !== this.piece) this.seek(piece);
      }, { signal });
      window.addEventListener("resize", () => this.restyle(), { signal });
      for (const query of ["(prefers-color-scheme: dark)", "print"]) {
        window.matchMedia(query).addEventListener("change", () => this.restyle(), { signal });
      }
      const observer = new MutationObserver(() => this.restyle());
      observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      signal.addEventListener("abort", () => observer.disconnect());
      this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    }

    // Fits everything into the page and takes the colours anew.
    restyle() {
      this.colours = laplace.colours(this.root);
      const width = this.root.clientWidth - 32;
      const narrow = width < 560;
      this.coming = narrow ? 3 : 5;
      const blobs = this.film.game === "blobwar";
      const beside = blobs && narrow ? 0 : narrow ? 110 : 180;
      const height = Math.max(260, window.innerHeight - (narrow ? 350 : 280));
      this.board.fit(Math.min(width, 740) - beside, height);
      this.strip.fit(Math.min(width, 740), this.colours);
      this.show();
    }

    // ---- navigation

    seek(piece, keepPlaying = false) {
      this.piece = Math.max(0, Math.min(this.film.count, Math.trunc(piece)));
      this.progress = 1;
      this.moments = null;
      if (!keepPlaying) this.pause();
      this.show();
      if (!this.playing) this.settled();
    }

    move(by) {
      this.seek(this.piece + by);
    }

    toEvent() {
      const next = this.film.nextEvent(this.piece);
      if (next === undefined) this.announce(this.film.words.no_event);
      else this.seek(next);
    }

    go(text) {
      const piece = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : NaN;
      if (!(piece <= this.film.count)) {
        this.announce(this.film.words.there_are(this.film.count));
        this.goInput.select();
        return;
      }
      this.goInput.value = "";
      this.goInput.blur();
      this.seek(piece);
    }

    faster(by) {
      const place = SPEEDS.indexOf(this.speed) + by;
      this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))];
      this.show();
    }

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    play() {
      if (this.piece === this.film.count) this.seek(0);
      this.playing = true;
      this.before = null;
      this.show();
      requestAnimationFrame((now) => this.tick(now));
    }

    pause() {
      if (!this.playing) return;
      this.playing = false;
      this.progress = 1;
      this.moments = null;
      this.show();
      this.settled();
    }

    tick(now) {
      if (!this.playing) return;
      const passed = this.before === null ? 0 : Math.min(LONGEST, now - this.before);
      this.before = now;
      this.progress += (passed / 1000) * this.speed;
      const steps = Math.floor(this.progress);
      if (steps > 0) {
        const reached = this.piece + steps;
        this.progress -= steps;
        this.piece = Math.min(this.film.count, reached);
        this.moments = null;
        if (reached > this.film.count) {
          this.pause();
          return;
        }
      }
      this.show();
      requestAnimationFrame((next) => this.tick(next));
    }

    // ---- showing

    show() {
      const { film, piece } = this;
      const slow = this.playing && this.speed <= MOMENTS && !this.still.matches && piece > 0;
      let view = { board: null, going: [] };
      if (slow) {
        this.moments = this.moments ?? film.moments(piece);
        view = this.moments[Math.min(this.moments.length - 1, Math.floor(this.progress * this.moments.length))];
      }
      const step = piece > 0 ? film.steps[piece - 1] : null;
      this.board.draw(view.board ?? film.board(piece), { going: view.going, step, colours: this.colours });
      this.strip.draw(piece);
      if (film.game !== "blobwar") laplace.drawNext(film, this.next, piece, this.coming, this.colours);
      this.updatePanel();
    }

    updatePanel() {
      const { film, piece } = this;
      const rows = laplace.numbers(film, piece).map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
      this.facts.replaceChildren(...rows.flat());
      this.description.textContent = laplace.describe(film, piece);
      this.moves?.show(piece);
      this.speedText.textContent = `${laplace.number(this.speed)}/s`;
      this.stripCanvas.setAttribute("aria-valuenow", piece);
      const label = this.playing ? film.words.pause : film.words.play;
      if (this.playButton.title === label) return;
      this.playButton.title = label;
      this.playButton.setAttribute("aria-label", label);
      this.playButton.replaceChildren(laplace.icon(this.playing ? "pause" : "play"));
    }

    // Updates the description, the status for screen readers and the link once the viewer stops at a piece.
    settled() {
      const { film, piece } = this;
      const numbers = laplace.numbers(film, piece).map(([name, value]) => `${name} ${value}`).join(", ");
      const text = `${laplace.describe(film, piece)} ${numbers}.`;
      this.canvas.setAttribute("aria-label", `${film.words.board} ${text}`);
      this.announce(text);
      if (this.linked() !== piece) history.replaceState(null, "", `#piece=${piece}`);
    }

    // Shown to screen readers only.
    announce(text) {
      this.status.textContent = text;
    }

    // The piece that the address names, or null.
    linked() {
      const found = /(?:^#|&)piece=(\d{1,9})(?:&|$)/.exec(location.hash);
      return found ? Math.min(this.film.count, Number(found[1])) : null;
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
      if (event.target === this.goInput) {
        if (event.key === "Escape") this.goInput.blur();
        return;
      }
      // What is typed into a form beside the viewer is not for it.
      if (event.target.closest?.("input, select, textarea, summary")) return;
      // A button that has the keyboard is pressed by the space bar, as everywhere.
      if (event.key === " " && event.target instanceof HTMLButtonElement) return;
      const act = {
        " ": () => this.toggle(),
        ArrowLeft: () => this.move(-1),
        ArrowRight: () => this.move(1),
        ArrowUp: () => this.faster(1),
        ArrowDown: () => this.faster(-1),
        Home: () => this.seek(0),
        End: () => this.seek(this.film.count),
        g: () => this.goInput.focus(),
        t: () => this.toEvent(),
        "?": () => this.help.showModal(),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }

    // ---- for programs

    // Stops, and listens to nothing any more: another viewer takes its place on the page.
    close() {
      this.pause();
      this.ended.abort();
    }

    // The board after the present step, as text.
    text() {
      return this.film.text(this.piece);
    }
  }

  laplace.view = (root, data) => new Viewer(root, data);
})(window.laplace);
