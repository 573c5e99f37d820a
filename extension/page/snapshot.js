// The page as it stands now, written down for the engine, without what the extension has put into it.
import { isOwn } from "./live.js";

/** Gives `{html, url, title}`. */
export function snapshot(document, views) {
  const html = views.asPage(() => written(document));
  return { html, url: document.URL, title: document.title };
}

function written(document) {
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return doctype + withoutOurs(document).outerHTML;
}

const TOUCHED = '[class*="tamis-"]';

/** The root without our elements and classes: itself where there are none, else a copy in which nothing lives. */
function withoutOurs(document) {
  const root = document.documentElement;
  const isTouched = [...root.children, ...(document.head?.children ?? [])].some(isOwn) || root.matches(TOUCHED) || root.querySelector(TOUCHED);
  if (!isTouched) return root;
  const copy = document.implementation.createHTMLDocument("").importNode(root, true);
  for (const element of copy.querySelectorAll("*")) if (isOwn(element)) element.remove();
  for (const element of [copy, ...copy.querySelectorAll(TOUCHED)]) {
    const own = [...element.classList].filter((name) => name.startsWith("tamis-"));
    element.classList.remove(...own);
    if (own.length && element.className === "") element.removeAttribute("class");
  }
  return copy;
}
