// A run that is under way: how far it is by server-sent events, and the way to call it off.
import { button, element } from "./dom.js";
import { mountProgress } from "./progress.js";
import { heading } from "./check-results.js";

/** Shows a run in `root` until it is over, then says so once. Gives `{close()}`, which looks no more. */
export function watchRun(root, run, studio, onOver) {
  const progress = mountProgress();
  const state = element("span", "Under way", { role: "status" });
  const cancel = button("Cancel", () => studio.attempt(async () => {
    show(await studio.api(`/api/check/runs/${run.id}/cancel`, {}));
  }));
  root.replaceChildren(...heading(run), element("p", [state, " ", progress.tally]), progress.bar, element("p", cancel));
  const events = new EventSource(`/api/check/runs/${run.id}/events`);
  events.addEventListener("run", (event) => show(JSON.parse(event.data)));
  // The browser tries again by itself, unless what it asks for is gone.
  events.addEventListener("error", () => events.readyState === EventSource.CLOSED && over());
  let isOver = false;

  function show({ progress: now }) {
    if (now === null) return over();
    progress.show(now.done, now.total, "page");
    state.textContent = now.total === null ? "Reading the data" : "Under way";
  }

  function over() {
    events.close();
    if (!isOver) onOver();
    isOver = true;
  }

  show(run);
  return { close: () => events.close() };
}
