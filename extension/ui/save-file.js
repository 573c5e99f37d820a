// Giving a file to the person: as a download, or opened in a tab of its own.
import { browser } from "../shared/browser.js";
import { element } from "../../front/dom.js";

export function saveFile(name, content, type) {
  const source = URL.createObjectURL(new Blob([content], { type }));
  const link = element("a", [], { href: source, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(source), 60_000);
}

/** Opens a document for reading in a tab. */
export async function openDocument(text) {
  const key = `reader-${crypto.randomUUID()}`;
  await browser.storage.session.set({ [key]: text });
  // Not `runtime.getURL`: what pages may frame has a secret address in Chromium, which no tab can open.
  await browser.tabs.create({ url: new URL(`/ui/reader.html#${key}`, location.href).href });
}
