// The filters that are kept, in the same form as the program's files: `{name: TOML}`, and the names of those
// that apply by themselves.
import { browser } from "./browser.js";
import { patternOf } from "./hosts.js";

const read = async (key, empty) => (await browser.storage.local.get(key))[key] ?? empty;

/** All filters by name. */
export const allFilters = () => read("filters", {});

export async function keepFilter(name, saved) {
  await browser.storage.local.set({ filters: { ...(await allFilters()), [name]: saved } });
}

export async function dropFilter(name) {
  const { [name]: _, ...left } = await allFilters();
  await browser.storage.local.set({ filters: left });
  await setAutomatic(name, null);
}

/** The filter that is for an address most exactly: `{name, saved}`, or `null`. */
export async function bestFilter(tamis, url) {
  let best = null;
  for (const [name, saved] of Object.entries(await allFilters())) {
    const fits = exactness(tamis, saved, url);
    if (fits !== null && (!best || fits > best.fits)) best = { name, saved, fits };
  }
  return best;
}

/** A filter that cannot be read, by a newer release perhaps, is for nothing. */
function exactness(tamis, saved, url) {
  try {
    return tamis.filterFits(saved, url);
  } catch {
    return null;
  }
}

export const isAutomatic = async (name) => name in (await read("automatic", {}));

/** Lets a filter apply by itself to an address's host, or, without an address, no longer. */
export async function setAutomatic(name, url) {
  const { [name]: _, ...others } = await read("automatic", {});
  const automatic = url ? { ...others, [name]: patternOf(url) } : others;
  await browser.storage.local.set({ automatic });
  await registerScripts([...new Set(Object.values(automatic))]);
}

const SCRIPT = "automatic";

async function registerScripts(matches) {
  await browser.scripting.unregisterContentScripts({ ids: [SCRIPT] }).catch(() => {});
  if (!matches.length) return;
  await browser.scripting.registerContentScripts([{ id: SCRIPT, matches, js: ["/page.js", "/automatic.js"], css: ["/page.css"], runAt: "document_end", persistAcrossSessions: true }]);
}
