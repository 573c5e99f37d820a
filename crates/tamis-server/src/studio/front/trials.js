// Trying a filter on other pages before it is trusted: pages of the site, and pages that are kept.
import { button, count, element } from "./dom.js";
import { section } from "./picking.js";

/** Pages of the site that are tried at a time; their host is asked politely all the same. */
const TRIED = 6;

/** `filter()` gives the filter in its saved form. */
export function mountTrials(root, studio, filter) {
  const results = element("ul", [], { class: "pages", "aria-live": "polite" });
  const told = element("p", [], { class: "quiet", role: "status" });
  root.append(
    section("Try it elsewhere", [
      element("div", [button("Try on other pages", tryOthers), button("Apply to kept pages", applyToKept), button("Keep this page", keepPage)], { class: "picker-row" }),
      told,
      results,
    ]),
  );
  let page = null;
  let tried = 0;

  async function tryOthers() {
    const saved = await studio.attempt(filter);
    if (!saved) return;
    const pages = page.pages.slice(tried, tried + TRIED);
    tried = tried + TRIED >= page.pages.length ? 0 : tried + TRIED;
    results.replaceChildren();
    told.textContent = pages.length ? "" : "This page links to no other page of its site.";
    for (const url of pages) {
      const row = element("li", [linkTo(url), element("span", " …", { class: "quiet" })]);
      results.append(row);
      const found = await trial(url, saved);
      row.replaceChildren(linkTo(url), ...found);
    }
  }

  /** What the filter finds on a page. */
  async function trial(url, saved) {
    try {
      return tell(await studio.api("/api/filter", { url, filter: saved }));
    } catch (error) {
      return [element("p", error.message, { class: "note" })];
    }
  }

  /** The pages that are kept are read anew, as they were: nobody is asked for them. */
  async function applyToKept() {
    const applied = await studio.attempt(async () => studio.api("/api/kept/apply", { filter: await filter() }));
    if (!applied) return;
    const { pages, left } = applied;
    const fits = pages.filter((one) => !one.refused).length;
    told.textContent = pages.length ? `It fits ${fits} of ${count(pages.length, "kept page")}${left ? `; ${left} more were not looked at` : ""}.` : "No page that this filter is for is kept.";
    results.replaceChildren(...pages.map((one) => element("li", [linkTo(one.url), ...(one.found ? tell(one.found) : [element("p", one.summary, { class: "note" })])])));
  }

  async function keepPage() {
    if (!page.url) {
      told.textContent = "A file is kept where it lies; open the page by its address to keep it here.";
      return;
    }
    const kept = await studio.attempt(() => studio.api("/api/kept", { url: page.url }));
    if (kept) told.textContent = `Kept: ${kept.title ?? kept.url}.`;
  }

  return {
    open(opened) {
      page = opened;
      tried = 0;
      told.textContent = "";
      results.replaceChildren();
    },
  };
}

/** What a filter found, in a few lines. */
function tell(found) {
  const fields = Object.entries(found.fields).map(([name, values]) => element("li", [element("b", name), ` ${values.length}: `, element("span", short(values[0]), { class: "quiet" })]));
  return [element("span", ` ${count(found.matched, "field")} found`, { class: "quiet" }), element("ul", fields)];
}

function linkTo(url) {
  const { pathname, search } = new URL(url);
  return element("a", pathname + search, { href: "#clean/" + encodeURIComponent(url), title: url });
}

function short(value) {
  const text = value === undefined ? "nothing" : String(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
