// Clean: pick what is wanted on the page, slide, see it light up; then keep it for every page like this one.
import { button, element } from "../../../front/dom.js";
import { mountPanel } from "../../../front/picker/panel.js";
import { engine } from "../../shared/engine.js";
import { allFilters, bestFilter, keepFilter } from "../../shared/filters.js";
import { activeTab } from "../../shared/tab.js";
import { applyFilter } from "../apply-filter.js";
import { automaticBox } from "../automatic-box.js";
import { Session } from "../session.js";

export const title = "Clean";

export function mount(root, panel) {
  let session = null;
  const start = element("div", [
    element("p", "Show once what you want of this page: a headline, a paragraph, a picture. What is like it lights up; the rest can go, here and on every page like it."),
    element("div", button("Pick on the page", begin, { class: "first" }), { class: "row" }),
    element("div", [], { class: "kept" }),
  ]);
  const work = element("div", [], { hidden: true });
  root.append(start, work);
  offerKept(start.querySelector(".kept"), panel);

  async function begin() {
    const tab = await activeTab();
    const picking = element("div");
    let mounted = null;
    session = await panel.attempt("Reading the page …", () => Session.begin(tab, {
      reach: (page, asked) => page.reach(asked),
      on: { state: (state) => mounted?.update(state), ended: end },
    }));
    if (!session) return;
    mounted = mountPanel(picking, session.picker);
    work.replaceChildren(picking, ...deeds(session, tab, panel, end));
    start.hidden = true;
    work.hidden = false;
  }

  function end() {
    const ending = session;
    session = null;
    ending?.end();
    start.hidden = false;
    work.hidden = true;
  }

  return { close: end };
}

/** What can be done with what was picked. */
function deeds(session, tab, panel, end) {
  const host = new URL(session.url).hostname.replace(/^www\./, "");
  const name = element("input", [], { type: "text", value: host, id: "filter-name" });
  const sites = element("input", [], { type: "text", value: `${host}/*`, id: "filter-sites", title: "Addresses that it is for; * stands for anything" });
  const automatic = automaticBox();
  const said = element("p", [], { class: "small", role: "status" });

  const learnt = async () => session.page.learn({ name: name.value.trim(), sites: sites.value.split(/[\s,]+/).filter(Boolean), picked: await session.picked() });

  async function apply() {
    await panel.attempt("", async () => {
      const found = session.page.find(await learnt());
      said.textContent = found.summary;
      if (!found.refused) session.only(found.fields);
    });
  }

  async function save() {
    // The browser asks for a host only while it handles a click: before anything is waited for.
    const allowed = automatic.input.checked ? automatic.allow(session.url) : Promise.resolve(true);
    await panel.attempt("", async () => {
      const saved = await learnt();
      await keepFilter(name.value.trim(), saved);
      const isAutomatic = await allowed;
      await automatic.keep(name.value.trim(), session.url, isAutomatic);
      said.textContent = `Saved as ${name.value.trim()}${automatic.input.checked ? isAutomatic ? "; it applies by itself from now on" : "; the browser did not allow it to apply by itself" : ""}.`;
    });
  }

  return [
    element("div", [button("Apply", apply, { class: "first" }), button("Whole page", () => session.all()), button("Done", end)], { class: "row" }),
    element("label", ["Name", name], { class: "wide" }),
    element("label", ["For the pages", sites], { class: "wide" }),
    automatic.box,
    element("div", button("Save", save), { class: "row" }),
    said,
  ];
}

/** The filters that are kept, the one for this page first, each to be applied with a click. */
async function offerKept(root, panel) {
  const tab = await activeTab();
  const names = Object.keys(await allFilters());
  if (!names.length) return;
  const best = tab?.url ? await bestFilter(await engine(), tab.url) : null;
  const choice = element("select", names.map((name) => element("option", name, { value: name, selected: name === best?.name })), { "aria-label": "A filter that you have kept" });
  root.append(element("h2", "Kept"), element("div", [choice, button("Load", () => load(choice.value, panel)), button("Whole page", () => whole(panel))], { class: "row" }));
}

async function load(name, panel) {
  const summary = await panel.attempt("Applying the filter …", async () => applyFilter(await activeTab(), (await allFilters())[name]));
  if (summary) panel.say(summary);
}

async function whole(panel) {
  await panel.attempt("", async () => panel.ask("whole", await activeTab()));
}
