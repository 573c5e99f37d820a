// The slider on a page of 20,000 elements: every count is right, and how long a step takes is told.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { largePage } from "../support/large.mjs";
import { skip } from "../support/program.mjs";
import { startSite } from "../support/site.mjs";
import { visit } from "../support/visitor.mjs";

const SIZE = 20_000;

describe("Clean on a large page", { skip }, () => {
  let here;
  let site;
  before(async () => {
    site = await startSite({ "/": largePage(SIZE) });
    here = await visit();
  });
  after(async () => {
    await here?.close();
    await site?.stop();
  });

  test("the slider keeps up", async (t) => {
    const { page } = here;
    await page.getByRole("link", { name: "Clean", exact: true }).click();
    await page.getByLabel("Address of a page").fill(`${site.address}/`);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const frame = page.frameLocator("iframe[title='The page to pick from']");
    await page.getByLabel(/^text/).check();
    await frame.getByText("3.1", { exact: true }).click();
    await page.getByLabel("How far from what was taken").waitFor();
    const measured = await page.evaluate(slideThrough);
    const { elements, steps, counts } = measured;
    assert.ok(elements >= SIZE, String(elements));
    // A third of the rows have another class; each row has four cells with a name and one without.
    const rows = SIZE / 10;
    assert.ok(Math.max(...counts.map(([told]) => told)) > 5 * rows);
    for (const [told, litUp] of counts) assert.equal(told, litUp);
    const of = (name) => steps.map((step) => step[name]).sort((a, b) => a - b);
    const at = (values, share) => values[Math.min(values.length - 1, Math.floor(share * values.length))].toFixed(1);
    for (const name of ["work", "frame"]) {
      const values = of(name);
      t.diagnostic(`${name}: median ${at(values, 0.5)} ms, 95 % ${at(values, 0.95)} ms, longest ${at(values, 1)} ms, of ${values.length} moves over ${elements} elements`);
    }
  });
});

/** Moves the slider to and fro as a hand does, an event a frame; then stands still at some places and counts. */
async function slideThrough() {
  const slider = document.querySelector(".picker-slider");
  const inside = document.querySelector("#view-clean iframe").contentDocument;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const move = (value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const end = Number(slider.max);
  const places = Array.from({ length: 60 }, (_, at) => (end * at) / 59);
  const steps = [];
  let last = await nextFrame();
  for (const place of [...places, ...places.toReversed(), 0, end, 0, end]) {
    const begun = performance.now();
    move(place);
    const work = performance.now() - begun;
    const now = await nextFrame();
    steps.push({ work, frame: now - last });
    last = now;
  }
  const counts = [];
  for (const place of [0, end / 3, end / 2, end, end / 4]) {
    move(place);
    for (let frames = 0; frames < 120; frames++) await nextFrame();
    const told = parseInt(document.querySelector(".picker-count").textContent, 10);
    counts.push([told, inside.querySelectorAll(".tamis-lit-1").length]);
  }
  return { elements: inside.querySelectorAll("[data-tamis-node]").length, steps, counts };
}
