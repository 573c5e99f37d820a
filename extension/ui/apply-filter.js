// A kept filter on a tab's page: everything else disappears.
import { engine } from "../shared/engine.js";
import { snapshot, tell } from "../shared/tab.js";

/** Gives how it went, in words; throws where the page is of another design. */
export async function applyFilter(tab, saved) {
  const { html, url } = await snapshot(tab.id);
  const page = (await engine()).open(html, url);
  try {
    const found = page.find(saved);
    if (found.refused) throw new Error(found.summary);
    await tell(tab.id, "fields", { outline: page.outline(), fields: found.fields });
    return found.summary;
  } finally {
    page.close();
  }
}
