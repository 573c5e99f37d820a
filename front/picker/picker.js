// The picker: what a person does on the page and in the panel becomes a draft of a filter, and what each
// field of it finds lights up. It talks to nobody: the engine that measures is handed in.
import { Draft } from "./draft.js";
import { Lights } from "./lights.js";
import { watchPointer } from "./pointer.js";
import { Reach } from "./reach.js";
import { COLOURS } from "./surface.js";

/** Fields that have one value on a page: once it is taken, the next click is for the next field. */
const SINGLE = new Set(["headline", "author", "date"]);

export class Picker {
  #surface;
  #engine;
  #onChange;
  #draft;
  #active = 0;
  #hovered = null;
  /** Whether a plain click excludes: for those who have no Alt key. */
  #excludes = false;
  /** What was measured, by field, samples and exclusions: going back costs nothing. */
  #known = new Map();
  #lights = [];
  #pointer;
  #trouble = "";

  /**
   * `engine.reach({name, samples, excluded})` gives what a slider reaches (see `Reach`). `onChange(state)` is
   * called whenever `state` is another. A `draft` that was begun elsewhere is gone on with.
   */
  constructor({ surface, engine, draft = new Draft(), onChange, onLeave = () => {} }) {
    this.#surface = surface;
    this.#engine = engine;
    this.#onChange = onChange;
    this.#draft = draft;
    this.#pointer = watchPointer(surface, {
      meant: (element) => meantBy(element, this.#draft.fields[this.#active]?.name, surface),
      hover: (number) => this.#hover(number),
      sample: (number) => (this.#excludes ? this.exclude(number) : this.sample(number)),
      exclude: (number) => this.exclude(number),
      leave: onLeave,
    });
    this.#ask();
  }

  /** All that a panel shows, as plain data. */
  get state() {
    return {
      fields: this.#draft.fields.map((field, index) => this.#seen(field, index)),
      active: this.#active,
      canUndo: this.#draft.canUndo,
      canRedo: this.#draft.canRedo,
      excludes: this.#excludes,
      hovered: this.#hovered,
      trouble: this.#trouble,
    };
  }

  /** The fields that have samples, as the engine learns them. */
  get picked() {
    return this.#draft.fields.filter((field) => field.samples.length);
  }

  /** Keys that are pressed outside of the page; says whether one was known. */
  key(event) {
    return this.#pointer.key(event);
  }

  choose(index) {
    this.#active = Math.max(0, Math.min(index, this.#draft.fields.length - 1));
    this.#changed();
  }

  addField(name) {
    const index = this.#draft.addField(name);
    if (index >= 0) this.choose(index);
  }

