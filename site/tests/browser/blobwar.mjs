// Blobwar and Ataxx without a server.
import { writeFileSync } from "node:fs";
import { at, close, equal, laplace, ok, test, until, visitor } from "../../../crates/pictures/tests/browser/harness.mjs";
import { accessible, picture } from "../../../crates/arena/tests/browser/looks.mjs";
import { open, saved, shows, text, visit } from "./server.mjs";

const START = "blobwar.html#map=ataxx&rules=passes&you=x&level=1&seed=5";
const ready = (page) => until(page, () => blobwar.table.view?.end || blobwar.table.board.legal.length > 0);

// The greediest move, so that the game ends; a rule of thumb, not of the game.
const choose = (page) => page.evaluate(() => {
  const legal = [...blobwar.table.board.legal];
  legal.sort((a, b) => b.turned.length - b.jump - (a.turned.length - a.jump));
  return { from: legal[0].from[0], to: legal[0].to };
});

test("blobwar: a whole game against the engine, saved, verified, analysed", async () => {
  const page = await visit(START);
  await ready(page);
  await picture(page, "blobwar");
  await accessible(page);
  for (let turn = 0; turn < 200; turn++) {
    if (await page.evaluate(() => Boolean(blobwar.table.view.end))) break;
    const { from, to } = await choose(page);
    await page.click(`#grid [data-cell=${from}]`);
    await page.click(`#grid [data-cell=${to}]`);
    await until(page, () => blobwar.table.board.legal.length === 0 || blobwar.table.view.end);
    await ready(page);
  }
  ok(await page.evaluate(() => Boolean(blobwar.table.view.end)), "the game ends");
  writeFileSync(at("game.json"), (await saved(page, "[data-act=replay]")).text);
  laplace("replay", "verify", at("game.json"));
  const pgn = (await saved(page, "[data-act=pgn]")).text;
  writeFileSync(at("game.pgn"), pgn);
  ok(laplace("replay", "blobwar", "--pgn", at("game.pgn")).includes("blobwar"), "the command line reads the PGN");
  await page.click("[data-act=analyse]");
  await until(page, () => blobwar.table.looks.length === blobwar.table.steps.length + 1);
  await picture(page, "blobwar-analysed");
  // The same game comes back from its PGN.
  const moves = await page.evaluate(() => blobwar.table.steps.map((step) => step.move));
  await page.click("text=Import and export");
  await page.fill("#import", pgn);
  await page.click("#import-open");
  await shows(page, "#imported", /Opened/);
  equal(JSON.stringify(await page.evaluate(() => blobwar.table.steps.map((step) => step.move))), JSON.stringify(moves));
  await close(page);
});

test("blobwar: a move has the mark that `laplace blobwar analyse --game` gives it", async () => {
  const page = await visit("blobwar.html");
  await until(page, () => blobwar.table);
  const marks = await page.evaluate(() => {
    const signOf = (side, loss) => {
      const looks = [{ chance: 0.5, move: "a1" }, { chance: side === "x" ? 0.5 - loss : 0.5 + loss, move: "a1" }];
      return blobwar.marksOf(looks, [{ side, move: "b1" }])[0]?.sign ?? "";
    };
    return ["x", "o"].map((side) => [0.04, 0.06, 0.09, 0.11, 0.19, 0.21].map((loss) => signOf(side, loss)).join(" ")).join(", ");
  });
  equal(marks, " ?! ?! ? ? ??,  ?! ?! ? ? ??");
  // The engine's own choice gave nothing away, whatever the search after it found.
  equal(await page.evaluate(() => blobwar.marksOf([{ chance: 0.9, move: "a1" }, { chance: 0.1 }], [{ side: "x", move: "a1" }])[0]), null);
  await close(page);
});

test("blobwar: tools without a module answer with its reason, and nothing breaks", async () => {
  const context = await visitor({ locale: "en-GB", serviceWorkers: "block" });
  await context.route("**/module-source.js", (route) => route.abort());
  const page = await open(context, "blobwar.html");
  await page.click("text=Set up a position");
  await page.click("#editor-take");
  await page.click("text=Import and export");
  await page.click("#copy-uai");
  await shows(page, "#imported", /could not be loaded/);
  await page.click("#sheet-forms summary");
  await shows(page, "#no-forms", /could not be loaded/);
  page.faults = page.faults.filter((fault) => !/ERR_FAILED|Service Worker/.test(fault));
  await close(page);
});

