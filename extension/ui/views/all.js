// Clean all: pick one link, slide to take those like it, follow them, and bind what is behind them into one document.
import { button, count, element } from "../../../front/dom.js";
import { mountPanel } from "../../../front/picker/panel.js";
import { allFilters } from "../../shared/filters.js";
import { askFor } from "../../shared/hosts.js";
import { activeTab } from "../../shared/tab.js";
import { Bundle } from "../bundle.js";
import { linksWithin, reachOfLinks } from "../links.js";
import { Session } from "../session.js";

export const title = "Clean all";

export function mount(root, panel) {
  let session = null;
  let bundle = null;
  const start = element("div", [
    element("p", "Pick one link of a list. Those like it are taken too, and the pages behind them become one document, with only what you want of each."),
    element("div", button("Pick a link", begin, { class: "first" }), { class: "row" }),
  ]);
  const work = element("div", [], { hidden: true });
  root.append(start, work);

  async function begin() {
    const tab = await activeTab();
    const [picking, found] = [element("div"), element("div")];
    let mounted = null;
    const show = (state) => {
      mounted?.update(state);
      found.replaceChildren(...linkList(session, state));
    };
    session = await panel.attempt("Reading the page …", () => Session.begin(tab, {
      fields: ["link"],
      reach: reachOfLinks,
      on: { state: show, ended: end },
    }));
    if (!session) return;
    mounted = mountPanel(picking, session.picker, { hasFields: false });
    work.replaceChildren(picking, found, await followBox(() => links(), tab));
    start.hidden = true;
    work.hidden = false;
  }

  const links = () => linksWithin(session, session.picker.state);

  async function followBox(chosen, tab) {
    const filters = Object.keys(await allFilters());
    const filter = element("select", [element("option", "what is found by itself", { value: "" }), ...filters.map((name) => element("option", name, { value: name }))]);
    const most = element("input", [], { type: "number", min: 1, max: 1000, value: 20, size: 4, id: "most" });
    const progress = element("progress", [], { hidden: true });
    const made = element("div");
    const go = button("Follow them", () => follow(), { class: "first" });
    const stop = button("Stop", () => bundle?.stop(), { hidden: true });

    async function follow() {
      const taken = chosen().slice(0, Number(most.value));
      if (!taken.length) return panel.say("Pick a link on the page first.");
      const allowed = askFor(taken.map((link) => link.url));
      bundle = new Bundle({ tab, origin: new URL(session.url).origin, title: session.page.content().title });
      [go.hidden, stop.hidden, progress.hidden] = [true, false, false];
      progress.max = taken.length;
      await panel.attempt("", async () => {
        if (!(await allowed)) throw new Error("The browser did not allow these hosts; only pages of this one can be followed.");
        const saved = filter.value ? (await allFilters())[filter.value] : null;
        await bundle.gather(taken, saved, (done, words) => {
          progress.value = done;
          panel.say(words);
        });
        made.replaceChildren(...result(bundle, panel));
      });
      [go.hidden, stop.hidden, progress.hidden] = [false, true, true];
      return undefined;
    }

    return element("section", [
      element("label", ["Keep of each page", filter], { class: "wide" }),
      element("div", [element("label", ["At most ", most, " pages"]), go, stop], { class: "row" }),
      element("p", "One page at a time, a second between two of a host, and none that its robots.txt asks programs to leave alone.", { class: "quiet small" }),
      progress,
      made,
    ]);
  }

  function end() {
    const ending = session;
    session = null;
    bundle?.stop();
    ending?.end();
    start.hidden = false;
    work.hidden = true;
  }

  return { close: end };
}

function linkList(session, state) {
  const links = session ? linksWithin(session, state) : [];
  if (!links.length) return [];
  const rows = links.map((link) => element("li", [element("div", link.text || link.url), element("div", link.url, { class: "quiet small" })]));
  return [element("p", `${count(links.length, "page")} behind them:`, { class: "small" }), element("ul", rows, { class: "plain links" })];
}

/** What came of it, and the forms in which it can be had. */
function result(bundle, panel) {
  const give = (format) => () => panel.attempt("Binding the document …", () => bundle.give(format));
  return [
    element("p", bundle.summary),
    ...bundle.failures.map((words) => element("p", words, { class: "note small" })),
    element("div", [
      button("Open", give("open"), { class: "first" }),
      button("Save as HTML", give("html")),
      bundle.hasProgram ? button("Save as PDF", give("pdf")) : null,
    ], { class: "row" }),
    bundle.hasProgram ? null : element("p", "PDF needs tamis serve: join it under Filters.", { class: "quiet small" }),
  ].filter(Boolean);
}
