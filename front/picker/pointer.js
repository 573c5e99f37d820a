// What a person does on the page: the element under the pointer is outlined, a click takes it, a click with
// Alt excludes it. With the keyboard, arrows walk the tree, Enter takes, Alt+Enter excludes, Escape leaves.

/**
 * Watches a surface. `on` has `meant(element)`, which gives the numbered element that is meant by pointing at
 * one, `hover(number or null)`, `sample(number)`, `exclude(number)`, `leave()`. Gives
 * `{key(event), point(number), stop()}`: keys that are pressed elsewhere may be handed to `key`, which says
 * whether it knew them.
 */
export function watchPointer(surface, on) {
  let at = null;

  function point(number) {
    if (number === at) return;
    at = number;
    surface.mark("tamis-hover", at === null ? [] : [at]);
    on.hover(at);
  }

  function take(number, isExcluded) {
    if (number === null) return;
    if (isExcluded) on.exclude(number);
    else on.sample(number);
  }

  const around = (element) => {
    const meant = on.meant(element);
    return meant && surface.numberOf(meant);
  };

  function walk(direction) {
    const from = at === null ? null : surface.elementOf(at);
    const next = from ? STEPS[direction](from, surface) : first(surface);
    if (!next) return;
    point(surface.numberOf(next));
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (STEPS[event.key] && !event.altKey) walk(event.key);
    else if (event.key === "Enter" && at !== null) take(at, event.altKey);
    else if (event.key === "Escape") on.leave();
    else return false;
    event.preventDefault();
    return true;
  }

  const listeners = {
    mouseover: (event) => point(around(event.target)),
    mouseleave: () => point(null),
    // The page must neither select text nor take the focus while it is picked from.
    mousedown: (event) => event.preventDefault(),
    click(event) {
      event.preventDefault();
      event.stopPropagation();
      take(around(event.target), event.altKey);
    },
    auxclick: (event) => event.preventDefault(),
    submit: (event) => event.preventDefault(),
    keydown: (event) => key(event),
  };
  for (const [name, listener] of Object.entries(listeners)) surface.document.addEventListener(name, listener, true);
  return {
    key,
    point,
    stop() {
      for (const [name, listener] of Object.entries(listeners)) surface.document.removeEventListener(name, listener, true);
      surface.mark("tamis-hover", []);
    },
  };
}

const STEPS = {
  ArrowUp: (element, surface) => surface.numberedAround(element.parentElement),
  ArrowDown: (element, surface) => among(element.children, surface),
  ArrowLeft: (element, surface) => sibling(element, "previousElementSibling", surface),
  ArrowRight: (element, surface) => sibling(element, "nextElementSibling", surface),
};

function first(surface) {
  return among(surface.document.body?.children ?? [], surface);
}

/** The first of some elements that has a number and is shown. */
function among(elements, surface) {
  return [...elements].find((element) => isShown(element, surface)) ?? null;
}

function sibling(element, side, surface) {
  for (let at = element[side]; at; at = at[side]) if (isShown(at, surface)) return at;
  return null;
}

function isShown(element, surface) {
  return surface.numberOf(element) !== null && element.getClientRects().length > 0;
}
