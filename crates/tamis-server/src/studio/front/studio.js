// The page view: opens a page, shows it in its frame, and beside it what was found. The page in the frame
// runs no script; what happens in it is seen from here.
import { showPanel } from "./panel.js";

const byId = (id) => document.getElementById(id);
const SAMPLE = "http://harbour.example/news/storm.html";

/** What the frame's root is classed as in each view. */
const CLASSES = { page: "tamis-colours", template: "tamis-template", content: "tamis-content", menu: "tamis-menu", reader: "" };
const VIEWS = Object.keys(CLASSES);

let found = null;
let view = "page";
let asking = null;

/** Asks for all about a page; of two requests the later counts. */
async function ask(asked) {
  asking?.abort();
  const own = (asking = new AbortController());
  byId("trouble").hidden = true;
  byId("busy").hidden = false;
  try {
    const answer = await fetch("/api/view", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
      signal: own.signal,
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error);
    found = said;
    show();
  } catch (error) {
    if (error.name !== "AbortError") tellTrouble(error.message);
  } finally {
    if (asking === own) byId("busy").hidden = true;
  }
}

function tellTrouble(words) {
  byId("trouble").textContent = words;
  byId("trouble").hidden = false;
}

/** Opens an address; the browser's history remembers it. */
function openAddress(address) {
  const hash = "#" + encodeURIComponent(address);
  if (location.hash === hash) openFromHash();
  else location.hash = hash;
}

function openFromHash() {
  const address = decodeURIComponent(location.hash.slice(1));
  if (!address) return;
  byId("address").value = address;
  ask({ url: address });
}

async function openFile(file) {
  history.replaceState(null, "", location.pathname);
  byId("address").value = "";
  ask({ html: decode(await file.arrayBuffer()) });
}

/** A file's text: by the charset it declares, else UTF-8, else what old pages were written in. */
function decode(bytes) {
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 1024));
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  for (const charset of [declared, "utf-8"].filter(Boolean)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Another may fit.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

function show() {
  document.body.classList.remove("empty");
  byId("welcome").hidden = true;
  byId("bar").hidden = false;
  byId("stage").hidden = false;
  document.title = `${found.content.title ?? found.url ?? "A page"} · Tamis`;
  byId("frame").removeAttribute("src");
  showView(view);
}

function showView(chosen) {
  view = chosen;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.dataset.view === view;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  byId("stage").setAttribute("aria-labelledby", `tab-${view}`);
  byId("colours").closest("label").hidden = view !== "page";
  byId("reason").textContent = "";
  const form = view === "reader" ? "reader" : "page";
  const outside = byId("outside").checked ? "?outside=looks" : "";
  const source = `/shown/${found.id}/${form}${outside}`;
  if (byId("frame").getAttribute("src") !== source) byId("frame").src = source;
  else classFrame();
  showPanel(byId("panel"), view, found, openAddress);
}

function classFrame() {
  const root = byId("frame").contentDocument?.documentElement;
  if (!root) return;
  root.classList.remove(...Object.values(CLASSES).filter(Boolean));
  const isPlain = view === "page" && !byId("colours").checked;
  if (CLASSES[view] && !isPlain) root.classList.add(CLASSES[view]);
  const seen = { template: "template", content: "content", menu: "menu" }[view];
  if (seen) root.querySelector(`[data-tamis=${seen}]`)?.scrollIntoView({ block: "nearest" });
}

/** The reason for the part under the pointer; a link opens its page here. */
function watchFrame() {
  classFrame();
  const inside = byId("frame").contentDocument;
  if (!inside) return;
  inside.addEventListener("mouseover", (event) => {
    const part = event.target.closest?.("[data-tamis]");
    byId("reason").textContent = part?.title ?? "";
    byId("reason").dataset.kind = part?.dataset.tamis ?? "";
  });
  inside.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    event.preventDefault();
    if (/^https?:$/.test(link.protocol)) openAddress(link.href);
  });
  inside.addEventListener("keydown", onKey);
}

/** Arrows move between the tabs, digits choose one from anywhere, a slash goes to the address. */
function onKey(event) {
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const chosen = VIEWS[Number(event.key) - 1];
  if (event.key === "/") byId("address").focus();
  else if (chosen && found) showView(chosen);
  else return;
  event.preventDefault();
}

function onTabKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = VIEWS[(VIEWS.indexOf(view) + step + VIEWS.length) % VIEWS.length];
  showView(next);
  byId(`tab-${next}`).focus();
  event.preventDefault();
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  openAddress(byId("address").value.trim());
});
byId("sample").addEventListener("click", () => openAddress(SAMPLE));
byId("choose").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", (event) => event.target.files[0] && openFile(event.target.files[0]));
document.querySelector("[role=tablist]").addEventListener("keydown", onTabKey);
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => showView(tab.dataset.view));
}
byId("colours").addEventListener("change", classFrame);
byId("outside").addEventListener("change", () => showView(view));
byId("frame").addEventListener("load", watchFrame);
document.addEventListener("keydown", onKey);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) openFile(file);
});
window.addEventListener("hashchange", openFromHash);
openFromHash();
