// A page that is picked from: elements by the numbers that the engine knows them by, and back.

/** Colours that are told apart on light and dark pages, also by those who see few. */
const HUES = ["#0b7a4b", "#b45309", "#1d4ed8", "#be185d", "#6d28d9", "#0e7490"];

/** How many fields have a colour of their own. */
export const COLOURS = HUES.length;

const lit = (hue, at) => `.tamis-lit-${at} { background-color: ${hue}38 !important } img.tamis-lit-${at} { outline: 3px solid ${hue} }`;

/**
 * What is lit up, by the thousand, has a ground and nothing else: outlines and shadows cost more frames. Of two
 * fields that light one element up, the first is seen.
 */
export const STYLE = `
.tamis-hover { outline: 2px dashed #d97706 !important; outline-offset: 1px !important; cursor: crosshair !important }
.tamis-sample { outline: 3px solid #0b7a4b !important; outline-offset: 1px !important }
.tamis-excluded { outline: 3px solid #b91c1c !important; outline-offset: 1px !important }
.tamis-left-out { text-decoration: line-through #b91c1c 2px !important; opacity: .55 !important }
${HUES.map(lit).reverse().join("\n")}
.tamis-gone { display: none !important }
`;

export class Surface {
  #numberOf;
  #elementOf;
  /** The elements that have each mark. */
  #marked = new Map();
  /** What stands at the top of the window, until that may be something else. */
  #top = null;

  /** `numberOf(element)` and `elementOf(number)` give `null` where there is none. */
  constructor(document, { numberOf, elementOf }) {
    this.document = document;
    this.#numberOf = numberOf;
    this.#elementOf = elementOf;
    this.style = document.createElement("style");
    this.style.textContent = STYLE;
    (document.head ?? document.documentElement).append(this.style);
    document.addEventListener("scroll", () => (this.#top = null), { capture: true, passive: true });
  }

  /** The surface of a document whose elements carry their numbers in an attribute. */
  static ofAttribute(document, attribute) {
    const elements = [];
    for (const element of document.querySelectorAll(`[${attribute}]`)) elements[Number(element.getAttribute(attribute))] = element;
    const numberOf = (element) => (element.hasAttribute?.(attribute) ? Number(element.getAttribute(attribute)) : null);
    return new Surface(document, { numberOf, elementOf: (number) => elements[number] ?? null });
  }

  elementOf(number) {
    return this.#elementOf(number);
  }

  numberOf(element) {
    return this.#numberOf(element);
  }

  /** The nearest element around one that has a number: the frame of the page is none to be picked. */
  numberedAround(element) {
    for (let at = element; at && at !== this.document.body && at !== this.document.documentElement; at = at.parentElement) {
      if (this.numberOf(at) !== null) return at;
    }
    return null;
  }

  /**
   * The number of what stands at the top of the window; 0 where that is not known. Looking makes the browser
   * lay the page out, so it is done once after each scrolling, not with every move of a slider.
   */
  firstInSight() {
    if (this.#top === null) {
      const { innerWidth } = this.document.defaultView ?? {};
      const top = innerWidth && this.numberedAround(this.document.elementFromPoint(innerWidth / 2, 1));
      this.#top = (top && this.numberOf(top)) ?? 0;
    }
    return this.#top;
  }

  /** An element as people who write pages name it: `p.lead`. */
  nameOf(number) {
    const element = this.elementOf(number);
    if (!element) return "";
    const own = [...element.classList].filter((name) => !name.startsWith("tamis-"));
    const id = element.id ? `#${element.id}` : "";
    return element.localName + id + own.slice(0, 3).map((name) => `.${name}`).join("");
  }

  /** The first words of an element, or where its picture lies. */
  wordsOf(number) {
    const element = this.elementOf(number);
    const words = (element?.textContent ?? "").slice(0, 400).trim().replace(/\s+/g, " ");
    return (words || element?.getAttribute("alt") || element?.getAttribute("src") || "").slice(0, 80);
  }

  /** Sets which elements have a mark; those that had it before lose it. */
  mark(name, numbers) {
    for (const old of this.#marked.get(name) ?? []) old.classList.remove(name);
    const elements = Array.from(numbers, (number) => this.elementOf(number)).filter(Boolean);
    for (const element of elements) element.classList.add(name);
    this.#marked.set(name, elements);
  }

  /** Takes away everything that was put on the page. */
  clean() {
    for (const name of this.#marked.keys()) this.mark(name, []);
    for (let at = 0; at < COLOURS; at++) {
      for (const lit of this.document.querySelectorAll(`.tamis-lit-${at}`)) lit.classList.remove(`tamis-lit-${at}`);
    }
    this.style.remove();
  }
}
