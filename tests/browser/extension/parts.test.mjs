// Template, menu and reader, on the page itself.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { hostilePage } from "./support/hostile.mjs";
import { tamis, tamisAlone } from "./support/program.mjs";
import { pathOf, shownTexts, textsIn } from "./support/shown.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

const FILE = "samples/harbour.example/news/storm.html";

for (const { name, skip } of browsers) {
  describe(`parts in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, browser, page;
    before(async () => {
      here = await visit(name, { path: "/news/storm.html", pages: { "/hostile.html": hostilePage } });
      ({ site, browser, page } = here);
    });
    after(() => here?.close());

    test("the views of the page are the program's", async () => {
      const html = await page.run(() => document.documentElement.outerHTML);
      const whole = await page.run(shownTexts);
      const { found } = await browser.deed(page, "template", { view: "template" });
      assert.equal(found.voters, 4);
      assert.deepEqual(await page.run(shownTexts), await page.run(textsIn, await tamis("template", FILE)));
      await browser.deed(page, "template");
      assert.deepEqual(await page.run(shownTexts), await page.run(textsIn, await tamis("template", FILE, "--invert")));
      await browser.deed(page, "template");
      assert.deepEqual(await page.run(shownTexts), whole);
      assert.equal(await page.run(() => document.documentElement.outerHTML), html);
    });

    test("the menu is the program's", async () => {
      const menu = await browser.deed(page, "menu");
      const path = (await tamis("menu", FILE, "--siblings", "0", "--format", "paths")).trim();
      assert.equal(menu.path, path);
      assert.equal(await page.run(pathOf, ".tamis-pointed"), path);
      await browser.deed(page, "whole");
      assert.equal(await page.run(() => document.querySelectorAll("[class*=tamis-]").length), 0);
    });

    test("the reader has what the program reads", async () => {
      await browser.deed(page, "reader");
      const reader = await browser.frame("ui/reader.html#reader-", page);
      await until(() => reader.run(() => document.body.dataset.ready));
      const [html, url] = await page.run(() => ["<!DOCTYPE html>" + document.documentElement.outerHTML.replace(/<tamis-overlay.*?<\/tamis-overlay>/s, "").replace(/<html([^>]*?) style="[^"]*"/, "<html$1"), location.href]);
      const said = await tamisAlone(html, url, "read", "--no-filters");
      assert.equal(await reader.run(() => document.getElementById("document").srcdoc), said);
      await reader.run(() => document.getElementById("columns").click());
      assert.equal(await reader.run(() => document.getElementById("document").contentDocument.body.className), "columns");
      await browser.deed(page, "reader");
      assert.equal(await page.run(() => document.querySelectorAll("tamis-overlay").length), 0);
    });

    test("a hostile style sheet reaches neither the reader nor what is hidden", async () => {
      const hostile = await browser.open(`${site.address}/hostile.html`);
      const before = await hostile.run(() => document.documentElement.outerHTML);
      await browser.deed(hostile, "reader");
      const reader = await browser.frame("ui/reader.html#reader-", hostile);
      await until(() => reader.run(() => document.body.dataset.ready));
      // A frame that is ready may be laid out a moment later.
      await until(() => reader.run(() => innerWidth > 0));
      const size = await reader.run(() => [innerWidth, innerHeight]);
      assert.deepEqual(size, await hostile.run(() => [innerWidth, innerHeight]));
      const place = await hostile.run(() => {
        const overlay = document.querySelector("tamis-overlay");
        const { opacity, display, visibility, transform } = getComputedStyle(overlay);
        return { opacity, display, visibility, transform, top: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName };
      });
      assert.deepEqual(place, { opacity: "1", display: "block", visibility: "visible", transform: "none", top: "tamis-overlay" });
      await browser.deed(hostile, "whole");
      assert.equal(await hostile.run(() => document.documentElement.outerHTML), before);
      await browser.deed(hostile, "template", { view: "rest" });
      const isHidden = await hostile.run(() => getComputedStyle(document.querySelector(".tamis-gone")).display);
      assert.equal(isHidden, "none");
      await browser.deed(hostile, "whole");
      await hostile.close();
    });
  });
}

