// The lists of the stream: documents, feeds, sites and how each was learnt, duplicates.
import { button, count, element, percent } from "./dom.js";
import { chart } from "./chart.js";

/** Documents, newest first. */
export function documentList(documents, chosen, nothing = "No document yet.") {
  if (!documents.length) return element("p", nothing, { class: "note" });
  const isLive = documents.every((document) => "domain" in document);
  return element("ul", documents.map((document) => listed(document, chosen)), { class: "documents", "data-live": isLive });
}

/** A document in a list. */
export function listed(document, chosen) {
  const facts = [document.date, document.domain, document.revision && "new version", document.list && "list"];
  return element("li", element("a", [
    element("strong", document.title ?? document.url),
    element("span", facts.filter(Boolean).join(" · "), { class: "quiet" }),
    element("span", document.opening, { class: "opening" }),
  ], { href: `#streams/${document.number}`, "data-number": document.number, "aria-current": String(document.number) === String(chosen) && "true" }));
}

/** Feeds with how reading them goes. */
export function feedList(feeds, remove) {
  if (!feeds.length) return element("p", "No feed is read.", { class: "note" });
  return element("ul", feeds.map((feed) => element("li", [
    element("strong", feed.title ?? feed.url),
    feed.title ? element("span", feed.url, { class: "quiet" }) : null,
    element("span", stateOf(feed), { class: feed.trouble ? "state alarm" : "state" }),
    button("Read no more", () => remove(feed), { "aria-label": `Read ${feed.title ?? feed.url} no more` }),
  ])), { class: "feeds" });
}

function stateOf(feed) {
  const why = feed.trouble ? `: ${feed.trouble}` : "";
  if (feed.gone) return `given up${why}`;
  if (feed.failures) return `failed ${count(feed.failures, "time")}${why}; next try ${when(feed.next)}`;
  if (!feed.next) return "being read for the first time";
  return `read every ${count(feed.minutes, "minute")}, next ${when(feed.next)}${why}`;
}

function when(seconds) {
  const minutes = Math.round((seconds * 1000 - Date.now()) / 60000);
  return minutes <= 0 ? "now" : `in ${count(minutes, "minute")}`;
}

/** Sites, and how one of them was learnt. */
export function learning(sites, ask) {
  if (!sites.length) return element("p", "Nothing was learnt yet.", { class: "note" });
  const shown = element("div", [], { "aria-live": "polite" });
  const select = element("select", sites.map((site) => element("option", `${site.domain} (${count(site.documents, "document")})`, { value: site.domain })), { id: "site" });
  const show = async () => {
    const said = await ask(select.value);
    if (said) shown.replaceChildren(...curve(said));
  };
  select.addEventListener("change", show);
  show();
  return [
    element("p", [element("label", "Site ", { for: "site" }), select]),
    shown,
  ];
}

function curve({ domain, points }) {
  if (!points.length) return [element("p", "Of its documents this was not noted.", { class: "note" })];
  const first = points[0].share;
  const last = points.slice(-10).reduce((sum, point) => sum + point.share, 0) / Math.min(10, points.length);
  const rows = points.slice(-20).map((point) => element("tr", [element("td", point.seen), element("td", percent(point.share))]));
  return [
    element("p", `The share of a page’s words that counts tell: other documents of ${domain} hold them too. ${percent(first)} at first, ${percent(last)} over the newest ${Math.min(10, points.length)}.`),
    chart([{ name: domain, values: points.map((point) => point.share) }], { label: `Share judged by counts, by documents of ${domain} seen`, across: "documents seen" }),
    element("details", [element("summary", "As a table"), element("table", [element("thead", element("tr", [element("th", "seen before", { scope: "col" }), element("th", "by counts", { scope: "col" })])), element("tbody", rows)])]),
  ];
}

/** Pages whose document had come before. */
export function duplicateList({ count: all, duplicates }) {
  if (!all) return element("p", "No duplicate was found.", { class: "note" });
  const rows = duplicates.map((page) => element("li", [element("span", page.url), element("span", `is ${page.duplicate_of ?? "a document that came before"}`, { class: "quiet" })]));
  const words = all > rows.length ? `${count(all, "duplicate")}, of which ${rows.length} are listed.` : count(all, "duplicate");
  return [element("p", words), element("ul", rows, { class: "duplicates" })];
}
