// Clean: picked on the page, slid in the panel, applied, saved, used again.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { tamis, withFilter } from "./support/program.mjs";
import { shownTexts, textsIn } from "./support/shown.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

const FILE = "samples/harbour.example/news/storm.html";
const FIELDS = ["--field", "headline=article h1", "--field", "text=/html/body/div[2]/main/article/p[2]", "--exclude", "text=.byline"];

for (const { name, skip } of browsers) {
  describe(`clean in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, browser, page, panel, person;
    before(async () => {
      here = await visit(name, { path: "/news/storm.html", view: "clean" });
      ({ site, browser, page, panel, person } = here);
      await person.press("Pick on the page");
      await until(() => panel.run(() => document.querySelectorAll(".picker-field").length === 3));
    });
    after(() => here?.close());

    test("what is picked is learnt as the program learns it", async () => {
      await person.pick("headline", "article h1");
      await person.pick("text", "article > p:nth-of-type(2)");
      await person.exclude("text", ".byline");
      await until(() => page.run(() => document.querySelectorAll(".tamis-lit-1").length > 3));
      await person.save("storm", "127.0.0.1/*");
      const learnt = await tamis("filter", "learn", FILE, "--name", "storm", "--site", "127.0.0.1/*", ...FIELDS, "-o", "-");
      assert.equal((await person.kept("storm")).trim(), learnt.trim());
    });

    test("the slider lights up what it says, and is saved as the program would", async () => {
      await person.choose("text");
      let before = 0;
      for (const threshold of [0, 0.5, 6, 30]) {
        await person.slide(threshold);
        await until(async () => (await person.count()) === (await page.run(() => document.querySelectorAll(".tamis-lit-1").length)));
        assert.ok((await person.count()) >= before, `fewer at ${threshold}`);
        before = await person.count();
      }
      await person.save("storm", "127.0.0.1/*", (saved) => saved.includes('pick = "similar"'));
      const at = await panel.run(() => document.querySelector(".picker-slider").value);
      const learnt = await tamis("filter", "learn", FILE, "--name", "storm", "--site", "127.0.0.1/*", ...FIELDS, "--threshold", `text=${at}`, "-o", "-");
      assert.equal((await person.kept("storm")).trim(), learnt.trim());
      await person.press("Automatic");
      await person.save("storm", "127.0.0.1/*", (saved) => saved.includes('pick = "inside"'));
    });

    test("applied, only that is left; and then all of it again", async () => {
      const whole = await page.run(shownTexts);
      await person.press("Apply");
      await until(() => page.run(() => document.querySelector(".tamis-gone")));
      const kept = await person.kept("storm");
      const sections = await withFilter(kept, (file) => tamis("filter", "apply", file, FILE, "--format", "html"));
      assert.deepEqual((await page.run(shownTexts)).join(" "), (await page.run(textsIn, sections)).join(" "));
      await person.press("Whole page");
      await until(async () => JSON.stringify(await page.run(shownTexts)) === JSON.stringify(whole));
    });

    test("when the panel goes, the page is as it was", async () => {
      await panel.close();
      await until(() => page.run(() => document.querySelectorAll("[class*=tamis-], [data-tamis-own]").length === 0));
    });
  });
}
