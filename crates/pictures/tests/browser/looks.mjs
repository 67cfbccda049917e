// Accessibility: on a phone, in the dark, without colours, with a screen reader, without a mouse.
import { at, close, equal, laplace, ok, open, piece, test } from "./harness.mjs";

const pages = ["tetrises.html", "well.html", "blobwar.html"];

test("nothing is wider than a phone, and every button can be touched", async () => {
  for (const name of pages) {
    for (const width of [320, 390, 768]) {
      const page = await open(at(name), { width, height: 844 });
      equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${name} at ${width}`);
      for (const button of await page.locator(".controls button").all()) {
        const box = await button.boundingBox();
        ok(box.width >= 44 && box.height >= 44 && box.x >= 0 && box.x + box.width <= width, `${name} at ${width}: a button`);
      }
      await close(page);
    }
  }
});

// Contrast by the Web Content Accessibility Guidelines.
function contrast(a, b) {
  const light = (hex) => {
    const parts = [1, 3, 5].map((place) => parseInt(hex.slice(place, place + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test("text and marks are readable in light and dark", async () => {
  for (const name of pages) {
    for (const scheme of ["light", "dark"]) {
      const page = await open(at(name), { scheme });
      const colours = await page.evaluate(() => laplace.viewer.colours);
      for (const code of [1, 2, 3, 4, 5, 6, 7]) {
        ok(contrast(colours.codes[code], colours.marks[code]) >= 4.5, `${name} ${scheme}: mark ${code}`);
      }
      ok(contrast(colours.ink, colours.paper) >= 7, `${scheme}: ink`);
      ok(contrast(colours.soft, colours.paper) >= 4.5, `${scheme}: soft`);
      for (const line of [colours.accent, colours.second, colours.event]) {
        ok(contrast(line, colours.board) >= 3, `${name} ${scheme}: ${line}`);
      }
      await close(page);
    }
  }
});

test("the dark page is dark and the light one light", async () => {
  for (const [scheme, expected] of [["light", "#ffffff"], ["dark", "#12161c"]]) {
    const page = await open(at("tetrises.html"), { scheme });
    equal(await page.evaluate(() => laplace.viewer.colours.paper), expected);
    await close(page);
  }
});

test("a screen reader receives the position, and all can be done by keyboard", async () => {
  const page = await open(at("tetrises.html"), { hash: "#piece=12" });
  const status = await page.locator("[role=status]").innerText();
  ok(/^\w.* piece 12 \/ 74, score \d+, height \d+/.test(status), status);
  equal(await page.locator("[role=slider]").getAttribute("aria-valuenow"), "12");
  equal(await page.locator("button:not([aria-label]):not(form button)").count(), 0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  equal(await piece(page), 0, "the first button goes to the start");
  await close(page);
});

test("help opens and closes, and keys wait while it is open", async () => {
  const page = await open(at("tetrises.html"));
  await page.keyboard.press("?");
  ok(await page.getByRole("dialog").isVisible(), "help is there");
  ok((await page.getByRole("dialog").innerText()).includes("10 000 pieces a second"), "and says what keys do");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  ok(!(await page.getByRole("dialog").isVisible()), "help is gone");
  equal(await piece(page), 0);
  await page.keyboard.press("ArrowRight");
  equal(await piece(page), 1);
  await close(page);
});

test("a game without moves is a page too", async () => {
  laplace("blobwar", "export", "--html", at("empty.html"));
  const page = await open(at("empty.html"));
  for (const key of ["Space", "ArrowRight", "t", "End", "Home"]) await page.keyboard.press(key);
  equal(await piece(page), 0);
  await close(page);
});
