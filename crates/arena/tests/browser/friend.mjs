// Blobwar between two people: at one board, and at two browsers by a link.
import { readFileSync } from "node:fs";
import { equal, laplace, ok, test, until } from "../../../pictures/tests/browser/harness.mjs";
import { accessible, address, picture, quiet, visit } from "./server.mjs";

const mayMove = (page) => until(page, () => window.blobwar?.table?.mayMove() && blobwar.table.board.legal.length > 0);
const steps = (page, count) => until(page, (expected) => blobwar.table.steps.length === expected, count);
const says = (page, text) => until(page, (expected) => document.querySelector("#status").textContent.startsWith(expected), text);

// A move that doubles, by its cells.
const choose = (page) => page.evaluate(() => {
  const choice = blobwar.table.board.legal.find((legal) => !legal.jump);
  return { from: choice.from[0], to: choice.to };
});

async function click(page) {
  await mayMove(page);
  const { from, to } = await choose(page);
  await page.click(`[data-cell=${from}]`);
  await page.click(`[data-cell=${to}]`);
  return to;
}

const middle = async (page, name) => {
  const box = await page.locator(`[data-cell=${name}]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 8 });
  ok(await page.locator(".blob.dragged").count(), "the blob follows the pointer");
  await page.mouse.up();
}

// Begins a game by a link and returns the page and the link.
async function offer(how = {}, clock = "") {
  const page = await visit("/blobwar", how);
  await until(page, () => blobwar.table.view);
  await page.click("[data-act=new]");
  await page.selectOption("#opponent", "link");
  await page.selectOption("#map", "ataxx");
  await page.selectOption("#clock", clock);
  equal(await page.locator("#level-field").isVisible(), false, "a friend has no level");
  await page.click("dialog button.primary");
  await until(page, () => blobwar.table.mode === "link" && blobwar.table.view);
  return { page, link: await page.locator("#friend-link").inputValue() };
}

async function join(link, how = {}) {
  const page = await visit(link.slice(address.length), how);
  await until(page, () => blobwar.table.view);
  await page.click("#join");
  await until(page, () => blobwar.table.seat);
  return page;
}

// The browser itself writes to the console what it cannot reach or was refused.
const quietButFor = (page, expected) => equal(page.faults.splice(0).filter((fault) => !expected.test(fault)).join("; "), "");

test("two browsers play by a link, with clocks, a watcher, a reload, a lost connection, and a rematch", async () => {
  const { page: blue, link } = await offer({}, "300+5");
  ok(/#game=[0-9a-f]{16}$/.test(link), link);
  await picture(blue, "friend-waiting");
  await accessible(blue);
  await says(blue, "Waiting for your opponent…");
  const red = await visit(link.slice(address.length));
  await until(red, () => blobwar.table.view);
  await picture(red, "friend-join");
  await red.click("#join");
  await until(red, () => blobwar.table.seat === "o");
  const watcher = await visit(link.slice(address.length));
  await until(watcher, () => blobwar.table.isFull());
  equal(await watcher.locator("#watching").isVisible(), true);
  equal(await watcher.locator("#join").isVisible(), false, "both seats are taken");

  // Clicking, then dragging; the other pages follow.
  await click(blue);
  for (const page of [blue, red, watcher]) await steps(page, 1);
  await mayMove(red);
  const { from, to } = await choose(red);
  await drag(red, from, to);
  for (const page of [blue, red, watcher]) await steps(page, 2);
  equal(await watcher.evaluate(() => blobwar.table.board.legal.length), 0, "a watcher has nothing to play");
  equal(await blue.evaluate(() => blobwar.table.view.clock.runs), "x");
  ok(/^5:0\d$|^4:\d\d$/.test(await blue.locator("#you .clock").innerText()), "the clock is shown");
  await accessible(red);
  await picture(red, "friend-playing");

  // A watcher's browser cannot move, whatever it sends.
  const refused = await watcher.evaluate(async () => {
    const { link, steps, view } = blobwar.table;
    const body = { seat: "0".repeat(40), count: steps.length, move: view.legal[0]?.move ?? "a6" };
    return (await fetch(`/blobwar/games/${link.id}/move`, { method: "POST", body: JSON.stringify(body) })).status;
  });
  equal(refused, 403);

  // A page that is loaded again has its seat; one without a connection gets the move when it is back.
  await blue.reload();
  await mayMove(blue);
  equal(await blue.evaluate(() => blobwar.table.seat), "x");
  equal(await blue.evaluate(() => blobwar.table.steps.length), 2);
  await red.context().setOffline(true);
  await until(red, () => !document.querySelector("#connection").hidden);
  await picture(red, "friend-offline");
  await click(blue);
  await steps(blue, 3);
  await red.context().setOffline(false);
  await steps(red, 3);
  await until(red, () => document.querySelector("#connection").hidden);
  // A move that is made without a connection arrives when there is one.
  await mayMove(red);
  await red.context().setOffline(true);
  await click(red);
  await until(red, () => !document.querySelector("#connection").hidden);
  await red.context().setOffline(false);
  for (const page of [blue, red, watcher]) await steps(page, 4);

  // Resigning takes two presses; then both want a rematch, with colours changed.
  await red.click("[data-act=resign]");
  equal(await red.locator("[data-act=resign]").innerText(), "Press again to resign");
  equal(await red.evaluate(() => blobwar.table.view.end), null);
  await red.click("[data-act=resign]");
  await until(blue, () => blobwar.table.view.end);
  await says(blue, "You win");
  await says(watcher, "Blue wins");
  equal(await blue.locator("#why").innerText(), "by resignation");
  await picture(blue, "friend-resigned");
  for (const [kind, name] of [["pgn", "blobwar.pgn"], ["replay", "blobwar.json"]]) {
    const [saved] = await Promise.all([blue.waitForEvent("download"), blue.click(`[data-act=${kind}]`)]);
    equal(saved.suggestedFilename(), name);
    const path = await saved.path();
    ok(/played 4 of 4/.test(laplace("replay", "verify", path)), laplace("replay", "verify", path));
    if (kind === "pgn") ok(/\[Termination "o: resigned"\]/.test(readFileSync(path, "utf8")), readFileSync(path, "utf8"));
  }
  const first = await blue.evaluate(() => blobwar.table.link.id);
  await blue.click("[data-act=rematch]");
  await until(red, () => document.querySelector("[data-act=rematch]").textContent === "Accept the rematch");
  ok(/offers a rematch/.test(await red.locator("#why").innerText()), "the offer is written beside the result");
  await red.click("[data-act=rematch]");
  for (const page of [blue, red, watcher]) await until(page, (id) => blobwar.table.link?.id !== id && blobwar.table.view, first);
  equal(await red.evaluate(() => blobwar.table.seat), "x");
  await click(red);
  for (const page of [blue, red, watcher]) await steps(page, 1);
  await click(blue);
  await steps(red, 2);

  // A draw is offered and accepted.
  await blue.click("[data-act=draw]");
  await until(blue, () => document.querySelector("[data-act=draw]").textContent === "Draw offered…");
  await until(red, () => document.querySelector("[data-act=draw]").textContent === "Accept the draw");
  const size = red.viewportSize();
  await red.setViewportSize({ width: 360, height: 740 });
  const offered = await red.locator("#why .offer").boundingBox();
  equal(await red.locator("#why .offer").innerText(), "Your opponent offers a draw; your next move declines it.");
  ok(offered.x >= 0 && offered.x + offered.width <= 360 && offered.y + offered.height <= 740, JSON.stringify(offered));
  equal(await blue.locator("#why .offer").count(), 0, "who offers need not be told");
  await picture(red, "friend-draw-offered");
  await red.setViewportSize(size);
  await red.click("[data-act=draw]");
  for (const page of [blue, red, watcher]) {
    await until(page, () => blobwar.table.view.end);
    await says(page, "A draw");
    equal(await page.locator("#why").innerText(), "by agreement");
  }
  const [saved] = await Promise.all([blue.waitForEvent("download"), blue.click("[data-act=pgn]")]);
  const pgn = readFileSync(await saved.path(), "utf8");
  ok(/\[Result "1\/2-1\/2"\]/.test(pgn), pgn);
  quiet(blue);
  quietButFor(watcher, /403/);
  quietButFor(red, /ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  for (const page of [blue, red, watcher]) await page.context().close();
});

test("a dead link does not replace the game that this browser remembers", async () => {
  const page = await visit("/blobwar#map=sheet&mode=board&rules=ends&you=x&level=3&seed=1");
  const last = () => page.evaluate(() => JSON.parse(localStorage.getItem("blobwar")).last);
  await until(page, () => blobwar.table.view);
  const remembered = await last();
  ok(/map=sheet/.test(remembered), remembered);
  await page.goto(`${address}/blobwar#game=zzz`);
  await page.reload();
  await until(page, () => /no longer has this game/.test(document.querySelector("#status").textContent));
  equal(await last(), remembered);
  quietButFor(page, /404/);
  await page.context().close();
});

