// What hosts let programs fetch: their robots.txt (RFC 9309), obeyed as the program does.
import parse from "robots-parser";

/** The name that rules may be addressed to. */
const PRODUCT = "Tamis";

/** The longest pause that a host is granted, in milliseconds: some ask for a day. */
const MAX_PAUSE = 10_000;

export class Robots {
  #load;
  #files = new Map();

  /** `load(url)` gives a robots.txt as `{status, text}`. */
  constructor(load) {
    this.#load = load;
  }

  /** The milliseconds that a host wants between two requests. Fails where it asks programs to stay away. */
  async pauseFor(url) {
    const { rules, refusal } = await this.#file(new URL("/robots.txt", url).href);
    if (refusal) throw new Error(refusal);
    if (rules.isAllowed(url, PRODUCT) === false) throw new Error("the host's robots.txt asks programs to stay away");
    return Math.min((rules.getCrawlDelay(PRODUCT) ?? 0) * 1000, MAX_PAUSE);
  }

  /** Read once; a failure of the network is not remembered. */
  async #file(at) {
    if (!this.#files.has(at)) this.#files.set(at, read(at, await this.#load(at)));
    return this.#files.get(at);
  }
}

/** No rules at all where there is no file; nothing may be fetched where the host cannot say. */
function read(at, { status, text }) {
  if (status !== 429 && status < 500) return { rules: parse(at, text) };
  return { refusal: `the host's robots.txt cannot be had (status ${status}), so nothing may be fetched; try later` };
}
