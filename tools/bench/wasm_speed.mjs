#!/usr/bin/env node
// Main content by the engine in WebAssembly, beside the program in the same run, as a ratio of processor time.
//
//   scripts/build-wasm
//   node tools/bench/wasm_speed.mjs TAMIS WCXB [PAGES] [ROUNDS]
//
// TAMIS is the program, built with --release; WCXB a folder with html/ID.html. Both take the same pages, every n-th, and
// give the whole record. Counted is processor time, of the program with start, reading and writing, of the engine with
// encoding and reading the answer; the best round of each.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { content } from "../../crates/tamis-wasm/npm/node.js";

const [program, wcxb, wanted = 300, rounds = 3] = process.argv.slice(2);
const names = readdirSync(join(wcxb, "html")).filter((name) => name.endsWith(".html")).sort();
const step = Math.max(1, Math.floor(names.length / wanted));
const files = names.filter((_, at) => at % step === 0).slice(0, wanted).map((name) => join(wcxb, "html", name));
const texts = files.map((file) => new TextDecoder().decode(readFileSync(file)));

/** Seconds of the children of this shell, and of this process. */
function native() {
  const quoted = files.map((file) => `'${file}'`).join(" ");
  const timed = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time '${program}' content --quiet --jobs 1 --site none --no-filters --format json ${quoted} > /dev/null`], { encoding: "utf8" });
  return timed.stderr.trim().split("\n").at(-1).split(" ").reduce((sum, seconds) => sum + Number(seconds), 0);
}

function wasm() {
  const before = process.cpuUsage();
  for (const text of texts) content(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const best = { native: Infinity, wasm: Infinity };
for (let round = 0; round < rounds; round++) {
  best.native = Math.min(best.native, native());
  best.wasm = Math.min(best.wasm, wasm());
}
const megabytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0) / 1e6;
console.log(`${files.length} pages, ${megabytes.toFixed(0)} MB`);
for (const [name, seconds] of Object.entries(best)) console.log(`${name}: ${seconds.toFixed(2)} s, ${(files.length / seconds).toFixed(0)} pages a second`);
console.log(`wasm has ${((100 * best.native) / best.wasm).toFixed(0)} % of the program's speed`);
