// What runs while nothing of the extension is open: shortcuts, what the popup and the panel ask for, filters
// that apply by themselves. It may be stopped by the browser at any time and holds nothing that must last.
import { browser, wordsOf } from "../shared/browser.js";
import { activeTab } from "../shared/tab.js";
import { filterFor } from "./automatic.js";
import { showMenu, showTemplate } from "./parts.js";
import { closeReader, openReader, takeHeld } from "./reader.js";
import { showWhole } from "./whole.js";

/** What can be asked for, on a tab. */
const DEEDS = { reader: openReader, template: showTemplate, menu: showMenu, whole: showWhole };

browser.commands.onCommand.addListener(async (command, tab) => {
  const { id } = tab ?? (await activeTab());
  await done(DEEDS[command], id, {});
});

browser.runtime.onMessage.addListener((message, sender, answer) => {
  if (message.deed) {
    done(DEEDS[message.deed], message.tabId, message).then(answer);
    return true;
  }
  if (message.tamis === "held") {
    takeHeld(message.key).then(answer, () => answer(null));
    return true;
  }
  if (message.tamis === "close-reader" && sender.tab) {
    closeReader(sender).then(answer, () => answer(false));
    return true;
  }
  // A page that a person has let filters apply to by themselves asks whether there is one.
  if (message.tamis === "filter-for" && sender.tab) {
    filterFor(sender.tab.id, sender.url).then(answer, () => answer(null));
    return true;
  }
  return false;
});

/** Does something and shows on the button how it went. */
async function done(deed, tabId, asked) {
  try {
    const result = await deed(tabId, asked);
    await browser.action.setBadgeText({ tabId, text: "" });
    return { done: result };
  } catch (error) {
    const words = wordsOf(error);
    await browser.action.setBadgeText({ tabId, text: "!" }).catch(() => {});
    await browser.action.setTitle({ tabId, title: `Tamis: ${words}` }).catch(() => {});
    return { error: words };
  }
}
