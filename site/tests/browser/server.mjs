// A web server for static files, as plain as they come, and its visitors.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { equal, listen, until, visitor } from "../../../crates/pictures/tests/browser/harness.mjs";

export const site = process.env.SITE;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

// Copies of the site in folders, `/a/` and so on: the files that are not as in the site itself, by path.
export const renewed = new Map();
// The paths that were requested.
export const requested = [];

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://site").pathname.replace(/\/$/, "/index.html");
  requested.push(path);
  const file = join(site, path.replace(/^\/\w+\//, "/"));
  if (path.includes("..") || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  if (renewed.has(path)) response.end(renewed.get(path));
  else createReadStream(file).pipe(response);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
export const address = `http://127.0.0.1:${server.address().port}`;

export function stop() {
  server.close();
  server.closeAllConnections();
}

// A new visitor with a page of the site open. Pages request nothing from elsewhere.
export async function visit(path, how = {}) {
  return open(await visitor({ locale: "en-GB", acceptDownloads: true, ...how }), path);
}

// Another page of the same visitor.
export async function open(context, path) {
  const ours = new RegExp(`^(data:|blob:|${address.replaceAll(".", "\\.")}/)`);
  const page = listen(await context.newPage(), ours);
  const response = await page.goto(`${address}/${path}`);
  equal(response.status(), 200, path);
  return page;
}

// A page of the site from the disk.
export async function fromDisk(path, how = {}) {
  const context = await visitor({ locale: "en-GB", ...how });
  const page = listen(await context.newPage(), /^(file|data|blob):/);
  await page.goto(`file://${site}/${path}`);
  return page;
}

// The text of the file that a button saves.
export async function saved(page, selector) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString("utf8") };
}

// Calls a function of the module on the worker of a search.
export const call = (page, name, ...args) => page.evaluate(async ([name, args]) => {
  const given = args.map((value) => (value?.text !== undefined ? site.bytes(value.text) : value));
  return site.search(name, given).result;
}, [name, args]);

export const text = (page, selector) => page.locator(selector).innerText();
export const shows = (page, selector, pattern) =>
  until(page, ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.innerText ?? ""), [selector, pattern.source]);
