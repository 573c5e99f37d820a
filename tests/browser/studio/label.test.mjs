// Label: parts of a page get their labels by click and by keyboard, two people are compared, and what they come
// to is saved where the program is scored on it.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { visit } from "../support/visitor.mjs";

const SAMPLE = "http://harbour.example/news/storm.html";

describe("Label", { skip }, () => {
  let here;
  let folder;
  let frame;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tamis-labels-"));
    here = await visit();
    frame = here.page.frameLocator("iframe[title='The page to label']");
  });
  after(async () => {
    await here?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const panel = () => here.page.getByLabel("Labels", { exact: true });
  const kind = (name) => panel().getByRole("radio", { name });
  const keep = async (person) => {
    await panel().getByRole("button", { name: "Keep my labels" }).click();
    await panel().getByText(`Kept as ${person}’s.`).waitFor();
  };

  test("clicks give and take labels, and undo takes them back", async () => {
    const { page } = here;
    await page.getByRole("link", { name: "Label" }).click();
    await page.getByLabel("Page to label").fill(SAMPLE);
    await page.getByRole("button", { name: "Label it" }).click();
    const heading = frame.getByRole("heading", { name: "The storm that moved the north pier" });
    await heading.click();
    assert.equal(await frame.locator(".tamis-lit-0").count(), 1);
    await kind("Main content").check();
    await heading.click();
    assert.equal(await frame.locator(".tamis-lit-1").count(), 1);
    await heading.click();
    assert.equal(await frame.locator(".tamis-lit-1").count(), 0);
    await panel().getByRole("button", { name: "Undo" }).click();
    assert.equal(await frame.locator(".tamis-lit-1").count(), 1);
  });

  test("who says nothing of their name is asked for it, and who has one keeps labels", async () => {
    const { page } = here;
    await panel().getByRole("button", { name: "Keep my labels" }).click();
    await page.getByRole("alert").filter({ hasText: "Say who you are" }).waitFor();
    await page.keyboard.type("Ada");
    await page.keyboard.press("Tab");
    assert.equal(await frame.locator(".tamis-lit-0").count(), 1);
    await kind("Not template").check();
    await page.locator("#view-label .picking").focus();
    for (const step of ["ArrowUp", "Enter"]) await page.keyboard.press(step);
    await keep("Ada");
    await panel().getByText("Ada: 2 not template, 1 main content, no menu").waitFor();
  });

  test("a second person is compared with the first", async () => {
    const { page } = here;
    await panel().getByLabel("Who labels").fill("Ben");
    await page.keyboard.press("Tab");
    // Nobody begins with what another said.
    await frame.locator(".tamis-lit-0").first().waitFor({ state: "detached" });
    await kind("Not template").check();
    await frame.getByRole("heading", { name: "The storm that moved the north pier" }).click();
    await kind("Menu").check();
    await frame.getByRole("link", { name: "Tides" }).first().click();
    await keep("Ben");
    await panel().getByText(/template, κ 0?-?\d\.\d\d/).waitFor();
    assert.match(await panel().getByLabel("Agreement").textContent(), /0 %same menu/);
    await panel().getByLabel("Show").selectOption("merged");
    assert.ok((await frame.locator(".tamis-lit-0, .tamis-excluded").count()) > 0);
  });

  for (const [format, file, words] of [["sites", "gold.json", "not_template"], ["teco", "news/storm.html", "notTemplate"]]) {
    test(`what they come to is saved and scored: ${format}`, async () => {
      const { page } = here;
      await page.goto(`${here.studio.address}/#label/1`);
      await panel().getByLabel("Folder").fill(join(folder, format));
      await panel().locator("form select").selectOption(format);
      await panel().getByRole("button", { name: "Save", exact: true }).click();
      const saved = join(folder, format, "harbour-example-1");
      // What was saved before is still told, with a button that goes.
      await panel().getByText(`Saved in ${saved}`).waitFor();
      assert.match(await readFile(join(saved, file), "utf8"), new RegExp(words));
      await panel().getByRole("button", { name: "Score the template" }).click();
      await page.getByLabel("Results").getByRole("rowheader", { name: "harbour-example-1" }).waitFor();
    });
  }

  for (const width of [320, 3840]) {
    test(`it fits a window of ${width}`, async () => {
      const { page } = here;
      await page.setViewportSize({ width, height: width === 320 ? 640 : 2160 });
      await page.emulateMedia({ colorScheme: width === 320 ? "dark" : "light" });
      await page.goto(`${here.studio.address}/#label/1`);
      await panel().getByText("Save for scoring").waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      if (process.env.TAMIS_SCREENSHOTS) await page.screenshot({ path: `${process.env.TAMIS_SCREENSHOTS}/label-${width}.png`, fullPage: width === 320 });
    });
  }

  test("nothing went wrong unseen, and nobody else was asked", () => {
    assert.deepEqual(here.faults, []);
    assert.deepEqual(here.strangers, []);
  });
});
