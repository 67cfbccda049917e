// The well: the machine's play, the judge, the visualizer, killers.
import { writeFileSync } from "node:fs";
import { at, close, equal, laplace, ok, test, until } from "../../../crates/pictures/tests/browser/harness.mjs";
import { accessible, picture } from "../../../crates/arena/tests/browser/looks.mjs";
import { saved, shows, visit } from "./server.mjs";

test("well: an input is made, played and watched, as the command line does", async () => {
  const page = await visit("well.html");
  await page.click("#make button");
  await until(page, () => document.querySelector("#input").value !== "");
  equal(await page.inputValue("#input"), laplace("well", "gen", "--figures", "1000", "--seed", "1"));
  await page.click("#solve");
  await shows(page, "#state", /All 1.?000 figures placed/);
  writeFileSync(at("Tetris.in"), await page.inputValue("#input"));
  const { name, text } = await saved(page, "[data-save=out]");
  equal(name, "Tetris.out");
  equal(text, laplace("well", "solve", at("Tetris.in")));
  equal(await page.evaluate(() => site.viewer.film.count), 1000);
  await page.evaluate(() => site.viewer.seek(400));
  await picture(page, "well-played");
  await accessible(page);
  writeFileSync(at("well.json"), (await saved(page, "[data-save=replay]")).text);
  laplace("replay", "verify", at("well.json"));
  await close(page);
});

test("well: a replay fills the fields, and is saved again as it is shown", async () => {
  const page = await visit("well.html");
  await page.fill("#input", "1\n4");
  await page.fill("#output", "0 0");
  const replay = { "laplace-replay": 1, game: "well", rows: 12, figures: [4, 4, 1], moves: [[0, 0], [0, 4]] };
  await page.setInputFiles("#files", [{ name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(replay)) }]);
  await shows(page, "#state", /2 of 3 figures placed/);
  const again = JSON.parse((await saved(page, "[data-save=replay]")).text);
  for (const name of ["rows", "figures", "moves"]) equal(JSON.stringify(again[name]), JSON.stringify(replay[name]), name);
  equal((await saved(page, "[data-save=out]")).text, "0 0\n0 4\n");
  equal(await page.inputValue("#rows"), "12");
  await close(page);
});

test("well: a search that is stopped shows the game that it has", async () => {
  const page = await visit("well.html");
  await page.selectOption("#family", "only-s-and-z");
  await page.fill("#rows", "-5");
  await page.fill("#count", "20000");
  equal(await page.inputValue("#rows"), "1", "the rows of a well that exists");
  await page.fill("#rows", "5");
  await page.click("#make button");
  await until(page, () => document.querySelector("#input").value !== "");
  await page.check("#longer");
  await page.click("#solve");
  await until(page, () => document.querySelector("#output").value !== "");
  await page.click("#stop");
  await until(page, () => site.viewer);
  await shows(page, "#state", /Stopped\. The game so far has \d+ of 20.000 figures/);
  await close(page);
});

test("well: what was searched for another input is dropped", async () => {
  const page = await visit("well.html");
  await page.selectOption("#family", "alternating-s-and-z");
  await page.fill("#count", "100000");
  await page.click("#make button");
  await until(page, () => document.querySelector("#input").value !== "");
  await page.check("#longer");
  await page.click("#solve");
  await page.setInputFiles("#files", [{ name: "Tetris.in", mimeType: "text/plain", buffer: Buffer.from("1\n4\n") }]);
  await until(page, () => document.querySelector("#input").value === "1\n4\n");
  ok(await page.isHidden("#stop"), "the search has ended");
  ok(await page.isEnabled("#solve"), "another one can begin");
  await page.click("#solve");
  await shows(page, "#state", /All 1 figures placed/);
  await close(page);
});

test("well: files that are dropped are judged; a killer ends the game", async () => {
  const page = await visit("well.html");
  const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await page.setInputFiles("#files", [file("Tetris.in", "2\n4 4"), file("Tetris.out", "0 0 0 9")]);
  await shows(page, "#state", /1 of 2 figures placed, 5 of 10 points\. The end: figure 2: kind 4/);
  await page.selectOption("#family", "alternating-s-and-z");
  await page.fill("#rows", "2");
  await page.click("#make button");
  await until(page, () => document.querySelector("#input").value.length > 100);
  await page.click("#solve");
  await shows(page, "#state", /of 1.?000 figures placed/);
  const placed = await page.evaluate(() => site.viewer.film.counted);
  ok(placed < 1000, `${placed} placed`);
  await picture(page, "well-killed");
  await close(page);
});
