// Tabs: a list of buttons of which one is chosen, by click or by arrows, and the panel that shows what it
// stands for.
import { button, element } from "./dom.js";

let count = 0;

/**
 * Makes tabs, `{name: [title, show]}`. Gives `{list, chosen, show(name), panel(element)}`: `list` is the
 * element, `panel` tells it where things are shown.
 */
export function tabs(label, entries) {
  const names = Object.keys(entries);
  const prefix = `tabs-${++count}`;
  const buttons = Object.fromEntries(names.map((name) => [name, button(entries[name][0], () => made.show(name), { role: "tab", id: `${prefix}-${name}` })]));
  let shown = null;
  const made = {
    list: element("div", Object.values(buttons), { role: "tablist", "aria-label": label }),
    chosen: names[0],
    /** Chooses a tab; `quietly` where what it shows is there already. */
    show(name, { quietly = false } = {}) {
      made.chosen = name;
      mark();
      if (!quietly) entries[name][1]();
    },
    panel(panel) {
      shown = panel;
      panel.id ||= `${prefix}-panel`;
      panel.setAttribute("role", "tabpanel");
      panel.tabIndex = 0;
      for (const name of names) buttons[name].setAttribute("aria-controls", panel.id);
      mark();
    },
  };
  function mark() {
    for (const name of names) {
      buttons[name].setAttribute("aria-selected", name === made.chosen);
      buttons[name].tabIndex = name === made.chosen ? 0 : -1;
    }
    shown?.setAttribute("aria-labelledby", `${prefix}-${made.chosen}`);
  }
  made.list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(made.chosen) + step + names.length) % names.length];
    made.show(next);
    buttons[next].focus();
    event.preventDefault();
  });
  return made;
}
