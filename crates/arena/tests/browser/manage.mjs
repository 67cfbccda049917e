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

test("teams have schools, groups, extra time and cards to print", async () => {
  arena("new", "demon", "--id", "school", "--title", "School", "--inputs", "1", "--seed", "5", "--end", "+2h");
  const page = await organiser("/organise/school/teams");
  await page.fill("textarea[name=list]", "Ada,ada,,Lycée Hoche,Juniors,\"Ada, Grace\"\nBob,bob,,,Seniors,\nEve");
  await page.locator("main form.card button.primary").click();
  await page.locator("button.print").waitFor();
  equal(await page.locator(".sheet").count(), 3);
  equal(await page.locator(".sheet").first().isVisible(), false, "cards are for paper");
  await accessible(page);
  await page.emulateMedia({ media: "print" });
  await page.locator(".sheet").first().waitFor();
  equal(await page.locator("table").first().isVisible(), false, "nothing but the cards is printed");
  ok((await page.locator(".sheet", { hasText: "Ada" }).innerText()).includes("/c/school"), "the address is on the card");
  await picture(page, "cards");
  await page.emulateMedia({ media: null });
  await page.goto(`${address}/organise/school/teams`);
  await page.locator("th a", { hasText: "Ada" }).click();
  await page.fill("input[name=extra]", "20");
  await picture(page, "team");
  await accessible(page);
  await page.locator("main form.card button.primary").click();
  await page.locator(".mark", { hasText: "+20 min" }).waitFor();
  await picture(page, "teams");
  await accessible(page);
  quiet(page);
  await page.context().close();
});

test("the board is filtered by group, on a phone, in the dark and in French", async () => {
  const page = await visit("/c/school/board", { locale: "fr-FR", width: 380, scheme: "dark" });
  equal(await page.locator("tr[data-team]").count(), 3);
  await page.locator("nav.tongues a", { hasText: "Juniors" }).click();
  await page.locator("nav.tongues a[aria-current]", { hasText: "Juniors" }).waitFor();
  equal(await page.locator("tr[data-team]").count(), 1);
  ok((await page.locator("tr[data-team]").innerText()).includes("Lycée Hoche"), "the school is below the name");
  await picture(page, "board-group");
  await accessible(page);
  quiet(page);
  await page.context().close();
});
