// Making elements. Everything that comes from a page is set as text, never as markup.

/**
 * An element with text or children in it. An attribute that is a function listens to the event that it is
 * named for (`onclick`), `true` is an attribute without a value, `false` and `null` are none.
 */
export function element(name, content = [], attributes = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat(Infinity).filter((part) => part != null && part !== false));
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value != null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  return made;
}

/** A button that does something. */
export function button(words, onclick, attributes = {}) {
  return element("button", words, { type: "button", onclick, ...attributes });
}

/** A share as people write it. */
export const percent = (share) => `${Math.round(100 * share)} %`;

/** How many of a thing: `count(2, "page")` is `2 pages`. */
export const count = (number, thing, things = `${thing}s`) => `${number} ${number === 1 ? thing : things}`;
