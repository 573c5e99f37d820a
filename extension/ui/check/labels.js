// Labels in pages, in the form of the TECO suite: classes. They would help an engine that reads class names, so
// they are taken off before it sees the page; a page's own class `menu` goes with them, for it cannot be told
// from the label.

const LABELS = ["notTemplate", "mainContent", "menu", "mainMenu"];

/** The labelled page as the engine may see it: `{html, has(label), paths(label)}` with the paths of labelled elements. */
export function readLabels(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const roots = Object.fromEntries(LABELS.map((label) => [label, [...parsed.getElementsByClassName(label)].filter(isOutermost(label)).map(pathOf)]));
  return { html: without(parsed), roots };
}

/** A page without labels. */
export function withoutLabels(html) {
  return without(new DOMParser().parseFromString(html, "text/html"));
}

function without(parsed) {
  for (const label of LABELS) for (const element of [...parsed.getElementsByClassName(label)]) element.classList.remove(label);
  const doctype = parsed.doctype ? new XMLSerializer().serializeToString(parsed.doctype) : "";
  return doctype + parsed.documentElement.outerHTML;
}

const isOutermost = (label) => (element) => !element.parentElement?.closest(`.${label}`);

/** `/html[1]/body[1]/div[2]`, as the engine names elements. */
function pathOf(element) {
  const steps = [];
  for (let at = element; at; at = at.parentElement) {
    let index = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) if (before.localName === at.localName) index++;
    steps.unshift(`${at.localName}[${index}]`);
  }
  return `/${steps.join("/")}`;
}
