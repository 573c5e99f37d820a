// The engine in WebAssembly as JavaScript sees it. Bytes go in and JSON comes out; nothing is decided here.
// It opens no address: the template search asks for pages, and whoever calls loads them.
import { Page } from "./page.js";

/** What goes wrong with a request: a sentence, and what else is known in `detail`. */
export class TamisError extends Error {
  constructor(words, detail) {
    super(words);
    this.name = "TamisError";
    this.detail = detail;
  }
}

/** One engine. Pages are held by it until they are closed. */
export class Engine {
  #module;
  #inside;

  /** Of a compiled module. */
  constructor(module) {
    this.#module = module;
    this.#start();
  }

  /** Of the module's bytes, an answer of `fetch`, or a promise of either. */
  static async from(source) {
    const given = await source;
    if (typeof Response !== "undefined" && given instanceof Response) {
      // Not every server knows the type that compiling while loading asks for.
      return new Engine(await WebAssembly.compile(await given.arrayBuffer()));
    }
    return new Engine(given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given));
  }

  /** Opens a page, which is a text: whoever has bytes decodes them. */
  open(html, url) {
    if (typeof html !== "string") throw new TamisError("a page is a text; decode its bytes with TextDecoder");
    const number = this.#guarded((inside) => {
      this.#write(ENCODER.encode(html));
      return inside.tamis_open();
    });
    return new Page(this, number, url);
  }

  /** Asks one thing, as `door.rs` and `answer.rs` say. */
  ask(verb, request = {}) {
    const [status, said] = this.#guarded((inside) => {
      this.#write(ENCODER.encode(`${verb}\n${JSON.stringify(request)}`));
      const status = inside.tamis_ask();
      const bytes = new Uint8Array(inside.memory.buffer, inside.tamis_answer(), inside.tamis_answer_bytes());
      return [status, JSON.parse(DECODER.decode(bytes))];
    });
    if (status !== 0) throw new TamisError(said.error, said.detail);
    return said;
  }

  /** Forgets a page, a search or a template by its number. */
  close(number) {
    this.#inside.tamis_close(number);
  }

  content(html, { url, ...options } = {}) {
    return this.#with(html, url, (page) => page.content(options));
  }

  menu(html, { url, ...options }) {
    return this.#with(html, url, (page) => page.menu(options));
  }

  explain(html, { url }) {
    return this.#with(html, url, (page) => page.explain());
  }

  read(html, { url, ...options }) {
    return this.#with(html, url, (page) => page.read(options));
  }

  /** The template of a page; `load` fetches the pages that are asked for. */
  async template(html, { url, ...options }) {
    return this.open(html, url).template(options);
  }

  /** What a filter, in its saved form, keeps of a page. */
  applyFilter(filter, html, { url, format } = {}) {
    return this.#with(html, url, (page) => page.apply(filter, format));
  }

  readFilter(filter) {
    return this.ask("filter-read", { filter });
  }

  filterFits(filter, url) {
    return this.ask("filter-fits", { filter, url });
  }

  exportFilter(filter, to) {
    return this.ask("filter-export", { filter, to });
  }

  importSiteFile(name, text) {
    return this.ask("filter-import", { name, text });
  }

  urlKey(url, title = "") {
    return this.ask("url-key", { url, title });
  }

  isSameSite(url, other) {
    return this.ask("url-same-site", { url, other });
  }

  /** Several pages as one document for reading: `{document, unfit}`, where `unfit` tells of filters that did not fit. */
  bind(leaves, options = {}) {
    const asked = leaves.map(({ page, filter, template }) => ({ page: page.number, url: page.url, filter, template: template?.number }));
    return this.ask("read", { leaves: asked, ...options });
  }

  #start() {
    this.#inside = new WebAssembly.Instance(this.#module, {}).exports;
  }

  #write(bytes) {
    const at = this.#inside.tamis_room(bytes.length);
    new Uint8Array(this.#inside.memory.buffer, at, bytes.length).set(bytes);
  }

  #with(html, url, use) {
    const page = this.open(html, url);
    try {
      return use(page);
    } finally {
      page.close();
    }
  }

  /** A trap leaves the instance in an unknown state: a new one takes its place, and its pages are gone. */
  #guarded(use) {
    try {
      return use(this.#inside);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#start();
      throw new TamisError(`the engine failed, please report it: ${error.message}`);
    }
  }
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
