// Clean: a person shows what they want of a page, sees what that finds, and keeps it as a filter.
import { button, count, element } from "./dom.js";
import { Draft } from "./picker/draft.js";
import { showAll, showOnly } from "./picker/only.js";
import { Picking, section } from "./picking.js";
import { mountTrials } from "./trials.js";

export const id = "clean";
export const title = "Clean";
export const key = "c";
export const takesPage = true;
export const style = "/picker/panel.css";
export const keys = [
  ["Arrows", "walk the page, when it has the focus"],
  ["Enter", "take the part that is outlined"],
  ["Alt + Enter", "leave it out"],
  ["Ctrl + Z", "undo; with Shift, redo"],
  ["k", "apply, or show the whole page again"],
];

/** Samples that a field of a loaded filter is given, of what it finds. */
const RESAMPLED = 3;

export function mount(root, studio) {
  let loaded = null;
  let isApplied = false;

  const picking = new Picking(root, studio, {
    engine: (page) => ({ reach: (field) => studio.api(`/api/pick/${page}/reach`, field) }),
    draft: () => new Draft(),
    onOpen: opened,
    onChange: changed,
  });
  const parts = build(picking.below, { apply, save, load, remove });
  const trials = mountTrials(parts.trials, studio, filter);

  async function opened(page) {
    [loaded, isApplied] = [null, false];
    parts.name.value = parts.name.value || hostOf(page.url);
    trials.open(page);
    await listFilters();
    const own = page.filters[0]?.name;
    if (own && !picking.picker.picked.length) await load(own);
  }

  /** A change makes another filter than the one that was loaded. */
  function changed(state) {
    const hasSamples = state.fields.some((field) => field.samples.length);
    if (loaded && JSON.stringify(picking.picker.picked) !== loaded.picked) loaded = null;
    parts.apply.disabled = parts.save.disabled = !hasSamples && !loaded;
  }

  /** The filter as it is: as it was loaded, or learnt of what is picked. */
  async function filter() {
    if (loaded) return loaded.filter;
    return (await learnt()).filter;
  }

  function learnt() {
    const asked = { name: parts.name.value.trim() || "filter", fields: picking.picker.picked };
    const sites = parts.sites.value.split(/[\s,]+/).filter(Boolean);
    if (sites.length) asked.sites = sites;
    return studio.api(`/api/pick/${picking.opened.id}/learn`, asked);
  }

  async function apply() {
    if (isApplied) {
      showAll(picking.surface);
      return setApplied(false, "");
    }
    const found = await studio.attempt(async () => (loaded ? studio.api(`/api/pick/${picking.opened.id}/apply`, { filter: loaded.filter }) : (await learnt()).found));
    if (!found) return;
    if (found.refused) return picking.tell(found.summary);
    const all = (name) => found.fields.flatMap((field) => field[name]);
    showOnly(picking.surface, { nodes: all("nodes"), leftOut: all("left_out") });
    setApplied(true, found.summary);
  }

  function setApplied(applied, words) {
    isApplied = applied;
    parts.apply.textContent = applied ? "Show the whole page" : "Apply";
    parts.apply.setAttribute("aria-pressed", applied);
    picking.tell(words);
  }

  async function save() {
    const name = parts.name.value.trim();
    if (!name) return parts.name.focus();
    const isThere = [...parts.list.options].some((option) => option.value === name);
    if (isThere && loaded?.name !== name && !confirm(`Replace the filter ${name}?`)) return;
    const kept = await studio.attempt(async () => studio.api(`/api/filters/${encodeURIComponent(name)}`, { filter: await filter() }, { method: "PUT" }));
    if (!kept) return;
    await listFilters(name);
    picking.tell(`Saved as ${kept.name}, for ${kept.sites.join(", ") || "no site by itself"}. tamis filter knows it too.`);
  }

  async function load(name) {
    const got = await studio.attempt(async () => {
      const kept = await studio.api(`/api/filters/${encodeURIComponent(name)}`);
      return { kept, found: await studio.api(`/api/pick/${picking.opened.id}/apply`, { filter: kept.filter }) };
    });
    if (!got) return;
    const { kept, found } = got;
    if (isApplied) await apply();
    picking.picker.replace(found.fields.map((field) => ({
      name: field.name,
      samples: (field.blocks.length ? field.blocks : field.nodes).slice(0, RESAMPLED),
      excluded: field.left_out,
      threshold: null,
    })));
    loaded = { name: kept.name, filter: kept.filter, picked: JSON.stringify(picking.picker.picked) };
    parts.name.value = kept.name;
    parts.sites.value = kept.sites.join(" ");
    await listFilters(kept.name);
    changed(picking.picker.state);
    picking.tell(`Loaded ${kept.name}: ${found.summary}.`);
  }

  async function remove() {
    const name = parts.list.value;
    if (!name || !confirm(`Delete the filter ${name}?`)) return;
    const gone = await studio.attempt(() => studio.api(`/api/filters/${encodeURIComponent(name)}`, undefined, { method: "DELETE" }));
    if (gone) picking.tell(`Deleted ${gone.name}.`);
    await listFilters();
  }

  async function listFilters(chosen) {
    const all = await studio.attempt(() => studio.api("/api/filters"));
    if (!all) return;
    parts.list.replaceChildren(...all.filters.map(({ name }) => element("option", name, { value: name, selected: name === chosen })));
    parts.loading.hidden = all.filters.length === 0;
    parts.broken.textContent = all.broken.length ? `${count(all.broken.length, "file")} in the folder cannot be read: ${all.broken.map((one) => `${one.name} (${one.why})`).join("; ")}` : "";
  }

  return {
    open: (subject) => picking.open(subject),
    close: () => picking.close(),
    key(event) {
      if (event.key === "k" && !parts.apply.disabled) {
        apply();
        return true;
      }
      return picking.key(event);
    },
  };
}

function hostOf(url) {
  try {
    return new URL(url).host.replace(":", "-");
  } catch {
    return "";
  }
}

function build(root, deeds) {
  const apply = button("Apply", deeds.apply, { class: "first", disabled: true, "aria-keyshortcuts": "k" });
  const name = element("input", [], { type: "text", id: "filter-name", autocomplete: "off", spellcheck: "false" });
  const sites = element("input", [], { type: "text", id: "filter-sites", autocomplete: "off", spellcheck: "false", placeholder: "all of the page’s host" });
  const save = button("Save", deeds.save, { disabled: true });
  const list = element("select", [], { "aria-label": "A filter that is kept" });
  const loading = element("div", [list, button("Load", () => list.value && deeds.load(list.value)), button("Delete", deeds.remove)], { class: "picker-row", hidden: true });
  const broken = element("p", [], { class: "quiet" });
  const trials = element("div");
  root.append(
    element("div", apply, { class: "picker-row" }),
    section("Keep it", [
      element("div", [element("label", "Name", { for: "filter-name" }), name], { class: "field" }),
      element("div", [element("label", "For pages at (* stands for anything)", { for: "filter-sites" }), sites], { class: "field" }),
      element("div", save, { class: "picker-row" }),
      loading,
      broken,
    ], true),
    trials,
  );
  return { apply, name, sites, save, list, loading, broken, trials };
}
