// The controls, on games of the demon.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { at, board, close, equal, firstMoves, laplace, ok, open, piece, test, until } from "./harness.mjs";

const game = at("tetrises");
laplace("demon", "gen", "4", "--family", "tetrises", "--seed", "7", "-o", game);
const html = at("tetrises.html");
laplace("demon", "export", game, "--html", html);
const last = readFileSync(game, "utf8").trim().split("\n").length - 1;

// A game of 9 999 pieces, which takes a quarter of an hour at the speed that a page opens with.
const [long, longHtml] = [at("long"), at("long.html")];
laplace("demon", "gen", "4", "--family", "too-long", "--seed", "3", "-o", long);
laplace("demon", "export", long, "--html", longHtml);

// The board that question 4 gives for the first moves: the judge's own.
const judged = (file, count) => laplace("demon", "q4", firstMoves(file, count)).split("\n").slice(0, 24).join("\n") + "\n";

// What the judge counts in the first moves.
function counted(count) {
  writeFileSync(at("seed"), readFileSync(game, "utf8").split("\n")[0] + "\n");
  return JSON.parse(laplace("demon", "judge", "--question", "5", "--json", at("seed"), firstMoves(game, count)));
}

test("a page opens at the start and stands still", async () => {
  const page = await open(html);
  equal(await piece(page), 0);
  await page.waitForTimeout(300);
  equal(await piece(page), 0);
  await close(page);
});

test("the board at every piece is the judge's", async () => {
  const page = await open(html);
  for (let count = 0; count <= last; count += 3) {
    await page.evaluate((count) => laplace.viewer.seek(count), count);
    equal(await board(page), judged(game, count), `piece ${count}`);
  }
  await close(page);
});

test("the score and the Tetrises shown are the judge's", async () => {
  const page = await open(html, { hash: `#piece=${last}` });
  const shown = await page.locator("dl").innerText();
  const { score, tetrises } = counted(last);
  equal(shown.replace(/\u2009/g, "").includes(`score\n${score}\n`), true, shown);
  equal(shown.endsWith(`Tetrises\n${tetrises}`), true, shown);
  await close(page);
});

test("space plays and pauses", async () => {
  const page = await open(longHtml);
  await page.keyboard.press("Space");
  await until(page, () => laplace.viewer.piece > 2);
  await page.keyboard.press("Space");
  const stopped = await piece(page);
  await page.waitForTimeout(400);
  equal(await piece(page), stopped);
  equal(await board(page), judged(long, stopped));
  await close(page);
});

