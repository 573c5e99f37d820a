// How the studio looks: on a phone and on a large screen, light and dark.
import { describe, test } from "node:test";
import { look } from "../support/look.mjs";
import { skip } from "../support/program.mjs";
import { visit } from "../support/visitor.mjs";

const SAMPLE = encodeURIComponent("http://harbour.example/news/storm.html");
const LIST = encodeURIComponent("http://harbour.example/news/index.html");
const SCREENS = [
  { width: 320, height: 640, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
  { width: 3840, height: 2160, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
];

/** Each view, brought into a state in which it shows what it has. */
const VIEWS = {
  welcome: async () => {},
  page: async (page) => {
    await go(page, `#page/${SAMPLE}`);
    await page.getByText("Share of the template").waitFor();
    await page.locator("#view-page iframe").contentFrame().getByRole("heading", { level: 1 }).first().waitFor();
  },
  clean: async (page) => {
    await go(page, `#clean/${SAMPLE}`);
    const frame = page.locator("#view-clean iframe").contentFrame();
    // On a phone the sample's own sidebar lies over its headline.
    await frame.getByRole("heading", { level: 1 }).first().dispatchEvent("click");
    await page.getByLabel(/^text/).check();
    await frame.locator("article p").nth(1).dispatchEvent("click");
    await page.getByText(/^all inside/).waitFor();
  },
  "clean-all": async (page) => {
    await go(page, `#clean-all/${LIST}`);
    await page.locator("#view-clean-all iframe").contentFrame().getByText("Night ferry").first().dispatchEvent("click");
    await page.getByRole("button", { name: /^Read \d+ pages$/ }).click();
    await page.getByText("Finished").waitFor();
  },
  keys: async (page) => {
    await page.getByRole("button", { name: "Keys" }).click();
    await page.getByRole("dialog").waitFor();
  },
};

const go = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

describe("looks", { skip }, () => {
  for (const screen of SCREENS) {
    const name = `${screen.width}-${screen.colorScheme}`;
    test(`every view at ${name}`, async () => {
      const here = await visit(screen);
      try {
        for (const [view, prepare] of Object.entries(VIEWS)) {
          await prepare(here.page);
          await look(here.page, `${view}-${name}`);
        }
      } finally {
        await here.close();
      }
    });
  }
});
