// A job as it goes on: its progress by server-sent events, pause, resume, cancel, and what it gave.
import { button, count, element } from "./dom.js";
import { mountProgress } from "./progress.js";

const WORDS = { reading: "Reading", paused: "Paused", binding: "Making the document", finished: "Finished", cancelled: "Called off", failed: "Failed" };
const MARKS = { waiting: "·", reading: "…", read: "✓", skipped: "–", failed: "✗" };
const STATES = { waiting: "waiting", reading: "being read", read: "read", skipped: "left out", failed: "not to be had" };

const isOver = (phase) => ["finished", "cancelled", "failed"].includes(phase);

/** Gives `{begin(asked, onChange), isUnderWay()}`. */
export function mountJob(root, studio) {
  let told = null;
  let events = null;
  const parts = build(root, (order) => studio.attempt(async () => show(await studio.api(`/api/jobs/${told.id}/${order}`, {}))));

  async function begin(asked, onChange) {
    show(await studio.api("/api/jobs", asked));
    parts.pause.focus();
    events?.close();
    events = new EventSource(`/api/jobs/${told.id}/events`);
    events.addEventListener("job", (event) => {
      show(JSON.parse(event.data));
      if (isOver(told.phase)) events.close();
      onChange();
    });
    // The browser tries again by itself; a job that is gone is not to be had by that.
    events.addEventListener("error", () => events.readyState === EventSource.CLOSED && onChange());
  }

  function show(now) {
    told = now;
    root.hidden = false;
    const { phase, pages, done, images, images_done: imagesDone } = told;
    const hasImages = phase === "binding" && images > 0;
    parts.phase.textContent = WORDS[phase];
    if (hasImages) parts.progress.show(imagesDone, images, "image");
    else parts.progress.show(done, pages.length, "page");
    parts.pause.textContent = phase === "paused" ? "Resume" : "Pause";
    parts.pause.dataset.order = phase === "paused" ? "resume" : "pause";
    parts.pause.disabled = !["reading", "paused"].includes(phase);
    parts.cancel.disabled = isOver(phase);
    parts.why.textContent = told.why ?? "";
    parts.notes.replaceChildren(...told.notes.map((note) => element("li", note)));
    parts.pages.replaceChildren(...pages.map(row));
    showResult();
  }

  function showResult() {
    if (told.bytes === null) return parts.result.replaceChildren();
    const address = `/api/jobs/${told.id}/document`;
    if (parts.result.firstChild?.getAttribute("href") === address) return;
    const size = told.bytes < 1e6 ? `${Math.ceil(told.bytes / 1e3)} kB` : `${(told.bytes / 1e6).toFixed(1)} MB`;
    const save = element("a", `Save the document (${told.format.toUpperCase()}, ${size})`, { href: address, download: true, class: "button first" });
    const look = told.format === "html" || told.format === "pdf" ? element("a", "Look at it", { href: `${address}?look`, target: "_blank", rel: "noopener", class: "button" }) : null;
    parts.result.replaceChildren(save, ...(look ? [look] : []));
    save.focus();
  }

  return { begin, isUnderWay: () => told !== null && !isOver(told.phase) };
}

function row({ url, state, title, words, note }) {
  const told = [title ?? url, words && count(words, "word"), note].filter(Boolean).join(" · ");
  return element("li", [element("span", MARKS[state], { "aria-label": STATES[state], role: "img" }), ` ${told}`], { "data-state": state });
}

function build(root, order) {
  const phase = element("span", [], { class: "phase", role: "status" });
  const progress = mountProgress();
  const pause = button("Pause", () => order(pause.dataset.order));
  const cancel = button("Cancel", () => order("cancel"));
  const why = element("p", [], { class: "note" });
  const notes = element("ul", [], { class: "quiet" });
  const pages = element("ol", [], { class: "job-pages" });
  const result = element("div", [], { class: "picker-row" });
  root.hidden = true;
  root.append(
    element("h2", [phase, " ", progress.tally]),
    progress.bar,
    element("div", [pause, cancel], { class: "picker-row" }),
    result,
    why,
    notes,
    element("details", [element("summary", "Page by page"), pages], { open: true }),
  );
  return { phase, progress, pause, cancel, why, notes, pages, result };
}
