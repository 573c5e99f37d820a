// Check: a run under way says how far it is and is called off.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { look } from "../support/look.mjs";
import { skip } from "../support/program.mjs";
import { visit } from "../support/visitor.mjs";

const PAGE = "<h1>Words</h1><p>Words that are all of the page.";

/** Labelled pages, as many as are named; those in `pipes` are pipes, and whoever reads one waits until somebody writes. */
async function labelPages(folder, ids, pipes = []) {
  await mkdir(join(folder, "html"), { recursive: true });
  await mkdir(join(folder, "ground-truth"));
  const truth = { ground_truth: { main_content: "Words\nWords that are all of the page." }, _internal: { page_type: { primary: "article" } } };
  for (const id of ids) {
    await writeFile(join(folder, "ground-truth", `${id}.json`), JSON.stringify(truth));
    const path = join(folder, "html", `${id}.html`);
    if (pipes.includes(id)) await promisify(execFile)("mkfifo", [path]);
    else await writeFile(path, PAGE);
  }
}

describe("Check, a run under way", { skip: skip || (process.platform === "win32" && "there are no pipes to hold a run by") }, () => {
  let here;
  let folder;
  let held;
  let quick;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tamis-data-"));
    [held, quick] = [join(folder, "held"), join(folder, "quick")];
    await labelPages(held, ["1", "2", "3"], ["2"]);
    await labelPages(quick, ["1"]);
    here = await visit();
    await here.page.getByRole("link", { name: "Check" }).click();
  });
  after(async () => {
    await here?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Lets go of whoever reads the page that is held. */
  const letGo = () => writeFile(join(held, "html/2.html"), PAGE);
  const results = () => here.page.getByLabel("Results");
  const bar = () => results().getByRole("progressbar", { name: "Progress" });
  const calledOff = () => results().getByRole("status").filter({ hasText: "This run was called off" });
  const row = (number) => here.page.getByRole("row").filter({ has: here.page.getByRole("link", { name: `Run ${number}`, exact: true }) });

  /** The held run as far as it comes. */
  async function standsAtTheSecond() {
    await results().getByText("1 of 3 pages").waitFor();
    await results().getByRole("status").filter({ hasText: "Under way" }).waitFor();
    assert.deepEqual(await bar().evaluate((bar) => [bar.value, bar.max]), [1, 3]);
  }

  async function run(data) {
    const { page } = here;
    await page.getByLabel("Task").selectOption("content");
    await page.getByLabel("Folder").fill(data);
    await page.getByRole("button", { name: "Run", exact: true }).click();
  }

  test("it says how far it is, is called off, and makes way at once", async () => {
    await run(held);
    await standsAtTheSecond();
    await row(1).getByText("under way").waitFor();
    await look(here.page, "check-run-1280-light");
    await run(quick);
    await here.page.getByRole("alert").filter({ hasText: "a run is under way" }).waitFor();
    await results().getByRole("button", { name: "Cancel" }).click();
    await calledOff().waitFor();
    await row(1).getByText("called off").waitFor();
    assert.equal(await results().evaluate((shown) => shown === document.activeElement), true);
    await look(here.page, "check-cancelled-1280-light");
    // The page that it stands at is still being read; the next run is there all the same, and waits.
    await run(quick);
    await results().getByRole("heading", { name: "Run 2: content" }).waitFor();
    await results().getByRole("status").filter({ hasText: "Reading the data" }).waitFor();
    assert.equal(await bar().evaluate((bar) => bar.position), -1);
    await look(here.page, "check-waiting-1280-light");
    await letGo();
    await results().getByRole("table", { name: "Means" }).waitFor();
    await row(2).getByText("1.000").waitFor();
  });

  test("the keyboard does the same, down to taking it away", async () => {
    const { page } = here;
    await page.locator("body").press("n");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(held);
    await page.keyboard.press("Enter");
    await standsAtTheSecond();
    const cancel = results().getByRole("button", { name: "Cancel" });
    while (!(await cancel.evaluate((button) => button === document.activeElement))) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await calledOff().waitFor();
    await page.getByRole("button", { name: "Take run 3 away" }).press("Enter");
    await row(3).waitFor({ state: "detached" });
    await letGo();
  });

  test("whoever comes back to it sees it go on, on a phone, too", async () => {
    const { page } = here;
    await run(held);
    await standsAtTheSecond();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    await standsAtTheSecond();
    await look(page, "check-run-320-dark");
    await page.getByRole("link", { name: "Label" }).click();
    await page.goBack();
    await standsAtTheSecond();
    await letGo();
    await results().getByRole("table", { name: "Means" }).waitFor();
    assert.equal(await bar().count(), 0);
  });

  test("nothing went wrong unseen, and nobody else was asked", () => {
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("409")), []);
    assert.deepEqual(here.strangers, []);
  });
});
