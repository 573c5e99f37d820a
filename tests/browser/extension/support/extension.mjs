// The extension as it was built, in a browser that has been told to let it look at the site on this machine.
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "../../support/browser.mjs";
import { startChromium } from "./chromium.mjs";
import { firefoxPath, startFirefox } from "./firefox.mjs";
import { until } from "./until.mjs";

const DIST = fileURLToPath(new URL("../../../../extension/dist/", import.meta.url));

const BROWSERS = {
  chromium: { path: chromiumPath, start: startChromium },
  firefox: { path: firefoxPath, start: startFirefox },
};

/** The browsers that the tests want, each with why it cannot be had; `false` when it can. */
export const browsers = Object.entries(BROWSERS).map(([name, { path }]) => ({
  name,
  skip:
    (!process.env.TAMIS_PROGRAM && "TAMIS_PROGRAM does not say where the program is") ||
    (!existsSync(join(DIST, name, "manifest.json")) && "the extension is not built: node extension/build.mjs") ||
    (!path() && `there is no ${name} to look with`) ||
    false,
}));

/**
 * Starts a browser with the extension. Hosts that a person would be asked for are allowed beforehand, unless
 * `isAllowed` is false: a dialog of the browser cannot be answered from here.
 */
export async function startWith(name, { isAllowed = true, ...options } = {}) {
  const folder = await mkdtemp(join(tmpdir(), `tamis-extension-`));
  await cp(join(DIST, name), folder, { recursive: true });
  if (isAllowed) {
    const path = join(folder, "manifest.json");
    const manifest = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...manifest, host_permissions: ["http://127.0.0.1/*", "http://localhost/*"] }));
  }
  const started = await BROWSERS[name].start(folder, options);
  return {
    ...started,
    /** The panel for a page, in a tab of its own. */
    async panel(page, view) {
      const number = await tabOf(started, await page.run(() => location.href));
      const panel = await started.extensionPage(`ui/panel.html?tab=${number}`);
      await until(() => panel.run(() => document.body.dataset.ready));
      await panel.click(`[role=tab][data-view="${view}"]`);
      return panel;
    },
    /** Has something done on a page, as its shortcut would. */
    async deed(page, deed, asked = {}) {
      const number = await tabOf(started, await page.run(() => location.href));
      const worker = await started.extensionPage("ui/reader.html");
      const answer = await worker.run((message) => (globalThis.browser ?? chrome).runtime.sendMessage(message), { deed, tabId: number, ...asked });
      await worker.close();
      if (answer.error) throw new Error(answer.error);
      return answer.done;
    },
    async close() {
      await started.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The number that the browser gives to a tab. */
async function tabOf(started, url) {
  const page = await started.extensionPage("ui/reader.html");
  const tabs = await page.run(async () => (await (globalThis.browser ?? chrome).tabs.query({})).map(({ id, url }) => ({ id, url })));
  await page.close();
  return tabs.find((tab) => tab.url === url).id;
}
