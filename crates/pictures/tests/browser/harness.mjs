// What all tests use: the program, the browser, and the count of tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const folder = mkdtempSync(join(tmpdir(), "laplace-browser-"));
export const at = (name) => join(folder, name);

// Runs the program; standard output as text.
export function laplace(...args) {
  return execFileSync(process.env.LAPLACE, args, { encoding: "utf8", maxBuffer: 1 << 26 });
}

// The first moves of a move file, as a file of its own.
export function firstMoves(file, count) {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, count + 1);
  const short = at("first-moves");
  writeFileSync(short, lines.join("\n") + "\n");
  return short;
}

// How long a test waits for an event before it fails: machines may be slow or busy.
export const TIMEOUT = 120_000;

const tests = [];

export function test(name, body) {
  tests.push([name, body]);
}

export function equal(found, expected, what = "") {
  if (found !== expected) throw new Error(`${what}\n found    ${JSON.stringify(found)}\n expected ${JSON.stringify(expected)}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}

let browser;

// Records the faults of a page, which fail the test: requests to other places, errors of scripts, console messages,
// dialogs.
export function listen(page, allowed) {
  page.setDefaultTimeout(TIMEOUT);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`fault: ${error.message}`));
  page.on("console", (message) => page.faults.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!allowed.test(request.url())) page.faults.push(`requested ${request.url()}`);
  });
  return page;
}

// A new browser context, which shares no cookies with another.
export function visitor({ width = 1280, height = 800, scheme = "light", ...more } = {}) {
  return browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...more });
}

// Opens a page of ours.
export async function open(file, { hash = "", ...how } = {}) {
  const context = await visitor(how);
  const page = listen(await context.newPage(), /^(file|data):/);
  await page.goto(`file://${file}${hash}`);
  return page;
}

export const piece = (page) => page.evaluate(() => laplace.viewer.piece);
export const board = (page) => page.evaluate(() => laplace.viewer.text());

// Whether `condition` holds in the page; not while the page is being replaced by another, as when it reloads itself.
async function holds(page, condition, argument) {
  try {
    return await page.evaluate(condition, argument);
  } catch (error) {
    if (/Execution context was destroyed/.test(error.message)) return false;
    throw error;
  }
}

// Waits until `condition` holds in the page, by polling from outside: the content security policy of the page forbids
// eval, also to a function that waits in the page.
export async function until(page, condition, argument) {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; ) {
    if (await holds(page, condition, argument)) return;
    await page.waitForTimeout(10);
  }
  throw new Error(`waited ${TIMEOUT} ms in vain for ${condition}; the page has: ${await page.locator("body").innerText()}`);
}

export async function close(page) {
  await page.context().close();
  equal(page.faults.join("; "), "", "the page was not quiet");
}

export async function run() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  let failed = 0;
  for (const [name, body] of tests) {
    try {
      await body();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    }
  }
  await browser.close();
  rmSync(folder, { recursive: true });
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
