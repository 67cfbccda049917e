// The same pages from a web server, without a network after the first visit, and from a disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { close, equal, laplace, ok, test, until, visitor } from "../../../crates/pictures/tests/browser/harness.mjs";
import { call, fromDisk, open, renewed, requested, shows, site, visit } from "./server.mjs";

const OFFLINE = /now work without a connection/;

// Takes the network away. The browser does so to pages only, so what a service worker requests is looked at afterwards; it may
// look for a new version of itself.
async function goOffline(page) {
  await page.context().setOffline(true);
  requested.length = 0;
}
const requestedFiles = () => requested.filter((path) => !path.endsWith("/offline.js")).join(", ");

test("places: after one visit everything works offline", async () => {
  const page = await visit("index.html");
  await shows(page, "#ready", OFFLINE);
  await goOffline(page);
  for (const name of ["demon", "well", "blobwar", "sheet", "index"]) {
    await page.goto(page.url().replace(/[^/]*$/, `${name}.html`));
    ok((await page.locator("header").innerText()).includes("Laplace"), name);
    equal(await call(page, "sheet_answer", "3.5", '["0"]'), "770", name);
  }
  await page.goto(page.url().replace(/[^/]*$/, ""));
  await shows(page, "#ready", /ready/);
  equal(requestedFiles(), "");
  await close(page);
});

test("places: a page keeps the files of its version until it is closed", async () => {
  const page = await visit("renewed/index.html");
  await shows(page, "#ready", OFFLINE);
  await page.reload();
  await shows(page, "#ready", OFFLINE);
  const module = readFileSync(join(site, "module-source.js"), "utf8");
  renewed.set("/renewed/module-source.js", "the next module");
  renewed.set("/renewed/offline.js", readFileSync(join(site, "offline.js"), "utf8").replace(/VERSION = "\w+"/, 'VERSION = "next"'));
  // The next version is there as a whole; it takes over only where it has not learned to wait.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((found) => (registration.onupdatefound = () => found(registration.installing)));
    await registration.update();
    const next = await found;
    const isThere = () => ["installed", "activating", "activated"].includes(next.state);
    if (!isThere()) await new Promise((done) => (next.onstatechange = () => isThere() && done()));
  });
  const loaded = (page) => page.evaluate(() => fetch("module-source.js").then((response) => response.text()));
  ok((await loaded(page)) === module, "the page has lost its module");
  const context = page.context();
  const other = await open(context, "renewed/sheet.html");
  equal(await call(other, "sheet_answer", "3.5", '["0"]'), "770");
  ok((await loaded(other)) === module, "a page beside it has another version");
  await other.close();
  await page.close();
  // Without a page the next version takes over, at some time.
  for (let found = ""; found !== "the next module"; ) {
    const fresh = await context.newPage();
    await fresh.goto(page.url().replace(/[^/]*$/, "icon.svg"));
    found = await loaded(fresh);
    await fresh.close();
  }
  await context.close();
  equal(page.faults.concat(other.faults).join("; "), "");
});

test("places: a page whose server has another version by now says so", async () => {
  const context = await visitor({ locale: "fr-FR", serviceWorkers: "block" });
  const module = readFileSync(join(site, "module-source.js"), "utf8");
  await context.route("**/module-source.js", (route) => route.fulfill({ contentType: "text/javascript", body: module.replace(/(moduleVersion = ")\w+/, "$1next") }));
  const page = await open(context, "sheet.fr.html");
  await shows(page, "[data-question='3.5'] output", /Le site a été mis à jour .* Rechargez la page/);
  page.faults = page.faults.filter((fault) => !/Service Worker/.test(fault));
  await close(page);
});

test("places: two copies of the site in one place keep their own files", async () => {
  const page = await visit("a/index.html");
  await shows(page, "#ready", OFFLINE);
  renewed.set("/b/offline.js", readFileSync(join(site, "offline.js"), "utf8").replace(/VERSION = "\w+"/, 'VERSION = "other"'));
  const other = await open(page.context(), "b/index.html");
  await shows(other, "#ready", OFFLINE);
  await goOffline(page);
  for (const copy of [page, other]) {
    await copy.goto(copy.url().replace(/[^/]*$/, "sheet.html"));
    equal(await call(copy, "sheet_answer", "3.5", '["0"]'), "770", copy.url());
  }
  equal(requestedFiles(), "");
  await other.close();
  equal(other.faults.join("; "), "");
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
