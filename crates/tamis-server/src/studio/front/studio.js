// The shell: which view is open and on which page, the address bar, the keys. The address of the studio's
// own page says both, as in #clean/https%3A%2F%2Fexample.org, so that the browser's history works.
import { api } from "./api.js";
import { element } from "./dom.js";
import { textOf } from "./file.js";
import { areKeysOn, showKeys } from "./keys.js";
import { VIEWS } from "./views.js";

const byId = (id) => document.getElementById(id);
const SAMPLE = "http://harbour.example/news/storm.html";

/** What the views are given. */
const studio = {
  api,
  /** The page that is open, `{url}` or `{html, name}`; the same object for as long as it is. */
  subject: null,
  /** Opens a view, with the address of a page or another argument of its own. */
  go(view, argument = "") {
    const hash = "#" + view + (argument && "/" + encodeURIComponent(argument));
    if (location.hash === hash) route();
    else location.hash = hash;
  },
  /** Opens a page in the view that is open, or in the first. */
  openPage(address) {
    if (studio.subject?.url === address) studio.subject = null;
    studio.go(current?.view.takesPage ? current.view.id : "page", address);
  },
  /** Tells that something went wrong; without words, that nothing is. */
  trouble(words = "") {
    byId("trouble").textContent = words;
    byId("trouble").hidden = !words;
  },
  /** Says what is being waited for; without words, nothing is. */
  busy(words = "") {
    byId("busy").textContent = words;
    byId("busy").hidden = !words;
  },
  /** Names the window. */
  title(words) {
    document.title = words ? `${words} · Tamis` : "Tamis";
  },
  /** Runs work and tells its trouble; work that was called off is none. */
  async attempt(work) {
    studio.trouble();
    try {
      return await work();
    } catch (error) {
      if (error.name !== "AbortError") studio.trouble(error.message);
      return undefined;
    }
  },
  /** Lets keys that are pressed in a frame count as if they were pressed outside. */
  listenTo(frameDocument) {
    frameDocument.addEventListener("keydown", onKey);
  },
};

/** The views that were visited, by id: `{view, root, parts}`. */
const mounted = new Map();
let current = null;

/** Opens what the address says. */
function route() {
  const [, id, argument] = /^#([a-z-]+)(?:\/(.*))?$/.exec(location.hash) ?? [null, "page", location.hash.slice(1)];
  const view = VIEWS.find((view) => view.id === id) ?? VIEWS[0];
  const said = decoded(argument ?? "");
  if (view.takesPage && said && studio.subject?.url !== said) studio.subject = { url: said };
  open(view, said);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function open(view, argument) {
  const next = mounted.get(view.id) ?? mount(view);
  if (current && current !== next) {
    current.root.hidden = true;
    current.parts.close?.();
    studio.trouble();
    studio.busy();
  }
  current = next;
  const isWaiting = view.takesPage && !studio.subject;
  next.root.hidden = isWaiting;
  byId("welcome").hidden = !isWaiting;
  document.body.classList.toggle("empty", isWaiting);
  byId("address").value = studio.subject?.url ?? "";
  showNavigation();
  if (isWaiting) studio.title("");
  else next.parts.open(view.takesPage ? studio.subject : argument);
}

function mount(view) {
  const root = element("section", [], { id: `view-${view.id}`, class: "view", "aria-label": view.title });
  if (view.style) document.head.append(element("link", [], { rel: "stylesheet", href: view.style }));
  byId("views").append(root);
  const entry = { view, root, parts: view.mount(root, studio) };
  mounted.set(view.id, entry);
  return entry;
}

function showNavigation() {
  for (const link of byId("navigation").children) {
    const view = VIEWS.find((view) => view.id === link.dataset.view);
    const address = view.takesPage && studio.subject?.url;
    link.setAttribute("href", "#" + view.id + (address ? "/" + encodeURIComponent(address) : ""));
    if (view === current.view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function openFile(file) {
  studio.subject = { html: await textOf(file), name: file.name };
  const view = current?.view.takesPage ? current.view : VIEWS[0];
  history.replaceState(null, "", "#" + view.id);
  open(view, "");
}

/** Single keys, when nobody is typing: the view's own first, then the studio's. */
function onKey(event) {
  const isTyping = event.target.closest?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") studio.trouble();
  if (current.parts.key?.(event)) event.preventDefault();
  if (event.defaultPrevented || !areKeysOn()) return;
  const view = VIEWS.find((view) => view.key === event.key);
  if (event.key === "/") byId("address").focus();
  else if (event.key === "?") showKeys(VIEWS);
  else if (view) studio.go(view.id, view.takesPage ? (studio.subject?.url ?? "") : "");
  else return;
  event.preventDefault();
}

byId("navigation").append(...VIEWS.map((view) => element("a", view.title, { "data-view": view.id, href: "#" + view.id, "aria-keyshortcuts": view.key })));
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  studio.openPage(byId("address").value.trim());
});
byId("skip").addEventListener("click", () => byId("views").focus());
byId("sample").addEventListener("click", () => studio.openPage(SAMPLE));
byId("choose").addEventListener("click", () => byId("file").click());
byId("keys").addEventListener("click", () => showKeys(VIEWS));
byId("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) await openFile(file);
});
document.addEventListener("keydown", onKey);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) openFile(file);
});
window.addEventListener("hashchange", route);
route();
