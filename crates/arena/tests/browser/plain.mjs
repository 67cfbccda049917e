// Without scripts: everything but what moves.
import { writeFileSync } from "node:fs";
import { at, equal, ok, test } from "../../../pictures/tests/browser/harness.mjs";
import { story } from "./contest.mjs";
import { address, picture, quiet, visit } from "./server.mjs";

test("without JavaScript one signs in, hands in, sees results and the board", async () => {
  const page = await visit("/login", { javaScriptEnabled: false });
  await page.selectOption("select[name=contest]", "spring");
  await page.fill("input[name=login]", "Ada & friends");
  await page.fill("input[name=password]", "correct horse battery");
  await page.locator("form:has(input[name=password]) button.primary").click();
  await page.waitForURL(`${address}/c/spring`);
  writeFileSync(at("wrong-name"), "nonsense");
  await page.setInputFiles("input[name=files]", at("wrong-name"));
  await page.locator("form.upload button.primary").click();
  ok(/wrong-name/.test(await page.locator("main .notice.bad").first().innerText()), "the reason is on the page");
  page.faults.splice(0); // the refused form has status 400
  await picture(page, "upload-refused-plain");
  await page.setInputFiles("input[name=files]", story.answers.slice(0, 2));
  await page.locator("form.upload button.primary").click();
  await page.waitForURL(/\/submissions\/\d+/);
  equal(await page.locator("table.feedback tbody tr").count(), 2);
  await page.goto(`${address}${story.submission}/replay/q5-output-1`);
  ok(/^[.\d\n]+$/.test((await page.locator("#viewer pre").innerText()).trim()), "the last board is there as text");
  await picture(page, "replay-plain");
  await page.goto(`${address}/c/spring/board`);
  ok((await page.locator("tr[data-team]").count()) >= 2, "the board has the teams");
  await page.goto(`${address}/blobwar`);
  ok(/JavaScript/.test(await page.locator("main").innerText()), "the page says what it needs");
  await picture(page, "blobwar-plain");
  quiet(page);
  await page.context().close();
});
