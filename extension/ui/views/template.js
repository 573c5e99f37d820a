// The template of the page: three views of it, and how it was found.
import { button, count, element, percent } from "../../../front/dom.js";
import { activeTab } from "../../shared/tab.js";

export const title = "Template";

const VIEWS = [["page", "Page"], ["template", "Template"], ["rest", "The rest"]];

const ROLES = {
  voted: "voted", "not-in-subdigraph": "not needed", atypical: "of another kind", "key-page": "the page itself",
  repeated: "a copy", "other-site": "another site", failed: "failed",
};

export function mount(root, panel) {
  const told = element("div");
  const buttons = VIEWS.map(([view, words]) => button(words, () => show(view), { "data-view": view }));
  root.append(
    element("p", "What the page shares with its siblings by the site’s design. A handful of them are looked at, in the name of the page that is open."),
    element("div", buttons, { class: "row" }),
    told,
  );

  async function show(view) {
    const done = await panel.attempt("Looking at the page and a few of its siblings …", async () => panel.ask("template", await activeTab(), { view }));
    if (!done) return;
    for (const one of buttons) one.setAttribute("aria-pressed", one.dataset.view === done.view);
    told.replaceChildren(...(done.found ? figures(done.found) : []));
  }
}

function figures(found) {
  const figure = (value, words) => element("div", [element("dd", value), element("dt", words)]);
  const pages = found.pages.map((page) => element("li", [
    element("a", page.url, { href: page.url, target: "_blank" }),
    element("div", page.reason ? `${ROLES[page.role]}: ${page.reason}` : `${ROLES[page.role] ?? page.role}, ${percent(page.coverage)} shared`, { class: "quiet small" }),
  ]));
  return [
    element("dl", [figure(percent(found.share.nodes), "of nodes"), figure(percent(found.share.words), "of words"), figure(percent(found.share.links), "of links")], { class: "figures" }),
    element("p", `By ${count(found.voters, "page")} of ${found.pages.length} loaded, in ${found.milliseconds} ms.`, { class: "quiet" }),
    ...found.missing.map((words) => element("p", words, { class: "note" })),
    element("ul", pages, { class: "plain small" }),
  ];
}
