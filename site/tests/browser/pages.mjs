// Every page: light and dark, wide and narrow, in both languages; a page that thinks stays fluid and small.
import { close, equal, ok, test, until } from "../../../crates/pictures/tests/browser/harness.mjs";
import { accessible, picture } from "../../../crates/arena/tests/browser/looks.mjs";
import { shows, visit } from "./server.mjs";

const PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true };

for (const name of ["index", "demon", "well", "blobwar", "sheet"]) {
  test(`pages: ${name} in both languages, light and dark, wide and narrow`, async () => {
    for (const [ending, locale] of [["", "en-GB"], [".fr", "fr-FR"]]) {
      for (const [size, how] of [["wide", {}], ["phone", PHONE]]) {
        for (const scheme of ["light", "dark"]) {
          const page = await visit(`${name}${ending}.html`, { locale, scheme, ...how });
          if (name === "blobwar") await until(page, () => blobwar.table.board.legal.length > 0);
          if (name === "sheet") await until(page, () => document.querySelector("[data-question='3.6'] output")?.textContent);
          if (name === "index") await shows(page, "#ready", /ready|prêt/);
          const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          ok((await over()) <= 0, `${name}${ending} ${size} is ${await over()} px too wide`);
          await accessible(page);
          await picture(page, `${name}${ending}-${size}-${scheme}`);
          await page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
          ok((await over()) <= 0, `${name}${ending} ${size} is ${await over()} px too wide with all its parts open`);
          await close(page);
        }
      }
    }
  });
}

test("pages: frames come and the page answers while a search thinks, and its memory stays below 300 MB", async () => {
  const page = await visit("demon.html");
  await page.fill("#seed", "1005");
  await page.selectOption("#effort", "0 600");
  await page.click("#search .primary");
  await until(page, () => site.demon.game !== null);
  // How long a frame takes depends on the machine: `measure.mjs` prints it.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
  });
  await page.click("[data-choose-theme=dark]");
  equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.click("summary:has(+ #judge)");
  await page.selectOption("#question", "4");
  await page.fill("#input", "31\n1 8 2\n");
  await page.click("#answer-now");
  await until(page, () => document.querySelector("#answer").value !== "");
  ok(await page.evaluate(() => site.demon.running !== null), "the search goes on");
  await page.click("#stop");
  await shows(page, "#state", /The best game so far has/);
  // Two rounds reach the widest beams; the memory of a module never shrinks.
  const memory = await page.evaluate(async () => {
    const { result, thread } = site.search("demon_solve", [site.bytes("1005"), 2, 0, new Uint8Array()]);
    await result;
    return thread.memory;
  });
  console.log(`        memory of the module: ${(memory / 1e6).toFixed(0)} MB`);
  ok(memory > 0 && memory < 300e6, `${memory} bytes`);
  equal(page.faults.length, 0, page.faults.join("; "));
  await close(page);
});
