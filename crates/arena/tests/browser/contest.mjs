// A contest from beginning to end, as an organiser and two teams see it.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { TIMEOUT, at, equal, laplace, ok, test, until, visitor } from "../../../pictures/tests/browser/harness.mjs";
import { accessible, address, open, picture, quiet, token, visit } from "./server.mjs";

export const story = {};

test("an organiser signs in by token and makes a contest by form", async () => {
  const page = await visit("/login");
  await picture(page, "login");
  await accessible(page);
  await page.fill("input[name=token]", token);
  await page.locator("form:has(input[name=token]) button").click();
  await page.waitForURL(/organise/);
  await page.goto(`${address}/organise/new`);
  await page.fill("input[name=title]", "Algorithms, spring");
  await page.fill("input[name=id]", "spring");
  await page.fill("input[name=inputs]", "1");
  await page.fill("input[name=seed]", "31");
  await picture(page, "new-contest");
  await accessible(page);
  await page.locator("main form button.primary").click();
  await page.waitForURL(`${address}/organise/spring`);
  await picture(page, "organise");
  await accessible(page);
  quiet(page);
  story.organiser = page.context();
});

test("a team comes in by an invitation", async () => {
  const organiser = await open(story.organiser, "/organise/spring/invites");
  await organiser.fill("input[name=uses]", "5");
  await organiser.locator("form:has(input[name=uses]) button.primary").click();
  const link = await organiser.locator(".secret code").innerText();
  await accessible(organiser);
  quiet(organiser);
  story.teams = [];
  for (const name of ["Ada & friends", "Böb <b>"]) {
    const page = await visit(new URL(link).pathname);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=new_password]", "correct horse battery");
    await picture(page, "join");
    await accessible(page);
    await page.locator("main form button.primary").click();
    await page.waitForSelector("a.button.primary");
    await picture(page, "welcome");
    const commands = await page.locator("#token-commands").innerText();
    ok(/export LAPLACE_TOKEN=/.test(commands) && !/--token/.test(commands), commands);
    equal(await page.locator("button[data-copy]:visible").count(), 2);
    await page.locator("a.button.primary").first().click();
    await page.waitForURL(`${address}/c/spring`);
    quiet(page);
    story.teams.push(page);
  }
});

test("the inputs come as an archive, and the program answers them", async () => {
  const [page] = story.teams;
  await picture(page, "contest");
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[href$='inputs.zip']").click()]);
  const folder = at("inputs");
  await download.saveAs(at("inputs.zip"));
  execFileSync("python3", ["-m", "zipfile", "-e", at("inputs.zip"), folder]);
  laplace("demon", "answer", folder, "--out", at("outputs"), "--time", "1", "--threads", "1");
  story.answers = readdirSync(at("outputs")).sort().map((name) => join(at("outputs"), name));
  equal(story.answers.length, 5);
});

test("a team hands in by keyboard alone and sees what became of it", async () => {
  const [page] = story.teams;
  await page.setInputFiles("input[name=files]", story.answers);
  await page.locator("input[name=files]").focus();
  for (let tabs = 0; tabs < 5; tabs++) {
    if (await page.evaluate(() => document.activeElement.matches("form.upload button"))) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/submissions\/\d+/);
  story.submission = new URL(page.url()).pathname;
  equal(await page.locator("table.feedback tbody tr").count(), 5);
  await picture(page, "feedback");
  await accessible(page);
  quiet(page);
});

test("the board of a second window moves by itself when another team hands in", async () => {
  const board = await visit("/c/spring/board");
  await picture(board, "board");
  await accessible(board);
  const total = () => board.locator("tr[data-team]", { hasText: "Böb" }).locator(".total").innerText();
  const before = await total();
  const [, other] = story.teams;
  await other.setInputFiles("input[name=files]", story.answers.filter((path) => /q[123]-/.test(path)));
  await other.locator("form.upload button.primary").click();
  await other.waitForURL(/\/submissions\/\d+/);
  for (const end = Date.now() + TIMEOUT; (await total()) === before; await board.waitForTimeout(50)) {
    ok(Date.now() < end, `the board still says ${before}`);
  }
  await board.waitForTimeout(700);
  await picture(board, "board-moved");
  equal(await board.locator("b", { hasText: "x" }).count(), 0, "a name is a text");
  quiet(board);
  quiet(other);
  await board.context().close();
});

test("a team's page has its results and its plots, by day, by night and on a phone", async () => {
  const page = await visit("/c/spring/board");
  await page.locator("tr[data-team] th a", { hasText: "Ada & friends" }).click();
  await page.waitForURL(/\/teams\//);
  equal(await page.locator("figure.plot svg").count(), 2);
  await picture(page, "team");
  await accessible(page);
  await page.click("[data-choose-theme=dark]");
  equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(18, 22, 28)");
  await page.reload();
  equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "the choice stays");
  await page.setViewportSize({ width: 390, height: 844 });
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page fits");
  await picture(page, "team-phone-dark");
  await accessible(page);
  await page.click("[data-choose-theme=system]");
  equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  quiet(page);
  await page.context().close();
});

test("a countdown follows the server's clock, whatever the visitor's clock shows", async () => {
  const arena = (...args) => execFileSync(process.env.ARENA, ["--database", at("arena.db"), ...args]);
  arena("new", "well", "--id", "clock", "--inputs", "1", "--end", "+5h");
  for (const wrong of [45, -45]) {
    const context = await visitor({ locale: "en-GB" });
    await context.addInitScript((minutes) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + minutes * 60_000;
    }, wrong);
    const page = await open(context, "/c/clock");
    await until(page, () => /4\sh\s5\d\smin/.test(document.querySelector("[data-until]").textContent));
    quiet(page);
    await context.close();
  }
});

test("in French, on a phone, in the dark", async () => {
  const page = await visit("/c/spring/board", { width: 390, height: 844, scheme: "dark", locale: "fr-FR" });
  equal(await page.evaluate(() => document.documentElement.lang), "fr");
  for (const path of ["/", "/login", "/c/spring", "/c/spring/board", "/blobwar"]) {
    await page.goto(address + path);
    await until(page, () => document.readyState === "complete");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    ok(wide <= 390, `${path} is ${wide} wide`);
    await picture(page, `phone${path.replaceAll("/", "-")}`);
    await accessible(page);
  }
  quiet(page);
  await page.context().close();
});
