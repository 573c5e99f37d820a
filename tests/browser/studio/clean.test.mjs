// Clean: picking by click and by keyboard, the slider, undo, apply, save, load, other pages.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { skip } from "../support/program.mjs";
import { startSite } from "../support/site.mjs";
import { visit } from "../support/visitor.mjs";

const recipe = (name, needs) => `<!doctype html><title>${name}</title>
<header><a href="/">Recipes</a></header>
<main><article><h1>${name}</h1><p class="by">By Ada</p><ul class="needs">${needs.map((need) => `<li>${need}</li>`).join("")}<li class="ad">Buy pans</li></ul>
<p>Mix it all for as long as you like.</p><p>Bake until it looks done.</p>
<p class="share">Share this</p></article></main>
<aside><ul><li><a href="/flan">Flan</a></li><li><a href="/soup">Soup</a></li><li><a href="/bread">Bread</a></li></ul></aside>`;

describe("Clean", { skip }, () => {
  let here;
  let site;
  let frame;
  before(async () => {
    site = await startSite({
      "/": "<title>Recipes</title><h1>Recipes</h1>",
      "/flan": recipe("Flan", ["Eggs", "Milk", "Sugar"]),
      "/soup": recipe("Soup", ["Water", "Salt"]),
      "/bread": recipe("Bread", ["Flour", "Water", "Salt", "Yeast"]),
      "/old": "<table><tr><td><font>Old</font></td><td><b>times</b></td></tr></table>",
    });
    here = await visit();
    frame = here.page.frameLocator("iframe[title='The page to pick from']");
  });
  after(async () => {
    await here?.close();
    await site?.stop();
  });

  const panel = () => here.page.getByLabel("What is picked");
  const matches = (words) => panel().locator(".picker-count", { hasText: words }).waitFor();
  const lit = (colour) => frame.locator(`.tamis-lit-${colour}`);
  const open = async (path) => {
    await here.page.getByLabel("Address of a page").fill(site.address + path);
    await here.page.getByRole("button", { name: "Open", exact: true }).click();
  };

  test("the pointer outlines, a click takes, and what is like it lights up", async () => {
    const { page } = here;
    await page.getByRole("link", { name: "Clean", exact: true }).click();
    await open("/flan");
    await frame.getByRole("heading", { name: "Flan" }).hover();
    assert.equal(await frame.locator(".tamis-hover").count(), 1);
    assert.match(await panel().locator(".picker-status").textContent(), /^h1 Flan/);
    await frame.getByRole("heading", { name: "Flan" }).click();
    await matches("1 match");
    assert.equal(await lit(0).textContent(), "Flan");
    await panel().getByLabel(/^text/).check();
    await frame.getByText("Mix it all").click();
    await panel().getByText("all inside article").waitFor();
    // Lights come with the next frame.
    await lit(1).nth(3).waitFor();
    assert.equal(page.url().includes("#clean/"), true);
  });

  test("a field of one's own: the slider counts at every step, and arrows lead from one to the next", async () => {
    const { page } = here;
    await panel().getByLabel("Name of a field of your own").fill("ingredient");
    await panel().getByRole("button", { name: "Add field" }).click();
    await frame.getByText("Eggs").click();
    await matches("1 match");
    const slider = panel().getByLabel("How far from what was taken");
    await slider.focus();
    await page.keyboard.press("Home");
    await matches("3 matches");
    await page.waitForFunction(() => document.querySelector("iframe[title='The page to pick from']").contentDocument.querySelectorAll(".tamis-lit-3").length === 3);
    const counts = [];
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press("ArrowRight");
      counts.push(parseInt(await panel().locator(".picker-count").textContent(), 10));
    }
    assert.deepEqual(counts, [...counts].sort((a, b) => a - b));
    assert.ok(counts[0] >= 4 && counts.at(-1) > counts[0], String(counts));
    await page.keyboard.press("Home");
    await matches("3 matches");
  });

  test("a click with Alt leaves out, and undo takes everything back", async () => {
    const { page } = here;
    const slider = panel().getByLabel("How far from what was taken");
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await matches("4 matches");
    await frame.getByText("Buy pans").click({ modifiers: ["Alt"] });
    await matches("3 matches");
    assert.equal(await frame.locator(".tamis-left-out").textContent(), "Buy pans");
    await page.keyboard.press("Control+z");
    await matches("4 matches");
    assert.equal(await frame.locator(".tamis-left-out").count(), 0);
    await page.keyboard.press("Control+Shift+z");
    await matches("3 matches");
    await panel().getByRole("button", { name: "Undo" }).click();
    await matches("4 matches");
    await panel().getByRole("button", { name: "Redo" }).click();
    await matches("3 matches");
  });

  test("applied, everything else disappears, and comes back", async () => {
    const { page } = here;
    await panel().getByLabel(/^text/).check();
    await frame.getByText("Share this").click({ modifiers: ["Alt"] });
    await panel().getByRole("button", { name: "Apply", exact: true }).click();
    await panel().getByText("matched 3 of 3 fields").waitFor();
    assert.equal(await frame.getByText("Recipes").isVisible(), false);
    assert.equal(await frame.getByText("Share this").isVisible(), false);
    assert.equal(await frame.getByText("Bake until").isVisible(), true);
    await page.locator("body").press("k");
    assert.equal(await frame.getByText("Recipes").isVisible(), true);
  });

  test("saved, it is the program's own file, and is tried on other pages", async () => {
    await panel().getByLabel("Name", { exact: true }).fill("recipes");
    await panel().getByRole("button", { name: "Save" }).click();
    await panel().getByText("Saved as recipes").waitFor();
    const saved = await readFile(join(here.studio.filters, "recipes.toml"), "utf8");
    assert.match(saved, /name = "ingredient"/);
    assert.match(saved, /sites = \["127\.0\.0\.1/);
    await panel().getByText("Try it elsewhere").click();
    await panel().getByRole("button", { name: "Try on other pages" }).click();
    const soup = panel().getByRole("listitem").filter({ has: here.page.getByRole("link", { name: "/soup" }) }).first();
    await soup.getByText("ingredient 2").waitFor();
    await panel().getByText("ingredient 4").waitFor();
  });

  test("on the next page it is found by its address, and stays as it was saved until it is changed", async () => {
    await open("/soup");
    await panel().getByText("Loaded recipes: matched 3 of 3 fields").waitFor();
    await panel().getByLabel(/^ingredient/).check();
    await panel().getByRole("button", { name: "Apply", exact: true }).click();
    await panel().getByText("matched 3 of 3 fields").first().waitFor();
    assert.equal(await frame.getByText("Water").isVisible(), true);
    assert.equal(await frame.getByText("Buy pans").isVisible(), false);
    await open("/old");
    await panel().getByText(/matched 0 of 3 fields/).waitFor();
  });

  test("pages that are kept are looked at anew, without asking for them", async () => {
    const { page } = here;
    await open("/bread");
    await frame.getByRole("heading", { name: "Bread" }).waitFor();
    await panel().getByText("Loaded recipes: matched 3 of 3 fields").waitFor();
    const tries = panel().getByRole("button", { name: "Keep this page" });
    if (!(await tries.isVisible())) await panel().getByText("Try it elsewhere").click();
    await tries.click();
    await panel().getByText("Kept: Bread.").waitFor();
    const before = site.asked.length;
    await panel().getByRole("button", { name: "Apply to kept pages" }).click();
    await panel().getByText("It fits 1 of 1 kept page.").waitFor();
    await panel().getByText("ingredient 4").waitFor();
    assert.equal(site.asked.length, before);
    await page.keyboard.press("Escape");
  });

  test("the keyboard alone does it too", async () => {
    const { page } = here;
    here.page.once("dialog", (dialog) => dialog.accept());
    await panel().getByRole("button", { name: "Delete" }).click();
    await panel().getByText("Deleted recipes").waitFor();
    await open("/bread");
    await frame.getByRole("heading", { name: "Bread" }).waitFor();
    await panel().getByText("Click a headline").waitFor();
    await page.getByRole("application").focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await matches("1 match");
    assert.equal(await frame.locator(".tamis-sample").textContent(), "Bread");
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.name), "picker-field");
    await page.keyboard.press("ArrowDown");
    assert.equal(await panel().getByLabel(/^text/).isChecked(), true);
    assert.equal(await frame.locator(".tamis-sample").count(), 0);
  });

  test("nothing went wrong unseen, and nobody else was asked", () => {
    // A page that a filter is not for is answered with 422, which stands on the console by itself.
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("422")), []);
    assert.deepEqual(here.strangers, []);
  });
});
