// The page view: a page in its frame, its parts in the colours of their verdicts, and beside it what was
// found. The page in the frame runs no script; what happens in it is seen from here.
import { button, element } from "./dom.js";
import { showPanel } from "./panel.js";

export const id = "page";
export const title = "Page";
export const key = "p";
export const takesPage = true;
export const keys = [["1 – 5", "Page, Template, Content, Menu, Reader"]];

/** What each tab is called, and what the frame's root is classed as in it. */
const TABS = {
  page: ["Page", "tamis-colours"],
  template: ["Template", "tamis-template"],
  content: ["Content", "tamis-content"],
  menu: ["Menu", "tamis-menu"],
  reader: ["Reader", ""],
};
const NAMES = Object.keys(TABS);

export function mount(root, studio) {
  const parts = build(root);
  let opened = null;
  let found = null;
  let tab = "page";
  let asking = null;

  /** Asks for all about a page; of two requests the later counts. */
  async function open(subject) {
    if (subject === opened) return studio.title(titleOf(found));
    asking?.abort();
    const own = (asking = new AbortController());
    studio.busy("Looking at the page and a few of its siblings …");
    const asked = subject.url ? { url: subject.url } : { html: subject.html };
    const said = await studio.attempt(() => studio.api("/api/view", asked, { signal: own.signal }));
    if (asking === own) studio.busy();
    if (!said) return;
    [found, opened] = [said, subject];
    studio.title(titleOf(found));
    parts.bar.hidden = parts.stage.hidden = false;
    parts.frame.removeAttribute("src");
    show(tab);
  }

  function show(chosen) {
    tab = chosen;
    for (const name of NAMES) {
      parts.tabs[name].setAttribute("aria-selected", name === tab);
      parts.tabs[name].tabIndex = name === tab ? 0 : -1;
    }
    parts.stage.setAttribute("aria-labelledby", `tab-${tab}`);
    parts.colours.closest("label").hidden = tab !== "page";
    parts.reason.textContent = "";
    const form = tab === "reader" ? "reader" : "page";
    const source = `/shown/${found.id}/${form}${parts.outside.checked ? "?outside=looks" : ""}`;
    if (parts.frame.getAttribute("src") !== source) parts.frame.src = source;
    else classFrame();
    showPanel(parts.panel, tab, found, studio.openPage);
  }

  function classFrame() {
    const inside = parts.frame.contentDocument?.documentElement;
    if (!inside) return;
    inside.classList.remove(...Object.values(TABS).map(([, name]) => name).filter(Boolean));
    const isPlain = tab === "page" && !parts.colours.checked;
    if (TABS[tab][1] && !isPlain) inside.classList.add(TABS[tab][1]);
    if (["template", "content", "menu"].includes(tab)) inside.querySelector(`[data-tamis=${tab}]`)?.scrollIntoView({ block: "nearest" });
  }

  /** The reason for the part under the pointer; a link opens its page here. */
  function watchFrame() {
    classFrame();
    const inside = parts.frame.contentDocument;
    if (!inside) return;
    inside.addEventListener("mouseover", (event) => {
      const part = event.target.closest?.("[data-tamis]");
      parts.reason.textContent = part?.title ?? "";
      parts.reason.dataset.kind = part?.dataset.tamis ?? "";
    });
    inside.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link) return;
      event.preventDefault();
      if (/^https?:$/.test(link.protocol)) studio.openPage(link.href);
    });
    studio.listenTo(inside);
  }

  function onTabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = NAMES[(NAMES.indexOf(tab) + step + NAMES.length) % NAMES.length];
    show(next);
    parts.tabs[next].focus();
    event.preventDefault();
  }

  for (const name of NAMES) parts.tabs[name].addEventListener("click", () => show(name));
  parts.list.addEventListener("keydown", onTabKey);
  parts.colours.addEventListener("change", classFrame);
  parts.outside.addEventListener("change", () => show(tab));
  parts.frame.addEventListener("load", watchFrame);
  return {
    open,
    close: () => asking?.abort(),
    key(event) {
      const chosen = NAMES[Number(event.key) - 1];
      if (chosen && found) show(chosen);
      return Boolean(chosen && found);
    },
  };
}

const titleOf = (found) => found.content.title ?? found.url ?? "A page";

function build(root) {
  const tabs = Object.fromEntries(NAMES.map((name) => [name, button(TABS[name][0], () => {}, { role: "tab", id: `tab-${name}`, "aria-controls": "stage" })]));
  const list = element("div", Object.values(tabs), { role: "tablist", "aria-label": "What is shown of the page" });
  const colours = element("input", [], { type: "checkbox", checked: true });
  const outside = element("input", [], { type: "checkbox" });
  const warning = "The page is shown with what it brings along. Allow this to load its style sheets and images from their hosts, which then see your address.";
  const bar = element("div", [
    list,
    element("label", [colours, " Verdicts in colour"]),
    element("label", [outside, " Load styles and images"], { title: warning }),
  ], { class: "bar", hidden: true });
  const frame = element("iframe", [], { title: "The page", sandbox: "allow-same-origin" });
  const reason = element("p", [], { class: "reason", "aria-live": "polite" });
  const panel = element("aside", [], { class: "panel", "aria-label": "What was found", tabindex: 0 });
  const stage = element("div", [element("div", [frame, reason], { class: "shown" }), panel], { id: "stage", class: "stage", role: "tabpanel", tabindex: -1, hidden: true });
  root.append(bar, stage);
  return { tabs, list, colours, outside, bar, frame, reason, panel, stage };
}
