// A bar that says how far something is, and the same in words. What is read aloud is the bar: words that change
// with every page would be a chatter.
import { count, element } from "./dom.js";

/** Gives `{bar, tally, show(done, total, thing)}`; without a total the bar only says that something goes on. */
export function mountProgress() {
  const bar = element("progress", [], { "aria-label": "Progress", max: 1, value: 0 });
  const tally = element("span", [], { class: "quiet" });
  function show(done, total, thing) {
    if (total == null) bar.removeAttribute("value");
    else [bar.max, bar.value] = [total || 1, done];
    tally.textContent = total == null ? (done ? count(done, thing) : "") : `${done} of ${count(total, thing)}`;
  }
  return { bar, tally, show };
}
