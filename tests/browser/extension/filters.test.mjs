// Filters: the program's own files, taken in, and used by themselves.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { tamis } from "./support/program.mjs";
import { sample } from "./support/samples.mjs";
import { shownTexts, textsIn } from "./support/shown.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

/** The sample's filter, for the site on this machine. */
const FILTER = sample("filters/gazette.toml").replace(/sites = .*/, 'sites = ["127.0.0.1/*"]');

for (const { name, skip } of browsers) {
  describe(`filters in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, browser, page, panel, person;
    before(async () => {
      here = await visit(name, { path: "/news/ferry.html", view: "filters" });
      ({ site, browser, page, panel, person } = here);
    });
    after(() => here?.close());

    /** Hands a file to the panel. */
    const give = (fileName, text) => panel.run((one, two) => {
      const input = document.querySelector("input[type=file]");
      const files = new DataTransfer();
      files.items.add(new File([two], one));
      input.files = files.files;
      input.dispatchEvent(new Event("change"));
    }, fileName, text);

    test("a file of the program is kept as it is", async () => {
      await give("gazette.toml", FILTER);
      assert.equal(await until(() => person.kept("gazette")), FILTER);
    });

    test("a file that is none is told", async () => {
      await give("broken.toml", "version = ");
      await until(() => panel.run(() => /line 1/.test(document.getElementById("trouble").textContent)));
    });

    test("a filter applies by itself where a person has said so", async () => {
      await panel.run(async (pattern) => {
        const api = globalThis.browser ?? chrome;
        await api.storage.local.set({ automatic: { gazette: pattern } });
        await api.scripting.registerContentScripts([{ id: "automatic", matches: [pattern], js: ["/page.js", "/automatic.js"], css: ["/page.css"], runAt: "document_end" }]);
      }, "http://127.0.0.1/*");
      await page.go(`${site.address}/news/ferry.html?again`);
      await until(() => page.run(() => document.querySelector(".tamis-gone")));
      const kept = await tamis("filter", "apply", "samples/filters/gazette.toml", "samples/harbour.example/news/ferry.html", "--format", "html");
      assert.equal((await page.run(shownTexts)).join(" "), (await page.run(textsIn, kept)).join(" "));
      await browser.deed(page, "whole");
      assert.equal(await page.run(() => document.querySelectorAll(".tamis-gone").length), 0);
    });
  });
}
