// Blobwar against the engine.
import { equal, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { accessible, address, picture, quiet, visit } from "./server.mjs";

const START = "/blobwar#map=ataxx&rules=passes&you=x&level=1&seed=5";
const ready = (page) => until(page, () => blobwar.table.view?.end || blobwar.table.board.legal.length > 0);
const steps = (page) => page.evaluate(() => blobwar.table.steps.length);

// The greediest move, so that the game ends; a rule of thumb, not of the game.
const choose = (page) => page.evaluate(() => {
  const legal = [...blobwar.table.board.legal];
  legal.sort((a, b) => b.turned.length - b.jump - (a.turned.length - a.jump));
  return { from: legal[0].from[0], to: legal[0].to };
});

// The bar and the number beside it say the same of the position that is shown: the same side is ahead, and the
// bar stands where its chance is. While nothing is known of the position, no number stands there.
async function barAgrees(page) {
  await until(page, () => !document.querySelector("#bar").classList.contains("unknown"));
  await until(page, () => document.querySelector("#bar .blue").getAnimations().length === 0);
  const { score, blue, known } = await page.evaluate(() => {
    const { table } = blobwar;
    const [bar, part] = ["#bar", "#bar .blue"].map((name) => document.querySelector(name).getBoundingClientRect());
    const known = table.looks[table.at] ?? table.values[table.at];
    return { score: document.querySelector("#bar .score").textContent, blue: part.height / bar.height, known };
  });
  equal(score, known.score);
  ok(Math.abs(blue - known.chance) < 0.01, `the bar stands at ${blue}, the chance is ${known.chance}`);
  const ahead = /^(\+|1–0)/.test(score) ? 1 : /^(−|0–1)/.test(score) ? -1 : 0;
  // A small lead is less than a pixel.
  ok(ahead * (blue - 0.5) >= -0.002, `${score} beside a bar at ${blue}`);
}

test("a whole game is played by clicking, and analysed", async () => {
  const page = await visit(START);
  await ready(page);
  await picture(page, "blobwar");
  await accessible(page);
  await page.click("[data-act=evaluation]");
  await until(page, () => /[\d#]/.test(document.querySelector("#bar .score").textContent));
  for (let turn = 0; turn < 200; turn++) {
    if (await page.evaluate(() => Boolean(blobwar.table.view.end))) break;
    const { from, to } = await choose(page);
    await page.click(`[data-cell=${from}]`);
    equal(await page.locator(".cell.picked").count(), 1);
    if (turn === 4) await picture(page, "blobwar-picked");
    await page.click(`[data-cell=${to}]`);
    await until(page, () => blobwar.table.board.legal.length === 0 || blobwar.table.view.end);
    await until(page, () => {
      const bar = document.querySelector("#bar");
      return bar.classList.contains("unknown") === (bar.querySelector(".score").textContent === "");
    });
    await ready(page);
    if (turn < 6) await barAgrees(page);
  }
  const end = await page.evaluate(() => blobwar.table.view.end);
  equal(end.winner, "x", "greed beats a beginner");
  ok(/You win/.test(await page.locator("#status").innerText()), "the banner says so");
  await barAgrees(page);
  await picture(page, "blobwar-over");
  await page.click("[data-act=analyse]");
  await until(page, () => blobwar.table.looks.length === blobwar.table.steps.length + 1);
  await until(page, () => document.querySelector("#graph polyline"));
  for (const act of ["first", "next", "next", "last", "previous"]) {
    await page.click(`[data-act=${act}]`);
    await barAgrees(page);
  }
  const other = await page.evaluate(() => {
    const { table } = blobwar;
    const marked = table.marks.map((mark, place) => [mark, place + 1]).filter(([mark]) => mark && mark.best !== "0000");
    return marked.filter(([mark, ply]) => (table.go(ply), table.board.hinted.join("") !== mark.best)).length;
  });
  equal(other, 0, "the frame marks another move than the text names");
  await picture(page, "blobwar-analysis");
  await accessible(page);
  quiet(page);
  await page.context().close();
});

test("the keyboard alone plays, takes back and asks for a hint", async () => {
  const page = await visit(START);
  await ready(page);
  await page.locator(".cell[tabindex='0']").focus();
  for (const key of ["Home", "PageUp", "Enter"]) await page.keyboard.press(key);
  equal(await page.locator(".cell.picked").getAttribute("aria-label"), "a7, blue blob, picked");
  await page.keyboard.press("Escape");
  equal(await page.locator(".cell.picked").count(), 0);
  for (const key of ["Enter", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "b6, empty, can be played");
  await page.keyboard.press("Enter");
  await until(page, () => blobwar.table.steps.length === 2);
  await ready(page);
  ok(/Red/.test(await page.locator("#why").innerText()), "the engine's move is said");
  await page.keyboard.press("u");
  await until(page, () => blobwar.table.steps.length === 0 && blobwar.table.board.legal.length > 0);
  await page.keyboard.press("h");
  await until(page, () => document.querySelector(".cell.hinted"));
  ok(/Hint: \w+/.test(await page.locator("#status").innerText()), "the hint is said");
  quiet(page);
  await page.context().close();
});

test("a link holds the whole game, and a new one begins by the form", async () => {
  const page = await visit("/blobwar#map=cross&rules=ends&you=o&level=2&seed=7");
  await ready(page);
  equal(await steps(page), 1, "the engine is first");
  const { from, to } = await choose(page);
  await page.click(`[data-cell=${from}]`);
  await page.click(`[data-cell=${to}]`);
  await until(page, () => blobwar.table.steps.length === 3 && blobwar.table.board.legal.length > 0);
  const [link, fen] = await page.evaluate(() => [location.href, blobwar.table.view.fen]);
  const other = await visit(link.slice(address.length));
  await ready(other);
  equal(await other.evaluate(() => blobwar.table.view.fen), fen);
  await other.click("[data-act=new]");
  await picture(other, "blobwar-new");
  await accessible(other);
  await other.selectOption("#map", "sheet");
  equal(await other.locator("#rules").inputValue(), "ends", "the sheet's rule comes with its board");
  await other.selectOption("#map", "standard");
  equal(await other.locator("#rules").inputValue(), "passes", "the course's comes with its maps");
  await other.selectOption("#you-play", "x");
  await other.click("dialog button.primary");
  await until(other, () => blobwar.table.steps.length === 0 && blobwar.table.board.legal.length > 0);
  equal(await other.locator(".cell").count(), 64);
  ok(/passes while the other can/.test(await other.locator("#end-rule").innerText()), "the rules are those of the game");
  for (const tab of [page, other]) quiet(tab), await tab.context().close();
});

test("a link that leads to no game says so in the visitor's language and offers a new one", async () => {
  for (const start of ["8/8/8/8/8/8/8/8_x_0_1", "nonsense", "x5o/7/7/7/7/7/o5x_x_0_1_9"]) {
    const page = await visit(`/blobwar#start=${start}`, { locale: "fr-FR" });
    await until(page, () => /Ce lien ne mène pas à une partie/.test(document.querySelector("#status").innerText));
    equal(await page.locator("#why button").innerText(), "Nouvelle partie");
    const faults = page.faults.splice(0).filter((fault) => !/status of 400/.test(fault));
    equal(faults.join("; "), "");
    await page.context().close();
  }
});

test("a busy server is asked again, and the page says so", async () => {
  const page = await visit(START, { reducedMotion: "reduce" });
  await ready(page);
  // Refused until the page has shown it: a message of one second could be missed on a busy machine.
  let shown = false;
  await page.route(/\/blobwar\/think/, (route) =>
    shown ? route.continue() : route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "busy", message: "busy" } }));
  const { from, to } = await choose(page);
  await page.click(`[data-cell=${from}]`);
  await page.click(`[data-cell=${to}]`);
  await until(page, () => /busy/.test(document.querySelector("#status").textContent));
  shown = true;
  await until(page, () => blobwar.table.steps.length === 2);
  // The browser itself writes the refusal to the console.
  equal(page.faults.splice(0).filter((fault) => !/503/.test(fault)).join(), "");
  await page.context().close();
});
