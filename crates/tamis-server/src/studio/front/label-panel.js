// What is said of a page, beside it: the labels of each kind, who gave some, how far they agree.
import { count, element, percent } from "./dom.js";

/** The kinds of labels to choose from, with what is labelled so. */
export function choices(kinds, chosen, labels, { choose, words, point }) {
  return element("fieldset", [
    element("legend", "A click gives or takes"),
    ...Object.entries(kinds).map(([name, words], at) => element("label", [
      element("input", [], { type: "radio", name: "kind", value: name, checked: name === chosen, onchange: () => choose(name) }),
      element("span", ` ${words} `, { class: `swatch swatch-${at}` }),
      element("span", ` ${labels[name].length}`, { class: "quiet" }),
    ])),
    element("ul", labels[chosen].map((number) => element("li", words(number), { onmouseenter: () => point(number), onmouseleave: () => point(null) })), { class: "given", "aria-label": `Labelled: ${kinds[chosen]}` }),
  ], { class: "kinds" });
}

/** Who has labelled the page. */
export function people(labels) {
  if (!labels.length) return element("p", "Nobody has labelled this page yet.", { class: "quiet" });
  return element("ul", labels.map((said) => element("li", `${said.person}: ${said.not_template.length} not template, ${said.main_content.length} main content, ${said.menu ? "a menu" : "no menu"}`)));
}

/** How far they agree. */
export function figures(agreement, ambiguous) {
  if (!agreement) return element("p", "How far people agree is told when two have labelled the page.", { class: "quiet" });
  const figure = (value, words) => element("div", [element("dd", value), element("dt", words)]);
  return element("div", [
    element("dl", [
      figure(percent(agreement.template.same), `template, κ ${agreement.template.kappa.toFixed(2)}`),
      figure(percent(agreement.content.same), `content, κ ${agreement.content.kappa.toFixed(2)}`),
      figure(percent(agreement.menu), "same menu"),
    ], { class: "figures", "aria-label": "Agreement" }),
    element("p", ambiguous ? `${count(ambiguous, "part")} on which they are even, left out of scores.` : "They are even on nothing.", { class: "quiet" }),
  ]);
}
