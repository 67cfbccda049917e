// A server that was started with the site: the engine of Blobwar thinks in the browser, and the site is served.
import { close, equal, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { picture, quiet, start, visit } from "./server.mjs";

const START = "/blobwar#map=ataxx&rules=passes&you=x&level=3&seed=5";

// The requests of a page to Blobwar's addresses, by their last word.
function requests(page) {
  const seen = [];
  page.on("request", (request) => {
    const [, address] = /\/blobwar\/([a-z]+)/.exec(request.url()) ?? [];
    if (address) seen.push(address);
  });
  return seen;
}

const turn = (page) => until(page, () => blobwar.table.view?.end || blobwar.table.board.legal.length > 0);

// Plays the first legal move and waits for the reply.
async function play(page) {
  await turn(page);
  const before = await page.evaluate(() => blobwar.table.steps.length);
  const { from, to } = await page.evaluate(() => {
    const [{ from: [first], to: target }] = blobwar.table.board.legal;
    return { from: first, to: target };
  });
  await page.click(`[data-cell=${from}]`);
  await page.click(`[data-cell=${to}]`);
  await until(page, (count) => blobwar.table.steps.length >= count, before + 2);
}

const server = await start("--site", process.env.SITE);

test("with a site, the engine thinks in the browser", async () => {
  const page = await visit(START, { server });
  await turn(page);
  await page.evaluate(() => site.compile());
  const seen = requests(page);
  await play(page);
  await page.click("[data-act=hint]");
  await until(page, () => !document.querySelector("#line").hidden);
  await play(page);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=pgn]")]);
  equal(saved.suggestedFilename(), "blobwar.pgn");
  equal(seen.join(), "", "requests to the server's engine");
  await picture(page, "blobwar-module");
  quiet(page);
  await close(page);
});

test("with a site, a browser without WebAssembly plays against the server's engine", async () => {
  const page = await visit("/", { server });
  await page.context().addInitScript(() => delete window.WebAssembly);
  const seen = requests(page);
  await page.goto(server.address + START);
  await play(page);
  ok(seen.includes("think"), seen.join());
  await close(page);
});

test("the site is served, with its module", async () => {
  const page = await visit("/site/", { server });
  await until(page, () => /ready/.test(document.querySelector("#ready").textContent));
  await page.goto(`${server.address}/site/demon.html`);
  await page.fill("#seed", "231");
  await page.click("#search .primary");
  await until(page, () => site.demon.game !== null);
  quiet(page);
  await close(page);
});
