// The package in node: the module is read and compiled once, when it is imported.
import { readFileSync } from "node:fs";
import { Engine } from "./engine.js";
import { functionsOf } from "./functions.js";

export { Engine, TamisError } from "./engine.js";
export const engine = new Engine(new WebAssembly.Module(readFileSync(new URL("./tamis.wasm", import.meta.url))));
export const { content, menu, template, explain, read, open, bind, applyFilter, readFilter, filterFits, exportFilter, importSiteFile, urlKey, isSameSite } = functionsOf(engine);
