// Messages: a team asks, the organiser answers it or all; open pages announce what is new.
import { execFileSync } from "node:child_process";
import { at, equal, ok, test, visitor } from "../../../pictures/tests/browser/harness.mjs";
import { accessible, address, open, picture, quiet, visit } from "./server.mjs";

const database = ["--database", at("arena.db")];
const arena = (...words) => execFileSync(process.env.ARENA, [...words, ...database], { encoding: "utf8", stdio: "pipe" });

// A visitor that is signed in by token.
async function signedIn(secret, path, how = {}) {
  const context = await visitor({ locale: "en-GB", ...how });
  const page = await open(context, "/login");
  await page.fill("input[name=token]", secret);
  await page.locator("form:has(input[name=token]) button").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.goto(address + path);
  return page;
}

test("a question is answered, and open pages announce it", async () => {
  arena("new", "demon", "--id", "talk", "--title", "Talk", "--inputs", "1", "--seed", "5");
  const organiserToken = arena("organiser", "olga-talks").trim();
  const tokens = execFileSync(process.env.ARENA, ["teams", "talk", "-", ...database], { input: "Ada\nBlaise\n", encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
  const [ada, blaise] = tokens.trim().split("\n").slice(1).map((line) => line.trim().split(",").at(-1));
  const asking = await signedIn(ada, "/c/talk/clarifications");
  const other = await signedIn(blaise, "/c/talk");
  const organiser = await signedIn(organiserToken, "/c/talk/clarifications");
  await picture(asking, "messages-none");
  await asking.fill("textarea[name=text]", "May a piece\nlie on line 3?");
  await asking.selectOption("select[name=input]", { label: "q4-input-1" });
  await asking.locator("main form.card button.primary").click();
  await asking.locator("article .said", { hasText: "May a piece" }).waitFor();
  equal(await asking.locator("article .mark").count(), 1, "it waits for an answer");
  // The organiser's page shows the question by itself.
  const question = organiser.locator("article", { hasText: "May a piece" });
  await question.waitFor();
  equal(await question.locator("code").innerText(), "q4-input-1");
  await picture(organiser, "messages-organiser");
  await accessible(organiser);
  await question.locator("textarea").fill("Not before a piece is dropped.");
  await question.locator("button[value=all]").click();
  await organiser.locator(".answer", { hasText: "Not before" }).waitFor();
  // The team that asked reads the answer where it is, the other team is told on the page of the contest.
  await asking.locator(".answer", { hasText: "Not before" }).waitFor();
  const notice = other.locator("[data-messages] a");
  await notice.waitFor();
  await picture(other, "message-announced");
  await accessible(other);
  await notice.click();
  await other.locator("article", { hasText: "A team asks" }).waitFor();
  ok(!(await other.locator("main").innerText()).includes("Ada"), "the team that asked is not named");
  await other.goto(`${address}/c/talk`);
  equal(await other.locator("[data-messages] a").count(), 0, "it was read");
  // Announcements come on the board too.
  await other.goto(`${address}/c/talk/board`);
  arena("announce", "talk", "The room closes at six.");
  await other.locator("[data-messages] a").waitFor();
  for (const page of [asking, other, organiser]) {
    quiet(page);
    await page.context().close();
  }
});

test("the messages are read on a phone, in the dark and in French", async () => {
  const page = await visit("/c/talk/clarifications", { locale: "fr-FR", width: 380, scheme: "dark" });
  await page.locator("h1", { hasText: "Messages" }).waitFor();
  equal(await page.locator("article").count(), 2);
  await picture(page, "messages-phone");
  await accessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  ok(!wide, "the page is as wide as the phone");
  quiet(page);
  await page.context().close();
});
