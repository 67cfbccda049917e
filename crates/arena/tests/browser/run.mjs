// The contest server in a real browser: a contest, a game of Blobwar, and accessibility.
import "./contest.mjs";
import "./watch.mjs";
import "./organise.mjs";
import "./messages.mjs";
import "./manage.mjs";
import "./pages.mjs";
import "./blobwar.mjs";
import "./module.mjs";
import "./friend.mjs";
import "./plain.mjs";
import { run } from "../../../pictures/tests/browser/harness.mjs";
import { stop } from "./server.mjs";

process.on("exit", stop);
await run();
