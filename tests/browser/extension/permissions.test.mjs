// What the extension may see: the tab that its button is pressed on, and no more.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browsers } from "./support/extension.mjs";
import { Person } from "./support/person.mjs";
import { shownTexts } from "./support/shown.mjs";
import { until } from "./support/until.mjs";
import { visit } from "./support/visit.mjs";

// Firefox's button cannot be pressed from outside.
const [{ skip }] = browsers.filter(({ name }) => name === "chromium");

describe("the extension as it is installed", { skip, timeout: 300_000 }, () => {
  let here, browser, page;
  before(async () => {
    here = await visit("chromium", { path: "/news/storm.html", isAllowed: false });
    ({ browser, page } = here);
  });
  after(() => here?.close());

  test("nothing is seen unasked", async () => {
    const own = await browser.extensionPage("ui/popup.html");
    const { permissions, origins } = await own.run(() => chrome.permissions.getAll());
    assert.deepEqual(permissions.sort(), ["activeTab", "scripting", "sidePanel", "storage"]);
    assert.deepEqual(origins, []);
    const refused = await own.run(async () => {
      const tabs = await chrome.tabs.query({});
      return chrome.runtime.sendMessage({ deed: "menu", tabId: tabs.find((tab) => tab.id && !tab.active)?.id ?? tabs[0].id });
    });
    assert.match(refused.error, /click its button/);
    await own.close();
  });

  test("the button is enough for the template, by siblings loaded in the page's name", async () => {
    const popup = await browser.popup(page);
    await until(() => popup.run(() => document.body.dataset.ready));
    const whole = await page.run(shownTexts);
    await popup.run(() => document.querySelector('[data-view="rest"]').click());
    await until(() => page.run(() => document.querySelector(".tamis-gone")));
    assert.ok((await page.run(shownTexts)).length < whole.length);
  });

  test("the panel opens beside the page and picks there", async () => {
    const popup = await browser.popup(page);
    await until(() => popup.run(() => document.body.dataset.ready));
    await popup.run(() => document.querySelector('[data-panel="clean"]').click());
    const panel = await browser.frame("ui/panel.html");
    await until(() => panel.run(() => document.body.dataset.ready));
    await new Person(page, panel).press("Pick on the page");
    await until(() => panel.run(() => document.querySelectorAll(".picker-field").length === 3));
    assert.equal(await panel.run(() => document.documentElement.scrollWidth > innerWidth), false);
  });

  test("its pages have the colours that the studio has", async () => {
    for (const name of ["popup", "panel", "reader"]) {
      const own = await browser.extensionPage(`ui/${name}.html`);
      const [ground, ink] = await own.run(() => ["backgroundColor", "color"].map((key) => getComputedStyle(document.body)[key]));
      assert.deepEqual([ground, ink], ["rgb(251, 250, 247)", "rgb(29, 31, 33)"], name);
      await own.close();
    }
  });
});
