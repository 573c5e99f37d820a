// The shell: the first click, the views of a page, the keys, the address.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { visit } from "../support/visitor.mjs";

describe("the shell", { skip }, () => {
  let here;
  before(async () => (here = await visit()));
  after(() => here?.close());

  test("the first click shows the sample, and every tab something of it", async () => {
    const { page } = here;
    await page.getByRole("button", { name: "Open the sample page" }).click();
    await page.getByText("Share of the template").waitFor();
    assert.match(await page.title(), /The storm that moved the north pier · Tamis/);
    const frame = page.frameLocator("iframe[title='The page']");
    await frame.getByRole("heading", { name: "The storm that moved the north pier" }).waitFor();
    for (const [name, words] of [["Template", /Template by \d+ siblings/], ["Content", "Copy text"], ["Menu", "Why"]]) {
      await page.getByRole("tab", { name }).click();
      await page.getByLabel("What was found").getByText(words).first().waitFor();
    }
  });

  test("the keyboard does the same", async () => {
    const { page } = here;
    await page.locator("body").press("5");
    assert.equal(await page.getByRole("tab", { name: "Reader" }).getAttribute("aria-selected"), "true");
    await page.getByRole("tab", { name: "Reader" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getByRole("tab", { name: "Page", exact: true }).getAttribute("aria-selected"), "true");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "address");
    await page.keyboard.press("Tab");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.waitFor();
    await dialog.getByLabel("Single keys do something").uncheck();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("body").press("/");
    assert.notEqual(await page.evaluate(() => document.activeElement.id), "address");
    await page.evaluate(() => localStorage.clear());
  });

  test("an address that cannot be had is told, and the history goes back", async () => {
    const { page } = here;
    await page.getByLabel("Address of a page").fill("http://127.0.0.1:9/");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "127.0.0.1" }).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel("Address of a page").inputValue(), "http://harbour.example/news/storm.html");
  });

  test("a link names the page, too", async () => {
    // A window that has never been here, as a link from elsewhere opens one.
    const context = await here.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${here.studio.link}#${encodeURIComponent("http://harbour.example/news/storm.html")}`);
    await page.getByText("Share of the template").waitFor();
    assert.match(await page.title(), /The storm that moved the north pier · Tamis/);
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.ok(!page.url().includes(here.studio.token), "the token does not stay in the address");
    await context.close();
  });

  test("without the token nothing is seen", async () => {
    const context = await here.browser.newContext();
    const page = await context.newPage();
    const answer = await page.goto(here.studio.address);
    assert.equal(answer.status(), 401);
    await page.getByText("open the link that tamis serve printed").waitFor();
    assert.equal(await page.getByRole("link").count(), 0);
    await context.close();
  });

  test("nothing went wrong unseen, and nobody else was asked", () => {
    // The answer of 502 above stands on the console by itself.
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("502")), []);
    assert.deepEqual(here.strangers, []);
  });
});
