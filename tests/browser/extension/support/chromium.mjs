// Chromium over its debugging pipe: the one way in which extensions are loaded unpacked and their button is pressed.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumPath } from "../../support/browser.mjs";
import { until } from "./until.mjs";

const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--no-proxy-server", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--remote-debugging-pipe", "--enable-unsafe-extension-debugging", "--window-size=1200,800",
];

/** Milliseconds that the browser may take for anything. */
const PATIENCE = 60_000;

/** Starts Chromium with an extension. Gives `{name, id, open, extensionPage, popup, frame, close}`. */
export async function startChromium(folder, { flags = [] } = {}) {
  const profile = await mkdtemp(join(tmpdir(), "tamis-chromium-"));
  const child = spawn(chromiumPath(), [...FLAGS, ...flags, `--user-data-dir=${profile}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const send = pipe(child);
  const { id } = await send("Extensions.loadUnpacked", { path: folder });
  const targets = async () => (await send("Target.getTargets", { filter: [{}] })).targetInfos;
  const attach = async (targetId) => new ChromiumPage(send, targetId, (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId);
  const found = (wanted) => until(async () => (await targets()).find(wanted));

  return {
    name: "chromium",
    id,
    /** Opens a page in a tab of its own. */
    async open(url) {
      const { targetId } = await send("Target.createTarget", { url });
      const page = await attach(targetId);
      await page.loaded();
      return page;
    },
    /** A page of the extension. */
    async extensionPage(path) {
      return this.open(`chrome-extension://${id}/${path}`);
    },
    /** Presses the extension's button over a page; gives its popup. */
    async popup(page) {
      // A person presses the button over the tab in front; one that was just closed may still be that.
      await page.front();
      const { url } = (await targets()).find((target) => target.targetId === page.targetId);
      const tab = (await targets()).find((target) => target.type === "tab" && target.url === url);
      await send("Extensions.triggerAction", { id, targetId: tab.targetId });
      return attach((await found((target) => target.url.includes("/ui/popup.html"))).targetId);
    },
    /** A frame or panel of the extension, by its path. */
    async frame(path) {
      // One that is just being closed may be found first.
      return until(async () => {
        const target = (await targets()).find(({ url, type }) => type !== "tab" && url.includes(path));
        return target && attach(target.targetId);
      });
    },
    /** A page of the extension that it has opened itself. */
    async opened(path) {
      return this.frame(path);
    },
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      send("Browser.close").catch(() => {});
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A page, or a frame, that can be looked into. */
class ChromiumPage {
  #send;
  #session;

  constructor(send, targetId, session) {
    this.#send = send;
    this.targetId = targetId;
    this.#session = session;
  }

  /** Runs a function in the page, as if a person had clicked. */
  async run(deed, ...args) {
    const expression = `(${deed})(...${JSON.stringify(args)})`;
    const answer = await this.#send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true }, this.#session);
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
    return answer.result.value;
  }

  async loaded() {
    await until(() => this.run(() => location.href !== "about:blank" && document.readyState === "complete"));
  }

  async go(url) {
    await this.#send("Page.navigate", { url }, this.#session);
    await until(() => this.run((wanted) => location.href === wanted && document.readyState === "complete", url));
  }

  async click(selector, at = 0) {
    await until(() => this.run((css, index) => !!document.querySelectorAll(css)[index], selector, at));
    await this.run((css, index) => document.querySelectorAll(css)[index].click(), selector, at);
  }

  /** Puts the tab in front: others are not drawn. */
  async front() {
    await this.#send("Page.bringToFront", {}, this.#session);
  }

  async shot() {
    return Buffer.from((await this.#send("Page.captureScreenshot", { format: "png" }, this.#session)).data, "base64");
  }

  async size(width, height, scheme = "light") {
    await this.#send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: false }, this.#session);
    await this.#send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] }, this.#session);
  }

  async close() {
    await this.#send("Target.closeTarget", { targetId: this.targetId }).catch(() => {});
  }
}

/** Messages over the pipe are JSON, each followed by a NUL. */
function pipe(child) {
  let last = 0;
  let rest = Buffer.alloc(0);
  const waiting = new Map();
  child.stdio[4].on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else resolve?.(message.result);
    }
  });
  child.once("exit", () => waiting.forEach(({ reject }) => reject(new Error("the browser ended"))));
  return (method, params = {}, sessionId) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    setTimeout(() => reject(new Error(`${method} was not answered`)), PATIENCE).unref();
    child.stdio[3].write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
  });
}
