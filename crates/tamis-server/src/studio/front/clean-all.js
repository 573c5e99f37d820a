// Clean all: a person shows one link, slides until all that are like it light up, and has the pages behind
// them made into one document.
import { button, count, element } from "./dom.js";
import { mountJob } from "./job.js";
import { Draft } from "./picker/draft.js";
import { Picking } from "./picking.js";

export const id = "clean-all";
export const title = "Clean all";
export const key = "a";
export const takesPage = true;
export const style = "/picker/panel.css";

/** The forms of a document, and what they are for. */
const FORMATS = { html: "HTML, for the browser", pdf: "PDF, for paper", epub: "EPUB, for e-readers", json: "JSON, for programs" };

export function mount(root, studio) {
  /** All links of the page, as they were measured last. */
  let links = [];
  /** Addresses that were taken off the list. */
  let off = new Set();

  const picking = new Picking(root, studio, {
    engine: (page) => ({ reach: (field) => reach(page, field) }),
    draft: () => new Draft(["link"]),
    hasFields: false,
    onOpen: opened,
    onChange: showPages,
  });
  const parts = build(picking.below, { go, all: (on) => setAll(on) });
  const job = mountJob(parts.job, studio);

  /** Links are reached as elements are; where one is excluded, that one is no longer. */
  async function reach(page, field) {
    const answer = await studio.api(`/api/pick/${page}/links`, { samples: field.samples });
    links = answer.links.filter((link) => !field.excluded.includes(link.node));
    const near = links.filter((link) => link.from <= Math.fround(answer.suggested));
    return {
      nodes: links.map((link) => link.node),
      from: links.map((link) => link.from),
      until: links.map(() => null),
      suggested: answer.suggested,
      automatic: near.map((link) => link.node),
      how: `all links within ${answer.suggested.toFixed(1)} of it`,
      left_out: field.excluded,
    };
  }

  async function opened() {
    [links, off] = [[], new Set()];
    const all = await studio.attempt(() => studio.api("/api/filters"));
    const own = (all?.filters ?? []).map(({ name }) => element("option", `by ${name}`, { value: name }));
    parts.filter.replaceChildren(element("option", "by the filter kept for each page, if any", { value: "" }), element("option", "without filters", { value: "none" }), ...own.map((option) => {
      option.value = `name:${option.value}`;
      return option;
    }));
  }

  /** The links within the threshold, each document once, in the order of the page. */
  function taken(field) {
    const seen = new Set();
    const isNear = (link) => link.from <= Math.fround(field.at);
    return links.filter((link) => isNear(link) && !seen.has(link.key) && seen.add(link.key));
  }

  let shown = "";
  function showPages({ fields: [field] }) {
    const pages = field?.samples.length && field.count !== null ? taken(field) : [];
    const now = JSON.stringify(pages.map((page) => page.url));
    if (now !== shown) {
      shown = now;
      parts.pages.replaceChildren(...pages.map(row));
    }
    tally();
  }

  function row({ url, text }) {
    const box = element("input", [], {
      type: "checkbox", checked: !off.has(url), value: url,
      onchange: (event) => {
        if (event.target.checked) off.delete(url);
        else off.add(url);
        tally();
      },
    });
    return element("li", element("label", [box, element("span", [text || url, " ", element("br"), element("span", url, { class: "quiet" })])]));
  }

  const chosen = () => [...parts.pages.querySelectorAll("input:checked")].map((box) => box.value);

  function tally() {
    const number = chosen().length;
    parts.listing.hidden = parts.pages.children.length === 0;
    parts.go.textContent = `Read ${count(number, "page")}`;
    parts.go.disabled = number === 0 || job.isUnderWay();
  }

  function setAll(on) {
    for (const box of parts.pages.querySelectorAll("input")) {
      box.checked = on;
      if (on) off.delete(box.value);
      else off.add(box.value);
    }
    tally();
  }

  async function go() {
    const asked = { urls: chosen(), format: parts.format.value };
    if (parts.title.value.trim()) asked.title = parts.title.value.trim();
    if (parts.inside.checked) asked.images = "inside";
    await studio.attempt(async () => {
      if (parts.filter.value === "none") asked.no_filters = true;
      else if (parts.filter.value) asked.filter = (await studio.api(`/api/filters/${encodeURIComponent(parts.filter.value.slice(5))}`)).filter;
      await job.begin(asked, tally);
    });
    tally();
  }

  return { open: (subject) => picking.open(subject), close: () => picking.close(), key: (event) => picking.key(event) };
}

function build(root, deeds) {
  const pages = element("ol", [], { class: "chosen", "aria-label": "Pages" });
  const format = element("select", Object.entries(FORMATS).map(([value, words]) => element("option", words, { value })), { id: "document-format" });
  const title = element("input", [], { type: "text", id: "document-title", placeholder: "that of its first page", autocomplete: "off" });
  const filter = element("select", [], { id: "document-filter" });
  const inside = element("input", [], { type: "checkbox" });
  const go = button("Read", deeds.go, { class: "first" });
  const job = element("div");
  const field = (words, input) => element("div", [element("label", words, { for: input.id }), input], { class: "field" });
  const listing = element("div", [
    element("h2", "Pages"),
    element("div", [button("All", () => deeds.all(true)), button("None", () => deeds.all(false))], { class: "picker-row" }),
    pages,
    field("As", format),
    field("Called", title),
    field("Cleaned", filter),
    element("label", [inside, " Images inside the file (PDF and EPUB always have them)"], { class: "check" }),
    element("div", go, { class: "picker-row" }),
  ], { hidden: true });
  root.append(listing, job);
  return { pages, format, title, filter, inside, go, job, listing };
}
