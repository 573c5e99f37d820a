// Clean all: one link shown, those like it found, and the pages behind them made into a document.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { startSite } from "../support/site.mjs";
import { visit } from "../support/visitor.mjs";

const PAGES = 12;
const story = (number) => `<!doctype html><title>Story ${number}</title><header><a href="/">News</a></header>
<main><article><h1>Story ${number}</h1><p>This is story number ${number}, with words enough to be taken for what the page is about, and a few more besides.</p>
<p>It goes on for a second paragraph, since no story of this paper was ever told in one.</p></article></main><footer><a href="/about">About</a></footer>`;
const list = (name, folder) => `<!doctype html><title>News</title><nav><a href="/">News</a> <a href="/about">About</a></nav><main><h1>News</h1><ul class="list">
${Array.from({ length: PAGES }, (_, at) => `<li><a href="${folder}/${at + 1}">${name} ${at + 1}</a></li>`).join("")}</ul></main><footer><p><a href="/imprint">Imprint</a></p></footer>`;
/** Milliseconds that a slow page takes: all of them together more than a person needs to call them off. */
const SLOW = 500;

describe("Clean all", { skip }, () => {
  let here;
  let site;
  let frame;
  before(async () => {
    const pages = (folder, page) => Object.fromEntries(Array.from({ length: PAGES }, (_, at) => [`${folder}/${at + 1}`, page(at + 1)]));
    const slowly = (number) => () => new Promise((answer) => setTimeout(answer, SLOW, story(number)));
    site = await startSite({
      "/": list("Story", "/story"),
      "/slow": list("Slow story", "/slow"),
      "/about": story("about"),
      "/imprint": story("imprint"),
      ...pages("/story", story),
      ...pages("/slow", slowly),
    });
    here = await visit();
    frame = here.page.frameLocator("#view-clean-all iframe");
  });
  after(async () => {
    await here?.close();
    await site?.stop();
  });

  const panel = () => here.page.locator("#view-clean-all .panel");
  const go = () => panel().getByRole("button", { name: /^Read \d+ pages?$/ });

  test("a link is shown, the slider takes those like it, and the list says which", async () => {
    const { page } = here;
    await page.getByRole("link", { name: "Clean all" }).click();
    await page.getByLabel("Address of a page").fill(`${site.address}/`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await frame.getByText("Story 3", { exact: true }).click();
    await panel().getByRole("button", { name: `Read ${PAGES} pages` }).waitFor();
    await frame.locator(".tamis-lit-0").nth(PAGES - 1).waitFor();
    assert.equal(await frame.locator(".tamis-lit-0").count(), PAGES);
    const slider = panel().getByLabel("How far from what was taken");
    await slider.focus();
    await page.keyboard.press("End");
    // All links of the page but those to itself: About stands there once, whatever its places.
    await panel().getByRole("button", { name: `Read ${PAGES + 2} pages` }).waitFor();
    await page.keyboard.press("Home");
    await panel().getByRole("button", { name: `Read ${PAGES} pages` }).waitFor();
    await panel().getByLabel(/^Story 2 /).uncheck();
    await panel().getByRole("button", { name: `Read ${PAGES - 1} pages` }).waitFor();
  });

  test("it goes on in steps, is paused, resumed, and gives one file", async () => {
    const { page } = here;
    await panel().getByLabel("Called").fill("All stories");
    await go().click();
    await panel().getByRole("button", { name: "Pause" }).click();
    await panel().getByRole("status").filter({ hasText: "Paused" }).waitFor();
    await panel().getByRole("button", { name: "Resume" }).click();
    await panel().getByRole("status").filter({ hasText: "Finished" }).waitFor();
    assert.equal(await panel().locator("[data-state=read]").count(), PAGES - 1);
    const [download] = await Promise.all([page.waitForEvent("download"), panel().getByRole("link", { name: /^Save the document/ }).click()]);
    assert.equal(download.suggestedFilename(), "all-stories.html");
    const html = await readFile(await download.path(), "utf8");
    assert.match(html, /<title>All stories<\/title>/);
    assert.match(html, /story number 12/);
    assert.doesNotMatch(html, /story number 2,/);
    const [tab] = await Promise.all([here.context.waitForEvent("page"), panel().getByRole("link", { name: "Look at it" }).click()]);
    await tab.getByText("This is story number 1,").first().waitFor();
    await tab.close();
  });

  test("a book and a record are made of the same pages", async () => {
    const { page } = here;
    await panel().getByRole("button", { name: "None" }).click();
    await panel().getByLabel(/^Story 1 /).check();
    for (const [format, begins] of [["epub", "PK"], ["json", "{"], ["pdf", "%PDF"]]) {
      await panel().getByLabel("As", { exact: true }).selectOption(format);
      await panel().getByRole("button", { name: "Read 1 page", exact: true }).click();
      const save = panel().getByRole("link", { name: new RegExp(`^Save the document \\(${format.toUpperCase()}`) });
      const refused = page.getByRole("alert").filter({ hasText: "built without PDF" });
      await save.or(refused).waitFor();
      if (await refused.isVisible()) continue;
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      const bytes = await readFile(await download.path());
      assert.equal(bytes.subarray(0, begins.length).toString("latin1"), begins);
    }
  });

  test("it is called off with the keyboard, and asks for no more pages", async () => {
    const { page } = here;
    await page.getByLabel("Address of a page").fill(`${site.address}/slow`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await frame.getByText("Slow story 3", { exact: true }).click();
    await panel().getByRole("button", { name: `Read ${PAGES} pages` }).waitFor();
    // Any program makes it, with PDF built in or not.
    await panel().getByLabel("As", { exact: true }).selectOption("html");
    await go().focus();
    const before = site.asked.length;
    await page.keyboard.press("Enter");
    await panel().getByRole("button", { name: "Cancel", disabled: false }).press("Enter");
    await panel().getByRole("status").filter({ hasText: "Called off" }).waitFor();
    assert.ok(site.asked.length - before < PAGES, `${site.asked.length - before} pages were fetched`);
    assert.equal(await panel().getByRole("link", { name: /^Save/ }).count(), 0);
  });

  test("nothing went wrong unseen, and nobody else was asked", () => {
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("status of 400")), []);
    assert.deepEqual(here.strangers, []);
  });
});
