// Opening the panel beside the page: a side panel in Chromium, a sidebar in Firefox.
import { browser } from "../shared/browser.js";

/** Opens it at a view. Must be called from a click, first thing. */
export function openPanel(tab, view) {
  const opened = browser.sidePanel ? browser.sidePanel.open({ tabId: tab.id }) : browser.sidebarAction.open();
  return Promise.all([opened, browser.storage.session.set({ panel: view })]);
}
