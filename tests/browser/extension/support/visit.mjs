// Someone who looks at the sample site in a browser that has the extension.
import { startWith } from "./extension.mjs";
import { Person } from "./person.mjs";
import { startSamples } from "./site.mjs";

/**
 * Opens a page of the sample site, by its path, and the panel's `view` on it where one is named. `pages` are
 * more pages of the site, the other options are the browser's. Gives `{site, browser, page, panel, person,
 * open(path, view), close()}`, where `open` opens another page and gives its `{page, panel, person}`.
 */
export async function visit(name, { path, view, pages, ...options }) {
  const site = await startSamples(pages);
  let browser;
  const close = async () => {
    await browser?.close();
    await site.stop();
  };
  const open = async (path, view) => {
    const page = await browser.open(site.address + path);
    const panel = view && (await browser.panel(page, view));
    return { page, panel, person: panel && new Person(page, panel) };
  };
  try {
    browser = await startWith(name, options);
    return { site, browser, ...(await open(path, view)), open, close };
  } catch (error) {
    await close();
    throw error;
  }
}
