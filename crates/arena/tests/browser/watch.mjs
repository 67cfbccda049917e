// Games that were handed in, watched in the browser.
import { equal, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { story } from "./contest.mjs";
import { accessible, address, open, picture, quiet, visit } from "./server.mjs";

test("a game plays, from its link in the feedback", async () => {
  const page = await open(story.teams[0].context(), story.submission);
  await page.locator("a[href$='/replay/q5-output-1']").click();
  await page.waitForSelector("#viewer canvas");
  await accessible(page);
  const last = await page.evaluate(() => laplace.viewer.film.count);
  ok(last > 10, `${last} pieces`);
  await page.keyboard.press("Space");
  await until(page, () => laplace.viewer.piece >= 5);
  await picture(page, "replay");
  await page.keyboard.press("End");
  equal(await page.evaluate(() => laplace.viewer.piece), last);
  await page.keyboard.press("Home");
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ArrowRight");
  equal(await page.evaluate(() => laplace.viewer.piece), 3);
  quiet(page);
});

test("question 4 shows the input's game, question 1 has none", async () => {
  const page = await open(story.teams[0].context(), `${story.submission}/replay/q4-output-1`);
  await page.waitForSelector("#viewer canvas");
  await page.goto(`${address}${story.submission}/replay/q1-output-1`);
  equal(await page.locator("canvas").count(), 0);
  await accessible(page);
  quiet(page);
});

test("other teams and visitors may not watch while the contest runs", async () => {
  for (const context of [(await visit("/")).context(), story.teams[1].context()]) {
    const response = await context.request.get(`${address}${story.submission}/replay/q5-output-1`);
    equal(response.status(), 404);
  }
});
