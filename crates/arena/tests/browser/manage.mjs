// What an organiser does with a whole contest: rename and hide it, copy it, delete it; teams with schools, groups and cards.
import { execFileSync } from "node:child_process";
import { at, equal, ok, test, visitor } from "../../../pictures/tests/browser/harness.mjs";
import { accessible, address, open, picture, quiet, visit } from "./server.mjs";

const arena = (...words) => execFileSync(process.env.ARENA, [...words, "--database", at("arena.db")], { encoding: "utf8", stdio: "pipe" });

// An organiser, signed in by token.
async function organiser(path, how = {}) {
  const page = await open(await visitor({ locale: "en-GB", ...how }), "/login");
  await page.fill("input[name=token]", arena("organiser", `olga-${Math.random().toString(36).slice(2)}`).trim());
  await page.locator("form:has(input[name=token]) button").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(address + path);
  return page;
}

test("a contest is renamed, hidden, copied and deleted on its page", async () => {
  arena("new", "demon", "--id", "draft", "--title", "Draft", "--inputs", "1", "--seed", "5");
  const page = await organiser("/organise/draft/settings");
  await page.fill("form[action$='/settings'] input[name=title]", "Draft, renamed");
  await page.check("input[name=hidden]");
  await picture(page, "settings");
  await accessible(page);
  await page.locator("form[action$='/settings'] button").click();
  await page.waitForURL(`${address}/organise/draft`);
  await picture(page, "organise-results");
  await accessible(page);
  const home = await visit("/");
  ok(!(await home.locator("main").innerText()).includes("Draft"), "it is hidden");
  await page.goto(`${address}/organise/draft/settings`);
  await page.fill("form[action$='/copy'] input[name=id]", "draft-2");
  await page.locator("form[action$='/copy'] button").click();
  await page.waitForURL(`${address}/organise/draft-2`);
  await page.goto(`${address}/organise/draft/settings`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[href$='export.zip']").click()]);
  equal(await download.failure(), null);
  await page.fill("input[name=typed]", "draf");
  await page.locator("form[action$='/delete'] button").click();
  await page.locator(".notice.bad", { hasText: "draft" }).waitFor();
  page.faults.length = 0; // the refused form has status 400
  await page.fill("input[name=typed]", "draft");
  await page.locator("form[action$='/delete'] button").click();
  await page.waitForURL(`${address}/organise`);
  equal(await page.locator("a[href='/organise/draft']").count(), 0);
  for (const one of [page, home]) {
    quiet(one);
    await one.context().close();
  }
});
