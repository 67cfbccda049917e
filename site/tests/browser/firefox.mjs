// The site in Firefox, which is driven by WebDriver BiDi: no further program is needed.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TIMEOUT, equal, laplace, ok, test } from "../../../crates/pictures/tests/browser/harness.mjs";
import { address, site } from "./server.mjs";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

class Firefox {
  static async start() {
    const profile = mkdtempSync(join(tmpdir(), "laplace-firefox-"));
    writeFileSync(join(profile, "user.js"), 'user_pref("datareporting.policy.dataSubmissionEnabled", false);\nuser_pref("app.update.enabled", false);\n');
    const made = new Firefox();
    Object.assign(made, { profile, next: 1, waiting: new Map() });
    made.child = spawn(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
      env: { ...process.env, HOME: profile },
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      await made.connect();
    } catch (error) {
      await made.end();
      throw error;
    }
    return made;
  }

  async connect() {
    const url = await new Promise((found, failed) => {
      let printed = "";
      this.child.stderr.on("data", (bytes) => {
        printed += bytes;
        const [, socket] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? [];
        if (socket) found(socket);
      });
      this.child.on("exit", (code) => failed(new Error(`Firefox ended with ${code}: ${printed}`)));
      setTimeout(() => failed(new Error(`Firefox did not begin: ${printed}`)), TIMEOUT).unref();
    });
    this.socket = new WebSocket(`${url}/session`);
    await new Promise((done, failed) => Object.assign(this.socket, { onopen: done, onerror: () => failed(new Error(`no connection to ${url}`)) }));
    this.socket.onmessage = ({ data }) => {
      const { id, type, result, message } = JSON.parse(data);
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (type === "success") call?.done(result);
      else call?.failed(new Error(message));
    };
    this.socket.onclose = () => {
      for (const { failed } of this.waiting.values()) failed(new Error("Firefox closed the connection"));
    };
    await this.send("session.new", { capabilities: {} });
    this.context = (await this.send("browsingContext.getTree", {})).contexts[0].context;
  }

  send(method, params) {
    return new Promise((done, failed) => {
      const id = this.next++;
      this.waiting.set(id, { done, failed });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  go(url) {
    return this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  // The value of an expression, which may be a promise, as JSON.
  async value(expression) {
    const target = { context: this.context };
    const { type, result, exceptionDetails } = await this.send("script.evaluate", { expression: `(async () => JSON.stringify(await (${expression}) ?? null))()`, target, awaitPromise: true });
    if (type === "exception") throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  async until(expression) {
    for (const end = Date.now() + TIMEOUT; Date.now() < end; ) {
      if (await this.value(expression).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`waited in vain for ${expression}; the page has: ${await this.value("document.body.innerText")}`);
  }

  async picture(name) {
    const { data } = await this.send("browsingContext.captureScreenshot", { context: this.context });
    writeFileSync(join(process.env.SHOTS, `firefox-${name}.png`), Buffer.from(data, "base64"));
  }

  async end() {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = new Promise((done) => this.child.on("exit", done));
      this.child.kill();
      await gone;
    }
    rmSync(this.profile, { recursive: true, force: true });
  }
}

test("firefox: pages from a web server and from a disk play as the command line does", async () => {
  if (!existsSync(program)) throw new Error(`${program} is missing: install firefox-esr, or set FIREFOX`);
  const firefox = await Firefox.start();
  try {
    const expected = laplace("demon", "q5", "31", "--effort", "1", "--threads", "1");
    for (const [place, name] of [[address, "web"], [`file://${site}`, "disk"]]) {
      await firefox.go(`${place}/demon.html`);
      await firefox.value(`(document.querySelector("#seed").value = "31", document.querySelector("#effort").value = "1 0", document.querySelector("#search .primary").click())`);
      await firefox.until(`/points/.test(document.querySelector("#state").innerText) && site.demon.game.file.length > 1000`);
      equal(await firefox.value("site.demon.game.file"), expected, name);
      await firefox.until("site.viewer?.film.count === 9999");
      await firefox.picture(`demon-${name}`);
      await firefox.go(`${place}/sheet.fr.html`);
      await firefox.until(`document.querySelector("[data-question='3.5'] output")?.textContent === "770"`);
      await firefox.picture(`sheet-${name}`);
      await firefox.go(`${place}/blobwar.html#map=ataxx&rules=passes&you=o&level=5&seed=5`);
      await firefox.until("blobwar.table.steps.length === 1 && blobwar.table.board.legal.length > 0");
      await firefox.picture(`blobwar-${name}`);
      await firefox.go(`${place}/well.html`);
      await firefox.value(`document.querySelector("#make button").click()`);
      await firefox.until(`document.querySelector("#input").value !== ""`);
      await firefox.value(`document.querySelector("#solve").click()`);
      await firefox.until(`/All 1.?000 figures/.test(document.querySelector("#state").innerText)`);
      ok(await firefox.value("site.viewer.film.count === 1000"), name);
    }
  } finally {
    await firefox.end();
  }
});
