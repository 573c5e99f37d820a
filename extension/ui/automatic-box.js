// The choice that a filter applies by itself. It needs the person's leave to look at the site's pages unasked.
import { element } from "../../front/dom.js";
import { setAutomatic } from "../shared/filters.js";
import { askFor } from "../shared/hosts.js";

/** Gives `{box, input, allow(url), keep(name, url, isAllowed)}`. */
export function automaticBox(isChecked = false) {
  const input = element("input", [], { type: "checkbox", checked: isChecked });
  return {
    input,
    box: element("label", [input, "Apply it by itself on this site from now on"], { class: "check" }),
    /** Must be called from a click, first thing. */
    allow: (url) => askFor([url]),
    keep: (name, url, isAllowed) => setAutomatic(name, input.checked && isAllowed ? url : null),
  };
}
