// Streams: feeds with their state, their documents as they come, each beside the page that it was made of.
import { button, element } from "./dom.js";
import { tabs } from "./tabs.js";
import { documentList, duplicateList, feedList, learning, listed } from "./streams-lists.js";

export const id = "streams";
export const title = "Streams";
export const key = "s";
export const takesPage = false;
export const style = "/streams.css";
export const keys = [["j, k", "the next document, the one before"], ["n", "name a feed"]];

/** Documents that are asked for at a time. */
const SOME = 50;

export function mount(root, studio) {
  const parts = build(root);
  let events = null;
  let chosen = null;
  let reading = null;

  const lists = tabs("What is listed", {
    documents: ["Documents", showDocuments],
    feeds: ["Feeds", showFeeds],
    learning: ["Learning", showLearning],
    duplicates: ["Duplicates", showDuplicates],
  });
  parts.side.prepend(lists.list);
  lists.panel(parts.listed);

  /** Shows a list only if it is still the one that is wanted when it has come. */
  async function list(name, ask, make) {
    const said = await studio.attempt(ask);
    if (said && lists.chosen === name) parts.listed.replaceChildren(...[make(said)].flat());
  }

  function showDocuments() {
    return list("documents", () => studio.api(`/api/stream/documents?most=${SOME}`), ({ documents }) => {
      const older = async () => {
        const last = parts.listed.querySelector("li:last-of-type a")?.dataset.number;
        const said = await studio.attempt(() => studio.api(`/api/stream/documents?most=${SOME}&before=${last}`));
        parts.listed.querySelector("ul")?.append(...(said?.documents ?? []).map((document) => listed(document, chosen)));
        if ((said?.documents.length ?? 0) < SOME) more.remove();
      };
      const more = button("Older …", older);
      return [documentList(documents, chosen), documents.length === SOME ? more : ""];
    });
  }

  function showFeeds() {
    const remove = (feed) => studio.attempt(async () => {
      await studio.api(`/api/stream/feeds?url=${encodeURIComponent(feed.url)}`, undefined, { method: "DELETE" });
      await showFeeds();
      await showStanding();
    });
    return list("feeds", () => studio.api("/api/stream/feeds"), ({ feeds }) => feedList(feeds, remove));
  }

  function showLearning() {
    const curve = (domain) => studio.attempt(() => studio.api(`/api/stream/curve?domain=${encodeURIComponent(domain)}`));
    return list("learning", () => studio.api("/api/stream/sites"), ({ sites }) => learning(sites, curve));
  }

  function showDuplicates() {
    return list("duplicates", () => studio.api("/api/stream/duplicates?most=200"), duplicateList);
  }

  async function search(event) {
    event.preventDefault();
    const words = parts.words.value.trim();
    if (!words) return lists.show("documents");
    const said = await studio.attempt(() => studio.api(`/api/stream/search?words=${encodeURIComponent(words)}&most=${SOME}`));
    if (!said) return;
    lists.show("documents", { quietly: true });
    const found = said.found.map((hit) => ({ ...hit, opening: hit.excerpt }));
    parts.listed.replaceChildren(documentList(found, chosen, `Nothing has all of “${words}”.`), button("All documents", showDocuments));
  }

  async function add(event) {
    event?.preventDefault();
    await addFeed(parts.feed.value.trim());
  }

  async function addFeed(url) {
    studio.busy("Looking for a feed …");
    const said = await studio.attempt(() => studio.api("/api/stream/feeds", { url }));
    studio.busy();
    if (!said) return;
    parts.choice.replaceChildren();
    parts.choice.hidden = said.found.length === 0;
    if (said.found.length) {
      parts.choice.append(element("p", "The page names several feeds. Which one?"), ...said.found.map((feed) => button(feed, () => addFeed(feed))));
      parts.choice.querySelector("button").focus();
      return;
    }
    parts.feed.value = "";
    await showStanding();
    lists.show("feeds");
  }

  async function showStanding() {
    const said = await studio.attempt(() => studio.api("/api/stream"));
    if (!said) return;
    const figure = (value, words) => element("div", [element("dd", value), element("dt", words)]);
    parts.figures.replaceChildren(figure(said.documents, "documents"), figure(said.duplicates, "duplicates"), figure(said.sites, "sites"));
    if (said.trouble && said.feeds) studio.trouble(said.trouble);
    parts.empty.hidden = Boolean(said.documents || said.feeds);
    parts.side.hidden = parts.read.hidden = !parts.empty.hidden;
  }

  /** A document beside the page that it was made of. */
  async function read(number) {
    chosen = number;
    markChosen();
    const own = (reading = Symbol(number));
    const said = await studio.attempt(() => studio.api(`/api/stream/documents/${encodeURIComponent(number)}`));
    if (!said || reading !== own) return;
    studio.title(said.title ?? said.url);
    parts.head.replaceChildren(
      element("h2", said.title ?? "Untitled"),
      element("p", [said.date, said.domain, `compared with ${said.seen}`, said.revision && "a new version", said.list && "a list"].filter(Boolean).join(" · "), { class: "quiet" }),
      button("Open in the page view", () => studio.go("page", said.url)),
    );
    parts.text.textContent = said.text;
    parts.halves.hidden = false;
    parts.frame.removeAttribute("src");
    parts.missing.hidden = true;
    try {
      const seen = await studio.api("/api/view", { url: said.url });
      if (reading === own) parts.frame.src = `/shown/${seen.id}/page`;
    } catch (error) {
      parts.missing.textContent = `The original cannot be shown: ${error.message}`;
      parts.missing.hidden = reading !== own;
    }
  }

  function markChosen() {
    for (const link of parts.listed.querySelectorAll("a[data-number]")) {
      if (link.dataset.number === String(chosen)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  function watch() {
    events = new EventSource("/api/stream/events");
    events.addEventListener("document", (event) => {
      const document = JSON.parse(event.data);
      const list = lists.chosen === "documents" && parts.listed.querySelector("ul.documents[data-live]");
      if (list && !list.querySelector(`a[data-number="${document.number}"]`)) list.prepend(listed(document, chosen));
      else if (lists.chosen === "documents" && !parts.words.value) showDocuments();
      showStanding();
    });
    events.addEventListener("feeds", () => {
      if (lists.chosen === "feeds") showFeeds();
    });
  }

  function step(by) {
    const links = [...parts.listed.querySelectorAll("a[data-number]")];
    const at = links.findIndex((link) => link.dataset.number === String(chosen));
    const next = links[Math.min(links.length - 1, Math.max(0, at + by))];
    if (next) studio.go(id, next.dataset.number);
    next?.focus();
  }

  parts.add.addEventListener("submit", add);
  parts.search.addEventListener("submit", search);
  return {
    async open(argument) {
      studio.title("Streams");
      if (!events) watch();
      await showStanding();
      if (!parts.listed.firstChild) lists.show("documents");
      if (argument) await read(argument);
    },
    close() {
      events?.close();
      events = null;
    },
    key(event) {
      if (event.key === "n") parts.feed.focus();
      else if (event.key === "j") step(1);
      else if (event.key === "k") step(-1);
      else return false;
      return true;
    },
  };
}

function build(root) {
  const feed = element("input", [], { id: "feed", type: "text", inputmode: "url", spellcheck: "false", required: true, placeholder: "Address of a feed or a site" });
  const add = element("form", [element("label", "Feed", { for: "feed", class: "unseen" }), feed, element("button", "Read it", { class: "first" })]);
  const words = element("input", [], { id: "words", type: "text", placeholder: "Search the documents" });
  const search = element("form", [element("label", "Words", { for: "words", class: "unseen" }), words, element("button", "Search")], { role: "search" });
  const figures = element("dl", [], { class: "figures", "aria-label": "So far" });
  const choice = element("div", [], { class: "choice", role: "group", "aria-label": "Feeds of the page", hidden: true });
  const empty = element("div", [
    element("h2", "News as clean text, as they come"),
    element("p", "Name a feed, or a site that has one. It is read politely, for as long as the studio runs; every document makes the next ones of its site better."),
  ], { class: "lead", hidden: true });
  const listedPanel = element("div", [], { class: "listed" });
  const side = element("aside", [figures, listedPanel], { class: "side", "aria-label": "The stream" });
  const head = element("header", element("p", "Choose a document.", { class: "quiet" }), { class: "head" });
  const text = element("div", [], { class: "text", tabindex: 0, role: "region", "aria-label": "Its text" });
  const frame = element("iframe", [], { title: "The original", sandbox: "allow-same-origin" });
  const missing = element("p", [], { class: "note", hidden: true });
  const halves = element("div", [text, element("div", [missing, frame], { class: "original" })], { class: "halves", hidden: true });
  const read = element("article", [head, halves], { class: "read", "aria-label": "Document" });
  root.append(element("div", [add, search], { class: "bar forms" }), choice, empty, element("div", [side, read], { class: "stream" }));
  return { feed, add, words, search, figures, choice, empty, listed: listedPanel, side, head, text, frame, missing, halves, read };
}
