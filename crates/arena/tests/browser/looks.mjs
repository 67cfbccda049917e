// How a page looks and reads: pictures for people, and a check of accessibility. The tests of the site use it, too.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { equal } from "../../../pictures/tests/browser/harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
