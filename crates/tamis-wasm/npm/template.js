// A template that was found for a page. Its figures are fields of the object, as the program prints them.
export class Template {
  #engine;
  #page;

  constructor(engine, page, found) {
    this.#engine = engine;
    this.#page = page;
    Object.assign(this, found);
  }

  /** The page with everything but the template removed; or but the rest, for `"complement"`. */
  html(part) {
    return this.#ask("template-html", { part });
  }

  /** The paths of its nodes, each with how many siblings have it. */
  paths(part) {
    return this.#ask("template-paths", { part });
  }

  /** For every node by its number whether it is of this part: a text of `1` and `0`. */
  nodes(part) {
    return this.#ask("template-nodes", { part });
  }

  /** The form in which the program saves it, added to what is saved of the site already. */
  saved(before) {
    return this.#ask("template-save", { url: this.#page.url, saved: before });
  }

  /** Lets the engine forget the template. */
  close() {
    this.#engine.close(this.number);
  }

  #ask(verb, request) {
    return this.#engine.ask(verb, { template: this.number, page: this.#page.number, ...request });
  }
}