test("a game by a link whose server forgot it goes on at one board", async () => {
  const { page, link } = await offer();
  const red = await join(link);
  await click(page);
  await steps(red, 1);
  await page.route(/\/blobwar\/games\//, (route) => route.fulfill({ status: 404, json: { error: "missing", message: "gone" } }));
  await page.reload();
  await until(page, () => /no longer has this game/.test(document.querySelector("#status").textContent));
  quietButFor(page, /404/);
  quiet(red);
  for (const tab of [page, red]) await tab.context().close();
});

test("two people play at one board, and the game is there again for one who comes back", async () => {
  const page = await visit("/blobwar");
  await until(page, () => blobwar.table.view);
  await page.click("[data-act=new]");
  await page.selectOption("#opponent", "board");
  await page.selectOption("#map", "ataxx");
  equal(await page.locator("#you-field").isVisible(), false);
  await page.click("dialog button.primary");
  await until(page, () => blobwar.table.mode === "board" && blobwar.table.steps.length === 0 && blobwar.table.view?.width === 7);
  await says(page, "Blue to move");
  await click(page);
  await steps(page, 1);
  await mayMove(page);
  await says(page, "Red to move");
  await click(page);
  await steps(page, 2);
  await mayMove(page);
  await picture(page, "friend-one-board");
  const fen = await page.evaluate(() => blobwar.table.view.fen);
  // By a link of the top bar, without the game in the address.
  await page.click("header nav a[href='/']");
  await page.click("header nav a[href='/blobwar']");
  await mayMove(page);
  equal(await page.evaluate(() => blobwar.table.view.fen), fen);
  equal(await page.evaluate(() => blobwar.table.mode), "board");
  await page.click("[data-act=undo]");
  await until(page, () => blobwar.table.steps.length === 1 && blobwar.table.mayMove());
  await says(page, "Red to move");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=replay]")]);
  ok(/played 1 of 1/.test(laplace("replay", "verify", await saved.path())), "the command reads it");
  quiet(page);
  await page.context().close();
});

