// The same pages from a web server, without a network after the first visit, and from a disk.
import { close, equal, laplace, ok, test, until } from "../../../crates/pictures/tests/browser/harness.mjs";
import { call, fromDisk, shows, visit } from "./server.mjs";

test("places: after one visit everything works offline", async () => {
  const page = await visit("index.html");
  await shows(page, "#ready", /now work without a connection/);
  await page.context().setOffline(true);
  for (const name of ["demon", "well", "blobwar", "sheet", "index"]) {
    await page.goto(page.url().replace(/[^/]*$/, `${name}.html`));
    ok((await page.locator("header").innerText()).includes("Laplace"), name);
    equal(await call(page, "sheet_answer", "3.5", '["0"]'), "770", name);
  }
  await page.goto(page.url().replace(/[^/]*$/, ""));
  await shows(page, "#ready", /ready/);
  await close(page);
});

test("places: from a disk, by a double click", async () => {
  const page = await fromDisk("demon.html");
  await page.fill("#seed", "31");
  await page.selectOption("#effort", "1 0");
  await page.click("#search .primary");
  await shows(page, "#state", /points/);
  equal(await page.evaluate(() => site.demon.game.file), laplace("demon", "q5", "31", "--effort", "1", "--threads", "1"));
  await page.click("nav a[href='sheet.html']");
  await until(page, () => document.querySelector("[data-question='3.5'] output")?.textContent === "770");
  await page.click("nav a[href='blobwar.html']");
  await until(page, () => window.blobwar?.table?.board.legal.length > 0);
  await page.click("nav a[href='well.html']");
  await page.click("#make button");
  await until(page, () => document.querySelector("#input").value !== "");
  await page.click("#solve");
  await shows(page, "#state", /figures placed/);
  await close(page);
});

test("places: a French browser gets French pages, and a choice is kept", async () => {
  const page = await visit("index.html", { locale: "fr-FR" });
  await page.waitForURL(/index\.fr\.html$/);
  await page.click("[data-choose-language=en]");
  await page.waitForURL(/index\.html$/);
  await page.goto(page.url());
  await until(page, () => document.documentElement.lang === "en");
  await page.click("[data-choose-theme=dark]");
  await page.reload();
  equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await close(page);
});