  removeField(index) {
    this.#draft.removeField(index);
    this.choose(this.#active > index ? this.#active - 1 : this.#active);
  }

  sample(number) {
    if (!this.#draft.fields[this.#active]) return;
    this.#draft.sample(this.#active, number);
    this.#changed();
  }

  exclude(number) {
    const field = this.#draft.fields[this.#active];
    if (!field) return;
    this.#trouble = field.samples.length ? "" : `Take an element for ${field.name} first; then what does not belong to it.`;
    if (!this.#trouble) this.#draft.exclude(this.#active, number);
    this.#changed();
  }

  /** Moves the slider of the field that is active; `isMoving` until it is let go. */
  slide(threshold, isMoving = false) {
    this.#draft.setThreshold(this.#active, Math.fround(threshold), { isMoving });
    this.#changed();
  }

  /** Moves the slider to the next step at which something changes. */
  step(direction) {
    const field = this.#draft.fields[this.#active];
    const reach = field && this.#known.get(keyOf(field));
    if (!(reach instanceof Reach)) return;
    const from = field.threshold ?? reach.suggested;
    const to = direction > 0 ? reach.next(from) : reach.previous(from);
    if (to) this.slide(to[0]);
  }

  /** Lets the engine choose how the active field is found. */
  automatic() {
    this.#draft.setThreshold(this.#active, null);
    this.#changed();
  }

  setExcludes(excludes) {
    this.#excludes = excludes;
    this.#changed();
  }

  undo() {
    this.#draft.undo();
    this.choose(this.#active);
  }

  redo() {
    this.#draft.redo();
    this.choose(this.#active);
  }

  /** Puts other fields in the place of those that are there. */
  replace(fields) {
    this.#draft.replace(fields);
    this.choose(0);
  }

  /** Takes everything off the page again. */
  stop() {
    this.#pointer.stop();
    for (const lights of this.#lights) lights.clear();
    this.#surface.clean();
  }

  #hover(number) {
    this.#hovered = number === null ? null : { name: this.#surface.nameOf(number), words: this.#surface.wordsOf(number) };
    this.#onChange(this.state);
  }

  #changed() {
    this.#ask();
    this.#show();
    this.#onChange(this.state);
  }

  /** Asks the engine about fields that it was not asked about as they are. */
  #ask() {
    for (const field of this.#draft.fields) {
      const key = keyOf(field);
      if (!field.samples.length || this.#known.has(key)) continue;
      this.#known.set(key, "asked");
      const asked = { name: field.name, samples: field.samples, excluded: field.excluded };
      this.#engine.reach(asked).then(
        (answer) => this.#known.set(key, new Reach(answer)),
        (error) => {
          this.#known.delete(key);
          this.#trouble = error.message;
        },
      ).then(() => {
        this.#show();
        this.#onChange(this.state);
      });
    }
  }

  #show() {
    const fields = this.#draft.fields;
    while (this.#lights.length < fields.length) this.#lights.push(new Lights(this.#surface, `tamis-lit-${this.#lights.length % COLOURS}`));
    this.#lights.forEach((lights, index) => {
      const reach = fields[index] && this.#known.get(keyOf(fields[index]));
      if (reach === "asked") return;
      if (!reach) lights.clear();
      else if (fields[index].threshold === null) lights.set(reach.automatic);
      else lights.slide(reach, fields[index].threshold);
    });
    const active = fields[this.#active];
    const reach = active && this.#known.get(keyOf(active));
    this.#surface.mark("tamis-sample", active?.samples ?? []);
    this.#surface.mark("tamis-excluded", active?.excluded ?? []);
    this.#surface.mark("tamis-left-out", reach?.leftOut ?? []);
  }

  #seen(field, index) {
    const known = field.samples.length ? this.#known.get(keyOf(field)) : undefined;
    const reach = known instanceof Reach ? known : null;
    const at = field.threshold ?? reach?.suggested ?? 0;
    return {
      ...field,
      colour: index % COLOURS,
      isSingle: SINGLE.has(field.name),
      isAsked: known === "asked",
      how: reach && (field.threshold === null ? reach.how : `all within ${field.threshold.toFixed(1)} of ${field.samples.length === 1 ? "its sample" : "its samples"}`),
      count: reach && (field.threshold === null ? reach.automatic.length : reach.count(at)),
      at,
      end: reach?.end ?? 0,
      steps: reach?.steps ?? [],
      next: reach?.next(at) ?? null,
      previous: reach?.previous(at) ?? null,
      first: field.samples.length ? this.#surface.wordsOf(field.samples[0]) : "",
    };
  }
}

/**
 * What a person means who points at an element: of a headline or a text the block, not the word in bold; of
 * an image the picture, not what is around it.
 */
function meantBy(element, field, surface) {
  let at = surface.numberedAround(element);
  if (field === "headline" || field === "text") {
    const isInline = (one) => one.localName !== "img" && surface.document.defaultView.getComputedStyle(one).display.startsWith("inline");
    while (at && isInline(at)) at = surface.numberedAround(at.parentElement);
  } else if (field === "image" && at && !PICTURES.includes(at.localName)) {
    const inside = at.querySelectorAll(PICTURES.join());
    if (inside.length === 1 && surface.numberOf(inside[0]) !== null) at = inside[0];
  }
  return at ?? surface.numberedAround(element);
}

const PICTURES = ["img", "picture", "video", "svg"];

const keyOf = (field) => JSON.stringify([field.name, field.samples, field.excluded]);
