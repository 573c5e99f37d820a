// The package in browsers: the module lies beside this file and is fetched once, when it is imported.
import { Engine } from "./engine.js";
import { functionsOf } from "./functions.js";

export { Engine, TamisError } from "./engine.js";
export const engine = await Engine.from(fetch(new URL("./tamis.wasm", import.meta.url)));
export const { content, menu, template, explain, read, open, bind, applyFilter, readFilter, filterFits, exportFilter, importSiteFile, urlKey, isSameSite } = functionsOf(engine);
