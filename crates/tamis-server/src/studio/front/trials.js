// Trying a filter on other pages before it is trusted: pages of the site, and pages that are kept.
import { button, count, element } from "./dom.js";
import { section } from "./picking.js";

/** Pages that are tried at once; the server asks their host one after the other all the same. */
const TRIED = 6;

/** `filter()` gives the filter in its saved form. */
export function mountTrials(root, studio, filter) {
  const results = element("ul", [], { class: "pages", "aria-live": "polite" });
  const others = element("div", [button("Try on other pages", tryOthers), results]);
  root.append(section("Try it elsewhere", [others]));
  let page = null;
  let tried = 0;

  async function tryOthers() {
    const saved = await studio.attempt(filter);
    if (!saved) return;
    const pages = page.pages.slice(tried, tried + TRIED);
    tried = tried + TRIED >= page.pages.length ? 0 : tried + TRIED;
    if (!pages.length) {
      results.replaceChildren(element("li", "This page links to no other page of its site."));
      return;
    }
    results.replaceChildren();
    for (const url of pages) {
      const said = element("span", " …", { class: "quiet" });
      const link = element("a", nameOf(url), { href: "#clean/" + encodeURIComponent(url), title: url });
      const row = element("li", [link, said]);
      results.append(row);
      row.append(...(await trial(url, saved)));
      said.remove();
    }
  }

  /** What the filter finds on a page, in a few lines. */
  async function trial(url, saved) {
    try {
      const found = await studio.api("/api/filter", { url, filter: saved });
      const fields = Object.entries(found.fields).map(([name, values]) => element("li", [element("b", name), ` ${values.length}: `, element("span", short(values[0]), { class: "quiet" })]));
      return [element("span", ` ${count(found.matched, "field")} found`, { class: "quiet" }), element("ul", fields)];
    } catch (error) {
      return [element("p", error.message, { class: "note" })];
    }
  }

  return {
    open(opened) {
      page = opened;
      tried = 0;
      results.replaceChildren();
    },
  };
}

function nameOf(url) {
  const { pathname, search } = new URL(url);
  return decodeURI(pathname + search);
}

function short(value) {
  const text = value === undefined ? "nothing" : String(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
