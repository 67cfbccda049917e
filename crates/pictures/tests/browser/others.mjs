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
  const shown = await page.locator(".description").innerText();
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
  const shown = await page.locator(".description").innerText();
  ok(/ and turns \d/.test(shown), shown);
  await close(page);
});

test("the list of moves goes to each move, by mouse, by touch and by keyboard", async () => {
  const html = at("moves.html");
  laplace("blobwar", "export", blobs, "--html", html);
  const { moves } = JSON.parse(readFileSync(blobs, "utf8"));
  for (const how of [{}, { width: 390, height: 800, hasTouch: true }]) {
    const page = await open(html, how);
    const list = page.locator(".moves button");
    equal((await list.allInnerTexts()).join(" "), moves.join(" "));
    const last = list.nth(moves.length - 1);
    await (how.hasTouch ? last.tap() : last.click());
    equal(await piece(page), moves.length);
    equal(await page.locator(".moves [aria-current]").innerText(), moves.at(-1));
    // The list scrolls to the move that is shown, and the page stays where it is.
    const seen = () => page.evaluate(() => {
      const list = document.querySelector(".moves").getBoundingClientRect();
      const current = document.querySelector(".moves [aria-current]").getBoundingClientRect();
      return current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
    });
    ok(await seen(), "the last move is in sight");
    await page.evaluate(() => laplace.viewer.seek(2));
    ok(await seen(), "the second move is in sight");
    await list.nth(4).focus();
    await page.keyboard.press("Enter");
    equal(await piece(page), 5);
    await page.keyboard.press("ArrowLeft");
    equal(await page.locator(".moves [aria-current]").innerText(), moves[3]);
    await page.keyboard.press("Home");
    equal(await page.locator(".moves [aria-current]").count(), 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    ok(wide, "nothing is wider than the page");
    await close(page);
  }
});

test("a reviewed game marks its mistakes, and t goes to them", async () => {
  const html = at("review.html");
  const rows = laplace("blobwar", "analyse", "--game", blobs, "--depth", "2", "--json", "--html", html);
  const marked = rows.trim().split("\n").map((row) => JSON.parse(row)).filter((row) => row.mark && row.mark !== "good");
  ok(marked.length > 0, "no mistake in the game");
  const page = await open(html);
  equal(await page.locator(".moves .marked").count(), marked.length);
  await page.keyboard.press("t");
  equal(await piece(page), marked[0].move);
  const description = await page.locator(".description").innerText();
  ok(description.includes(`${marked[0].mark}: `) && description.includes(`better ${marked[0].best}`), description);
  const chance = await page.locator("dl").innerText();
  ok(chance.includes(`${Math.round(100 * marked[0].after.chance)}\u202f%`), chance);
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
