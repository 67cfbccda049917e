// The demon: search, stop, judge, watch.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { at, close, equal, laplace, ok, test, until } from "../../../crates/pictures/tests/browser/harness.mjs";
import { accessible, picture } from "../../../crates/arena/tests/browser/looks.mjs";
import { open, saved, shows, text, visit } from "./server.mjs";

const input = (name) => fileURLToPath(new URL(`../../../inputs/${name}`, import.meta.url));
const plain = (shown) => shown.replace(/[\u202f\u2009]/g, "");

// A search of a game that is never proved optimal, with time that does not run out.
async function beginLong(page) {
  await page.fill("#seed", "1005");
  await page.selectOption("#effort", "0 600");
  await page.click("#search .primary");
  await until(page, () => site.demon.game !== null);
}

test("demon: the best game is found, watched and downloaded", async () => {
  const page = await visit("demon.html");
  await page.fill("#seed", "231");
  await page.click("#search .primary");
  await shows(page, "#state", /bound is met/);
  ok(/739200 points/.test(plain(await text(page, "#state"))), await text(page, "#state"));
  await until(page, () => site.viewer?.film.count === 9999);
  const { name, text: file } = await saved(page, "[data-save=moves]");
  equal(name, "q5-output-231");
  equal(file, laplace("demon", "q5", "231", "--threads", "1"));
  await page.evaluate(() => site.viewer.seek(500));
  equal(await page.evaluate(() => site.viewer.piece), 500);
  await picture(page, "demon-found");
  await accessible(page);
  const replay = await saved(page, "[data-save=replay]");
  writeFileSync(at("replay.json"), replay.text);
  laplace("replay", "verify", at("replay.json"));
  const { text: exported } = await saved(page, "[data-save=page]");
  ok(exported.startsWith("<!doctype html>"), "an exported page");
  await close(page);
});

test("demon: a search that is stopped keeps its best game, also for the next visit", async () => {
  const page = await visit("demon.html");
  await beginLong(page);
  await picture(page, "demon-searching");
  const score = await page.evaluate(() => site.demon.game.score);
  await page.click("#stop");
  await shows(page, "#state", /Stopped/);
  const { text: file } = await saved(page, "[data-save=moves]");
  writeFileSync(at("stopped"), file);
  writeFileSync(at("seed"), "1005\n");
  const judged = JSON.parse(laplace("demon", "judge", "--question", "5", "--json", at("seed"), at("stopped")));
  ok(judged.score >= score, `${judged.score} after ${score}`);
  // Searching on is never worse.
  await page.selectOption("#effort", "1 0");
  await page.click("#go-on");
  await shows(page, "#state", /below the bound|bound is met/);
  ok((await page.evaluate(() => site.demon.game.score)) >= judged.score, "searching on is not worse");
  await close(page);
});

test("demon: a page that goes away in the middle of a search loses nothing", async () => {
  const page = await visit("demon.html");
  await beginLong(page);
  const { file, score } = await page.evaluate(() => site.demon.game);
  const context = page.context();
  await page.close();
  const again = await open(context, "demon.html");
  await shows(again, "#state", /interrupted/);
  const kept = await again.evaluate(() => site.demon.game);
  ok(kept.score >= score && kept.file.length === file.length, "the game is there");
  await picture(again, "demon-kept");
  equal((await saved(again, "[data-save=moves]")).text, kept.file);
  await close(again);
});

test("demon: an answer that is dropped is judged and replayed, with its losses", async () => {
  const page = await visit("demon.html");
  laplace("demon", "gen", "4", "--family", "tetrises", "--seed", "7", "-o", at("game"));
  const game = readFileSync(at("game"));
  await page.setInputFiles("#files", [{ name: "q5-output-7", mimeType: "text/plain", buffer: game }]);
  await shows(page, "#judged", /A game of s = /);
  const report = JSON.parse(laplace("demon", "report", "--json", at("game")));
  equal(plain(await text(page, "#judged")).includes(`${report.score} points`), true, await text(page, "#judged"));
  const rows = await page.locator("#losses tbody tr").count();
  equal(rows, Math.min(100, report.losses.length), "a row for each loss");
  if (rows) {
    await page.click("#losses tbody tr button");
    equal(await page.evaluate(() => site.viewer.piece), report.losses[0].placed);
  }
  await picture(page, "demon-judged");
  await accessible(page);
  await close(page);
});

test("demon: inputs and answers of questions 1 to 4 are judged as pairs and answered", async () => {
  const page = await visit("demon.html");
  const name = "q3-input-1";
  const answer = laplace("demon", "q3", input(name));
  const pair = (content) => [
    { name, mimeType: "text/plain", buffer: readFileSync(input(name)) },
    { name: "q3-output-1", mimeType: "text/plain", buffer: Buffer.from(content) },
  ];
  await page.setInputFiles("#files", pair(answer));
  await shows(page, "#judged", /^Right/);
  await page.setInputFiles("#files", pair(answer.replace(".", "1")));
  await shows(page, "#judged", /^Wrong\. Line 1: found/);
  await page.click("details summary");
  await page.selectOption("#question", "3");
  await page.fill("#input", readFileSync(input(name), "utf8"));
  await page.click("#answer-now");
  await until(page, () => document.querySelector("#answer").value !== "");
  equal(await page.inputValue("#answer"), answer);
  await page.click("#judge .primary");
  await shows(page, "#judged", /^Right/);
  await close(page);
});
