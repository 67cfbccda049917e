// What the tests stand on: the server, its visitors, pictures of pages, and the check of accessibility.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { TIMEOUT, at, equal, listen, visitor } from "../../../pictures/tests/browser/harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const server = spawn(process.env.ARENA, ["--database", at("arena.db"), "--listen", "127.0.0.1:0"]);
export const stop = () => server.kill();

// What the server prints when it starts: its address, and the first organiser's token.
export const { address, token } = await new Promise((found, failed) => {
  let printed = "";
  const look = (bytes) => {
    printed += bytes;
    const [, url] = /serving (http:\/\/\S+?)\/?\s/.exec(printed) ?? [];
    const [, secret] = /organiser's token.*: (\S+)/.exec(printed) ?? [];
    if (url && secret) found({ address: url, token: secret });
  };
  server.stderr.on("data", look);
  server.stdout.on("data", look);
  server.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${printed}`)));
  setTimeout(() => failed(new Error(`the server did not begin: ${printed}`)), TIMEOUT).unref();
});

// A new visitor with a page of ours open. Pages request nothing from other servers.
export async function visit(path, how = {}) {
  const context = await visitor({ locale: "en-GB", ...how });
  return open(context, path);
}

// Another page of the same visitor.
export async function open(context, path) {
  const ours = new RegExp(`^(data:|blob:|${address.replaceAll(".", "\\.")}/)`);
  const page = listen(await context.newPage(), ours);
  const response = await page.goto(address + path);
  equal(response.status(), 200, path);
  return page;
}

export const quiet = (page) => equal(page.faults.splice(0).join("; "), "", `${page.url()} was not quiet`);

let shots = 0;

// A picture of the page for people to look at.
export async function picture(page, name) {
  const number = String(++shots).padStart(2, "0");
  await page.screenshot({ path: join(process.env.SHOTS, `${number}-${name}.png`), fullPage: true });
}

// The page is accessible: axe finds no serious fault.
export async function accessible(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const lines = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
  equal(lines.join("\n"), "", `${page.url()} is not accessible`);
}
