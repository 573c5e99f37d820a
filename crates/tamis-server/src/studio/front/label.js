// Label: say of a site's page what is not template, what is main content and what is the menu; see how far
// several people agree; save what they come to where the program can be scored on it.
import { button, count, element } from "./dom.js";
import { choices, figures, people } from "./label-panel.js";
import { watchPointer } from "./picker/pointer.js";
import { Surface } from "./picker/surface.js";

export const id = "label";
export const title = "Label";
export const key = "l";
export const takesPage = false;
export const style = "/label.css";
export const keys = [["1 – 3", "not template, main content, menu"], ["u", "undo"]];

/** The kinds of labels, in the order of their keys and colours. */
export const KINDS = {
  not_template: "Not template",
  main_content: "Main content",
  menu: "Menu",
};
const NAMES = Object.keys(KINDS);
const NOTHING = () => ({ not_template: [], main_content: [], menu: [] });

export function mount(root, studio) {
  const parts = build(root);
  let site = null;
  let surface = null;
  let pointer = null;
  let kind = NAMES[0];
  let own = NOTHING();
  let past = [];
  /** Whose labels `own` are; nobody's until a name is said. */
  let owner = "";

  async function showSites() {
    const said = await studio.attempt(() => studio.api("/api/label/sites"));
    if (!said) return;
    const remove = (kept) => studio.attempt(async () => {
      await studio.api(`/api/label/sites/${kept.id}`, undefined, { method: "DELETE" });
      if (site?.id === kept.id) studio.go(id);
      await showSites();
    });
    parts.sites.replaceChildren(...said.sites.map((kept) => element("li", [
      element("a", kept.name, { href: `#label/${kept.id}`, "aria-current": kept.id === site?.id && "true" }),
      element("span", ` ${count(kept.pages, "page")}, ${count(kept.people, "person", "people")}`, { class: "quiet" }),
      button("×", () => remove(kept), { "aria-label": `Take ${kept.name} away` }),
    ])));
  }

  async function add(event) {
    event.preventDefault();
    studio.busy("Loading the page and a few of its siblings …");
    const said = await studio.attempt(() => studio.api("/api/label/sites", { url: parts.url.value.trim() }));
    studio.busy();
    if (said) studio.go(id, String(said.id));
  }

  async function openSite(number) {
    const said = await studio.attempt(() => studio.api(`/api/label/sites/${encodeURIComponent(number)}`));
    if (said) take(said, { isNew: true });
  }

  /** Shows a site as the server tells it. */
  function take(said, { isNew = false } = {}) {
    site = said;
    studio.title(`Label ${site.name}`);
    parts.work.hidden = false;
    parts.none.hidden = true;
    if (isNew) {
      past = [];
      own = NOTHING();
      owner = "";
      pointer?.stop();
      pointer = surface = null;
      parts.frame.src = `/shown/${site.shown}/page`;
    }
    nameOwner();
    show();
    showSites();
  }

  /**
   * Goes on with what the person of this name has said. What was clicked before a name was said is theirs;
   * what another said is not.
   */
  function nameOwner() {
    const person = parts.person.value.trim();
    if (!person || person === owner) return;
    const said = site?.labels.find((labels) => labels.person === person);
    if (said || owner) {
      past.push(own);
      own = said ? numbers(said) : NOTHING();
    }
    owner = person;
    show();
  }

  function watchFrame() {
    const inside = parts.frame.contentDocument;
    if (!site || !inside?.body || inside.location.pathname !== `/shown/${site.shown}/page`) return;
    surface = Surface.ofAttribute(inside, "data-tamis-node");
    pointer = watchPointer(surface, {
      meant: (target) => surface.numberedAround(target),
      hover: (number) => (parts.hover.textContent = number === null ? "" : `${surface.nameOf(number)} ${surface.wordsOf(number)}`),
      sample: (number) => toggle(number),
      exclude: (number) => change((labels) => NAMES.forEach((name) => (labels[name] = labels[name].filter((other) => other !== number)))),
      leave: () => parts.panel.querySelector("input, button").focus(),
    });
    studio.listenTo(inside);
    show();
  }

  /** Gives or takes a label of the kind that is chosen; there is one menu. */
  function toggle(number) {
    change((labels) => {
      const has = labels[kind].includes(number);
      const others = kind === "menu" ? [] : labels[kind].filter((other) => other !== number);
      labels[kind] = has ? others : [...others, number].sort((a, b) => a - b);
    });
  }

  function change(how) {
    past.push(structuredClone(own));
    how(own);
    show();
  }

  function undo() {
    if (past.length) own = past.pop();
    show();
  }

  /** What the page shows: one's own labels, another person's, or what all come to. */
  function shownLabels() {
    const whose = parts.whose.value;
    if (whose === "merged") return numbers(site.merged);
    const said = site.labels.find((labels) => labels.person === whose);
    return said && whose ? numbers(said) : own;
  }

  function show() {
    if (!site) return;
    const others = [["", "what I say"], ...site.labels.map(({ person }) => [person, `what ${person} says`]), ["merged", "what all come to"]];
    const whose = parts.whose.value;
    parts.whose.replaceChildren(...others.map(([value, words]) => element("option", words, { value })));
    parts.whose.value = others.some(([value]) => value === whose) ? whose : "";
    const labels = shownLabels();
    if (surface) NAMES.forEach((name, at) => surface.mark(`tamis-lit-${at}`, labels[name]));
    surface?.mark("tamis-excluded", parts.whose.value === "merged" ? site.ambiguous.map(({ node }) => node) : []);
    const words = (number) => (surface ? `${surface.nameOf(number)} ${surface.wordsOf(number)}` : String(number));
    parts.choices.replaceChildren(choices(KINDS, kind, labels, { choose, words, point: (number) => pointer?.point(number) }));
    parts.undo.disabled = !past.length;
    parts.people.replaceChildren(people(site.labels), figures(site.agreement, site.ambiguous.length));
  }

  function choose(name) {
    kind = name;
    show();
    parts.choices.querySelector("input:checked").focus();
  }

  async function keep() {
    const person = parts.person.value.trim();
    if (!person) {
      parts.person.focus();
      return studio.trouble("Say who you are: labels are kept by person.");
    }
    const sent = { person, not_template: own.not_template, main_content: own.main_content, menu: own.menu[0] ?? null };
    const said = await studio.attempt(() => studio.api(`/api/label/sites/${site.id}/labels`, sent));
    if (!said) return;
    // The page in the frame stays: its numbers are the same.
    take({ ...said, shown: site.shown });
    parts.told.textContent = `Kept as ${person}’s.`;
  }

  async function save(event) {
    event.preventDefault();
    const wanted = { folder: parts.folder.value.trim(), format: parts.format.value };
    const said = await studio.attempt(() => studio.api(`/api/label/sites/${site.id}/save`, wanted));
    if (!said) return;
    const score = async (task) => {
      const run = await studio.attempt(() => studio.api("/api/check/runs", { task, data: said.saved }));
      if (run) studio.go("check", String(run.id));
    };
    parts.told.replaceChildren(`Saved in ${said.saved}. `, button("Score the template", () => score("template")), " ", button("Score the menu", () => score("menu")));
  }

  parts.add.addEventListener("submit", add);
  parts.save.addEventListener("submit", save);
  parts.keep.addEventListener("click", keep);
  parts.undo.addEventListener("click", undo);
  parts.person.addEventListener("change", nameOwner);
  parts.whose.addEventListener("change", show);
  parts.frame.addEventListener("load", watchFrame);
  parts.ground.addEventListener("keydown", (event) => {
    if (event.target === parts.ground && pointer?.key(event)) event.stopPropagation();
  });
  return {
    async open(argument) {
      studio.title("Label");
      await showSites();
      if (argument && String(site?.id) !== argument) await openSite(argument);
      parts.work.hidden = !site || !argument;
      parts.none.hidden = !parts.work.hidden;
    },
    key(event) {
      const chosen = NAMES[Number(event.key) - 1];
      if (chosen && site) choose(chosen);
      else if (event.key === "u" && site) undo();
      else return false;
      return true;
    },
  };
}

