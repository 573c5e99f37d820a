// The reader over the page, in a frame of the extension's own: the page's styles do not reach into it, nor its
// styles out. The element around it stands in the browser's top layer, which no style sheet reaches over.
import { OWN } from "./live.js";

let overlay = null;
let scrolled = "";

/** Style that nothing in the page overrules: inline, and important. */
const PLACE = {
  all: "initial", display: "block", position: "fixed", inset: "0", width: "100%", height: "100%", "max-width": "none", "max-height": "none",
  margin: "0", padding: "0", border: "0", background: "Canvas", "color-scheme": "light dark", opacity: "1", visibility: "visible", "z-index": "2147483647",
};

export function openOverlay(source) {
  closeOverlay();
  overlay = document.createElement(OWN);
  overlay.setAttribute("popover", "manual");
  setStyle(overlay, PLACE);
  const frame = document.createElement("iframe");
  frame.src = source;
  frame.title = "Tamis reader";
  setStyle(frame, { ...PLACE, position: "absolute" });
  overlay.attachShadow({ mode: "closed" }).append(frame);
  document.documentElement.append(overlay);
  overlay.showPopover?.();
  frame.focus();
  // What lies beneath must not scroll along.
  scrolled = document.documentElement.style.overflow;
  document.documentElement.style.setProperty("overflow", "hidden", "important");
  document.addEventListener("keydown", onKey, true);
}

/** Gives whether there was one. */
export function closeOverlay() {
  if (!overlay) return false;
  overlay.remove();
  overlay = null;
  document.documentElement.style.overflow = scrolled;
  if (document.documentElement.getAttribute("style") === "") document.documentElement.removeAttribute("style");
  document.removeEventListener("keydown", onKey, true);
  return true;
}

function onKey(event) {
  if (event.key === "Escape") closeOverlay();
}

function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, "important");
}
