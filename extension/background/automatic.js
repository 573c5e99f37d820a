// Filters that apply by themselves, on the sites for which a person has said so.
import { browser } from "../shared/browser.js";
import { engine } from "../shared/engine.js";
import { bestFilter, isAutomatic } from "../shared/filters.js";
import { snapshot } from "../shared/tab.js";

/** What a page that has just been loaded shows by itself; `null` for all of it. */
export async function filterFor(tabId, url) {
  const tamis = await engine();
  const kept = await bestFilter(tamis, url);
  if (!kept || !(await isAutomatic(kept.name))) return null;
  const { html } = await snapshot(tabId);
  const page = tamis.open(html, url);
  try {
    const found = page.find(kept.saved);
    await tellByBadge(tabId, kept.name, found);
    return found.refused ? null : { outline: page.outline(), fields: found.fields };
  } finally {
    page.close();
  }
}

async function tellByBadge(tabId, name, found) {
  const title = found.refused ? `Tamis: the filter ${name} does not fit this page: ${found.summary}` : `Tamis: the filter ${name} is applied`;
  await browser.action.setBadgeText({ tabId, text: found.refused ? "?" : "✓" });
  await browser.action.setTitle({ tabId, title });
}