/** Labels as the server tells them, by number. */
function numbers({ not_template, main_content, menu }) {
  const all = (nodes) => nodes.map(({ node }) => node);
  return { not_template: all(not_template), main_content: all(main_content), menu: menu ? [menu.node] : [] };
}

function build(root) {
  const url = element("input", [], { id: "label-url", type: "text", inputmode: "url", required: true, spellcheck: "false", placeholder: "Address of the page to label" });
  const add = element("form", [element("label", "Page to label", { for: "label-url", class: "unseen" }), url, element("button", "Label it", { class: "first" })], { class: "bar forms" });
  const sites = element("ul", [], { class: "sites", "aria-label": "Sites" });
  const none = element("p", "Name a page: it is kept with some of its siblings, so that what is said of it stays true.", { class: "note" });
  const frame = element("iframe", [], { title: "The page to label", sandbox: "allow-same-origin", tabindex: -1 });
  const ground = element("div", frame, {
    class: "shown picking", tabindex: 0, role: "application",
    "aria-label": "The page. Arrows walk its parts, Enter gives or takes the label, Alt and Enter takes every label, Escape leads to the panel.",
  });
  const hover = element("p", [], { class: "reason", "aria-live": "polite" });
  const person = element("input", [], { type: "text", autocomplete: "nickname", maxlength: 60 });
  const whose = element("select");
  const [labels, crowd] = [element("div"), element("div")];
  const undo = button("Undo", () => {}, { disabled: true });
  const keep = button("Keep my labels", () => {}, { class: "first" });
  const told = element("p", [], { class: "note", role: "status" });
  const folder = element("input", [], { type: "text", required: true, spellcheck: "false", placeholder: "/path/to/a/folder" });
  const format = element("select", [element("option", "as selectors beside the pages", { value: "sites" }), element("option", "as classes in the page (TECO)", { value: "teco" })]);
  const save = element("form", [
    element("h2", "Save for scoring"),
    element("label", ["Folder ", folder]),
    element("label", ["Labels ", format]),
    element("button", "Save"),
  ], { class: "stacked" });
  const panel = element("aside", [
    element("label", ["Who labels ", person], { class: "stacked" }),
    labels,
    element("p", [undo, " ", keep]),
    told,
    element("label", ["Show ", whose]),
    element("h2", "People"),
    crowd,
    save,
  ], { class: "panel", "aria-label": "Labels" });
  const work = element("div", [element("div", [ground, hover], { class: "column" }), panel], { class: "stage", hidden: true });
  root.append(add, sites, none, work);
  return { url, add, sites, none, frame, ground, hover, person, whose, choices: labels, people: crowd, undo, keep, told, folder, format, save, panel, work };
}
