// What the site is measured by: speed beside the native program in the same run, the first page, frames while a search thinks, the
// size of the folder.
//
//   LAPLACE=path/to/laplace SITE=folder node site/tests/browser/measure.mjs [rounds]
//
// The work is that of `laplace bench`. Rounds of both take turns, and the shortest time of each counts: what other
// programs do on the machine only makes a time longer.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "../../../crates/pictures/tests/browser/node_modules/playwright-core/index.mjs";
import { address, site, stop } from "./server.mjs";

const rounds = Number(process.argv[2] ?? 5);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox"] });

// ---- the size of the folder

const files = readdirSync(site).map((name) => readFileSync(join(site, name)));
const sum = (pack) => files.reduce((bytes, file) => bytes + pack(file).length, 0);
const whole = sum((file) => file);
console.log(`site: ${files.length} files, ${whole} bytes; ${sum((file) => gzipSync(file, { level: 9 }))} with gzip, ${sum((file) => brotliCompressSync(file))} with brotli`);

// ---- the first page, with a cold cache: from the request until a question is answered by the module

const firsts = [];
for (let round = 0; round < rounds; round++) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${address}/demon.html`, { waitUntil: "commit" });
  await page.waitForFunction(() => window.site?.call);
  const shown = performance.now() - began;
  await page.evaluate(() => site.call("demon_seed", site.bytes("231")));
  firsts.push([shown, performance.now() - began]);
  await context.close();
}
const least = (place) => Math.min(...firsts.map((times) => times[place])).toFixed(0);
console.log(`first page, cold cache: controls after ${least(0)} ms, first answer of the module after ${least(1)} ms`);

// ---- the longest frame of a second while a search thinks on another thread

const thinking = await browser.newPage();
await thinking.goto(`${address}/demon.html`);
await thinking.fill("#seed", "1005");
await thinking.selectOption("#effort", "0 600");
await thinking.click("#search .primary");
await thinking.waitForFunction(() => site.demon.game !== null);
const frames = [];
for (let round = 0; round < rounds; round++) {
  frames.push(await thinking.evaluate(async () => {
    let [before, worst] = [await new Promise(requestAnimationFrame), 0];
    for (const end = before + 1000; before < end; ) {
      const now = await new Promise(requestAnimationFrame);
      worst = Math.max(worst, now - before);
      before = now;
    }
    return worst;
  }));
}
await thinking.close();
console.log(`longest frame of a second while a search thinks: ${frames.map((frame) => `${frame.toFixed(1)} ms`).join(", ")}`);

// ---- speed

const seconds = (text) => {
  const [, number, unit] = /([\d.]+) (ns|µs|us|ms|s|min)\s*$/.exec(text);
  return Number(number) * { ns: 1e-9, µs: 1e-6, us: 1e-6, ms: 1e-3, s: 1, min: 60 }[unit];
};
const page = await browser.newPage();
await page.goto(`${address}/demon.html`);
const native = [], inBrowser = [];
let names = [];
for (let round = 0; round < rounds; round++) {
  const table = execFileSync(process.env.LAPLACE, ["bench"], { encoding: "utf8" }).trim().split("\n").slice(0, -1);
  names = table.map((line) => line.slice(0, 38).trim());
  native.push(table.map(seconds));
  const times = [];
  for (let part = 0; part < table.length; part++) {
    times.push(await page.evaluate(async (part) => {
      const began = performance.now();
      await site.call("bench", part);
      return (performance.now() - began) / 1000;
    }, part));
  }
  inBrowser.push(times);
}
const shortest = (runs, part) => Math.min(...runs.map((times) => times[part]));
names.forEach((name, part) => {
  const [here, there] = [shortest(native, part), shortest(inBrowser, part)];
  console.log(`${name.padEnd(38)} native ${(here * 1000).toFixed(0)} ms, browser ${(there * 1000).toFixed(0)} ms: ${(here / there).toFixed(2)} of native`);
});
await browser.close();
stop();