test("left and right go by one piece and stay in the game", async () => {
  const page = await open(html);
  await page.keyboard.press("ArrowLeft");
  equal(await piece(page), 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  equal(await piece(page), 2);
  await page.keyboard.press("ArrowLeft");
  equal(await piece(page), 1);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  equal(await piece(page), last);
  await page.keyboard.press("Home");
  equal(await piece(page), 0);
  await close(page);
});

test("g N goes to piece N and refuses what is not one", async () => {
  const page = await open(html);
  await page.keyboard.type("g47\n");
  equal(await piece(page), 47);
  equal(await board(page), judged(game, 47));
  await page.keyboard.type("g99999\n");
  equal(await piece(page), 47);
  equal(await page.locator("[role=status]").innerText(), `There are pieces 0 to ${last}.`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  equal(await piece(page), 48);
  await close(page);
});

test("t goes to the next Tetris", async () => {
  const page = await open(html);
  await page.keyboard.press("t");
  const first = await piece(page);
  equal(counted(first - 1).tetrises, 0);
  equal(counted(first).tetrises, 1);
  await page.keyboard.press("t");
  equal(counted(await piece(page)).tetrises, 2);
  for (let more = 0; more < 5; more++) await page.keyboard.press("t");
  equal(counted(await piece(page)).tetrises, counted(last).tetrises);
  ok((await page.locator("[role=status]").innerText()).includes("No further Tetris"), "says that there is no more");
  await close(page);
});

test("a link opens at its piece and follows where one goes", async () => {
  const page = await open(html, { hash: "#piece=31" });
  equal(await piece(page), 31);
  await page.keyboard.press("ArrowRight");
  equal(await page.evaluate(() => location.hash), "#piece=32");
  await page.evaluate(() => (location.hash = "#piece=5"));
  await until(page, () => laplace.viewer.piece === 5);
  await page.evaluate(() => (location.hash = "#piece=123456"));
  await until(page, (last) => laplace.viewer.piece === last, last);
  await close(page);
});

test("the timeline goes where it is clicked and dragged", async () => {
  const page = await open(html);
  const strip = await page.locator("[role=slider]").boundingBox();
  await page.mouse.click(strip.x + strip.width / 2, strip.y + 20);
  ok(Math.abs((await piece(page)) - last / 2) <= 1, "the middle is the middle");
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width + 50, strip.y + 20, { steps: 4 });
  await page.mouse.up();
  equal(await piece(page), last);
  await close(page);
});

test("buttons do what the keys do, and leave the space bar alone", async () => {
  const page = await open(html);
  await page.getByLabel("One piece on (right)").click();
  await page.getByLabel("To the next Tetris (t)").click();
  equal(counted(await piece(page)).tetrises, 1);
  await page.getByLabel("To the start (home)").click();
  equal(await piece(page), 0);
  // As slow as can be, so that the game does not end before the button is clicked.
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await until(page, () => laplace.viewer.playing && laplace.viewer.piece > 0);
  await page.getByLabel("Pause (space)").click();
  equal(await page.evaluate(() => laplace.viewer.playing), false);
  await close(page);
});

test("a game of 9 999 pieces is small, opens fast, and any piece is there in 100 ms", async () => {
  const bytes = statSync(longHtml).size;
  ok(bytes < 1_000_000, `${bytes} bytes`);
  const page = await open(longHtml);
  equal(await page.evaluate(() => laplace.viewer.film.count), 9999);
  // The times of 300 seeks and of unpacking. What takes longer than it may is tried again, for a minute at most: the
  // machine may have been busy with something else.
  const [times, build] = await page.evaluate(() => {
    const end = performance.now() + 60_000;
    const time = (work) => {
      for (let best = Infinity; ; ) {
        const before = performance.now();
        work();
        best = Math.min(best, performance.now() - before);
        if (best < 100 || performance.now() > end) return best;
      }
    };
    const times = [];
    for (let turn = 0; turn < 300; turn++) {
      const target = (turn * 7919) % 10000;
      times.push(time(() => laplace.viewer.seek(target)));
    }
    const data = JSON.parse(document.getElementById("film").textContent);
    return [times.sort((a, b) => a - b), time(() => new laplace.Film(data))];
  });
  const [middle, slowest] = [times[150], times[299]].map((time) => time.toFixed(1));
  console.log(`        ${bytes} bytes; unpacked in ${build.toFixed(1)} ms; seek ${middle} ms, at most ${slowest} ms`);
  ok(build < 100, `unpacking took ${build} ms`);
  ok(times[299] < 100, `the slowest seek took ${slowest} ms`);
  for (const count of [1, 4999, 9998, 9999]) {
    await page.evaluate((count) => laplace.viewer.seek(count), count);
    equal(await board(page), judged(long, count), `piece ${count}`);
  }
  await close(page);
});

test("up and down change the speed, to 10 000 pieces a second and no further", async () => {
  const page = await open(longHtml);
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowUp");
  equal(await page.evaluate(() => laplace.viewer.speed), 10000);
  const before = Date.now();
  await page.keyboard.press("Space");
  await until(page, () => laplace.viewer.piece === 9999);
  const seconds = (Date.now() - before) / 1000;
  console.log(`        9 999 pieces in ${seconds.toFixed(2)} s`);
  ok(seconds > 0.9, "no faster than it says");
  await until(page, () => !laplace.viewer.playing);
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowDown");
  equal(await page.evaluate(() => laplace.viewer.speed), 0.5);
  await close(page);
});
