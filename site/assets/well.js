// The well: inputs of all families, the machine's play, the judge and the visualizer.
(function (site) {
  "use strict";

  const { by, words, fill, number, notice, attempt, store, bytes } = site;
  const KEY = "laplace-well";
  // What is kept for the next visit is no longer than this.
  const MAX_KEPT = 1 << 20;

  let running = null;

  const rows = () => Math.max(1, Math.min(20, Math.trunc(Number(by("rows").value)) || 20));
  by("rows").addEventListener("change", () => (by("rows").value = rows()));
  const input = () => bytes(by("input").value);
  const output = () => bytes(by("output").value);

  function keep() {
    const [given, answer] = [by("input").value, by("output").value];
    if (given.length + answer.length <= MAX_KEPT) store.set(KEY, { input: given, output: answer, rows: rows() });
  }

  by("make").addEventListener("submit", async (event) => {
    event.preventDefault();
    const made = await attempt(by("state"), () => site.call("well_generated", by("family").value, Number(by("count").value), Number(by("seed").value)));
    if (made === undefined) return;
    running?.cancel();
    by("input").value = made;
    by("output").value = "";
    keep();
  });

  // ---- the machine plays

  async function solve() {
    if (by("input").value.trim() === "") return notice(by("state"), words.empty, "bad");
    const seconds = by("longer").checked ? 60 : 0;
    let found = null;
    const mine = (running = {});
    by("stop").hidden = false;
    by("solve").disabled = true;
    by("bar").hidden = false;
    const search = site.search("well_solve", [input(), rows(), seconds], (report) => {
      if (running !== mine) return;
      if (report.game) {
        found = report.game;
        by("output").value = found.file;
        keep();
        return;
      }
      const { placed, figures, width } = report.progress;
      by("bar").value = placed / Math.max(1, figures);
      notice(by("state"), fill(words.solving, number(placed), number(figures), number(width)));
    });
    mine.cancel = () => {
      search.cancel();
      finish();
    };
    mine.stop = async () => {
      mine.cancel();
      // The viewer takes the message away.
      if (found) await watch();
      notice(by("state"), found ? fill(words.stopped_with, number(found.placed), number(found.figures)) : words.stopped);
    };
    const made = await attempt(by("state"), () => search.result);
    if (running !== mine) return;
    finish();
    if (made === undefined) return;
    const { placed, figures, proved, file } = JSON.parse(made);
    by("output").value = file;
    keep();
    await watch();
    if (placed === figures) notice(by("state"), fill(words.solved, number(figures)), "good");
    else notice(by("state"), fill(proved ? words.partly_proved : words.partly, number(placed), number(figures)), "frozen");
  }

  function finish() {
    running = null;
    by("stop").hidden = true;
    by("solve").disabled = false;
    by("bar").hidden = true;
  }

  by("solve").addEventListener("click", solve);
  by("stop").addEventListener("click", () => running?.stop());
  // What is found for another input, or another well, is not an answer to this one.
  for (const id of ["input", "rows"]) by(id).addEventListener("input", () => running?.cancel());

  // ---- the judge and the visualizer

  async function watch() {
    const made = await attempt(by("state"), () => site.call("well_watch", input(), output(), rows()));
    if (made === undefined) return null;
    const { film, verdict } = JSON.parse(made);
    by("watch-section").hidden = false;
    site.watch(film);
    return verdict;
  }

  async function judge() {
    const verdict = await watch();
    if (!verdict) return;
    const { placed, figures, points, ended, fault } = verdict;
    notice(by("state"), fill(words.verdict, number(placed), number(figures), points, ended), fault ? "bad" : "good");
  }

  by("judge").addEventListener("click", () => judge());

  // The fields hold the game that is shown, also one of a replay.
  async function openReplay(file) {
    const made = await attempt(by("state"), () => site.call("well_files_of_replay", file));
    if (made === undefined) return;
    running?.cancel();
    const files = JSON.parse(made);
    by("input").value = files.input;
    by("output").value = files.output;
    by("rows").value = files.rows;
    keep();
    await judge();
  }

  site.takeFiles(by("drop"), by("files"), async (files, tooLarge) => {
    if (tooLarge) return notice(by("state"), fill(words.too_large, tooLarge), "bad");
    const replay = files.find(({ name }) => /\.json$/i.test(name));
    if (replay) return openReplay(replay.bytes);
    const given = files.find(({ name }) => /\.in$|input/i.test(name));
    const answer = files.find(({ name }) => /\.out$|output/i.test(name));
    if (!given && !answer) return notice(by("state"), words.two_files, "bad");
    running?.cancel();
    if (given) by("input").value = site.text(given.bytes);
    if (answer) by("output").value = site.text(answer.bytes);
    else if (given) by("output").value = "";
    keep();
    if (by("input").value && by("output").value) await judge();
  });

  document.addEventListener("click", async (event) => {
    const kind = event.target.closest("[data-save]")?.dataset.save;
    if (!kind) return;
    if (kind === "in") return site.download("Tetris.in", by("input").value);
    if (kind === "out") return site.download("Tetris.out", by("output").value);
    const made = await attempt(by("state"), () => site.call("well_export", kind, input(), output(), rows()));
    if (made !== undefined) site.download(kind === "page" ? "well.html" : "well.json", made, kind === "page" ? "text/html" : "application/json");
  });

  const kept = store.get(KEY);
  if (kept?.input) {
    by("input").value = kept.input;
    by("output").value = kept.output ?? "";
    by("rows").value = kept.rows ?? 20;
  }
})(window.site);
