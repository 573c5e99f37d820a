// Picking on a tab's page, from the panel: the picker is in the page, its engine and its panel are here, and a
// port lies between them.
import { browser } from "../shared/browser.js";
import { engine } from "../shared/engine.js";
import { snapshot } from "../shared/tab.js";

const PORT = "tamis-pick";

/** What the picker's panel may do. */
const COMMANDS = ["choose", "addField", "removeField", "sample", "exclude", "slide", "step", "automatic", "setExcludes", "undo", "redo"];

export class Session {
  #port;
  #page;
  #waiting = null;
  /** What the picker's panel knows of the picker. */
  picker = { state: null };

  /** Begins to pick. `on` has `state(state)` and `ended()`. */
  static async begin(tab, { fields, reach, on }) {
    const { html, url } = await snapshot(tab.id);
    await browser.scripting.executeScript({ target: { tabId: tab.id }, files: ["/pick.js"] });
    const page = (await engine()).open(html, url);
    const session = new Session(browser.tabs.connect(tab.id, { name: PORT, frameId: 0 }), page, { reach, on });
    session.#port.postMessage({ begin: { outline: page.outline(), fields } });
    await session.begun;
    return session;
  }

  constructor(port, page, { reach, on }) {
    this.#port = port;
    this.#page = page;
    this.url = page.url;
    this.begun = new Promise((resolve, reject) => Object.assign(this, { begin: resolve, fail: reject }));
    for (const command of COMMANDS) this.picker[command] = (...args) => port.postMessage({ command, args });
    port.onMessage.addListener((message) => {
      if (message.state) {
        this.picker.state = message.state;
        this.begin();
        on.state(message.state);
      }
      if (message.ask) this.#answer(message.ask, reach);
      if (message.picked) this.#waiting?.(message.picked);
      if (message.failed) this.fail(new Error(message.failed));
      if (message.left) on.ended();
    });
    port.onDisconnect.addListener(() => {
      this.#page.close();
      on.ended();
    });
  }

  /** The page as the engine holds it. */
  get page() {
    return this.#page;
  }

  /** What was picked so far, as the engine learns it. */
  async picked() {
    const fields = await new Promise((resolve) => {
      this.#waiting = resolve;
      this.#port.postMessage({ wants: "picked" });
    });
    return fields.flatMap(({ name, samples, excluded, threshold }) => [
      { field: name, nodes: samples, threshold: threshold ?? undefined },
      ...(excluded.length ? [{ field: name, nodes: excluded, excluded: true }] : []),
    ]);
  }

  /** Shows only these fields on the page, or all of it again. */
  only(fields) {
    this.#port.postMessage({ only: { nodes: fields.flatMap((field) => field.nodes), leftOut: fields.flatMap((field) => field.left_out) } });
  }

  all() {
    this.#port.postMessage({ all: true });
  }

  end() {
    this.#port.disconnect();
    this.#page.close();
  }

  #answer({ number, reach: asked }, reach) {
    const answer = { number };
    try {
      answer.reach = reach(this.#page, asked);
    } catch (error) {
      answer.error = error.message;
    }
    this.#port.postMessage({ answer });
  }
}
