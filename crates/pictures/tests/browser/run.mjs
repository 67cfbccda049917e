// The exported pages in a real browser, held to what the judge says.
import "./demon.mjs";
import "./others.mjs";
import "./looks.mjs";
import { run } from "./harness.mjs";

await run();
