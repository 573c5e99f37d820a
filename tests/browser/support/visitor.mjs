// Someone who looks at a studio: a browser window on it, in which nothing goes wrong unseen.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { startStudio } from "./program.mjs";

const ROOT = new URL("../../../", import.meta.url);
const FOLDERS = ["crates/tamis-server/src/studio/front", "front"].map((folder) => fileURLToPath(new URL(folder, ROOT)));

/** With `TAMIS_FRONT` set, the front end's files are taken from their folders: no need to build to see a change. */
async function serveFront(page, address) {
  await page.route(`${address}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url());
    const name = pathname === "/" && !search ? "index.html" : pathname;
    const path = FOLDERS.map((folder) => join(folder, name)).find((path) => /\.(js|css|html)$/.test(path) && existsSync(path));
    return path ? route.fulfill({ path }) : route.continue();
  });
}

/**
 * Opens a studio in a browser. Gives `{studio, browser, page, faults, strangers, close()}`: `faults` are
 * errors on its console, `strangers` requests to anybody but the studio.
 */
export async function visit({ width = 1280, height = 800, colorScheme = "light", args } = {}) {
  const studio = await startStudio({ args });
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  const faults = [];
  const strangers = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(studio.address) || /^(data|about|blob):/.test(request.url());
    if (!isOwn) strangers.push(request.url());
  });
  if (process.env.TAMIS_FRONT) await serveFront(page, studio.address);
  await page.goto(studio.link);
  // What a redirect leads to is not routed.
  if (process.env.TAMIS_FRONT) await page.reload();
  return {
    studio,
    browser,
    context,
    page,
    faults,
    strangers,
    async close() {
      await browser.close();
      await studio.stop();
    },
  };
}
