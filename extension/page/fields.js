// What a filter keeps of the page: everything else disappears, until it is asked for again.
import { showAll, showOnly } from "../../front/picker/only.js";
import { liveNodes } from "./live.js";

/** What `only.js` needs to know of a page. */
export function plainSurface(live) {
  return { document, elementOf: (number) => live[number] ?? null };
}

export function showFields(outline, fields) {
  const surface = plainSurface(liveNodes(document, outline));
  showOnly(surface, { nodes: fields.flatMap((field) => field.nodes), leftOut: fields.flatMap((field) => field.left_out) });
}

export function showWhole() {
  showAll(plainSurface([]));
}
