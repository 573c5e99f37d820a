// What runs gave: tables, curves, the worst pages laid open, two runs beside one another.
import { button, count, element } from "./dom.js";
import { chart } from "./chart.js";

/** Pages of a table that are shown at first; WCXB has 1,497. */
const SOME = 100;

const f1 = (value) => (value == null ? "–" : value.toFixed(3));
const cell = (words) => element("td", words, { class: "n" });

/** A table with its head. */
function table(caption, head, rows) {
  return element("div", element("table", [
    element("caption", caption),
    element("thead", element("tr", head.map((words) => element("th", words, { scope: "col" })))),
    element("tbody", rows),
  ]), { class: "scroll", tabindex: 0, role: "region", "aria-label": caption });
}

/** A run in the list of runs. */
export function runRow(run, { remove, isTicked, onTick }) {
  const tick = element("input", [], { type: "checkbox", value: run.id, checked: isTicked, "aria-label": `Compare run ${run.id}`, onchange: onTick });
  const state = { running: "under way", failed: "failed", cancelled: "called off", interrupted: "interrupted" }[run.state];
  return element("tr", [
    element("td", run.state === "done" ? tick : null),
    element("td", element("a", `Run ${run.id}`, { href: `#check/${run.id}` })),
    element("td", [run.task, run.settings && element("span", run.settings, { class: "quiet setting" })]),
    cell(state ?? f1(run.f1)),
    element("td", run.data.split("/").filter(Boolean).pop() ?? "/", { title: run.data }),
    element("td", button("×", () => remove(run), { "aria-label": `Take run ${run.id} away`, disabled: run.state === "running" })),
  ]);
}

/** What a run is of, and how it was asked. */
export function heading(run) {
  return [
    element("h2", `Run ${run.id}: ${run.task}`),
    element("p", [run.data, run.settings, run.milliseconds != null && `${(run.milliseconds / 1000).toFixed(1)} s`, new Date(run.begun * 1000).toLocaleString()].filter(Boolean).join(" · "), { class: "quiet" }),
  ];
}

/** A run, whole. */
export function results(run) {
  const head = heading(run);
  if (run.state === "interrupted") return [...head, element("p", "The studio ended before this run did.", { class: "note" })];
  if (run.state === "cancelled") return [...head, element("p", "This run was called off. Nothing of it was kept.", { class: "note", role: "status" })];
  if (!run.results) return [...head, element("p", run.trouble ?? "There is nothing to show.", { class: "note alarm" })];
  const found = run.results;
  return [
    ...head,
    summaries(found),
    measures(found),
    ...found.failures.map((words) => element("p", `Not scored: ${words}`, { class: "note alarm" })),
    found.curve.length ? element("figure", [
      chart([{ name: run.task, values: found.curve }], { label: "F1 by documents seen, cumulative moving average", across: "documents seen", floor: floorOf(found.curve) }),
      element("figcaption", "F1 by documents seen: the mean over the first so many documents of each domain.", { class: "quiet" }),
    ]) : null,
    pageTable(found.pages),
    worst(found.worst),
  ].filter(Boolean);
}

/** The axis begins a step of a twentieth below the lowest value. */
const floorOf = (values) => Math.max(0, Math.floor(Math.min(...values) * 20) / 20 - 0.05);

function summaries(found) {
  const row = (name, mean) => element("tr", [element("th", name, { scope: "row" }), cell(mean.pages), cell(f1(mean.precision)), cell(f1(mean.recall)), cell(f1(mean.f1)), cell(`${(100 * mean.perfect).toFixed(1)} %`)]);
  const groups = Object.entries(found.groups).map(([name, mean]) => row(name, mean));
  return table("Means", ["", "Pages", "Precision", "Recall", "F1", "Perfect"], [...groups, row("all", found.summary)]);
}

function measures(found) {
  const entries = Object.entries(found.measures);
  return entries.length ? table("Further figures", ["", ""], entries.map(([name, value]) => element("tr", [element("th", name, { scope: "row" }), cell(value.toFixed(3))]))) : null;
}

function pageTable(pages) {
  const rows = [...pages].sort((a, b) => a.f1 - b.f1).map((page) => element("tr", [
    element("th", page.name, { scope: "row" }),
    cell(f1(page.f1)),
    element("td", element("meter", [], { min: 0, max: 1, value: page.f1, "aria-label": `F1 of ${page.name}` })),
    cell(f1(page.precision)),
    cell(f1(page.recall)),
    element("td", page.note),
  ]));
  const made = table(rows.length > SOME ? `Pages, the worst ${SOME} of ${rows.length}` : "Pages, worst first", ["Page", "F1", "", "Precision", "Recall", "Answer"], rows.slice(0, SOME));
  return made;
}

function worst(pages) {
  if (!pages.length) return null;
  return element("section", [
    element("h3", `${count(pages.length, "page")} laid open`),
    element("p", "− is in the label alone, + in the answer alone, = in both.", { class: "quiet" }),
    ...pages.map((page, at) => element("details", [element("summary", page.name), element("div", page.panels.map(panel), { class: "panels" })], { open: at === 0 })),
  ]);
}

function panel({ title, body }) {
  return element("section", [element("h4", title), element("div", bodyOf(body), { class: "scroll", tabindex: 0, role: "region", "aria-label": title })], { class: "box" });
}

const SIGNS = { right: "=", missed: "−", extra: "+", outside: "·" };

/** Colours repeat what the sign says. */
function bodyOf({ outline, text, table: grid }) {
  if (outline) {
    return element("div", outline.map(({ depth, text, verdict }) => {
      const line = element("div", `${SIGNS[verdict]} ${text}`, { class: `line ${verdict}` });
      line.style.paddingLeft = `${2 * Math.min(depth, 40)}ch`;
      return line;
    }), { class: "outline" });
  }
  if (grid) {
    const cells = (name, row) => element("tr", row.map((words) => element(name, words)));
    return element("table", [element("thead", cells("th", grid.head)), element("tbody", grid.rows.map((row) => cells("td", row)))]);
  }
  return element("pre", text || "nothing");
}

/** Two runs beside one another. */
export function comparison({ one, two, pages }) {
  const mean = (run) => element("tr", [element("th", element("a", `Run ${run.id}`, { href: `#check/${run.id}` }), { scope: "row" }), element("td", run.task), element("td", run.settings), cell(f1(run.f1)), element("td", run.data)]);
  const changed = pages.filter((page) => page.one !== page.two);
  const better = changed.filter((page) => (page.two ?? 0) > (page.one ?? 0)).length;
  const rows = changed.slice(0, SOME).map((page) => {
    const change = (page.two ?? 0) - (page.one ?? 0);
    return element("tr", [
      element("th", page.name, { scope: "row" }),
      cell(f1(page.one)),
      cell(f1(page.two)),
      element("td", `${change > 0 ? "+" : "−"}${Math.abs(change).toFixed(3)}`, { class: change > 0 ? "n better" : "n worse" }),
    ]);
  });
  const words = changed.length > SOME ? `Pages that changed, the ${SOME} that changed most` : "Pages that changed";
  return [
    element("h2", `Runs ${one.id} and ${two.id}`),
    table("Means", ["Run", "Task", "Settings", "F1", "Data"], [mean(one), mean(two)]),
    element("p", `Of ${count(pages.length, "page")} ${better} became better, ${changed.length - better} worse, ${pages.length - changed.length} stayed.`),
    rows.length ? table(words, ["Page", `Run ${one.id}`, `Run ${two.id}`, "Change"], rows) : null,
  ].filter(Boolean);
}
