// The reader's frame: the document in a frame of its own in which nothing runs, and a bar above it.
import { browser } from "../shared/browser.js";

const key = location.hash.slice(1);
const frame = document.getElementById("document");
const chosen = { columns: false, size: 100, ...(await browser.storage.local.get("reader")).reader };
// A frame in somebody else's page may not do all that the extension may: what it needs comes from the background.
const held = await browser.runtime.sendMessage({ tamis: "held", key });

frame.addEventListener("load", () => {
  apply();
  frame.contentDocument.addEventListener("keydown", onKey);
  for (const link of frame.contentDocument.querySelectorAll("a[href^=http]")) link.target = "_blank";
  document.body.dataset.ready = "yes";
});
frame.srcdoc = held ?? "<p>The article is gone; open the reader again.";

function apply() {
  document.getElementById("columns").checked = chosen.columns;
  frame.contentDocument.body.classList.toggle("columns", chosen.columns);
  frame.contentDocument.documentElement.style.fontSize = `${chosen.size}%`;
  browser.storage.local.set({ reader: chosen });
}

function resize(by) {
  chosen.size = Math.min(200, Math.max(60, chosen.size + by));
  apply();
}

async function close() {
  await browser.runtime.sendMessage({ tamis: "close-reader" });
}

function onKey(event) {
  if (event.key === "Escape") close();
}

document.getElementById("columns").addEventListener("change", (event) => {
  chosen.columns = event.target.checked;
  apply();
});
document.getElementById("smaller").addEventListener("click", () => resize(-10));
document.getElementById("larger").addEventListener("click", () => resize(10));
document.getElementById("print").addEventListener("click", () => frame.contentWindow.print());
document.getElementById("close").addEventListener("click", close);
document.addEventListener("keydown", onKey);
