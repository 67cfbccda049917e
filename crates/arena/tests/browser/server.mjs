// What the tests stand on: the server and its visitors; pictures of pages and the check of accessibility.
import { spawn } from "node:child_process";
import { TIMEOUT, at, equal, listen, visitor } from "../../../pictures/tests/browser/harness.mjs";

export { accessible, picture, quiet } from "./looks.mjs";

const servers = [];
export const stop = () => servers.forEach((server) => server.kill());

// Starts a server on a database of its own. Gives what it prints: its address, and the first organiser's token.
export const start = (...options) => new Promise((found, failed) => {
  // The first is the server of most tests: their commands work on its database.
  const database = at(servers.length ? `arena-${servers.length}.db` : "arena.db");
  const server = spawn(process.env.ARENA, ["--database", database, "--listen", "127.0.0.1:0", ...options]);
  servers.push(server);
  let printed = "";
  const look = (bytes) => {
    printed += bytes;
    const [, url] = /serving (http:\/\/\S+?)\/?\s/.exec(printed) ?? [];
    const [, secret] = /organiser's token.*: (\S+)/.exec(printed) ?? [];
    if (url && secret) found({ address: url, token: secret });
  };
  server.stderr.on("data", look);
  server.stdout.on("data", look);
  server.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${printed}`)));
  setTimeout(() => failed(new Error(`the server did not begin: ${printed}`)), TIMEOUT).unref();
});

// The server of most tests.
const common = await start();
export const { address, token } = common;

// A new visitor with a page of ours open. Pages request nothing from other servers.
export async function visit(path, { server = common, ...how } = {}) {
  const context = await visitor({ locale: "en-GB", ...how });
  return open(context, path, server);
}

// Another page of the same visitor.
export async function open(context, path, server = common) {
  const ours = new RegExp(`^(data:|blob:|${server.address.replaceAll(".", "\\.")}/)`);
  const page = listen(await context.newPage(), ours);
  const response = await page.goto(server.address + path);
  equal(response.status(), 200, path);
  return page;
}
