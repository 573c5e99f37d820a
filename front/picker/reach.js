// What every position of the slider selects. The engine is asked once for each change of the samples; from
// then on moving the slider is a search in two sorted lists.

/** Thresholds nearer than this are one step: sums of the same weights in another order. */
const SAME = 1e-3;

export class Reach {
  /**
   * `answer` is the engine's: for each element that some position selects its number (`nodes`), the threshold
   * from which on it is selected (`from`), and the one from which on it is part of another that is selected
   * whole (`until`, `null` where there is none).
   */
  constructor(answer) {
    this.nodes = Uint32Array.from(answer.nodes);
    this.from = Float32Array.from(answer.from);
    this.until = Float32Array.from(answer.until, (until) => until ?? Infinity);
    this.suggested = answer.suggested;
    this.automatic = answer.automatic;
    this.leftOut = answer.left_out;
    this.how = answer.how;
    this.byFrom = sortedBy(this.from);
    this.byUntil = sortedBy(this.until);
    this.steps = this.#steps();
    /** The last threshold at which anything changes. */
    this.end = this.steps.at(-1)?.[0] ?? 0;
  }

  /** How many elements a threshold selects. */
  count(threshold) {
    return within(this.from, this.byFrom, threshold) - within(this.until, this.byUntil, threshold);
  }

  /** Whether a threshold selects the element at an index. */
  selects(index, threshold) {
    const own = Math.fround(threshold);
    return this.from[index] <= own && own < this.until[index];
  }

  /** The indices of the elements for which two thresholds may differ. */
  *between(one, other) {
    const [low, high] = one < other ? [one, other] : [other, one];
    for (const [values, order] of [[this.from, this.byFrom], [this.until, this.byUntil]]) {
      const end = within(values, order, high);
      for (let at = within(values, order, low); at < end; at++) yield order[at];
    }
  }

  /** The next step above a threshold, `[threshold, count]`. */
  next(threshold) {
    const own = Math.fround(threshold);
    return this.steps.find(([step]) => step > own);
  }

  /** The step below the one that a threshold stands on. */
  previous(threshold) {
    const own = Math.fround(threshold);
    return this.steps.filter(([step]) => step <= own).at(-2);
  }

  /** The thresholds at which something changes, each with the count from there on. */
  #steps() {
    const changes = [...this.from, ...this.until.filter(Number.isFinite)].sort((a, b) => a - b);
    const last = changes.filter((value, at) => !(changes[at + 1] - value < SAME));
    return last.map((value) => [value, this.count(value)]);
  }
}

/** Indices in the order of their values. */
function sortedBy(values) {
  return Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
}

/** How many of the values are at most as large. */
function within(values, order, largest) {
  const own = Math.fround(largest);
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[order[middle]] <= own) low = middle + 1;
    else high = middle;
  }
  return low;
}
