// The picker's panel: the fields, and for the active one how it is found, the slider with its steps, and
// what was taken and excluded. It knows the picker by its state and commands alone.
import { button, count, element } from "../dom.js";

/**
 * Fills `root` for a picker; gives `{update(state)}`, to be called whenever the picker's state changes. Where
 * there is one field by design, `hasFields: false` shows no list of them.
 */
export function mountPanel(root, picker, { hasFields = true } = {}) {
  const parts = build(picker);
  root.replaceChildren(...(hasFields ? [parts.fields, parts.add] : []), parts.detail, parts.deeds, parts.status);
  let shownFields = "";

  function update(state) {
    const active = state.fields[state.active];
    // The list is made anew only when it is another, so that the focus stays where it is.
    const listed = JSON.stringify(state.fields.map(({ name, count: found, isAsked, samples }) => [name, found, isAsked, samples.length]));
    if (listed !== shownFields) {
      shownFields = listed;
      fillFields(parts.fields, state, picker);
    }
    for (const [index, radio] of [...parts.fields.querySelectorAll("input")].entries()) radio.checked = index === state.active;
    parts.detail.hidden = !active;
    if (active) fillDetail(parts, active);
    parts.undo.disabled = !state.canUndo;
    parts.redo.disabled = !state.canRedo;
    parts.excludes.checked = state.excludes;
    const hovered = state.hovered;
    parts.status.textContent = state.trouble || (hovered ? `${hovered.name} ${hovered.words}` : "Point at the page, or walk it with the arrows.");
  }

  update(picker.state);
  return { update };
}

function build(picker) {
  const name = element("input", [], { type: "text", size: 10, placeholder: "own field", "aria-label": "Name of a field of your own", list: "picker-names" });
  const names = element("datalist", ["author", "date", "ingredient", "price"].map((one) => element("option", [], { value: one })), { id: "picker-names" });
  const add = element("form", [name, names, element("button", "Add field")], {
    class: "picker-add",
    onsubmit(event) {
      event.preventDefault();
      picker.addField(name.value);
      name.value = "";
    },
  });
  const slider = element("input", [], {
    type: "range", min: 0, max: 100, step: 0.01, "aria-label": "How far from what was taken", class: "picker-slider",
    oninput: (event) => picker.slide(Number(event.target.value), true),
    onchange: (event) => picker.slide(Number(event.target.value)),
    onkeydown: (event) => stepByKey(event, picker),
  });
  const found = element("output", [], { class: "picker-count", "aria-live": "polite" });
  const how = element("p", [], { class: "picker-how" });
  const steps = svg("svg", { viewBox: "0 0 100 20", preserveAspectRatio: "none", class: "picker-steps", "aria-hidden": "true" });
  const fewer = button("Fewer", () => picker.step(-1), { "aria-label": "Fewer: to the step before" });
  const more = button("More", () => picker.step(1), { "aria-label": "More: to the next step" });
  const automatic = button("Automatic", () => picker.automatic());
  const hint = element("p", [], { class: "quiet picker-hint" });
  const sliding = element("div", [steps, slider, element("div", [fewer, more, automatic], { class: "picker-row" }), hint], { class: "picker-sliding" });
  const excludes = element("input", [], { type: "checkbox", onchange: (event) => picker.setExcludes(event.target.checked) });
  const undo = button("Undo", () => picker.undo(), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => picker.redo(), { "aria-keyshortcuts": "Control+Shift+Z" });
  return {
    fields: element("fieldset", [], { class: "picker-fields" }),
    add,
    detail: element("div", [element("p", found, { class: "picker-found" }), how, sliding], { class: "picker-detail" }),
    deeds: element("div", [undo, redo, element("label", [excludes, " A click leaves out"], { title: "The same as a click with Alt" })], { class: "picker-row" }),
    status: element("p", [], { class: "quiet picker-status", role: "status" }),
    found, how, sliding, slider, steps, fewer, more, automatic, hint, undo, redo, excludes,
  };
}

/** Arrows lead from step to step: between two of them nothing changes. */
function stepByKey(event, picker) {
  const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  picker.step(direction);
}

function fillFields(fieldset, state, picker) {
  const rows = state.fields.map((field, index) => {
    const radio = element("input", [], { type: "radio", name: "picker-field", onchange: () => picker.choose(index) });
    const remove = button("×", () => picker.removeField(index), { class: "picker-remove", "aria-label": `Remove ${field.name}`, title: `Remove ${field.name}` });
    return element("div", [
      element("label", [radio, element("span", [], { class: `picker-colour picker-colour-${field.colour}` }), element("span", field.name, { class: "picker-name" }), element("span", numberOf(field), { class: "quiet" })]),
      remove,
    ], { class: "picker-field" });
  });
  fieldset.replaceChildren(element("legend", "Fields"), ...rows);
}

function numberOf(field) {
  if (field.isAsked) return "…";
  return field.count === null ? "" : String(field.count);
}

function fillDetail(parts, field) {
  const isTaken = field.samples.length > 0;
  parts.found.textContent = isTaken && field.count !== null ? `${count(field.count, "match", "matches")}` : "";
  const excluded = field.excluded.length ? `, ${count(field.excluded.length, "exclusion")}` : "";
  parts.how.textContent = isTaken
    ? `${field.how ?? "measuring"} (${count(field.samples.length, "sample")}${excluded})`
    : `Click ${article(field.name)} on the page. A click with Alt leaves out what does not belong to it.`;
  parts.sliding.hidden = !isTaken || field.count === null;
  parts.slider.max = Math.max(1, Math.ceil(field.end));
  if (document.activeElement !== parts.slider || Math.abs(parts.slider.value - field.at) > 0.01) parts.slider.value = field.at;
  parts.slider.setAttribute("aria-valuetext", `${field.at.toFixed(1)}: ${count(field.count ?? 0, "match", "matches")}`);
  parts.fewer.disabled = !field.previous;
  parts.more.disabled = !field.next;
  parts.automatic.setAttribute("aria-pressed", field.threshold === null);
  parts.hint.textContent = field.next ? `At ${field.at.toFixed(1)}. The next step, ${field.next[0].toFixed(1)}, makes it ${field.next[1]}.` : `At ${field.at.toFixed(1)}, the last step.`;
  drawSteps(parts, field);
}

const article = (name) => (/^[aeiou]/.test(name) ? `an ${name}` : name === "text" ? "a paragraph of the text" : `a ${name}`);

/** The steps over the slider: a line for each, the higher the more there are. */
function drawSteps(parts, field) {
  const drawn = JSON.stringify(field.steps);
  if (parts.steps.dataset.drawn === drawn) return;
  parts.steps.dataset.drawn = drawn;
  const end = Number(parts.slider.max);
  const most = Math.log1p(Math.max(1, ...field.steps.map(([, number]) => number)));
  const lines = field.steps.map(([threshold, number]) => {
    const x = (100 * threshold) / end;
    return svg("line", { x1: x, x2: x, y1: 20, y2: 20 - Math.max(3, (20 * Math.log1p(number)) / most), "vector-effect": "non-scaling-stroke" });
  });
  parts.steps.replaceChildren(...lines);
}

function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