test("blobwar: the sheet's forms of a board that has none", async () => {
  const page = await visit(START);
  await ready(page);
  await page.click("#sheet-forms summary");
  await shows(page, "#no-forms", /8 × 8 without holes/);
  equal(await page.locator("#forms > *").count(), 0);
  await close(page);
});

test("blobwar: the engine's move at a level is legal and the same each time", async () => {
  const page = await visit("blobwar.html");
  await ready(page);
  const start = await page.evaluate(() => blobwar.table.start);
  for (const level of [1, 3, 5, 7]) {
    const [first, second] = await page.evaluate(async ([start, level]) => {
      const form = JSON.stringify({ start, moves: [], level, seed: 7 });
      const play = async () => JSON.parse(await site.search("blobwar_think", [form]).result).game.steps[0].move;
      return [await play(), await play()];
    }, [start, level]);
    equal(first, second, `level ${level} answers the same position in the same way`);
    ok(laplace("blobwar", "show", start).includes(` ${first}`), `${first} is legal`);
  }
  await close(page);
});

test("blobwar: the best lines of a position come while one looks, and can be stopped", async () => {
  const page = await visit("blobwar.html#map=island&rules=passes&mode=board&you=x&level=3&seed=1");
  await ready(page);
  await page.click("#analyse-position");
  await until(page, () => document.querySelectorAll("#best-lines li").length === 3 && /depth ([3-9]|[1-9]\d)/.test(document.querySelector("#searched").textContent));
  await picture(page, "blobwar-lines");
  await page.click("#analyse-position");
  equal(await text(page, "#analyse-position"), "Analyse this position");
  // The same depth gives what the command line gives.
  const fen = await page.evaluate(() => blobwar.table.view.fen);
  const best = await page.evaluate(async (start) => JSON.parse(await site.search("blobwar_lines", [JSON.stringify({ start, rules: "passes", moves: [] }), 1, 7, 0]).result), fen);
  const json = JSON.parse(laplace("blobwar", "analyse", "--map", "island", "--depth", "7", "--threads", "1", "--json").trim().split("\n").at(-1));
  equal(best.path[0], json.best);
  await close(page);
});

test("blobwar: a position is set up and played from; what is impossible is refused", async () => {
  const page = await visit("blobwar.html");
  await ready(page);
  await page.click("text=Set up a position");
  await page.click("#editor-clear");
  await page.click("#editor-play");
  await shows(page, "#editor-refused", /found no blob/);
  await page.click("#editor [data-index='0']");
  await page.check("[name=put][value=o]");
  await page.click("#editor [data-index='9']");
  await page.check("[name=put][value='-']");
  await page.focus("#editor [data-index='9']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await picture(page, "blobwar-editor");
  await page.click("#editor-play");
  await until(page, () => blobwar.table.view?.fen.startsWith("x7/1o-5/"));
  await close(page);
});

test("blobwar: FEN, UAI and the sheet's forms go in and out", async () => {
  const page = await visit("blobwar.html");
  await ready(page);
  await page.click("text=Import and export");
  for (const [given, fen] of [
    ["x5o/7/7/7/7/7/o5x o 3 2", "x5o/7/7/7/7/7/o5x o 3 2"],
    ["position fen x5o/7/7/7/7/7/o5x x 0 1 moves g2", "x5o/7/7/7/7/6x/o5x o 0 1"],
    ["[567356589867008, 16777216] o", "8/1x6/2x5/1x6/o7/8/8/8 o 0 1"],
  ]) {
    await page.fill("#import", given);
    await page.click("#import-open");
    await until(page, (fen) => blobwar.table.view?.fen === fen, fen);
  }
  await page.click("text=In the numbers of the exercise sheet");
  await page.check("#show-numbers");
  const shown = laplace("blobwar", "show", "--numbers", "[567356589867008, 16777216] o");
  for (const name of ["plateau", "pions"]) {
    await until(page, (name) => document.querySelector(`#form-${name}`)?.innerText, name);
    ok(shown.includes(await text(page, `#form-${name}`)), name);
  }
  await picture(page, "blobwar-numbers");
  await accessible(page);
  await page.fill("#import", "hello");
  await page.click("#import-open");
  await shows(page, "#imported", /Found `hello`, expected a FEN/);
  equal(await page.evaluate(() => blobwar.table.view.fen), "8/1x6/2x5/1x6/o7/8/8/8 o 0 1");
  await close(page);
});
