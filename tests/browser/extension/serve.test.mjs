// With a `tamis serve` that is running: filters are shared, and the program makes PDF.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startStudio } from "../support/program.mjs";
import { browsers } from "./support/extension.mjs";
import { sample } from "./support/samples.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

const [OURS, THEIRS] = ["ours", "theirs"].map((name) => sample("filters/gazette.toml").replace(/name = "gazette"/, `name = "${name}"`));

for (const { name, skip } of browsers) {
  describe(`with the program, in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, panel, person, studio;
    before(async () => {
      studio = await startStudio();
      here = await visit(name, { path: "/news/ferry.html", view: "filters" });
      ({ panel, person } = here);
    });
    after(async () => {
      await here?.close();
      await studio?.stop();
    });

    test("filters are shared, both ways", async () => {
      await panel.run((ours) => (globalThis.browser ?? chrome).storage.local.set({ filters: { ours } }), OURS);
      await panel.run((link) => (document.querySelector("input[type=url]").value = link), studio.link);
      await panel.click("main form button");
      await until(() => panel.run(() => /Joined/.test(document.querySelector("main").innerText)));
      await person.press("Sync filters");
      await until(async () => (await readdir(studio.filters).catch(() => [])).includes("ours.toml"));
      assert.equal(await readFile(join(studio.filters, "ours.toml"), "utf8"), OURS);
      await writeFile(join(studio.filters, "theirs.toml"), THEIRS);
      await person.press("Sync filters");
      assert.equal(await until(() => person.kept("theirs")), THEIRS);
    });

    test("the program makes PDF of all pages", async () => {
      ({ panel, person } = await here.open("/news/index.html", "all"));
      await person.press("Pick a link");
      await until(() => panel.run(() => document.querySelector(".picker-detail")));
      await person.point("main li a");
      await until(() => panel.run(() => document.querySelector(".links li")));
      await person.press("Follow them");
      await until(() => panel.run(() => /4 pages bound/.test(document.querySelector("main").textContent)), 60_000);
      await panel.run(() => {
        const address = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          blob.slice(0, 5).text().then((start) => (document.body.dataset.saved = `${blob.type} ${start}`));
          return address.call(URL, blob);
        };
      });
      await person.press("Save as PDF");
      const saved = await until(() => panel.run(() => document.body.dataset.saved), 60_000);
      assert.equal(saved, "application/pdf %PDF-");
    });
  });
}
