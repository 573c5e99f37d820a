// The tab that is worked on, and the script in its page.
import { browser, wordsOf } from "./browser.js";

/** The tab that is worked on: the one in front, or, for a panel in a tab of its own, the one that its address names. */
export async function activeTab() {
  const named = new URLSearchParams(globalThis.location?.search).get("tab");
  if (named) return browser.tabs.get(Number(named));
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab;
}

/** What is said where a page may not be looked at. */
const CLOSED = "Tamis sees a page only after you ask it to: click its button in the toolbar while the page is open.";

/** Puts the script into a tab's page, once. */
export async function enter(tabId) {
  try {
    await browser.scripting.executeScript({ target: { tabId }, files: ["/page.js"] });
    await browser.scripting.insertCSS({ target: { tabId }, files: ["/page.css"], origin: "USER" }).catch(() => {});
  } catch (error) {
    const words = wordsOf(error);
    throw new Error(/cannot|cannot access|permission|denied/i.test(words) ? CLOSED : words);
  }
}

/** Tells the script in a page to do something, and gives its answer. */
export async function tell(tabId, what, asked = {}) {
  const answer = await browser.tabs.sendMessage(tabId, { tamis: what, ...asked }, { frameId: 0 });
  if (answer?.error) throw new Error(answer.error);
  return answer?.done;
}

/** The page of a tab as it stands now: `{html, url, title}`. */
export async function snapshot(tabId) {
  await enter(tabId);
  return tell(tabId, "snapshot");
}
