// The demon: a search that can be stopped, the judge, and the viewer with the losses.
(function (site) {
  "use strict";

  const { by, words, make, fill, number, notice, attempt, store, bytes } = site;
  const KEY = "laplace-demon";
  // After this time without a report a search is called silent; on a slow phone reports come every few seconds.
  const SILENCE = 30;
  const MAX_LOSSES = 100;

  let running = null;
  // The best game: seed, file, score, bound.
  let game = null;
  let last = 0;

  // ---- the search

  function show(bound) {
    by("best").textContent = game ? number(game.score) : words.none_yet;
    by("bound").textContent = bound ? number(bound) : "…";
    by("missing").textContent = game && bound ? number(bound - game.score) : "…";
    if (game && bound) game.bound = bound;
  }

  function onReport(report) {
    last = performance.now();
    by("silent").hidden = true;
    if (report.game) {
      game = { ...game, seed: running.seed, file: report.game.file, score: report.game.score };
      keep();
      show(running.bound);
      by("found").hidden = false;
      return;
    }
    const { round, placed, moves, bound } = report.progress;
    running.bound = bound;
    show(bound);
    by("bar").value = placed / moves;
    by("state").textContent = fill(words.searching, round, number(placed), number(moves));
  }

  // The best game outlives the page: a phone may end it while it is in the background.
  function keep(done = false) {
    if (!store.set(KEY, { seed: game.seed, file: game.file, score: game.score, effort: by("effort").value, done })) {
      notice(by("search-refused"), words.not_kept, "frozen");
    }
  }

  async function start(seed, from = "") {
    // The form of the judge can start a search while another one runs.
    running?.search?.cancel();
    const [rounds, seconds] = by("effort").value.split(" ").map(Number);
    by("progress").hidden = false;
    by("stop").hidden = false;
    by("search").querySelector(".primary").disabled = true;
    by("go-on").hidden = true;
    by("state").textContent = words.starting;
    by("bar").removeAttribute("value");
    if (!from) {
      game = null;
      by("found").hidden = true;
    }
    show(game?.bound);
    last = performance.now();
    running = { seed, bound: game?.bound };
    const mine = running;
    await attempt(by("search-refused"), async () => {
      running.search = site.search("demon_solve", [bytes(String(seed)), rounds, seconds, bytes(from)], (report) => running === mine && onReport(report));
      let best;
      try {
        best = JSON.parse(await running.search.result);
      } catch (error) {
        if (running === mine) end(game ? fill(words.stopped, number(game.score)) : words.nothing_found);
        throw error;
      }
      if (running !== mine) return;
      game = { seed, file: best.file, score: best.score, bound: best.bound };
      keep(true);
      show(best.bound);
      by("bar").value = 1;
      end(best.optimal ? fill(words.proved, number(best.score)) : fill(words.found, number(best.score), number(best.bound - best.score)));
      by("go-on").hidden = best.optimal;
    });
  }

  function end(text) {
    running = null;
    by("stop").hidden = true;
    by("silent").hidden = true;
    by("search").querySelector(".primary").disabled = false;
    by("go-on").hidden = !game;
    by("found").hidden = !game;
    by("state").textContent = text;
    if (by("bar").value !== 1) by("bar").value = 0;
    if (game) watchFile(game.file);
  }

  function stop() {
    if (!running) return;
    running.search?.cancel();
    end(game ? fill(words.stopped, number(game.score)) : words.nothing_found);
  }

  by("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = by("seed").value.trim();
    if (!/^\d{1,7}$/.test(text) || Number(text) > 1000000) {
      notice(by("search-refused"), fill(words.bad_seed, text), "bad");
      by("seed").focus();
      return;
    }
    start(Number(text));
  });
  by("stop").addEventListener("click", stop);
  by("go-on").addEventListener("click", () => game && start(game.seed, game.file));
  setInterval(() => {
    const silent = running ? Math.round((performance.now() - last) / 1000) : 0;
    if (silent >= SILENCE) notice(by("silent"), fill(words.silent, silent), "frozen");
  }, 1000);

  document.addEventListener("click", async (event) => {
    const kind = event.target.closest("[data-save]")?.dataset.save;
    if (!kind || !game) return;
    const { seed, file } = game;
    if (kind === "moves") return site.download(`q5-output-${seed}`, file);
    const made = await attempt(by("search-refused"), () => site.call("demon_export", kind, bytes(file)));
    if (made) site.download(kind === "page" ? `demon-${seed}.html` : `demon-${seed}.json`, made, kind === "page" ? "text/html" : "application/json");
  });

  // ---- watching

  async function watchFile(file) {
    const made = await attempt(by("judged"), () => site.call("demon_watch", typeof file === "string" ? bytes(file) : file));
    if (!made) return null;
    const { film, game: played, bounds, losses } = JSON.parse(made);
    by("watch-section").hidden = false;
    const viewer = site.watch(film);
    showLosses(losses, viewer);
    return { played, bounds };
  }

  function showLosses(losses, viewer) {
    const root = by("losses");
    if (losses.length === 0) return root.replaceChildren(make("p", {}, words.no_losses));
    const row = (loss) => {
      const go = make("button", { type: "button", class: "link" }, number(loss.placed));
      go.addEventListener("click", () => {
        viewer.seek(loss.placed);
        by("viewer").scrollIntoView({ block: "start" });
      });
      const more = loss.unavoidable ? make("span", { class: "more" }, fill(words.unavoidable, number(loss.unavoidable))) : "";
      const board = make("details", {}, make("summary", {}, words.board_after), make("pre", {}, loss.board.join("\n")));
      return make("tr", {}, make("td", { class: "number" }, go), make("td", { class: "number" }, number(loss.points)), make("td", {}, loss.points ? loss.reason : "", more, board));
    };
    const head = make("tr", {}, make("th", { class: "number" }, words.piece), make("th", { class: "number" }, words.points), make("th", {}, words.reason));
    const shown = losses.slice(0, MAX_LOSSES);
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...shown.map(row)));
    const parts = [make("div", { class: "scroll" }, table)];
    if (shown.length < losses.length) parts.unshift(make("p", { class: "soft" }, fill(words.first_losses, number(shown.length), number(losses.length))));
    root.replaceChildren(...parts);
  }

  // ---- the judge

  const described = ({ seed, score, placed, lines, tetrises, line, ended, bounds }) =>
    `${fill(words.game_of, seed, number(score), number(placed), number(lines), number(tetrises), line, ended)} ${fill(words.bounds_are, number(bounds.tight), number(bounds.plain))}`;

  async function judge(question, input, answer) {
    const made = await attempt(by("judged"), () => site.call("demon_judge", question, input, answer));
    if (!made) return;
    const { right, finding, game: played } = JSON.parse(made);
    const text = [right ? words.right : words.wrong, finding ?? "", played ? described(played) : ""].filter(Boolean).join(" ");
    if (played && (question === 4 || right)) await watchFile(question === 4 ? input : answer);
    notice(by("judged"), text, right ? "good" : "bad");
  }

  async function judgeFiles(files, tooLarge) {
    if (tooLarge) return notice(by("judged"), fill(words.too_large, tooLarge), "bad");
    const named = files.map((file) => ({ ...file, match: /^q([1-5])-(input|output)-(.+)$/.exec(file.name) }));
    const input = named.find(({ match }) => match?.[2] === "input");
    const output = named.find(({ match }) => match?.[2] === "output");
    if (input && output) return judge(Number(input.match[1]), input.bytes, output.bytes);
    if (files.length !== 1) return notice(by("judged"), words.which_question, "bad");
    const number = Number((input ?? output)?.match[1] ?? 5);
    if (number < 4) return notice(by("judged"), words.which_question, "bad");
    const watched = await watchFile(files[0].bytes);
    // A game without a legal move is not an answer.
    if (watched) notice(by("judged"), described({ ...watched.played, bounds: watched.bounds }), watched.played.placed ? "good" : "bad");
  }

  site.takeFiles(by("drop"), by("files"), judgeFiles);
  by("judge").addEventListener("submit", (event) => {
    event.preventDefault();
    judge(Number(by("question").value), bytes(by("input").value), bytes(by("answer").value));
  });
  by("answer-now").addEventListener("click", async () => {
    const question = Number(by("question").value);
    if (question === 5) {
      const seed = await attempt(by("judged"), () => site.call("demon_seed", bytes(by("input").value)));
      if (seed === undefined) return;
      by("seed").value = seed;
      return by("search").requestSubmit();
    }
    const answer = await attempt(by("judged"), () => site.call("demon_answer", question, bytes(by("input").value)));
    if (answer !== undefined) by("answer").value = answer;
  });

  // ---- the last visit

  const kept = store.get(KEY);
  if (kept?.file) {
    game = { seed: kept.seed, file: kept.file, score: kept.score };
    by("seed").value = kept.seed;
    by("effort").value = kept.effort;
    if (!kept.done) {
      by("progress").hidden = false;
      by("found").hidden = false;
      show();
      by("state").textContent = fill(words.kept, kept.seed, number(kept.score));
    } else {
      by("found").hidden = false;
    }
  }
  site.demon = { get game() { return game; }, get running() { return running; } };
})(window.site);
