// Pages that people use for hours: a long board, uploads that are refused, the end of a contest.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { at, equal, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { story } from "./contest.mjs";
import { accessible, address, open, picture, quiet, visit } from "./server.mjs";

const arena = (...args) => execFileSync(process.env.ARENA, ["--database", at("arena.db"), ...args], { encoding: "utf8" });

const statuses = (page) => page.faults.splice(0).filter((fault) => !/the server responded with a status of 4\d\d/.test(fault));

const tops = (page) => page.evaluate(() => {
  const top = (selector) => document.querySelector(selector).getBoundingClientRect();
  return { scroll: top("#board .scroll"), head: top("#board thead th"), own: top("#board tr.mine th") };
});

test("a long board keeps its head and the own row in sight, and finds a team", async () => {
  arena("new", "demon", "--id", "long", "--inputs", "6", "--end", "+9h");
  const names = Array.from({ length: 80 }, (_, place) => `Team ${place + 1},t${place + 1},,${place % 2 ? "Lycée Hoche" : ""}`);
  writeFileSync(at("long.csv"), ["name,login,password,school", ...names].join("\n"));
  const secrets = arena("teams", "long", at("long.csv")).trim().split(/\r?\n/);
  const token = secrets.find((line) => line.startsWith("Team 60,")).split(",")[3];
  const page = await visit("/login");
  await page.fill("input[name=token]", token);
  await page.locator("form:has(input[name=token]) button").click();
  await page.waitForURL(/\/c\/long/);
  for (const query of ["", "?details=1"]) {
    await page.goto(`${address}/c/long/board${query}`);
    for (const distance of [0, 900, 99_999]) {
      await page.evaluate((to) => { document.querySelector("#board .scroll").scrollTop = to; }, distance);
      const { scroll, head, own } = await tops(page);
      ok(distance === 0 || Math.abs(head.top - scroll.top) < 2, `the head is at ${head.top} of ${scroll.top}`);
      ok(own.top >= scroll.top && own.bottom <= scroll.bottom + 1, `the own row is at ${own.top} of ${scroll.top} to ${scroll.bottom}`);
      ok(scroll.height <= 800, `the board is ${scroll.height} high: its bar is out of sight`);
    }
    await picture(page, `board-long${query ? "-details" : ""}`);
    await accessible(page);
  }
  await page.goto(`${address}/c/long/board`);
  await page.fill("#find-team", "lycee 60");
  equal(await page.locator("tr[data-team]:visible").count(), 1, "accents and case do not matter");
  equal(await page.locator("#teams-found").innerText(), "1 of 80 teams");
  await page.fill("#find-team", "TEAM 7");
  equal(await page.locator("tr[data-team]:visible").count(), 17, "each word somewhere in the name");
  await picture(page, "board-search");
  await accessible(page);
  await page.fill("#find-team", "");
  equal(await page.locator("tr[data-team]:visible").count(), 80);
  quiet(page);
  story.long = page;
});

test("a refused upload stays on the page with its files, and can be sent again", async () => {
  writeFileSync(at("answer.txt"), "nonsense");
  writeFileSync(at("q1-output-1"), "nonsense");
  const page = story.long;
  await page.goto(`${address}/c/long`);
  await page.setInputFiles("input[name=files]", at("answer.txt"));
  await page.locator("form.upload button").click();
  await until(page, () => /answer\.txt/.test(document.querySelector("[data-refused]").textContent));
  equal(page.url(), `${address}/c/long`);
  equal(await page.evaluate(() => document.querySelector("input[name=files]").files.length), 1);
  await picture(page, "upload-refused");
  await accessible(page);
  equal(statuses(page).join("; "), "");
  writeFileSync(at("large"), Buffer.alloc(17 << 20));
  await page.setInputFiles("input[name=files]", at("large"));
  await page.locator("form.upload button").click();
  await until(page, () => /16 MiB/.test(document.querySelector("[data-refused]").textContent));
  await page.setInputFiles("input[name=files]", at("q1-output-1"));
  equal(await page.locator("[data-refused]").innerText(), "", "a new choice is a new start");
  await page.locator("form.upload button").click();
  await page.waitForURL(/\/submissions\/\d+/);
  quiet(page);
});

