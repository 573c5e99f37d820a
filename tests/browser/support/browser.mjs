// A real Chromium, as Debian has it.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The flags under which a browser reaches nobody by itself and runs in a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where Chromium is; `TAMIS_CHROMIUM` names another. */
export function chromiumPath() {
  const named = process.env.TAMIS_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = named ? [named] : folders.flatMap((folder) => [join(folder, "chromium"), join(folder, "chromium-browser")]);
  return places.find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function launch() {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
}
