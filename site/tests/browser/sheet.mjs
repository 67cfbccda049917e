// The exercise sheet: each answer is that of the command that the page shows.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { close, equal, ok, test, until } from "../../../crates/pictures/tests/browser/harness.mjs";
import { accessible, picture } from "../../../crates/arena/tests/browser/looks.mjs";
import { shows, text, visit } from "./server.mjs";

const env = { ...process.env, PATH: `${dirname(process.env.LAPLACE)}:${process.env.PATH}` };
const run = (command) => execFileSync("bash", ["-c", command], { encoding: "utf8", env }).trim();

async function compare(page, number) {
  const question = `[data-question='${number}']`;
  await until(page, (question) => document.querySelector(`${question} output`)?.textContent !== "", question);
  equal(await text(page, `${question} output`), run(await text(page, `${question} .call code`)), number);
}

for (const [path, name] of [["sheet.html", "sheet"], ["sheet.fr.html", "sheet-fr"]]) {
  test(`${name}: the twelve answers are the command line's`, async () => {
    const page = await visit(path);
    const numbers = await page.evaluate(() => site.questions.map((question) => question.number));
    equal(numbers.length, 12);
    for (const number of numbers) await compare(page, number);
    await picture(page, name);
    await accessible(page);
    await close(page);
  });
}

test("sheet: boards are clicked, cells chosen, and what is refused says why", async () => {
  const page = await visit("sheet.fr.html");
  const at = (number, index) => page.click(`[data-question='${number}'] figure:first-child [data-index='${index}']`);
  // The page shows the new call before its answer.
  const answerAfter = async (number, index) => {
    const output = `[data-question='${number}'] output`;
    const before = await text(page, output);
    await at(number, index);
    await until(page, ([output, before]) => document.querySelector(output).innerText.trim() !== before.trim(), [output, before]);
    await compare(page, number);
  };
  await compare(page, "2.2");
  await answerAfter("2.2", 0);
  await compare(page, "3.5");
  await at("3.5", 63 - 7);
  await compare(page, "3.5");
  await answerAfter("3.5", 27);
  await shows(page, "[data-question='3.5'] .call code", / 35$/);
  ok((await page.locator("[data-question='3.5'] .result .found").count()) === 8, "eight neighbours");
  await page.fill("[data-question='3.5'] input", "64");
  await shows(page, "[data-question='3.5'] output", /CELL\s: «\s64\s» au lieu d’un nombre de 0 à 63/);
  await close(page);
});