test("names without blanks fit on a phone", async () => {
  const name = "W".repeat(60);
  arena("new", "demon", "--id", "broad", "--title", "M".repeat(100), "--inputs", "1", "--seed", "18446744073709551615", "--end", "+9h");
  writeFileSync(at("broad.csv"), `${name},broad,,${"S".repeat(80)},${"G".repeat(40)}\n`);
  const token = arena("teams", "broad", at("broad.csv")).trim().split(/\r?\n/).at(-1).split(",")[3];
  const form = new FormData();
  form.append("file", new Blob(["nonsense"]), "q1-output-1");
  form.append("file", new Blob(["nonsense"]), `${"f".repeat(90)}.txt`);
  const authorization = `Bearer ${token}`;
  const sent = await fetch(`${address}/api/contests/broad/submissions`, { method: "POST", headers: { authorization }, body: form });
  const { id } = await sent.json();
  const text = JSON.stringify({ text: "Q".repeat(300) });
  await fetch(`${address}/api/contests/broad/clarifications`, { method: "POST", headers: { authorization }, body: text });
  const organiser = arena("organiser", "broad-boss").trim().split(/\s/).at(-1);
  for (const secret of [token, organiser]) {
    const page = await visit("/login", { width: 360, height: 740 });
    await page.fill("input[name=token]", secret);
    await page.locator("form:has(input[name=token]) button").click();
    await page.waitForURL((url) => url.pathname !== "/login");
    const own = ["/", "/c/broad", "/c/broad/board", "/c/broad/clarifications", "/c/broad/submissions", `/c/broad/submissions/${id}`];
    const more = ["/organise", "/organise/broad", "/organise/broad/teams", "/organise/broad/settings", "/organise/broad/log"];
    for (const path of secret === organiser ? [...own, ...more] : own) {
      await page.goto(address + path);
      await until(page, () => document.readyState === "complete");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      ok(wide <= 360, `${path} is ${wide} wide`);
    }
    await page.goto(`${address}/c/broad/submissions/${id}`);
    await picture(page, `broad-${secret === organiser ? "organiser" : "team"}`);
    quiet(page);
    await page.context().close();
  }
});

test("when the time is up while files are chosen, the page says so and keeps them", async () => {
  const page = story.long;
  await page.goto(`${address}/c/long`);
  await page.setInputFiles("input[name=files]", at("q1-output-1"));
  await page.evaluate(() => { document.querySelector("[data-until]").dataset.until = String(Date.now() - 5000); });
  await until(page, () => document.querySelector("[data-until]").textContent === "The time is up.");
  equal(await page.locator(".status .mark").first().innerText(), "Ended");
  equal(await page.evaluate(() => document.querySelector("input[name=files]").files.length), 1);
  await picture(page, "time-is-up");
  quiet(page);
});

test("pages name the visitor's time zone", async () => {
  const page = await visit("/c/long", { timezoneId: "Europe/Paris" });
  ok(/Times are in your time zone, Europe\/Paris\./.test(await page.locator("footer").innerText()), "the footer names it");
  await page.context().close();
  const organiser = await open(story.organiser, "/organise/new");
  ok(/in your local time \(.+\)/.test(await organiser.locator("legend", { hasText: "Times" }).innerText()), "the form names it");
  await organiser.close();
});

test("a replay names the team, the file and the verdict", async () => {
  const page = await open(story.teams[0].context(), `${story.submission}/replay/q5-output-1`);
  const facts = await page.locator("dl.facts").first().innerText();
  ok(/Ada & friends/.test(facts) && /q5-output-1/.test(facts) && /Played/.test(facts), facts);
  await page.close();
});
