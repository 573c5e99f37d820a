// Builds the extension: `node extension/build.mjs` gives dist/chromium and dist/firefox, to be loaded unpacked, and
// a zip of each for its store. Needs `npm ci` here and `scripts/build-wasm` before.
import { build } from "esbuild";
import { zipSync } from "fflate";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { manifestFor } from "./manifests.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..");
const DIST = join(HERE, "dist");

/** Scripts that pages of the extension load are modules; those that go into other people's pages cannot be. */
const MODULES = { "background.js": "background/main.js", "ui/popup.js": "ui/popup.js", "ui/panel.js": "ui/panel.js", "ui/reader.js": "ui/reader.js" };
const SCRIPTS = { "page.js": "page/main.js", "pick.js": "page/pick.js", "automatic.js": "page/automatic.js" };

const COPIED = {
  icons: join(HERE, "icons"),
  "tamis.wasm": join(ROOT, "crates/tamis-wasm/npm/tamis.wasm"),
  "ui/colours.css": join(ROOT, "front/colours.css"),
  "ui/picker.css": join(ROOT, "front/picker/panel.css"),
  ...Object.fromEntries(["popup.html", "popup.css", "panel.html", "panel.css", "reader.html", "reader.css", "theme.css"].map((name) => [`ui/${name}`, join(HERE, "ui", name)])),
};

for (const browser of ["chromium", "firefox"]) await make(browser);

async function make(browser) {
  const to = join(DIST, browser);
  await rm(to, { recursive: true, force: true });
  await mkdir(join(to, "ui"), { recursive: true });
  await bundle(MODULES, to, "esm");
  await bundle(SCRIPTS, to, "iife");
  for (const [name, from] of Object.entries(COPIED)) await cp(from, join(to, name), { recursive: true });
  await writeFile(join(to, "page.css"), await pageStyle());
  await writeFile(join(to, "manifest.json"), await manifest(browser));
  await writeFile(join(DIST, `tamis-${browser}.zip`), await zip(to));
  console.log(relative(ROOT, join(DIST, `tamis-${browser}.zip`)));
}

/** Not made smaller: whoever reviews an extension reads it. */
async function bundle(scripts, to, format) {
  const entryPoints = Object.entries(scripts).map(([out, from]) => ({ in: join(HERE, from), out: out.replace(/\.js$/, "") }));
  await build({ entryPoints, outdir: to, bundle: true, format, target: ["chrome120", "firefox128"], logLevel: "warning", charset: "utf8" });
}

/** What lights up on pages has the weight of the reader's own style sheet too, which no page overrules. */
async function pageStyle() {
  const { STYLE } = await import(join(ROOT, "front/picker/surface.js"));
  return (await readFile(join(HERE, "page/page.css"), "utf8")) + STYLE;
}

async function manifest(browser) {
  const written = JSON.parse(await readFile(join(HERE, "manifest.json"), "utf8"));
  return `${JSON.stringify(manifestFor(browser, written), null, 2)}\n`;
}

/** The same files give the same zip: names in order, no time of day. */
async function zip(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  const contents = {};
  for (const file of files) contents[relative(folder, file)] = new Uint8Array(await readFile(file));
  return zipSync(contents, { level: 9, mtime: "1980-01-01T00:00:00Z" });
}
