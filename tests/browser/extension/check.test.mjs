// Check: a labelled page, scored as `tamis eval` scores it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browsers } from "./support/extension.mjs";
import { tamis } from "./support/program.mjs";
import { sample } from "./support/samples.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

const SITE = fileURLToPath(new URL("../../../samples/harbour.example", import.meta.url));

/** The sample page with labels: the article is not template, nor is the box beside it, which is a mistake of the labeller's. */
const labelled = sample("harbour.example/news/storm.html").replace("<article", '<article class="notTemplate mainContent"').replace("<nav", '<nav class="mainMenu"').replace('class="sidebar"', 'class="sidebar notTemplate"');

for (const { name, skip } of browsers) {
  describe(`check in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, page, panel, person, folder;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "tamis-teco-"));
      await cp(SITE, join(folder, "harbour.example"), { recursive: true });
      await writeFile(join(folder, "harbour.example/news/storm.html"), labelled);
      here = await visit(name, { path: "/news/storm.html", view: "check", pages: { "/news/storm.html": labelled } });
      ({ site, page, panel, person } = here);
    });
    after(async () => {
      await here?.close();
      await rm(folder, { recursive: true, force: true });
    });

    test("precision, recall and F1 are the program's", async () => {
      assert.match(labelled, /notTemplate mainContent/);
      await person.press("Check this page");
      const figure = (key) => panel.run((one) => document.querySelector(`[data-figure="Template-${one}"]`)?.textContent, key);
      await until(() => figure("f1"));
      const report = JSON.parse(await tamis("eval", "template", folder, "--json"));
      const [score] = report.pages;
      for (const key of ["precision", "recall", "f1"]) assert.equal(await figure(key), (100 * score[key]).toFixed(2), key);
      assert.ok(score.f1 < 1, "the labels are wrong on purpose");
    });

    test("a page without labels is told", async () => {
      await page.go(`${site.address}/tides.html`);
      await person.press("Check this page");
      await until(() => panel.run(() => /carries no labels/.test(document.getElementById("trouble").textContent)));
    });
  });
}
