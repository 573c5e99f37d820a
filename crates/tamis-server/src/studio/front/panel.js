// What was found about a page, in words and figures, for the view that is open. Everything that comes from
// a page is set as text, never as markup.
import { count, element, percent } from "./dom.js";

/** Fills the panel for a view. */
export function showPanel(panel, view, found, open) {
  panel.replaceChildren(figures(found), ...PARTS[view](found, open));
  panel.scrollTop = 0;
}

const PARTS = { page: pagePart, template: templatePart, content: contentPart, menu: menuPart, reader: pagePart };

function figures(found) {
  const share = found.template?.share;
  const figure = (value, words) => element("div", [element("dd", value), element("dt", words)]);
  const ofTemplate = share && [
    element("p", "Share of the template", { class: "quiet" }),
    element("dl", [
      figure(percent(share.nodes), "of nodes"),
      figure(percent(share.words), "of words"),
      figure(percent(share.links), "of links"),
    ], { class: "figures" }),
  ];
  const loaded = found.template?.pages.length ?? 0;
  const cost = `${count(loaded, "other page")} loaded · ${found.milliseconds} ms`;
  return element("div", [...(ofTemplate ?? []), element("p", cost, { class: "quiet" })]);
}

function pagePart(found) {
  const { content } = found;
  const facts = [
    ["By", content.authors.join(", ")],
    ["Published", content.published?.slice(0, 10)],
    ["Site", content.site_name],
    ["Kind", content.kind],
    ["Language", content.detected_language ?? content.language],
    ["Words", content.words && `${content.words}, ${content.reading_minutes} min`],
    ["Confidence", percent(content.confidence)],
    ["Address", found.url],
  ];
  const rows = facts.filter(([, value]) => value).map(([name, value]) => element("tr", [element("th", name, { scope: "row" }), element("td", value)]));
  return [element("h2", content.title ?? "Untitled"), element("table", element("tbody", rows)), legend(found)];
}

function legend(found) {
  const entry = (kind, words) => element("li", [element("span", kind, { class: "kind", "data-kind": kind }), ` ${words}`]);
  const notes = [found.template_missing, found.menu_missing].filter(Boolean).map((note) => element("p", note, { class: "note" }));
  return element("section", [
    element("ul", [
      entry("template", "shared with the site’s other pages"),
      entry("menu", "the site’s main menu"),
      entry("content", "what the page is about"),
      entry("dropped", "neither"),
    ], { class: "legend" }),
    element("p", "Point at a part to read why.", { class: "quiet" }),
    ...notes,
  ]);
}

const ROLES = {
  voted: "voted", "not-in-subdigraph": "not needed", atypical: "of another kind", "key-page": "the page itself",
  repeated: "a copy", "other-site": "another site", failed: "failed",
};

function templatePart(found, open) {
  const { template } = found;
  if (!template) return [element("h2", "No template"), element("p", found.template_missing, { class: "note" })];
  const pages = template.pages.map((page) => element("li", [
    address(page.url, open),
    element("span", ` ${ROLES[page.role] ?? page.role}${page.reason ? `: ${page.reason}` : `, ${percent(page.coverage)} shared`}`, { class: "quiet" }),
  ]));
  return [
    element("h2", `Template by ${template.voters} siblings`),
    ...template.missing.map((words) => element("p", words, { class: "note" })),
    element("ul", pages, { class: "pages" }),
  ];
}

function contentPart(found) {
  const copy = element("button", "Copy text", { type: "button" });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(found.content.text);
    copy.textContent = "Copied";
  });
  return [element("h2", "Content"), element("p", copy), element("div", found.content.text, { class: "text", lang: found.content.detected_language ?? "" })];
}

function menuPart(found, open) {
  const { menu } = found;
  if (!menu) return [element("h2", "No menu"), element("p", found.menu_missing, { class: "note" })];
  const item = (entry) => element("li", [
    entry.url ? address(entry.url, open, entry.label) : entry.label,
    entry.items?.length ? element("ul", entry.items.map(item)) : null,
  ]);
  const why = menu.why.slice(0, 5).map((reason) => element("li", `${reason.feature} ${reason.weight > 0 ? "+" : "−"}${Math.abs(reason.weight).toFixed(1)}`));
  return [element("h2", "Menu"), element("ul", menu.items.map(item), { class: "pages" }), element("h3", "Why"), element("ul", why, { class: "quiet" })];
}

/** A link that opens its page in the studio. */
function address(url, open, label = url) {
  const link = element("a", label || url, { href: "#page/" + encodeURIComponent(url), title: url });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(url);
  });
  return link;
}
