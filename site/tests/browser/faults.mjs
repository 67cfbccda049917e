// What goes wrong is shown clearly, and nothing is lost.
import { close, equal, ok, test, until, visitor } from "../../../crates/pictures/tests/browser/harness.mjs";
import { call, open, saved, shows, visit } from "./server.mjs";

const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

test("faults: malformed files are refused with their line, in the language of the page", async () => {
  for (const [path, demon, binary, well] of [
    ["", /Line 1: found `hello`, expected a number/, /^Line 1: found/, /Line 2: found `9`, expected a figure from 1 to 7/],
    [".fr", /Ligne 1\s: «\shello\s», attendu\s: un nombre/, /^Ligne 1\s: «/, /Ligne 2\s: «\s9\s», attendu\s: une figure de 1 à 7/],
  ]) {
    const page = await visit(`demon${path}.html`);
    await page.setInputFiles("#files", [file("q5-output-1", "hello")]);
    await shows(page, "#judged", demon);
    await page.setInputFiles("#files", [file("game.json", '{"laplace-replay": 1, "game": "well"')]);
    await shows(page, "#judged", /replay/);
    await page.setInputFiles("#files", [file("whatever", Buffer.from([0, 255, 254, 1, 2]))]);
    await shows(page, "#judged", binary);
    await page.setInputFiles("#files", [file("q5-output-7", "7\n1 2 3\n")]);
    await shows(page, "#judged", /: 0 points/);
    ok(await page.evaluate(() => document.querySelector("#judged").classList.contains("bad")), "a game without a legal move is not good");
    await page.fill("#seed", "-3");
    await page.click("#search .primary");
    await shows(page, "#search-refused", /-3/);
    await close(page);
    const other = await visit(`well${path}.html`);
    await other.setInputFiles("#files", [file("Tetris.in", "2\n1 9"), file("Tetris.out", "0 0")]);
    await shows(other, "#state", well);
    equal(await other.inputValue("#input"), "2\n1 9", "what was given is still there");
    await close(other);
  }
});

test("faults: without WebAssembly every page says so", async () => {
  for (const name of ["index", "demon", "well", "blobwar", "sheet"]) {
    const context = await visitor({ locale: "en-GB" });
    await context.addInitScript(() => delete window.WebAssembly);
    const page = await open(context, `${name}.html`);
    if (name === "demon") await page.click("#search .primary");
    if (name === "well") await page.click("#make button");
    await until(page, () => document.body.innerText.includes("This browser has no WebAssembly"));
    await close(page);
  }
});

test("faults: a module that cannot be loaded is requested again", async () => {
  const context = await visitor({ locale: "en-GB", serviceWorkers: "block" });
  let broken = true;
  await context.route("**/module-source.js", (route) => (broken ? route.abort() : route.continue()));
  const page = await open(context, "demon.html");
  await page.click("#search .primary");
  await shows(page, "#search-refused", /could not be loaded/);
  broken = false;
  await page.selectOption("#effort", "1 0");
  await page.click("#search .primary");
  await shows(page, "#state", /points/);
  // The browser itself names the request that failed.
  page.faults = page.faults.filter((fault) => !/ERR_FAILED|Service Worker/.test(fault));
  await close(page);
});

test("faults: a search that is cancelled while the module is loaded starts no worker", async () => {
  const context = await visitor({ locale: "en-GB", serviceWorkers: "block" });
  await context.addInitScript(() => {
    window.started = 0;
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        window.started++;
      }
    };
  });
  let load;
  const mayLoad = new Promise((done) => (load = done));
  await context.route("**/module-source.js", (route) => mayLoad.then(() => route.continue()));
  const page = await open(context, "well.html");
  await page.evaluate(() => {
    window.settled = false;
    const { result, cancel } = site.search("demon_solve", [site.bytes("1005"), 0, 600, new Uint8Array()]);
    result.finally(() => (window.settled = true));
    cancel();
  });
  load();
  // The worker for quick calls, which waited for the same module, is the only one.
  await page.evaluate(() => site.call("sheet_answer", "3.5", '["0"]'));
  equal(await page.evaluate(() => window.started), 1);
  equal(await page.evaluate(() => window.settled), false, "the search has an end");
  page.faults = page.faults.filter((fault) => !/Service Worker/.test(fault));
  await close(page);
});

test("faults: a worker that is lost loses no game, and the next search has another one", async () => {
  const page = await visit("demon.html");
  await page.fill("#seed", "1005");
  await page.selectOption("#effort", "0 600");
  await page.click("#search .primary");
  await until(page, () => site.demon.game !== null);
  // What a browser does when it ends a worker.
  await page.evaluate(() => site.demon.running.search.thread.worker.dispatchEvent(new ErrorEvent("error", { cancelable: true })));
  await shows(page, "#search-refused", /The computation was lost/);
  await shows(page, "#state", /The best game so far has/);
  ok((await saved(page, "[data-save=moves]")).text.startsWith("1005\n"), "the game can be saved");
  await page.selectOption("#effort", "1 0");
  await page.click("#go-on");
  await shows(page, "#state", /below the bound|bound is met/);
  await close(page);
});

test("faults: a fault inside the module ends its worker and nothing else", async () => {
  const page = await visit("sheet.html");
  const found = await page.evaluate(() => site.call("no_such_function").then(() => "answered", (error) => error.lost));
  equal(found, true);
  equal(await call(page, "sheet_answer", "3.5", '["0"]'), "770");
  equal(await page.evaluate(() => site.call("sheet_answer", "3.5", '["0"]')), "770");
  page.faults = page.faults.filter((fault) => !/is not a function/.test(fault));
  await close(page);
});

test("faults: a search that is silent is called so", async () => {
  const page = await visit("demon.html");
  // A device that slept: the clock went on, the worker did not.
  await page.clock.install();
  await page.fill("#seed", "1005");
  await page.selectOption("#effort", "0 600");
  await page.click("#search .primary");
  await until(page, () => site.demon.game !== null);
  await page.evaluate(() => { site.demon.running.search.thread.worker.onmessage = null; });
  await page.clock.fastForward(45_000);
  await shows(page, "#silent", /No news from the search for \d+ seconds/);
  await page.click("#stop");
  await shows(page, "#state", /The best game so far has/);
  await close(page);
});
