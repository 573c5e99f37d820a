// The panel beside the page: a view for each thing that takes more than a click.
import { browser, wordsOf } from "../shared/browser.js";
import { button } from "../../front/dom.js";
import * as template from "./views/template.js";
import * as menu from "./views/menu.js";
import * as clean from "./views/clean.js";
import * as all from "./views/all.js";
import * as check from "./views/check.js";
import * as filters from "./views/filters.js";

const VIEWS = { template, menu, clean, all, check, filters };
const byId = (id) => document.getElementById(id);
let open = null;

/** What a view may ask of the panel. */
const panel = {
  /** Does something that takes a while and may go wrong; both are told. Gives `undefined` where it went wrong. */
  async attempt(words, deed) {
    byId("trouble").hidden = true;
    byId("busy").textContent = words;
    byId("busy").hidden = false;
    try {
      return await deed();
    } catch (error) {
      byId("trouble").textContent = wordsOf(error);
      byId("trouble").hidden = false;
      return undefined;
    } finally {
      byId("busy").hidden = true;
    }
  },
  say(words) {
    byId("busy").textContent = words;
    byId("busy").hidden = !words;
  },
  /** Has something done in the background, on a tab. */
  async ask(deed, tab, asked = {}) {
    const answer = await browser.runtime.sendMessage({ deed, tabId: tab.id, ...asked });
    if (answer?.error) throw new Error(answer.error);
    return answer.done;
  },
};

function show(name) {
  open?.close?.();
  byId("trouble").hidden = true;
  byId("busy").hidden = true;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.dataset.view === name;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  const root = byId("view");
  root.setAttribute("aria-label", VIEWS[name].title);
  root.replaceChildren();
  open = VIEWS[name].mount(root, panel) ?? null;
  document.body.dataset.shown = name;
}

function onKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const tabs = [...document.querySelectorAll("[role=tab]")];
  if (!step) return;
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  show(next.dataset.view);
  next.focus();
  event.preventDefault();
}

const tabs = Object.entries(VIEWS).map(([name, view]) => button(view.title, () => show(name), { role: "tab", "aria-controls": "view", "data-view": name }));
document.querySelector("[role=tablist]").append(...tabs);
document.querySelector("[role=tablist]").addEventListener("keydown", onKey);
window.addEventListener("pagehide", () => open?.close?.());

// The popup says which view it was opened for, also while the panel is open already.
browser.storage.onChanged.addListener((changes, area) => {
  const wanted = area === "session" && changes.panel?.newValue;
  if (wanted in VIEWS) show(wanted);
});
const { panel: wanted } = await browser.storage.session.get("panel");
await browser.storage.session.remove("panel");
show(wanted in VIEWS ? wanted : "clean");
document.body.dataset.ready = "yes";
