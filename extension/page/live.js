// The nodes of the page as it lives, by the numbers that the engine gives them. The engine reads the page as it
// was written down, so its tree is this one but for what a script has built that no markup says. Both are walked
// side by side: of the children of a name, the first is the first.

/** Gives an array: at a node's number, the node, or `undefined` where the page has none. */
export function liveNodes(document, { names, name, parent }) {
  const live = new Array(name.length);
  const next = new Map();
  live[0] = document;
  for (let number = 1; number < name.length; number++) {
    const above = live[parent[number]];
    if (!above) continue;
    const own = names[name[number]];
    if (own === "#other") continue;
    if (!next.has(above)) next.set(above, childrenByName(above));
    live[number] = next.get(above).get(own)?.shift();
  }
  return live;
}

/** Texts that stand side by side are one when they are written down: the first stands for them. */
function childrenByName(node) {
  const byName = new Map();
  let before = null;
  for (const child of node.childNodes) {
    const isText = child.nodeType === Node.TEXT_NODE;
    const isMore = isText && before?.nodeType === Node.TEXT_NODE;
    before = child;
    if (isMore || isOwn(child) || (isText && child.data === "")) continue;
    const name = isText ? "#text" : child.localName;
    if (!name) continue;
    if (!byName.has(name)) byName.set(name, []);
    byName.get(name).push(child);
  }
  return byName;
}

/** The name of the elements that the extension puts into pages. */
export const OWN = "tamis-overlay";

/** What marks other elements that the extension has put there. */
export const OWN_MARK = "data-tamis-own";

/** Whether a node was put there by the extension. */
export const isOwn = (node) => node.localName === OWN || Boolean(node.hasAttribute?.(OWN_MARK));
