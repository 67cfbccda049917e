// What the tests stand on: the server and its visitors; pictures of pages and the check of accessibility.
import { spawn } from "node:child_process";
import { TIMEOUT, at, equal, listen, visitor } from "../../../pictures/tests/browser/harness.mjs";

export { accessible, picture, quiet } from "./looks.mjs";

const server = spawn(process.env.ARENA, ["--database", at("arena.db"), "--listen", "127.0.0.1:0"]);
export const stop = () => server.kill();

// What the server prints when it starts: its address, and the first organiser's token.
export const { address, token } = await new Promise((found, failed) => {
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

// A new visitor with a page of ours open. Pages request nothing from other servers.
export async function visit(path, how = {}) {
  const context = await visitor({ locale: "en-GB", ...how });
  return open(context, path);
}

// Another page of the same visitor.
export async function open(context, path) {
  const ours = new RegExp(`^(data:|blob:|${address.replaceAll(".", "\\.")}/)`);
  const page = listen(await context.newPage(), ours);
  const response = await page.goto(address + path);
  equal(response.status(), 200, path);
  return page;
}
