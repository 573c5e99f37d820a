// The template and the menu of a tab's page, shown in the page itself.
import { engine } from "../shared/engine.js";
import { loaderFor } from "../shared/load.js";
import { enter, snapshot, tell } from "../shared/tab.js";

/** The three views, in the order that toggling goes through. */
const VIEWS = ["page", "template", "rest"];

/**
 * Shows a view of the page: the one that was asked for, else the next. The template is searched for once; from
 * then on the page itself goes from view to view. Gives `{view, found}`.
 */
export async function showTemplate(tabId, { view }) {
  await enter(tabId);
  const known = await tell(tabId, "views");
  const next = view ?? VIEWS[(VIEWS.indexOf(known.view) + 1) % VIEWS.length];
  if (known.found || next === "page") {
    await tell(tabId, "view", { view: next });
    return { view: next, found: known.found };
  }
  const found = await findTemplate(tabId);
  await tell(tabId, "template", found);
  await tell(tabId, "view", { view: next });
  return { view: next, found: found.found };
}

async function findTemplate(tabId) {
  const begun = Date.now();
  const { html, url } = await snapshot(tabId);
  const page = (await engine()).open(html, url);
  try {
    const template = await page.template({ load: loaderFor(tabId, new URL(url).origin) });
    const { voters, pages, missing, share } = template;
    const nodes = template.nodes();
    template.close();
    return { outline: page.outline(), nodes, found: { voters, pages, missing, share, milliseconds: Date.now() - begun } };
  } finally {
    page.close();
  }
}

/** Shows where the menu is, and gives it. */
export async function showMenu(tabId) {
  const { html, url } = await snapshot(tabId);
  const page = (await engine()).open(html, url);
  try {
    const menu = page.menu();
    await tell(tabId, "menu", { outline: page.outline(), number: menu.number });
    return menu;
  } finally {
    page.close();
  }
}
