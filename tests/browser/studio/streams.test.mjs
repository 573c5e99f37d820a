// Streams: a feed is found, read and looked through, by click and by keyboard; one that means harm does none.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { skip } from "../support/program.mjs";
import { startSite } from "../support/site.mjs";
import { visit } from "../support/visitor.mjs";

const story = (name, words) => `<title>${name}</title><nav><a href="/">All the harbour news of today</a></nav><article><h1>${name}</h1>
<p>${words} ${words.split(" ").reverse().join(" ")} and much more of the same that nobody would take for a menu.</p></article>
<footer>Printed on paper that was made of old sails and nets.</footer>`;

const STORIES = {
  "/ferry": story("The ferry is back", "After eleven years the night ferry sails again between both shores"),
  "/storm": story("The storm", "For three days the wind blew from the north east over every roof"),
  "/market": story("The market", "Herring and bread were sold before sunrise by people in yellow boots"),
};

const item = ([path, html]) => `<item><title>${/<h1>(.*?)<\/h1>/.exec(html)[1]}</title><link>${path}</link></item>`;
const feed = (stories) => `<rss version="2.0"><channel><title>Harbour news</title>${Object.entries(stories).map(item).join("")}</channel></rss>`;

describe("Streams", { skip }, () => {
  let here;
  let site;
  before(async () => {
    site = await startSite({
      "/": `<link rel="alternate" type="application/rss+xml" href="/feed"><p>Harbour`,
      "/both": `<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="application/rss+xml" href="/hostile">`,
      "/feed": feed(STORIES),
      ...STORIES,
      "/hostile": `<rss version="2.0"><channel><title>&lt;img src=x onerror="document.title='EVIL'"&gt;Calm</title>
        <item><title>&lt;script&gt;document.title='EVIL'&lt;/script&gt;Odd</title><link>/odd</link></item>
        <item><title>File</title><link>file:///etc/passwd</link></item></channel></rss>`,
      "/odd": `<body onload="parent.document.title='EVIL'"><script>parent.document.title='EVIL'</script><p>${"Odd words that do nothing at all. ".repeat(10)}`,
    });
    here = await visit();
  });
  after(async () => {
    await here?.close();
    await site?.stop();
  });

  const tab = (name) => here.page.getByRole("tab", { name });
  const add = async (path) => {
    await here.page.getByLabel("Feed", { exact: true }).fill(site.address + path);
    await here.page.getByRole("button", { name: "Read it" }).click();
  };

  test("a site's feed is found, and its documents appear as they come", async () => {
    const { page } = here;
    await page.getByRole("link", { name: "Streams" }).click();
    await page.getByText("News as clean text").waitFor();
    await add("/");
    await page.getByText("being read for the first time").or(page.getByText(/read every \d+ minutes/)).first().waitFor();
    await page.getByText(/read every \d+ minutes/).waitFor();
    await tab("Documents").click();
    await page.getByRole("link", { name: /The market/ }).waitFor();
    assert.equal(await page.locator(".documents li").count(), 3);
  });

  test("a document stands beside the page that it was made of", async () => {
    const { page } = here;
    await page.getByRole("link", { name: /The storm/ }).click();
    const text = page.getByLabel("Its text");
    await text.getByText("For three days the wind blew").waitFor();
    assert.doesNotMatch(await text.textContent(), /old sails/);
    const original = page.frameLocator("iframe[title='The original']");
    await original.getByText("Printed on paper").waitFor();
    assert.match(page.url(), /#streams\/\d+$/);
  });

  test("words are searched, keys walk the list", async () => {
    const { page } = here;
    await page.getByLabel("Words").fill("herring boots");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "All documents" }).waitFor();
    assert.equal(await page.locator(".documents li").count(), 1);
    await page.getByLabel("Words").fill("unheard");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing has all of “unheard”.").waitFor();
    await page.getByLabel("Words").fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /The ferry/ }).waitFor();
    const storm = page.url();
    await tab("Documents").press("j");
    await page.waitForURL((url) => url.href !== storm);
    await page.getByLabel("Its text").getByText("night ferry").waitFor();
    await page.keyboard.press("k");
    await page.getByLabel("Its text").getByText("the wind blew").waitFor();
    assert.equal(page.url(), storm);
  });

  test("what was learnt of a site is drawn, and can be read as a table", async () => {
    const { page } = here;
    await tab("Learning").click();
    await page.getByRole("img", { name: /Share judged by counts/ }).waitFor();
    await page.getByText("As a table").click();
    assert.equal(await page.locator(".listed tbody tr").count(), 3);
    await tab("Learning").press("ArrowRight");
    await page.getByText("No duplicate was found.").waitFor();
    assert.equal(await tab("Duplicates").getAttribute("aria-selected"), "true");
  });

  test("of several feeds one is chosen; a hostile one does no harm", async () => {
    const { page } = here;
    await add("/both");
    await page.getByRole("button", { name: `${site.address}/hostile` }).click();
    await page.getByText("Calm").first().waitFor();
    await tab("Documents").click();
    await page.getByRole("link", { name: /Odd/ }).click();
    await page.getByLabel("Its text").getByText("Odd words").first().waitFor();
    await page.frameLocator("iframe[title='The original']").getByText("Odd words").first().waitFor();
    // The words are shown for what they are; as a script they would have left nothing else.
    assert.notEqual(await page.title(), "EVIL");
    assert.equal(await page.locator(".documents li").count(), 4);
  });

  test("a feed is read no more, and what is no feed is told", async () => {
    const { page } = here;
    await tab("Feeds").click();
    await page.getByRole("button", { name: "Read Calm no more" }).click();
    await page.getByText("Calm").first().waitFor({ state: "detached" });
    await add("/ferry");
    await page.getByRole("alert").filter({ hasText: "neither a feed nor a page that names one" }).waitFor();
  });

  test("nothing went wrong unseen, and nobody else was asked", () => {
    assert.deepEqual(here.faults.filter((fault) => !fault.includes("422")), []);
    assert.deepEqual(here.strangers, []);
  });
});

for (const [width, height] of [[320, 640], [3840, 2160]]) {
  test(`the streams fit a window of ${width}`, { skip }, async () => {
    const site = await startSite({ "/": feed(STORIES), ...STORIES });
    const here = await visit({ width, height, colorScheme: width === 320 ? "dark" : "light" });
    try {
      const { page } = here;
      await page.goto(`${here.studio.address}/#streams`);
      await page.getByLabel("Feed", { exact: true }).fill(site.address);
      await page.getByRole("button", { name: "Read it" }).click();
      await page.getByRole("tab", { name: "Documents" }).click();
      await page.getByRole("link", { name: /The market/ }).click();
      await page.frameLocator("iframe[title='The original']").getByText("Printed on paper").waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      if (process.env.TAMIS_SCREENSHOTS) await page.screenshot({ path: `${process.env.TAMIS_SCREENSHOTS}/streams-${width}.png` });
    } finally {
      await here.close();
      await site.stop();
    }
  });
}
