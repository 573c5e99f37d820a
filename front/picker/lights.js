// Lights elements of the page up, live. Only those that change are touched, by a class that changes no
// layout; when many change at once, what is in sight comes first and the rest follows over the next frames,
// so that no frame is missed.

/** Milliseconds of a frame that may be spent here; a screen of 60 frames a second leaves 16 for everything. */
const BUDGET = 4;

/** Elements that are touched in a frame: the browser styles each of them anew before it paints. */
const PER_FRAME = 1024;

/** How many elements are touched between two looks at the clock. */
const BATCH = 64;

export class Lights {
  #surface;
  #name;
  /** What is lit, and what is to be, by number. */
  #lit = new Uint8Array(0);
  #wanted = new Uint8Array(0);
  /** Numbers that may have to change, in the order in which they will; those before `#done` have. */
  #waiting = [];
  #done = 0;
  #frame = 0;
  /** What is shown: `{numbers}` or `{reach, threshold}`. */
  #shown = null;

  /** `name` is the class of what is lit. */
  constructor(surface, name) {
    this.#surface = surface;
    this.#name = name;
  }

  /** Lights up just these. */
  set(numbers) {
    if (this.#shown?.numbers === numbers) return;
    const before = this.#all();
    this.#shown = { numbers };
    this.#wanted.fill(0);
    for (const number of numbers) this.#want(number, 1);
    this.#touch([...before, ...numbers]);
  }

  /** Lights up what a threshold selects. */
  slide(reach, threshold) {
    if (this.#shown?.reach !== reach) {
      const selected = Array.from(reach.nodes).filter((_, index) => reach.selects(index, threshold));
      this.set(selected);
    } else {
      const changed = [];
      for (const index of reach.between(this.#shown.threshold, threshold)) {
        this.#want(reach.nodes[index], Number(reach.selects(index, threshold)));
        changed.push(reach.nodes[index]);
      }
      this.#touch(changed);
    }
    this.#shown = { reach, threshold };
  }

  /** Puts all lights out. */
  clear() {
    this.set([]);
  }

  /** Whether everything is as it was asked for. */
  get isSettled() {
    return this.#done >= this.#waiting.length;
  }

  #all() {
    const numbers = [];
    for (let number = 0; number < this.#wanted.length; number++) {
      if (this.#wanted[number] || this.#lit[number]) numbers.push(number);
    }
    return numbers;
  }

  #want(number, lit) {
    if (number >= this.#wanted.length) {
      const size = Math.max(1024, 2 * this.#wanted.length, number + 1);
      [this.#wanted, this.#lit] = [this.#wanted, this.#lit].map((old) => {
        const grown = new Uint8Array(size);
        grown.set(old);
        return grown;
      });
    }
    this.#wanted[number] = lit;
  }

  #touch(numbers) {
    const left = this.#waiting.length - this.#done;
    const waiting = new Uint32Array(left + numbers.length);
    waiting.set(this.#waiting.slice(this.#done));
    waiting.set(numbers, left);
    waiting.sort();
    // Numbers are document order: from the first in sight on to the end, then from the beginning.
    const start = lowerBound(waiting, waiting.length > BATCH ? this.#surface.firstInSight() : 0);
    this.#waiting = new Uint32Array(waiting.length);
    this.#waiting.set(waiting.subarray(start));
    this.#waiting.set(waiting.subarray(0, start), waiting.length - start);
    this.#done = 0;
    if (!this.#frame && this.#waiting.length) this.#frame = requestAnimationFrame(() => this.#work());
  }

  #work() {
    this.#frame = 0;
    const end = performance.now() + BUDGET;
    const last = Math.min(this.#waiting.length, this.#done + PER_FRAME);
    while (this.#done < last && performance.now() < end) {
      for (let left = BATCH; left > 0 && !this.isSettled; left--) this.#update(this.#waiting[this.#done++]);
    }
    if (!this.isSettled) this.#frame = requestAnimationFrame(() => this.#work());
  }

  #update(number) {
    if (this.#lit[number] === this.#wanted[number]) return;
    this.#lit[number] = this.#wanted[number];
    this.#surface.elementOf(number)?.classList.toggle(this.#name, this.#wanted[number] === 1);
  }
}

/** The first index whose value is at least so large. */
function lowerBound(sorted, least) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
