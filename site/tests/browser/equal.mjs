// For fixed effort the answers are those of the command line, byte for byte.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { at, equal, laplace, ok, test } from "../../../crates/pictures/tests/browser/harness.mjs";
import { call, visit } from "./server.mjs";

const inputs = fileURLToPath(new URL("../../../inputs", import.meta.url));
const read = (path) => readFileSync(path, "utf8");

test("questions 1 to 4: every input of the repository", async () => {
  const page = await visit("demon.html");
  const names = readdirSync(inputs).filter((name) => /^q[1-4]-input/.test(name));
  ok(names.length > 15, `${names.length} inputs`);
  for (const name of names) {
    const answer = await call(page, "demon_answer", Number(name[1]), { text: read(join(inputs, name)) });
    equal(answer, laplace("demon", `q${name[1]}`, join(inputs, name)), name);
  }
  await page.context().close();
});

test("question 5: the game of a search of fixed effort", async () => {
  const page = await visit("demon.html");
  // The first is proved optimal in its first rounds; the second never is, so that one whole round is compared.
  for (const [seed, rounds] of [[231, 8], [1005, 1]]) {
    const { file } = JSON.parse(await call(page, "demon_solve", { text: String(seed) }, rounds, 0, { text: "" }));
    equal(file, laplace("demon", "q5", String(seed), "--effort", String(rounds), "--threads", "1"), `seed ${seed}`);
  }
  await page.context().close();
});

test("the ten tests of the well", async () => {
  const page = await visit("well.html");
  for (let number = 1; number <= 10; number++) {
    const input = await call(page, "well_task_test", number, 1);
    writeFileSync(at("Tetris.in"), input);
    const { file } = JSON.parse(await call(page, "well_solve", { text: input }, 20, 0));
    equal(file, laplace("well", "solve", at("Tetris.in")), `test ${number}`);
    const { points } = JSON.parse(await call(page, "well_judge", { text: input }, { text: file }, 20));
    equal(points, 10, `test ${number}`);
  }
  await page.context().close();
});

test("every part of the bench and its checksum, perft 6 among them", async () => {
  const page = await visit("blobwar.html");
  const table = laplace("bench").trim().split("\n");
  const expected = table.slice(0, -1).map((line) => /\s(\d+)\s+[\d.]+ \S+$/.exec(line)[1]);
  equal(expected.length, 5);
  let checksum = 0xcbf29ce484222325n;
  for (const [part, number] of expected.entries()) {
    const result = await call(page, "bench", part);
    equal(result, number, table[part]);
    checksum = BigInt.asUintN(64, (checksum ^ BigInt(result)) * 0x100000001b3n);
  }
  equal(checksum.toString(16).padStart(16, "0"), table.at(-1).split(" ")[1]);
  equal(await call(page, "blobwar_perft", "startpos", 6), 163688856);
  await page.context().close();
});
