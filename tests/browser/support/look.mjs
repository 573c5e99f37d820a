// A look at a page: nothing runs out of the window, and contrast, names and roles are judged by axe.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at what a page shows; `TAMIS_SCREENSHOTS` names a folder for a picture of this name to look at. */
export async function look(page, name) {
  const folder = process.env.TAMIS_SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(width[0] <= width[1], `${name}: ${width[0]} pixels wide on a screen of ${width[1]}`);
  await page.evaluate(await readFile(AXE, "utf8"));
  // What stands in the frames is other people's.
  const { violations } = await page.evaluate((rules) => axe.run({ exclude: [["iframe"]] }, { iframes: false, runOnly: rules }), RULES);
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
  assert.deepEqual(told, [], name);
}
