// Clean all: one link picked, those like it followed, one document.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { tamis } from "./support/program.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

for (const { name, skip } of browsers) {
  describe(`clean all in ${name}`, { skip, timeout: 300_000 }, () => {
    let here, site, browser, page, panel, person;
    let robots = "";
    before(async () => {
      here = await visit(name, { path: "/news/index.html", view: "all", pages: { "/robots.txt": () => robots } });
      ({ site, browser, page, panel, person } = here);
    });
    after(() => here?.close());

    test("the links are those that the program follows", async () => {
      await person.press("Pick a link");
      await until(() => panel.run(() => document.querySelector(".picker-detail")));
      await person.point("main li a");
      const texts = () => panel.run(() => [...document.querySelectorAll(".links li div:first-child")].map((one) => one.textContent));
      await until(async () => (await texts()).length > 0);
      const said = await tamis("read", "samples/harbour.example/news/index.html", "--links-like", "main li:first-child a", "--dry-run");
      assert.deepEqual(await texts(), said.trim().split("\n").map((line) => line.split("\t")[2]));
    });

    test("the pages behind them become one document", async () => {
      await person.press("Follow them");
      await until(() => panel.run(() => /4 pages bound/.test(document.querySelector("main").textContent)), 60_000);
      const followed = site.asked.filter((path) => /^\/news\/(storm|ferry|market|lighthouse)/.test(path));
      assert.equal(followed.length, 4, "each once");
      await person.press("Open");
      const reader = await browser.opened("ui/reader.html#reader-");
      await until(() => reader.run(() => document.body.dataset.ready));
      const saved = await reader.run(() => document.getElementById("document").srcdoc);
      const said = await tamis("read", ...["storm", "ferry", "market", "lighthouse"].map((one) => `${site.address}/news/${one}.html`), "--no-filters");
      assert.equal(withoutTitle(saved), withoutTitle(said));
    });

    test("a page that robots.txt asks programs to leave alone is left alone and told", async () => {
      robots = "User-agent: *\nDisallow: /news/ferry\n";
      const before = site.asked.length;
      await person.press("Follow them");
      await until(() => panel.run(() => /3 pages bound, 1 could not be had/.test(document.querySelector("main").textContent)), 60_000);
      assert.ok(await panel.run(() => /ferry\.html: the host's robots\.txt asks programs to stay away/.test(document.querySelector("main").textContent)));
      assert.ok(!site.asked.slice(before).some((path) => path.includes("ferry")));
    });
  });
}

const withoutTitle = (html) => html.replace(/<title>.*?<\/title>/, "").replace(/<p class="title">.*?<\/p>/, "");
