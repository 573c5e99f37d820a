// The sites that the extension is tried on: the small one that comes with the project, a large page, a hostile one.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startSite } from "../../support/site.mjs";

const SAMPLES = fileURLToPath(new URL("../../../../samples/harbour.example/", import.meta.url));

/** Serves the sample site with more pages by their paths. */
export function startSamples(more = {}) {
  const files = readdirSync(SAMPLES, { recursive: true }).filter((name) => name.endsWith(".html"));
  const pages = Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(SAMPLES + name, "utf8")]));
  const index = (name) => name.replace(/index\.html$/, "");
  return startSite({ ...pages, ...Object.fromEntries(Object.entries(pages).map(([name, html]) => [index(name), html])), ...more });
}

/** A page of so many items of ten nodes each, with an article on top. */
export function largePage(items = 2400) {
  const item = (at) => `<li class="item"><h3>Item ${at}</h3><p class="said">The ${at}th thing that is said here, at some length.</p><p class="by">By <a href="/about.html">A. N. Other</a></p></li>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A long list</title></head><body><nav><ul><li><a href="/index.html">Home</a></li><li><a href="/news/index.html">News</a></li><li><a href="/tides.html">Tides</a></li></ul></nav><main><h1>A long list</h1><ul class="items">${Array.from({ length: items }, (_, at) => item(at)).join("")}</ul></main></body></html>`;
}

/** A style sheet that is as bad as can be to whatever else stands on the page. */
export const HOSTILE = `
  * { all: unset !important; position: static !important; display: inline !important; font: 60px/3 fantasy !important; color: red !important; background: lime !important;
      transform: rotate(20deg) !important; opacity: .1 !important; z-index: 0 !important; pointer-events: none !important; width: 10px !important; height: 10px !important }
  html > *:last-child, tamis-overlay, iframe { display: none !important; visibility: hidden !important }
  head, style, script, title, meta { display: none !important }
  .tamis-gone { display: block !important }`;
