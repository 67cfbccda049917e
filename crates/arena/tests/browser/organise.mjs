// What an organiser does while others look on: freezing, taking that back, and a second contest.
import { writeFileSync } from "node:fs";
import { at, equal, laplace, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { story } from "./contest.mjs";
import { accessible, address, open, picture, quiet, token, visit } from "./server.mjs";

// Hands files in on the contest's page.
async function handIn(page, contest, files) {
  await page.goto(`${address}/c/${contest}`);
  await page.setInputFiles("input[name=files]", files);
  await page.locator("form.upload button.primary").click();
  await page.waitForURL(/\/submissions\/\d+/);
}

test("the board with every input changes its cells by itself and stays where it was scrolled to", async () => {
  const board = await visit("/c/spring/board?details=1", { width: 700 });
  await accessible(board);
  const cells = () => board.locator("tr[data-team]", { hasText: "Böb" }).locator("td").allInnerTexts();
  const before = await cells();
  equal(await board.locator("thead th", { hasText: "q5-input-1" }).count(), 1);
  await board.evaluate(() => { document.querySelector("#board .scroll").scrollLeft = 40; });
  const scrolled = await board.evaluate(() => document.querySelector("#board .scroll").scrollLeft);
  ok(scrolled > 0, "the table is wider than the window");
  await handIn(story.teams[1], "spring", story.answers.filter((path) => /q4-/.test(path)));
  await until(board, () => document.querySelector("tr.news"));
  const after = await cells();
  equal(after.length, before.length);
  const changed = after.filter((text, place) => text !== before[place]).length;
  ok(changed >= 2, `the cell and the total: ${before} became ${after}`);
  equal(await board.evaluate(() => document.querySelector("#board .scroll").scrollLeft), scrolled);
  await picture(board, "board-details");
  quiet(board);
  await board.context().close();
});

test("a freeze holds the board, and taking it back shows what it held", async () => {
  const organiser = await open(story.organiser, "/organise/spring");
  await organiser.locator("section.card:has(#freeze) form button").click();
  await organiser.waitForSelector("section.card:has(#freeze) details");
  const board = await visit("/c/spring/board");
  // The board reloads itself if it was opened while the news of the freeze was still on its way.
  await board.locator(".notice.frozen").waitFor();
  const total = () => board.locator("tr[data-team]", { hasText: "Böb" }).locator(".total").innerText();
  const frozen = await total();
  await handIn(story.teams[1], "spring", story.answers.filter((path) => /q5-/.test(path)));
  await until(board, () => document.querySelector(".squares .h, .hides"));
  equal(await total(), frozen, "the total stands still");
  await picture(board, "board-frozen");
  await organiser.reload();
  await organiser.locator("section.card:has(#freeze) summary").click();
  await organiser.locator("section.card:has(#freeze) details input[name=confirm]").check();
  await picture(organiser, "take-back");
  await accessible(organiser);
  await organiser.locator("section.card:has(#freeze) details button").click();
  await organiser.locator("section.card:has(#freeze) details").waitFor({ state: "detached" });
  // The board asks for its page again by itself.
  await board.locator(".notice.frozen").waitFor({ state: "detached" });
  ok((await total()) !== frozen, "what was held is shown");
  for (const page of [organiser, board]) quiet(page);
  await board.context().close();
});

test("a game of the well is handed in and watched, in French", async () => {
  const organiser = await open(story.organiser, "/organise/new");
  await organiser.check("input[name=game][value=well]");
  for (const [name, value] of [["title", "Le puits"], ["id", "puits"], ["inputs", "1"], ["seed", "4"]]) {
    await organiser.fill(`input[name=${name}]`, value);
  }
  await organiser.locator("main form button.primary").click();
  await organiser.waitForURL(`${address}/organise/puits`);
  await organiser.goto(`${address}/organise/puits/teams`);
  await organiser.fill("textarea[name=list]", "Blaise,blaise,correct horse battery");
  await organiser.locator("main form button.primary").click();
  await organiser.waitForSelector("[role=status] code");
  const page = await visit("/login", { locale: "fr-FR" });
  await page.selectOption("select[name=contest]", "puits");
  await page.fill("input[name=login]", "blaise");
  await page.fill("input[name=password]", "correct horse battery");
  await page.locator("form:has(input[name=password]) button.primary").click();
  await page.waitForURL(`${address}/c/puits`);
  const input = await page.context().request.get(`${address}/c/puits/inputs/Tetris-1.in`);
  writeFileSync(at("Tetris-1.in"), await input.body());
  laplace("well", "solve", at("Tetris-1.in"), "-o", at("Tetris-1.out"));
  await handIn(page, "puits", [at("Tetris-1.out")]);
  ok(/toutes les figures sont posées/.test(await page.locator("table.feedback").innerText()), "the judge speaks French");
  await page.locator("a[href$='/replay/Tetris-1.out']").click();
  await page.waitForSelector("#viewer canvas");
  await accessible(page);
  const { game, count } = await page.evaluate(() => laplace.viewer.film);
  equal(game, "well");
  ok(count >= 20, `${count} figures`);
  equal(await page.locator(".icon-play").getAttribute("aria-label"), "Lecture (espace)");
  await page.keyboard.press("End");
  equal(await page.evaluate(() => laplace.viewer.piece), count);
  const text = await page.locator("#viewer").innerText();
  ok(/Le puits, /.test(text) && /La fin\s: toutes les figures sont posées\./.test(text), text);
  ok(!/\b(figures\. The end|Play|height|rows deleted)\b/.test(text), `English is left: ${text}`);
  await picture(page, "replay-well");
  for (const tab of [page, organiser]) quiet(tab);
  await page.context().close();
});

test("a time is the organiser's own, in summer and in winter, and stays as it was typed after a refusal", async () => {
  const page = await visit("/login", { timezoneId: "Europe/Paris" });
  await page.fill("input[name=token]", token);
  await page.locator("form:has(input[name=token]) button").click();
  await page.waitForURL(/\/organise/);
  await page.goto(`${address}/organise/new`);
  const typed = { title: "Zones", id: "new", inputs: "1", start: "2030-07-01T14:00", end: "2030-12-01T14:00" };
  await page.check("input[name=game][value=well]");
  for (const [name, value] of Object.entries(typed)) await page.fill(`input[name=${name}]`, value);
  // An address of the organisers' pages is refused, and the form comes back.
  await page.locator("main form button.primary").click();
  await page.waitForSelector(".notice.bad");
  for (const name of ["start", "end"]) equal(await page.inputValue(`input[name=${name}]`), typed[name]);
  page.faults.splice(0);
  await page.fill("input[name=id]", "zones");
  await page.locator("main form button.primary").click();
  await page.waitForURL(`${address}/organise/zones`);
  const moment = (name) => page.locator(`section.card:has(#${name}) time`).getAttribute("datetime");
  equal(await moment("start"), "2030-07-01T12:00:00.000+00:00");
  equal(await moment("end"), "2030-12-01T13:00:00.000+00:00");
  await page.fill("section.card:has(#freeze) input[name=at]", "2030-11-30T14:00");
  await page.locator("section.card:has(#freeze) form button").first().click();
  await page.waitForSelector("section.card:has(#freeze) time");
  equal(await moment("freeze"), "2030-11-30T13:00:00.000+00:00");
  quiet(page);
  await page.context().close();
});
