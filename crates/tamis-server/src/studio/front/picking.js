// A page to be picked from: the frame that it stands in, the panel beside it, and a picker over both. What
// Clean and Clean all have in common.
import { element } from "./dom.js";
import { mountPanel } from "./picker/panel.js";
import { Picker } from "./picker/picker.js";
import { Surface } from "./picker/surface.js";

/** The attribute that elements in the frame carry their numbers in. */
const NUMBER = "data-tamis-node";

/**
 * Builds the stage in `root`. `options` has `engine(id)`, which gives the picker's engine for a page,
 * `draft()`, a new draft, `onOpen(opened)`, `onChange(state)`, and `hasFields`.
 */
export class Picking {
  #studio;
  #options;
  #parts;
  #subject = null;
  #asking = null;
  #draft = null;
  #panel = null;

  constructor(root, studio, options) {
    this.#studio = studio;
    this.#options = options;
    this.#parts = build(root, () => this.#showFrame(), () => this.#watchFrame());
    this.below = this.#parts.below;
    this.#listen(root);
    this.#parts.ground.addEventListener("keydown", (event) => {
      if (event.target === this.#parts.ground && this.picker?.key(event)) event.stopPropagation();
    });
  }

  /** Opens a page; the one that is open already stays as it is. */
  async open(subject) {
    if (subject === this.#subject) return this.#studio.title(this.#title());
    this.#asking?.abort();
    const own = (this.#asking = new AbortController());
    const studio = this.#studio;
    studio.busy("Opening the page …");
    const asked = subject.url ? { url: subject.url } : { html: subject.html };
    const opened = await studio.attempt(() => studio.api("/api/pick", asked, { signal: own.signal }));
    if (this.#asking === own) studio.busy();
    if (!opened) return;
    [this.#subject, this.opened, this.#draft] = [subject, opened, this.#options.draft()];
    studio.title(this.#title());
    this.#parts.bar.hidden = this.#parts.stage.hidden = false;
    this.#showFrame();
  }

  close() {
    this.#asking?.abort();
  }

  /** Keys of the view; says whether one was known. */
  key(event) {
    return Boolean(event.key === "Escape" && this.#leave());
  }

  /** Says something in the place for messages of this page. */
  tell(words) {
    this.#parts.told.textContent = words;
  }

  #title() {
    return this.opened?.title ?? this.opened?.url ?? "A page";
  }

  #showFrame() {
    const { frame, outside } = this.#parts;
    frame.src = `/shown/${this.opened.id}/picked${outside.checked ? "?outside=looks" : ""}`;
  }

  /** The page in the frame runs no script; it is listened to from here. */
  #watchFrame() {
    // An empty frame is loaded as soon as it stands in the page.
    const inside = this.#parts?.frame.contentDocument;
    if (!this.opened || !inside?.body || inside.location.pathname !== `/shown/${this.opened.id}/picked`) return;
    this.surface = Surface.ofAttribute(inside, NUMBER);
    this.picker = new Picker({
      surface: this.surface,
      engine: this.#options.engine(this.opened.id),
      draft: this.#draft,
      onChange: (state) => this.#changed(state),
      onLeave: () => this.#leave(),
    });
    this.#panel = mountPanel(this.#parts.picker, this.picker, { hasFields: this.#options.hasFields });
    inside.addEventListener("keydown", (event) => this.#undoKey(event));
    // A click leaves the focus nowhere; the page that was clicked on is where arrows go on.
    inside.addEventListener("click", () => this.#parts.ground.focus({ preventScroll: true }), true);
    this.#studio.listenTo(inside);
    this.#options.onOpen(this.opened);
    this.#changed(this.picker.state);
  }

  #changed(state) {
    this.#panel.update(state);
    this.#options.onChange(state);
  }

  /** Leaves the page for the panel, so that nobody is caught in it. */
  #leave() {
    const isInside = this.#parts.ground.contains(document.activeElement);
    if (isInside) this.#parts.picker.querySelector("input, button")?.focus();
    return isInside;
  }

  #undoKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.picker.redo();
    else this.picker.undo();
  }

  /** Listens for undo wherever the focus is, while the view is open. */
  #listen(root) {
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input[type=text], textarea");
      if (this.picker && !root.hidden && !isTyping) this.#undoKey(event);
    });
  }
}

function build(root, onOutside, onLoad) {
  const outside = element("input", [], { type: "checkbox", onchange: onOutside });
  const warning = "The page is shown with what it brings along. Allow this to load its style sheets and images from their hosts, which then see your address.";
  const bar = element("div", element("label", [outside, " Load styles and images"], { title: warning }), { class: "bar", hidden: true });
  // The frame is walked by the picker's own keys: its links are not to be reached one by one.
  const frame = element("iframe", [], { title: "The page to pick from", sandbox: "allow-same-origin", tabindex: -1, onload: onLoad });
  const ground = element("div", frame, {
    class: "shown picking", tabindex: 0, role: "application",
    "aria-label": "The page. Arrows walk its parts, Enter takes one, Alt and Enter leave one out, Escape leads to the panel.",
  });
  const picker = element("div");
  const told = element("p", [], { class: "note", role: "status" });
  const below = element("div");
  const panel = element("aside", [picker, told, below], { class: "panel", "aria-label": "What is picked" });
  const stage = element("div", [ground, panel], { class: "stage", hidden: true });
  root.append(bar, stage);
  return { outside, bar, frame, ground, picker, told, below, stage };
}

/** A part of a panel that can be folded. */
export function section(title, content, isOpen = false) {
  return element("details", [element("summary", title), ...[content].flat()], { open: isOpen });
}
