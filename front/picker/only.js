// Applying a filter to the page on the screen: everything else disappears.

const WRAPPED = "tamis-wrapped";

/** Shows only some elements, with what is in them but for what is left out, and what is around them. */
export function showOnly(surface, { nodes, leftOut }) {
  showAll(surface);
  const kept = new Set(nodes.map((number) => surface.elementOf(number)).filter(Boolean));
  const around = new Set();
  for (const element of kept) {
    for (let at = element.parentElement; at && !around.has(at); at = at.parentElement) around.add(at);
  }
  for (const element of around) {
    if (kept.has(element) || isInside(element, kept)) continue;
    for (const child of [...element.childNodes]) hide(child, kept, around);
  }
  for (const number of leftOut) surface.elementOf(number)?.classList.add("tamis-gone");
}

/** Shows the whole page again. */
export function showAll(surface) {
  for (const wrap of surface.document.querySelectorAll(`.${WRAPPED}`)) wrap.replaceWith(...wrap.childNodes);
  for (const gone of surface.document.querySelectorAll(".tamis-gone")) gone.classList.remove("tamis-gone");
}

function isInside(element, kept) {
  for (let at = element.parentElement; at; at = at.parentElement) if (kept.has(at)) return true;
  return false;
}

/** Hides a child of an element that stands around what is kept. Bare text can only be hidden in a wrap. */
function hide(child, kept, around) {
  if (child.nodeType === Node.TEXT_NODE && child.data.trim()) {
    const wrap = child.ownerDocument.createElement("span");
    wrap.className = `tamis-gone ${WRAPPED}`;
    child.replaceWith(wrap);
    wrap.append(child);
  } else if (child.nodeType === Node.ELEMENT_NODE && !kept.has(child) && !around.has(child) && !isPlumbing(child)) {
    child.classList.add("tamis-gone");
  }
}

const isPlumbing = (element) => ["HEAD", "STYLE", "LINK", "SCRIPT", "TITLE", "META"].includes(element.tagName);
