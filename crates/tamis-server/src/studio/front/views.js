// The views, a line each, in the order of the navigation. A view is a module with
//   id        its name in the address, as in #page
//   title     its name for people
//   key       the key that opens it from anywhere
//   takesPage whether it is about the page that is open in the studio
//   style     the address of its own style sheet, if it has one
//   keys      its keys, as [key, words], for the list of all
//   mount     (root, studio) → {open(subject or argument), close?(), key?(event)}
// `mount` is called once, on the first visit, `open` on every visit, `close` when another view is chosen.
// What `studio` offers is said in studio.js.
import * as check from "./check.js";
import * as clean from "./clean.js";
import * as cleanAll from "./clean-all.js";
import * as label from "./label.js";
import * as page from "./page.js";
import * as streams from "./streams.js";

export const VIEWS = [
  page,
  clean,
  cleanAll,
  streams,
  check,
  label,
];
