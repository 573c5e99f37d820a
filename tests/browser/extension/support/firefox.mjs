// Firefox over Marionette, its own remote protocol: the one that installs extensions for a run and sees their pages.
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { until } from "./until.mjs";

const PREFERENCES = {
  "marionette.port": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "extensions.autoDisableScopes": 0,
  "network.proxy.type": 0,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "services.settings.server": "data:,",
};

/** Where Firefox is; `TAMIS_FIREFOX` names another. */
export function firefoxPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = process.env.TAMIS_FIREFOX ? [process.env.TAMIS_FIREFOX] : folders.flatMap((folder) => [join(folder, "firefox-esr"), join(folder, "firefox")]);
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts Firefox with an extension. Gives `{name, id, open, extensionPage, frame, close}`. */
export async function startFirefox(folder) {
  const profile = await mkdtemp(join(tmpdir(), "tamis-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  await writeFile(join(profile, "user.js"), `${lines.join("\n")}\n`);
  const child = spawn(firefoxPath(), ["--headless", "--marionette", "--no-remote", "--remote-allow-system-access", "--profile", profile], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1", MOZ_HEADLESS_WIDTH: "1200", MOZ_HEADLESS_HEIGHT: "800" },
  });
  const port = await until(() => Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8")), 60_000);
  const send = await marionette(port);
  await send("WebDriver:NewSession", { capabilities: {} });
  await send("WebDriver:SetTimeouts", { script: 60_000 });
  const { value: addon } = await send("Addon:Install", { path: folder, temporary: true });
  const host = await inBrowser(send, `return WebExtensionPolicy.getByID(arguments[0]).mozExtensionHostname`, [addon]);
  // One thing at a time: the protocol has one window in focus.
  let turn = Promise.resolve();
  const inTurn = (deed) => (turn = turn.then(deed, deed));

  return {
    name: "firefox",
    id: host,
    async open(url) {
      return inTurn(async () => {
        const { handle } = await send("WebDriver:NewWindow", { type: "tab" });
        await send("WebDriver:SwitchToWindow", { handle });
        await send("WebDriver:Navigate", { url });
        return new FirefoxPage(send, inTurn, handle);
      });
    },
    async extensionPage(path) {
      return this.open(`moz-extension://${host}/${path}`);
    },
    /** A frame of the extension over a page. */
    async frame(_, page) {
      return page.overlay();
    },
    /** A page of the extension that it has opened itself. */
    async opened(path) {
      return until(() => inTurn(async () => {
        for (const handle of await send("WebDriver:GetWindowHandles")) {
          await send("WebDriver:SwitchToWindow", { handle });
          if ((await send("WebDriver:GetCurrentURL")).value.includes(path)) return new FirefoxPage(send, inTurn, handle);
        }
        return null;
      }));
    },
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
      await Promise.race([ended, new Promise((done) => setTimeout(done, 10_000))]);
      child.kill("SIGKILL");
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

class FirefoxPage {
  #send;
  #inTurn;
  #handle;
  /** Where inside the page: nowhere, or in the frame of the extension's overlay. */
  #isOverlay;

  constructor(send, inTurn, handle, isOverlay = false) {
    this.#send = send;
    this.#inTurn = inTurn;
    this.#handle = handle;
    this.#isOverlay = isOverlay;
  }

  async run(deed, ...args) {
    return this.#inTurn(() => this.#run(deed, args));
  }

  async go(url) {
    await this.#inTurn(async () => {
      await this.#enter();
      await this.#send("WebDriver:Navigate", { url });
    });
  }

  /** A click as a person's: the browser lets it ask for permissions. */
  async click(selector, at = 0) {
    const found = await until(() => this.#inTurn(async () => {
      await this.#enter();
      return (await this.#send("WebDriver:FindElements", { using: "css selector", value: selector }))[at];
    }));
    await this.#inTurn(async () => {
      await this.#enter();
      await this.#send("WebDriver:ElementClick", { id: Object.values(found)[0] });
    });
  }

  /** The tab that is looked at is in front already. */
  async front() {}

  overlay() {
    return until(() => this.#inTurn(async () => {
      const inside = new FirefoxPage(this.#send, this.#inTurn, this.#handle, true);
      await inside.#enter();
      return inside;
    }));
  }

  async shot() {
    return this.#inTurn(async () => {
      await this.#enter();
      return Buffer.from((await this.#send("WebDriver:TakeScreenshot", { full: false })).value, "base64");
    });
  }

  async close() {
    await this.#inTurn(async () => {
      await this.#enter();
      const left = await this.#send("WebDriver:CloseWindow");
      await this.#send("WebDriver:SwitchToWindow", { handle: left[0] });
    });
  }

  async #run(deed, args) {
    await this.#enter();
    const script = `const [done, args] = [arguments[1], JSON.parse(arguments[0])]; Promise.resolve().then(() => (${deed})(...args)).then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
    const { value } = await this.#send("WebDriver:ExecuteAsyncScript", { script, args: [JSON.stringify(args)], newSandbox: false });
    if (value.error) throw new Error(value.error);
    return value.value;
  }

  async #enter() {
    await this.#send("WebDriver:SwitchToWindow", { handle: this.#handle });
    if (!this.#isOverlay) return;
    const [id] = Object.values((await this.#send("WebDriver:FindElement", { using: "css selector", value: "tamis-overlay" })).value);
    const [shadowId] = Object.values((await this.#send("WebDriver:GetShadowRoot", { id })).value);
    const { value: frame } = await this.#send("WebDriver:FindElementFromShadowRoot", { shadowRoot: shadowId, using: "css selector", value: "iframe" });
    await this.#send("WebDriver:SwitchToFrame", { id: Object.values(frame)[0], element: Object.values(frame)[0] });
  }
}

/** Runs a script in the browser itself, not in a page. */
async function inBrowser(send, script, args) {
  await send("Marionette:SetContext", { value: "chrome" });
  const { value } = await send("WebDriver:ExecuteScript", { script, args });
  await send("Marionette:SetContext", { value: "content" });
  return value;
}

/** Messages are JSON, each behind its length and a colon. */
async function marionette(port) {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map();
  let [last, rest] = [0, Buffer.alloc(0)];
  await new Promise((greeted) => socket.on("data", (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const colon = rest.indexOf(":");
      const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || rest.length < end) return;
      const message = JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
      if (!Array.isArray(message)) greeted();
      else settle(waiting, message);
    }
  }));
  return (command, parameters = {}) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    const text = JSON.stringify([0, last, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
}

function settle(waiting, [, id, error, result]) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error) reject(new Error(`${error.error}: ${error.message}`));
  else resolve(result);
}
