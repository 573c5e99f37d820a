// Check: runs over labelled data on disk, what they got wrong, two of them side by side.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { visit } from "../support/visitor.mjs";

/** A labelled site of four pages; `menu` is what its menu is said to be. */
async function labelSite(folder, name, menu) {
  const pages = join(folder, name, "a.example");
  await mkdir(pages, { recursive: true });
  const names = ["index", "one", "two", "three"];
  const links = names.map((name) => `<li><a href="${name}.html">${name}</a>`).join("");
  for (const name of names) {
    await writeFile(join(pages, `${name}.html`), `<title>${name}</title><nav><ul>${links}</ul></nav><main><h1>${name}</h1><p>&lt;b&gt; is all about ${name}.</main>`);
  }
  const gold = { host: "a.example", url_base: "http://a.example/", key_page: "one.html", not_template: ["main"], main_content: ["main"], menu: [menu] };
  await writeFile(join(folder, name, "gold.json"), JSON.stringify(gold));
}

describe("Check", { skip }, () => {
  let here;
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tamis-data-"));
    await labelSite(folder, "good", "nav ul");
    await labelSite(folder, "odd", "main p");
    here = await visit();
  });
  after(async () => {
    await here?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const results = () => here.page.getByLabel("Results");

  test("a run shows its tables and lays open what is wrong", async () => {
    const { page } = here;
    await page.getByRole("link", { name: "Check" }).click();
    await page.getByLabel("Task").selectOption("menu");
    await page.getByLabel("Folder").fill(folder);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await results().getByRole("heading", { name: "Run 1: menu" }).waitFor();
    await results().getByRole("rowheader", { name: "good", exact: true }).waitFor();
    const labelled = results().getByRole("region", { name: "Labelled" });
    await labelled.getByText("− <b> is all about one.").waitFor();
    assert.equal(await results().locator("details").count(), 1);
  });

  test("two runs stand side by side", async () => {
    const { page } = here;
    await page.getByLabel("Method").selectOption("paper");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await results().getByRole("heading", { name: "Run 2: menu" }).waitFor();
    await page.getByLabel("Compare run 1").check();
    await page.getByLabel("Compare run 2").check();
    await page.getByRole("button", { name: "Compare runs 1 and 2" }).click();
    await results().getByRole("heading", { name: "Runs 1 and 2" }).waitFor();
    await results().getByText(/Of 2 pages \d became better/).waitFor();
    await results().getByRole("link", { name: "Run 1" }).click();
    await results().getByRole("heading", { name: "Run 1: menu" }).waitFor();
  });

  test("the keyboard does the same, and what cannot be is told", async () => {
    const { page } = here;
    await page.locator("body").press("n");
    assert.equal(await page.evaluate(() => document.activeElement.id), "data");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("/no/such/folder");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "/no/such/folder: there is no such folder" }).waitFor();
    await page.getByRole("button", { name: "Take run 2 away" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Run 2" }).waitFor({ state: "detached" });
  });

  test("runs outlive the window", async () => {
    await here.page.reload();
    await here.page.getByLabel("Runs", { exact: true }).getByRole("link", { name: "Run 1" }).waitFor();
  });

  for (const width of [320, 3840]) {
    test(`they fit a window of ${width}`, async () => {
      const { page } = here;
      await page.setViewportSize({ width, height: width === 320 ? 640 : 2160 });
      await page.emulateMedia({ colorScheme: width === 320 ? "dark" : "light" });
      await page.goto(`${here.studio.address}/#check/1`);
      await results().getByRole("heading", { name: "Run 1: menu" }).waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      if (process.env.TAMIS_SCREENSHOTS) await page.screenshot({ path: `${process.env.TAMIS_SCREENSHOTS}/check-${width}.png`, fullPage: width === 320 });
    });
  }

  test("nothing went wrong unseen, and nobody else was asked", () => {
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("422")), []);
    assert.deepEqual(here.strangers, []);
  });
});
