// The page, its template, everything but the template: three views of the page where it stands. Elements are
// hidden by a class, texts amid them are emptied and given back.
import { liveNodes } from "./live.js";

const GONE = "tamis-gone";
const POINTED = "tamis-pointed";

export class Views {
  #document;
  #view = "page";
  #found = null;
  #live = [];
  /** For every node by number: `1` for template. */
  #verdicts = "";
  #hidden = [];
  /** Texts that were emptied, with what they said. */
  #emptied = [];

  constructor(document) {
    this.#document = document;
  }

  get state() {
    return { view: this.#view, found: this.#found };
  }

  /** Takes what was found: the page's outline, and which of its nodes are template. */
  learn({ outline, nodes, found }) {
    this.#live = liveNodes(this.#document, outline);
    this.#verdicts = nodes;
    this.#found = found;
  }

  show(view) {
    this.#restore();
    this.#view = view;
    if (view === "template") this.#hide((number) => this.#verdicts[number] === "1");
    if (view === "rest") this.#hide((number) => this.#verdicts[number] === "0");
  }

  /** Does something with the whole page in view. */
  asPage(use) {
    const view = this.#view;
    this.show("page");
    try {
      return use();
    } finally {
      this.show(view);
    }
  }

  /** Shows where an element is. */
  pointAt(outline, number) {
    for (const old of this.#document.querySelectorAll(`.${POINTED}`)) old.classList.remove(POINTED);
    const element = liveNodes(this.#document, outline)[number];
    element?.classList.add(POINTED);
    element?.scrollIntoView({ block: "center", behavior: "instant" });
  }

  /** Hides what is not wanted, and nothing around what is. */
  #hide(isWanted) {
    const holds = new Set();
    for (let number = this.#live.length - 1; number > 0; number--) {
      const node = this.#live[number];
      if (!node) continue;
      if (isWanted(number) || holds.has(node)) holds.add(node.parentNode);
      else if (node.nodeType === Node.TEXT_NODE) this.#empty(node);
      else if (!isPlumbing(node)) this.#hideElement(node);
    }
  }

  #hideElement(element) {
    element.classList.add(GONE);
    this.#hidden.push(element);
  }

  /** Texts that stand side by side are one. */
  #empty(text) {
    for (let at = text; at?.nodeType === Node.TEXT_NODE; at = at.nextSibling) {
      if (!at.data.trim() || isPlumbing(at.parentNode)) continue;
      this.#emptied.push([at, at.data]);
      at.data = "";
    }
  }

  #restore() {
    for (const element of this.#hidden) {
      element.classList.remove(GONE);
      if (element.className === "") element.removeAttribute("class");
    }
    for (const [text, words] of this.#emptied) text.data = words;
    for (const pointed of this.#document.querySelectorAll(`.${POINTED}`)) pointed.classList.remove(POINTED);
    this.#hidden = [];
    this.#emptied = [];
  }
}

/** What makes the page look and work as it does stays: without it the rest would be no view of the page. */
const PLUMBING = new Set(["html", "head", "body", "style", "link", "script", "title", "meta", "base", "noscript", "template"]);
const isPlumbing = (element) => PLUMBING.has(element.localName);
