// Check: pages whose nodes somebody has labelled, and how well the engine does on them. As the papers' toolbar did:
// the template is extracted and compared with what is marked.
import { button, element } from "../../../front/dom.js";
import { askFor } from "../../shared/hosts.js";
import { load, loaderFor } from "../../shared/load.js";
import { activeTab, snapshot } from "../../shared/tab.js";
import { checkPage } from "../check/check-page.js";

export const title = "Check";

export function mount(root, panel) {
  const addresses = element("textarea", [], { placeholder: "Addresses of labelled pages, one a line", "aria-label": "Addresses of labelled pages", spellcheck: "false" });
  const table = element("div");
  root.append(
    element("p", ["Labels are classes of the page’s elements: ", element("code", "notTemplate"), ", ", element("code", "mainContent"), " and ", element("code", "mainMenu"), ". They are taken off before the engine sees the page."]),
    element("div", button("Check this page", checkOpen, { class: "first" }), { class: "row" }),
    element("label", ["Many pages", addresses], { class: "wide" }),
    element("div", button("Check them all", checkAll), { class: "row" }),
    table,
  );

  async function checkOpen() {
    table.replaceChildren();
    const score = await panel.attempt("Looking at the page and a few of its siblings …", async () => {
      const tab = await activeTab();
      const { html, url } = await snapshot(tab.id);
      return checkPage(html, url, loaderFor(tab.id, new URL(url).origin));
    });
    if (score) table.replaceChildren(...figures(score));
  }

  async function checkAll() {
    const urls = addresses.value.split(/\s+/).filter((line) => /^https?:/.test(line));
    if (!urls.length) return panel.say("Enter the address of a page, one a line.");
    const allowed = askFor(urls);
    const scores = [];
    await panel.attempt("", async () => {
      if (!(await allowed)) throw new Error("The browser did not allow these hosts.");
      for (const url of urls) {
        panel.say(`${scores.length + 1} of ${urls.length}: ${url}`);
        const page = await load(url);
        scores.push(await checkPage(page.html, page.url, load));
        table.replaceChildren(rows(scores));
      }
    });
    return undefined;
  }
}

const share = (number) => (100 * number).toFixed(2);

function figures({ template, menu, content, nodes }) {
  const block = (words, score) => (score ? [
    element("h2", words),
    element("dl", [["precision", "precision, %"], ["recall", "recall, %"], ["f1", "F1, %"]].map(([key, name]) => element("div", [element("dd", share(score[key]), { "data-figure": `${words}-${key}` }), element("dt", name)])), { class: "figures" }),
  ] : []);
  return [...block("Template", template), ...block("Menu", menu), ...block("Content", content), element("p", `${nodes} nodes count.`, { class: "quiet small" })];
}

function rows(scores) {
  const mean = (key) => scores.reduce((sum, { template }) => sum + template[key], 0) / scores.length;
  const cells = (name, of) => element("tr", [element("td", name), ...["precision", "recall", "f1"].map((key) => element("td", share(of(key))))]);
  return element("table", [
    element("thead", element("tr", ["Page", "P", "R", "F1"].map((words) => element("th", words)))),
    element("tbody", [...scores.map((score) => cells(score.url, (key) => score.template[key])), cells("mean", mean)]),
  ]);
}
