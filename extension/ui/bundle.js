// Pages behind links, followed politely and bound into one document.
import { count } from "../../front/dom.js";
import { wordsOf } from "../shared/browser.js";
import { engine } from "../shared/engine.js";
import { loaderFor, robotsLoaderFor } from "../shared/load.js";
import { Robots } from "../shared/robots.js";
import { known, makeDocument } from "../shared/serve.js";
import { openDocument, saveFile } from "./save-file.js";

/** Milliseconds between two requests to one host: what the program keeps to where a host says nothing else. */
const PAUSE = 1000;

export class Bundle {
  #load;
  #robots;
  #title;
  #leaves = [];
  #urls = [];
  #filter = null;
  #isStopped = false;
  #last = new Map();
  failures = [];
  hasProgram = false;

  constructor({ tab, origin, title }) {
    this.#load = loaderFor(tab.id, origin);
    this.#robots = new Robots(robotsLoaderFor(tab.id, origin));
    this.#title = title;
  }

  /** Loads the pages, one after the other; `tell(done, words)` hears how far it is. */
  async gather(links, filter, tell) {
    const tamis = await engine();
    this.#filter = filter;
    this.hasProgram = Boolean(await known());
    for (const [done, link] of links.entries()) {
      if (this.#isStopped) break;
      tell(done, `${done + 1} of ${links.length}: ${link.text || link.url}`);
      try {
        await this.#pause(new URL(link.url).host, await this.#robots.pauseFor(link.url));
        this.#take(tamis, await this.#load(link.url));
      } catch (error) {
        this.failures.push(`${link.url}: ${wordsOf(error)}`);
      }
    }
    tell(links.length, "");
  }

  stop() {
    this.#isStopped = true;
  }

  get summary() {
    const failed = this.failures.length ? `, ${this.failures.length} could not be had` : "";
    return `${count(this.#leaves.length, "page")} bound${failed}${this.#isStopped ? "; stopped" : ""}.`;
  }

  /** Gives the document: opened in a tab, or as a file. */
  async give(format) {
    if (!this.#leaves.length) throw new Error("There is no page to bind.");
    const name = (this.#title ?? "pages").replace(/[^\p{L}\p{N} ._-]+/gu, " ").trim() || "pages";
    if (format === "pdf") return saveFile(`${name}.pdf`, await makeDocument(this.#urls, { format, title: this.#title, filter: this.#filter ?? undefined }), "application/pdf");
    const { document } = (await engine()).bind(this.#leaves, { title: this.#title ?? undefined });
    return format === "open" ? openDocument(document) : saveFile(`${name}.html`, document, "text/html");
  }

  /** A page that the filter refuses is bound by what is found without it, and told. */
  #take(tamis, { html, url }) {
    const page = tamis.open(html, url);
    // Read once by itself, so that a page without content is told and leaves no gap.
    const { unfit } = page.read({ filter: this.#filter ?? undefined });
    this.failures.push(...unfit);
    this.#leaves.push({ page, filter: this.#filter ?? undefined });
    this.#urls.push(url);
  }

  /** Waits until a host may be asked again: a second after the last time, or longer where it wants that. */
  async #pause(host, wanted) {
    const left = Math.max(PAUSE, wanted) - (Date.now() - (this.#last.get(host) ?? 0));
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    this.#last.set(host, Date.now());
  }
}
