// The popup: one click for what needs no more, and the way into the panel for the rest.
import { browser, wordsOf } from "../shared/browser.js";
import { activeTab } from "../shared/tab.js";
import { count, percent } from "../../front/dom.js";
import { openPanel } from "./open-panel.js";

const tab = await activeTab();
const said = document.getElementById("said");

/** Has something done in the background; says what came of it. */
async function ask(deed, asked = {}) {
  say("One moment …");
  const answer = await browser.runtime.sendMessage({ deed, tabId: tab.id, ...asked });
  if (answer?.error) return say(answer.error, true);
  say("");
  return answer.done;
}

function say(words, isTrouble = false) {
  said.textContent = words;
  said.classList.toggle("trouble", isTrouble);
}

function press(view) {
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", button.dataset.view === view);
}

async function show(view) {
  const done = await ask("template", { view });
  if (!done) return;
  press(done.view);
  const { found } = done;
  if (found && view !== "page") say(`${percent(found.share.words)} of the words are template, by ${count(found.voters, "other page")}.`);
}

for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => show(button.dataset.view));
for (const button of document.querySelectorAll("[data-deed]")) {
  button.addEventListener("click", async () => {
    const done = await ask(button.dataset.deed);
    if (button.dataset.deed === "reader" && done !== undefined) window.close();
    else if (done) say(`The menu has ${count(done.links.length, "link")}.`);
  });
}
for (const button of document.querySelectorAll("[data-panel]")) {
  // The browser opens panels only while it handles a click: nothing may be waited for before.
  button.addEventListener("click", () => openPanel(tab, button.dataset.panel).then(() => window.close(), (error) => say(wordsOf(error), true)));
}

for (const { name, shortcut } of await browser.commands.getAll()) {
  const key = document.querySelector(`[data-deed="${name}"] kbd`);
  if (key) key.textContent = shortcut;
}
const known = await browser.tabs.sendMessage(tab.id, { tamis: "views" }).catch(() => null);
press(known?.done?.view ?? "page");
document.body.dataset.ready = "yes";
