// A filter as it is being picked: a list of fields, each with samples, exclusions and a threshold, and the
// way back to every earlier state. Plain data: `{name, samples, excluded, threshold}`, where samples are
// numbers of nodes, and a threshold of `null` lets the engine choose how the field is found.

/** The fields that the presentation knows; others are free. */
export const KNOWN_FIELDS = ["headline", "text", "image"];

/** More states than these are not gone back to. */
const MAX_PAST = 200;

const emptyField = (name) => ({ name, samples: [], excluded: [], threshold: null });

export class Draft {
  fields = [];
  #past = [];
  #future = [];
  /** The field whose slider is being moved: its moves are one change. */
  #sliding = null;

  /** A draft that begins with empty fields of these names. */
  constructor(names = KNOWN_FIELDS) {
    this.fields = names.map(emptyField);
  }

  /** Adds a field; gives its index. One that is there already is found again. */
  addField(name) {
    const clean = name.trim().replace(/\s+/g, " ");
    if (!clean) return -1;
    const there = this.fields.findIndex((field) => field.name === clean);
    if (there >= 0) return there;
    this.#change([...this.fields, emptyField(clean)]);
    return this.fields.length - 1;
  }

  removeField(index) {
    this.#change(this.fields.filter((_, at) => at !== index));
  }

  /** Takes an element for a field; taken once more, it is given back. */
  sample(index, node) {
    this.#toggle(index, node, "samples", "excluded");
  }

  /** Excludes an element from a field; excluded once more, it is no longer. */
  exclude(index, node) {
    this.#toggle(index, node, "excluded", "samples");
  }

  /** Sets how far a field reaches; a slider's moves are one change until it is let go. */
  setThreshold(index, threshold, { isMoving = false } = {}) {
    const goesOn = this.#sliding === index;
    this.#change(this.#with(index, { threshold }), goesOn);
    this.#sliding = isMoving ? index : null;
  }

  /** Puts all fields in the place of those that are there. */
  replace(fields) {
    this.#change(structuredClone(fields));
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    this.#go(this.#past, this.#future);
  }

  redo() {
    this.#go(this.#future, this.#past);
  }

  #toggle(index, node, own, other) {
    const field = this.fields[index];
    const without = (nodes) => nodes.filter((one) => one !== node);
    const isThere = field[own].includes(node);
    const mine = isThere ? without(field[own]) : [...field[own], node].sort((a, b) => a - b);
    this.#change(this.#with(index, { [own]: mine, [other]: without(field[other]) }));
  }

  #with(index, changed) {
    return this.fields.map((field, at) => (at === index ? { ...field, ...changed } : field));
  }

  #change(fields, isSameChange = false) {
    this.#sliding = null;
    if (!isSameChange) {
      this.#past.push(this.fields);
      if (this.#past.length > MAX_PAST) this.#past.shift();
    }
    this.#future = [];
    this.fields = fields;
  }

  #go(from, to) {
    if (from.length === 0) return;
    this.#sliding = null;
    to.push(this.fields);
    this.fields = from.pop();
  }
}
