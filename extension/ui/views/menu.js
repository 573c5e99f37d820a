// The site's main menu: where it is, and what is in it.
import { button, element } from "../../../front/dom.js";
import { activeTab } from "../../shared/tab.js";

export const title = "Menu";

export function mount(root, panel) {
  const told = element("div");
  root.append(element("p", "The site’s main menu, found on the page."), element("div", button("Show the menu", show, { class: "first" }), { class: "row" }), told);

  async function show() {
    told.replaceChildren();
    const menu = await panel.attempt("Looking for the menu …", async () => panel.ask("menu", await activeTab()));
    if (!menu) return;
    const why = menu.why.slice(0, 5).map((reason) => element("li", `${reason.feature} ${reason.weight > 0 ? "+" : "−"}${Math.abs(reason.weight).toFixed(1)}`));
    told.append(element("ul", menu.items.map(item), { class: "tree" }), element("h2", "Why"), element("ul", why, { class: "tree quiet small" }), element("p", menu.path, { class: "quiet small" }));
  }
}

function item({ label, url, items }) {
  return element("li", [url ? element("a", label || url, { href: url, target: "_blank" }) : label, items?.length ? element("ul", items.map(item), { class: "tree" }) : null]);
}
