// The exported pages in a real browser, compared with what the judge computes.
import "./demon.mjs";
import "./others.mjs";
import "./looks.mjs";
import { run } from "./harness.mjs";

await run();
