// The filters that are kept: the same files as the program's. Taken in, given out, and shared with a `tamis serve`
// that is running.
import { button, element } from "../../../front/dom.js";
import { engine } from "../../shared/engine.js";
import { allFilters, dropFilter, keepFilter } from "../../shared/filters.js";
import { saveFile } from "../save-file.js";
import { serveBox } from "../serve-box.js";

export const title = "Filters";

export function mount(root, panel) {
  const list = element("ul", [], { class: "plain" });
  const file = element("input", [], { type: "file", accept: ".toml,.txt", multiple: true, hidden: true, onchange: () => importAll([...file.files]) });
  const refresh = () => fill(list, panel, refresh);
  root.append(
    list,
    element("div", [button("Import …", () => file.click()), button("Export all", exportAll), file], { class: "row" }),
    element("p", "TOML files of the program, or site files of ftr-site-config (HOST.txt).", { class: "quiet small" }),
    serveBox(panel, refresh),
  );
  refresh();

  async function importAll(files) {
    await panel.attempt("", async () => {
      for (const one of files) await importFile(one.name, await one.text());
    });
    file.value = "";
    await refresh();
  }

  async function exportAll() {
    for (const [name, saved] of Object.entries(await allFilters())) saveFile(`${name}.toml`, saved, "application/toml");
  }
}

/** Takes a file in; one that cannot be read is an error that says where. */
async function importFile(fileName, text) {
  const tamis = await engine();
  const isSiteFile = fileName.endsWith(".txt");
  const saved = isSiteFile ? tamis.importSiteFile(fileName, text) : text;
  const { name } = tamis.readFilter(saved);
  await keepFilter(name, saved);
}

async function fill(list, panel, refresh) {
  const [tamis, filters] = [await engine(), Object.entries(await allFilters())];
  const rows = filters.map(([name, saved]) => {
    const outline = outlineOf(tamis, saved);
    return element("li", [
      element("strong", name),
      element("div", outline, { class: "quiet small" }),
      element("div", [
        button("Export", () => saveFile(`${name}.toml`, saved, "application/toml")),
        button("Edit", () => edit(list, name, saved, panel, refresh)),
        button("Remove", async () => {
          await dropFilter(name);
          await refresh();
        }),
      ], { class: "row" }),
    ]);
  });
  list.replaceChildren(...(rows.length ? rows : [element("li", "No filter is kept yet: make one under Clean, or import one.", { class: "quiet" })]));
}

function outlineOf(tamis, saved) {
  try {
    const { sites, fields } = tamis.readFilter(saved);
    return `${sites.join(" ")} · ${fields.map((field) => field.name).join(", ")}`;
  } catch (error) {
    return error.message;
  }
}

/** The filter's own text; it is kept only when it can be read. */
function edit(list, name, saved, panel, refresh) {
  const text = element("textarea", saved, { "aria-label": `The filter ${name}`, spellcheck: "false", rows: 18 });
  const keep = () => panel.attempt("", async () => {
    const tamis = await engine();
    const outline = tamis.readFilter(text.value);
    if (outline.name !== name) await dropFilter(name);
    await keepFilter(outline.name, text.value);
    await refresh();
  });
  list.replaceChildren(element("li", [text, element("div", [button("Keep", keep, { class: "first" }), button("Leave", refresh)], { class: "row" })]));
}
