// The well and Blobwar, and names that contain markup.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { at, board, close, equal, laplace, ok, open, piece, test } from "./harness.mjs";

const root = (path) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const well = ["--in", root("crates/games/tests/data/well/sample.in"), "--out", root("crates/games/tests/data/well/sample.out")];
const blobs = root("docs/games/blobwar.json");

test("the well at every figure is the judge's, and t goes to deletions", async () => {
  const html = at("well.html");
  laplace("well", "export", ...well, "--html", html);
  const page = await open(html);
  const count = await page.evaluate(() => laplace.viewer.film.count);
  for (let figure = 0; figure <= count; figure++) {
    await page.evaluate((figure) => laplace.viewer.seek(figure), figure);
    equal(await board(page), laplace("well", "export", ...well, "--text", "-", "--piece", figure), `figure ${figure}`);
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("t");
  const shown = await page.locator(".said").innerText();
  ok(/rows? deleted/.test(shown), shown);
  await close(page);
});

test("the moments of a fall end at the board of the judge", async () => {
  const html = at("cascade.html");
  laplace("well", "gen", "--figures", "300", "--seed", "4", "-o", at("cascade.in"));
  laplace("well", "solve", at("cascade.in"), "-o", at("cascade.out"));
  const files = ["--in", at("cascade.in"), "--out", at("cascade.out")];
  laplace("well", "export", ...files, "--html", html);
  const page = await open(html);
  const same = await page.evaluate(() => {
    const { film } = laplace.viewer;
    const differ = [];
    for (let figure = 1; figure <= film.count; figure++) {
      const moments = film.moments(figure);
      if (moments[moments.length - 1].board.join() !== film.board(figure).join()) differ.push(figure);
    }
    return differ.join();
  });
  equal(same, "");
  await page.keyboard.press("End");
  equal(await board(page), laplace("well", "export", ...files, "--text", "-"));
  await close(page);
});

test("Blobwar at every move is the judge's, and t goes to captures", async () => {
  const html = at("blobwar.html");
  laplace("blobwar", "export", blobs, "--html", html);
  const page = await open(html);
  const count = await page.evaluate(() => laplace.viewer.film.count);
  equal(count, JSON.parse(readFileSync(blobs, "utf8")).moves.length);
  for (let move = 0; move <= count; move += 4) {
    await page.evaluate((move) => laplace.viewer.seek(move), move);
    equal(await board(page), laplace("blobwar", "export", blobs, "--text", "-", "--piece", move), `move ${move}`);
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("t");
  const shown = await page.locator(".said").innerText();
  ok(/ and turns \d/.test(shown), shown);
  await close(page);
});

test("a name is shown as it is and never run", async () => {
  const html = at("names.html");
  const name = `</script><script>alert(1)</script><img src=x onerror="alert(2)">{{script}}&amp;'`;
  laplace("blobwar", "export", blobs, "--html", html, "--title", name);
  const page = await open(html);
  equal(await page.locator("h1").innerText(), name);
  equal(await page.title(), name);
  equal(await page.locator("img").count(), 0);
  equal(await piece(page), 0);
  await close(page);
});
