// The link to a `tamis serve` that is running, and the filters that both keep.
import { button, count, element } from "../../front/dom.js";
import { allFilters, keepFilter } from "../shared/filters.js";
import { askFor } from "../shared/hosts.js";
import { filterNamed, filterNames, forget, known, putFilter, remember } from "../shared/serve.js";

export function serveBox(panel, refresh) {
  const link = element("input", [], { type: "url", placeholder: "http://127.0.0.1:40123/?token=…", "aria-label": "The link that tamis serve prints", spellcheck: "false" });
  const joined = element("div", [element("p", [], { class: "quiet small" }), element("div", [button("Sync filters", sync, { class: "first" }), button("Forget", leave)], { class: "row" })], { hidden: true });
  const form = element("form", [link, element("button", "Join")], { class: "row", onsubmit: join });
  const box = element("section", [
    element("h2", "With the program"),
    element("p", "Where tamis serve is running, filters are shared with it, and Clean all makes PDF."),
    form,
    joined,
  ]);
  show();

  async function show() {
    const serve = await known();
    form.hidden = Boolean(serve);
    joined.hidden = !serve;
    joined.querySelector("p").textContent = serve ? `Joined with ${serve.address}.` : "";
  }

  async function join(event) {
    event.preventDefault();
    const allowed = URL.canParse(link.value) ? askFor([link.value]) : Promise.resolve(true);
    await panel.attempt("", async () => {
      if (!(await allowed)) throw new Error("The browser did not allow it.");
      await remember(link.value);
      await filterNames();
    });
    await show();
  }

  async function leave() {
    await forget();
    await show();
  }

  async function sync() {
    const words = await panel.attempt("Sharing filters …", syncFilters);
    if (words) panel.say(words);
    await refresh();
  }

  return box;
}

/** Each has what the other has; of a filter that both have under one name, the program's is taken. */
async function syncFilters() {
  const [theirs, ours] = [await filterNames(), await allFilters()];
  for (const name of theirs) await keepFilter(name, await filterNamed(name));
  const missing = Object.entries(ours).filter(([name]) => !theirs.includes(name));
  for (const [name, saved] of missing) await putFilter(name, saved);
  return `${count(theirs.length, "filter")} taken, ${missing.length} given.`;
}
