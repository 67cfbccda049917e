// The site without a server in real browsers, compared with the command line.
import "./equal.mjs";
import "./demon.mjs";
import "./well.mjs";
import "./blobwar.mjs";
import "./sheet.mjs";
import "./faults.mjs";
import "./places.mjs";
import "./pages.mjs";
import "./firefox.mjs";
import { run } from "../../../crates/pictures/tests/browser/harness.mjs";
import { stop } from "./server.mjs";

process.on("exit", stop);
await run();
