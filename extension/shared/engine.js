// The engine, started when it is first needed and kept as long as this page or worker lives.
import { Engine } from "../../crates/tamis-wasm/npm/engine.js";
import { browser } from "./browser.js";

let started = null;

export function engine() {
  started ??= Engine.from(fetch(browser.runtime.getURL("tamis.wasm")));
  return started;
}
