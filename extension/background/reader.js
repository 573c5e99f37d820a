// The reader: the article of a tab's page, set for reading over the page itself.
import { browser } from "../shared/browser.js";
import { engine } from "../shared/engine.js";
import { bestFilter } from "../shared/filters.js";
import { enter, snapshot, tell } from "../shared/tab.js";

/** Opens the reader, or closes it where it is open. Gives whether it is open now. */
export async function openReader(tabId) {
  await enter(tabId);
  if (await tell(tabId, "reader-closed")) return false;
  const { html, url } = await snapshot(tabId);
  const { text, filter } = await documentOf(html, url);
  // The reader's own page fetches it from there: a worker may be stopped before it has asked.
  const key = `reader-${crypto.randomUUID()}`;
  await browser.storage.session.set({ [key]: text });
  await tell(tabId, "reader", { source: browser.runtime.getURL(`ui/reader.html#${key}`) });
  return { filter };
}

/** Gives a document that was put aside for the reader's page, once. */
export async function takeHeld(key) {
  const held = await browser.storage.session.get(key);
  await browser.storage.session.remove(key);
  return held[key] ?? null;
}

/** Closes the reader over a page, or the tab that it has of its own. */
export async function closeReader({ tab, frameId }) {
  if (frameId === 0) await browser.tabs.remove(tab.id);
  else await tell(tab.id, "reader-closed");
}

/** The document: by the person's filter where one is kept for the address and fits, else by the judgement. */
async function documentOf(html, url) {
  const tamis = await engine();
  const page = tamis.open(html, url);
  try {
    const kept = await bestFilter(tamis, url);
    const { document, unfit } = page.read({ filter: kept?.saved });
    return { text: document, filter: unfit.length ? null : kept?.name };
  } finally {
    page.close();
  }
}
