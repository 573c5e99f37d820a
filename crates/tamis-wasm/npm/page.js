// A page that the engine holds, and all that can be asked of it.
import { Template } from "./template.js";

export class Page {
  #engine;

  constructor(engine, number, url) {
    this.#engine = engine;
    this.number = number;
    this.url = url;
  }

  /** The main content: a record, or a text in the `format` asked for. */
  content({ template, ...options } = {}) {
    return this.#ask("content", { url: this.url, template: template?.number, ...options });
  }

  /** The page as a document for reading: `{document, unfit}`. */
  read({ filter, template, ...options } = {}) {
    return this.#engine.bind([{ page: this, filter, template }], options);
  }

  /** The site's main menu. `siblings` are other open pages of the site. */
  menu({ siblings = [], method } = {}) {
    const placed = siblings.map((page) => ({ page: page.number, url: page.url }));
    return this.#ask("menu", { url: this.url, siblings: placed, method });
  }

  /** The addresses of the pages that would tell most about the menu. */
  menuSiblings() {
    return this.#ask("menu-siblings", { url: this.url });
  }

  /** The verdicts where they change on the way down the page. */
  explain({ template } = {}) {
    return this.#ask("explain", { url: this.url, template: template?.number });
  }

  /**
   * The template, by siblings that are asked for as the search goes. `load` takes an address and gives a
   * promise of `{ html, url }`, `url` being where the page was found; what it throws is told in the result.
   */
  async template({ load, ...options }) {
    const search = this.#ask("search", { url: this.url, ...options });
    const underWay = new Set();
    for (;;) {
      const next = this.#engine.ask("search-next", { search });
      if (next.ask === "done") break;
      if (next.ask === "wait") {
        await Promise.race(underWay);
        continue;
      }
      const given = this.#give(search, next.url, load).finally(() => underWay.delete(given));
      underWay.add(given);
    }
    return new Template(this.#engine, this, this.#ask("search-finish", { search }));
  }

  /** A template that was saved, on this page. */
  applyTemplate(saved) {
    return new Template(this.#engine, this, this.#ask("template-apply", { url: this.url, saved }));
  }

  /** A filter of what was picked, in its saved form. */
  learn({ name, sites, picked }) {
    return this.#ask("filter-learn", { name, sites, picked });
  }

  /** What each step of the threshold adds for the elements that were shown. */
  suggest(shown) {
    return this.#ask("filter-suggest", shownAs(shown));
  }

  /** The distance of every node from the nearest that was shown; `null` for what is no element. */
  distances(shown) {
    return this.#ask("filter-distances", shownAs(shown));
  }

  /** What every position of a slider selects for a field: `{name, samples, excluded}` with numbers of elements. */
  reach({ name, samples, excluded = [] }) {
    return this.#ask("filter-reach", { name, samples, excluded });
  }

  /** Where a filter finds its fields. */
  find(filter) {
    return this.#ask("filter-find", { filter });
  }

  /** What a filter keeps, or an error when the page is of another design. */
  apply(filter, format) {
    return this.#ask("filter-apply", { url: this.url, filter, format });
  }

  /** The links that are like the ones that were shown. */
  links(shown, threshold) {
    return this.#ask("links", { url: this.url, threshold, ...shownAs(shown) });
  }

  /** All links that lead on, by their likeness to the ones that were shown. */
  linksByLikeness(shown) {
    return this.#ask("links-by-likeness", { url: this.url, ...shownAs(shown) });
  }

  /** The tree by the numbers of its nodes: of each its name and the node above it. */
  outline() {
    return this.#ask("outline", {});
  }

  /** The paths of the elements that a selector finds. */
  select(css) {
    return this.#ask("select", { css });
  }

  /** Lets the engine forget the page. */
  close() {
    this.#engine.close(this.number);
  }

  #ask(verb, request) {
    return this.#engine.ask(verb, { page: this.number, ...request });
  }

  async #give(search, asked, load) {
    let sibling;
    try {
      const { html, url } = await load(asked);
      sibling = this.#engine.open(html, url ?? asked);
      this.#engine.ask("search-give", { search, asked, page: sibling.number, url: sibling.url });
    } catch (error) {
      this.#engine.ask("search-give", { search, asked, failed: String(error?.message ?? error) });
    } finally {
      sibling?.close();
    }
  }
}

/** Elements by name (paths, CSS, words) or by number. */
function shownAs(shown) {
  const all = [shown].flat();
  return {
    what: all.filter((one) => typeof one === "string"),
    nodes: all.filter((one) => typeof one === "number"),
  };
}
