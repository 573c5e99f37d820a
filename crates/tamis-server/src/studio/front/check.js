// Check: how well the program does on labelled data, what it got wrong and why, two runs side by side.
import { button, count, element } from "./dom.js";
import { comparison, results, runRow } from "./check-results.js";
import { watchRun } from "./check-run.js";

export const id = "check";
export const title = "Check";
export const key = "e";
export const takesPage = false;
export const style = "/check.css";
export const keys = [["n", "name a folder of labelled data"]];

const TASKS = {
  content: "Content: pages with their main text (WCXB, streams)",
  template: "Template: sites with labels",
  menu: "Menu: sites with labels",
  stream: "Stream: dated pages of a domain",
  filter: "Filter: streams, shown once",
  duplicates: "Duplicates: copies of documents",
};
const HEURISTICS = ["fused", "strict", "strict-support-100", "strict-at-domain", "relaxed-at-domain-500", "vote", "vote-fast"];

export function mount(root, studio) {
  const parts = build(root);
  let isOpen = false;
  let asking = null;
  /** The run that is watched. */
  let watched = null;

  async function start(event) {
    event.preventDefault();
    const wanted = { task: parts.task.value, data: parts.data.value.trim() };
    if (!parts.method.closest("label").hidden) wanted.method = parts.method.value;
    if (!parts.heuristic.closest("label").hidden) wanted.heuristic = parts.heuristic.value;
    const said = await studio.attempt(() => studio.api("/api/check/runs", wanted));
    if (!said) return;
    await showRuns();
    studio.go(id, String(said.id));
  }

  async function showRuns() {
    const said = await studio.attempt(() => studio.api("/api/check/runs"));
    if (!said) return;
    const remove = (run) => studio.attempt(async () => {
      await studio.api(`/api/check/runs/${run.id}`, undefined, { method: "DELETE" });
      await showRuns();
    });
    parts.none.hidden = said.runs.length > 0;
    parts.runs.closest("table").hidden = !said.runs.length;
    const ticked = new Set(chosen());
    parts.runs.replaceChildren(...said.runs.map((run) => runRow(run, { remove, isTicked: ticked.has(String(run.id)), onTick: showCompare })));
    showCompare();
  }

  const chosen = () => [...parts.runs.querySelectorAll("input:checked")].map((box) => box.value);

  function showCompare() {
    const two = chosen();
    parts.compare.disabled = two.length !== 2;
    parts.compare.textContent = two.length === 2 ? `Compare runs ${two[1]} and ${two[0]}` : "Compare two runs";
  }

  async function show(argument) {
    const own = (asking = Symbol(argument));
    const isCurrent = () => asking === own && isOpen;
    watched?.close();
    if (argument.includes(":")) {
      const [one, two] = argument.split(":");
      const said = await studio.attempt(() => studio.api(`/api/check/compare?one=${encodeURIComponent(one)}&two=${encodeURIComponent(two)}`));
      if (said && isCurrent()) parts.shown.replaceChildren(...comparison(said));
      return;
    }
    const run = await studio.attempt(() => studio.api(`/api/check/runs/${encodeURIComponent(argument)}`));
    if (!run || !isCurrent()) return;
    studio.title(`Run ${run.id}: ${run.task}`);
    if (run.state === "running") {
      watched = watchRun(parts.shown, run, studio, () => isCurrent() && show(argument));
      return;
    }
    // Whoever was at the button that goes is not left nowhere.
    const isInside = parts.shown.contains(document.activeElement);
    parts.shown.replaceChildren(...results(run));
    if (isInside) parts.shown.focus();
    await showRuns();
  }

  function fit() {
    const { value } = parts.task;
    parts.method.closest("label").hidden = !["template", "menu"].includes(value);
    parts.heuristic.closest("label").hidden = value !== "stream";
  }

  parts.task.addEventListener("change", fit);
  parts.form.addEventListener("submit", start);
  parts.compare.addEventListener("click", () => studio.go(id, chosen().reverse().join(":")));
  fit();
  return {
    async open(argument) {
      isOpen = true;
      studio.title("Check");
      await showRuns();
      if (argument) await show(argument);
    },
    close() {
      isOpen = false;
      watched?.close();
    },
    key(event) {
      if (event.key !== "n") return false;
      parts.data.focus();
      return true;
    },
  };
}

function build(root) {
  const options = (entries) => entries.map(([value, words]) => element("option", words, { value }));
  const task = element("select", options(Object.entries(TASKS)), { id: "task" });
  const data = element("input", [], { id: "data", type: "text", required: true, spellcheck: "false", placeholder: "/path/to/labelled/data" });
  const method = element("select", options([["default", "default"], ["paper", "as published"]]));
  const heuristic = element("select", options(HEURISTICS.map((name) => [name, name])));
  const form = element("form", [
    element("label", ["Task ", task]),
    element("label", ["Folder ", data], { class: "wide" }),
    element("label", ["Method ", method]),
    element("label", ["Heuristic ", heuristic]),
    element("button", "Run", { class: "first" }),
  ], { class: "bar forms" });
  const runs = element("tbody");
  const unseen = (words) => element("span", words, { class: "unseen" });
  const head = [unseen("Compare"), "Run", "Task", "F1", "Data", unseen("Take away")].map((words) => element("th", words, { scope: "col" }));
  const table = element("table", [element("caption", "Runs", { class: "unseen" }), element("thead", element("tr", head)), runs], { hidden: true });
  const none = element("p", `Name a folder of labelled data on this machine: ${count(Object.keys(TASKS).length, "task")} can be scored. Data of your own is made under Label.`, { class: "note" });
  const compare = button("Compare two runs", () => {}, { disabled: true });
  const side = element("aside", [element("h2", "Runs"), none, table, element("p", compare)], { class: "panel runs", "aria-label": "Runs" });
  const shown = element("div", element("p", "Choose a run, or two to compare.", { class: "quiet" }), { class: "results", tabindex: 0, role: "region", "aria-label": "Results" });
  root.append(form, element("div", [side, shown], { class: "checks" }));
  return { task, data, method, heuristic, form, runs, none, compare, shown };
}
