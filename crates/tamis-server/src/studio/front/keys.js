// The keys, told in a dialog, where single keys can be turned off: whoever speaks to the computer would
// press them by chance.
import { button, element } from "./dom.js";

const OFF = "tamis-single-keys-off";

/** Whether single keys do anything. */
export const areKeysOn = () => localStorage.getItem(OFF) === null;

/** Tells the keys of the studio and of its views. */
export function showKeys(views) {
  document.querySelector("#keys-dialog")?.remove();
  const rows = [
    ...views.flatMap((view) => [[view.key, view.title], ...(view.keys ?? []).map(([key, words]) => [key, `${view.title}: ${words}`])]),
    ["/", "Go to the address"],
    ["?", "These keys"],
    ["Esc", "Leave what was begun; take a message away"],
  ];
  const table = element("table", element("tbody", rows.map(([key, words]) => element("tr", [element("th", element("kbd", key), { scope: "row" }), element("td", words)]))));
  const own = element("input", [], { type: "checkbox", checked: areKeysOn(), onchange: (event) => setKeys(event.target.checked) });
  const dialog = element("dialog", [
    element("h2", "Keys"),
    table,
    element("p", element("label", [own, " Single keys do something"])),
    button("Close", () => dialog.close(), { class: "first" }),
  ], { id: "keys-dialog", "aria-label": "Keys", onclose: () => dialog.remove() });
  document.body.append(dialog);
  dialog.showModal();
}

function setKeys(on) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "");
}