test("a blob is dragged against the engine, which shows its best line; the board stays where it is", async () => {
  const page = await visit("/blobwar#map=ataxx&rules=passes&you=x&level=1&seed=5");
  await mayMove(page);
  const place = async () => JSON.stringify(await page.locator("#grid").boundingBox());
  const before = await place();
  await page.click("[data-act=evaluation]");
  await until(page, () => !document.querySelector("#line").hidden);
  ok(/^Best line: [a-g]\d/.test(await page.locator("#line").innerText()), "the line is shown");
  equal(await place(), before, "the board moves");
  const { from, to } = await choose(page);
  // Dropped beside a target, the blob goes back.
  await drag(page, from, "d4");
  equal(await page.evaluate(() => [blobwar.table.steps.length, document.querySelectorAll(".picked").length].join()), "0,0");
  await drag(page, from, to);
  await steps(page, 2);
  equal(await page.evaluate((cell) => document.querySelector(`[data-cell=${cell}] .blob`).className.includes("x"), to), true);
  await picture(page, "blobwar-line");
  quiet(page);
  await page.context().close();
});

test("a phone, in French, by night", async () => {
  const how = { width: 390, height: 844, scheme: "dark", locale: "fr-FR", hasTouch: true, isMobile: true };
  const { page, link } = await offer(how, "180+2");
  await picture(page, "friend-phone");
  await accessible(page);
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is cut off");
  const red = await join(link, how);
  await click(page);
  await steps(red, 1);
  await picture(red, "friend-phone-playing");
  await accessible(red);
  await red.click("[data-act=new]");
  ok(await red.evaluate(() => document.querySelector("#setup form").scrollWidth <= document.querySelector("#setup").clientWidth), "the form fits");
  await picture(red, "friend-phone-new");
  await accessible(red);
  for (const tab of [page, red]) quiet(tab), await tab.context().close();
});
