// A page of 20,000 nodes: everything works on it, and it is told how long a move of the slider takes.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { Person } from "./support/person.mjs";
import { tamisAlone } from "./support/program.mjs";
import { largePage } from "./support/site.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

for (const { name, skip } of browsers) {
  describe(`a large page in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, browser, page;
    before(async () => {
      here = await visit(name, { path: "/large.html", pages: { "/large.html": largePage() } });
      ({ site, browser, page } = here);
    });
    after(() => here?.close());

    test("it is read as the program reads it", async () => {
      const nodes = await page.run(() => document.evaluate("count(//node())", document, null, XPathResult.NUMBER_TYPE).numberValue);
      assert.ok(nodes > 20_000, `${nodes} nodes`);
      await browser.deed(page, "reader");
      const reader = await browser.frame("ui/reader.html#reader-", page);
      await until(() => reader.run(() => document.body.dataset.ready));
      const read = await reader.run(() => document.getElementById("document").srcdoc);
      assert.equal(read, await tamisAlone(largePage(), `${site.address}/large.html`, "read", "--no-filters"));
      await browser.deed(page, "whole");
    });

    test("the slider moves", async (context) => {
      const panel = await browser.panel(page, "clean");
      const person = new Person(page, panel);
      await person.press("Pick on the page");
      await until(() => panel.run(() => document.querySelectorAll(".picker-field").length === 3));
      await person.pick("text", ".items .said");
      await until(() => person.count());
      const moves = await panel.run(movesOfSlider, [0, 2, 5, 9, 14, 20, 27, 35, 20, 5, 0, 40, 1]);
      await until(async () => (await person.count()) === (await page.run(() => document.querySelectorAll(".tamis-lit-1").length)));
      const [middle, longest] = [[...moves].sort((a, b) => a - b)[moves.length >> 1], Math.max(...moves)];
      context.diagnostic(`${name}: a move of the slider over 20,000 nodes, to the page and back: ${middle.toFixed(1)} ms in the middle, ${longest.toFixed(1)} ms at most`);
      await panel.close();
    });
  });
}

/** Moves the slider and notes how long it takes until the page has answered with its new state. To be run in the panel. */
async function movesOfSlider(thresholds) {
  const [slider, hint] = [document.querySelector(".picker-slider"), document.querySelector(".picker-hint")];
  const times = [];
  for (const threshold of thresholds) {
    slider.value = (threshold / 40) * slider.max;
    const answered = new Promise((done) => new MutationObserver((_, observer) => done(observer.disconnect())).observe(hint, { childList: true, characterData: true, subtree: true }));
    const begun = performance.now();
    slider.dispatchEvent(new Event("input"));
    await Promise.race([answered, new Promise((done) => setTimeout(done, 1000))]);
    times.push(performance.now() - begun);
  }
  return times;
}
