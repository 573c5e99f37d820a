// The small site that comes with the project, and what the program says about it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const ROOT = new URL("../../../../", import.meta.url);
const SITE = new URL("samples/harbour.example/", ROOT);

export const FILTER = readFileSync(new URL("samples/filters/gazette.toml", ROOT), "utf8");

/** A page of the sample site. */
export const page = (path) => readFileSync(new URL(path, SITE), "utf8");
export const address = (path) => `http://harbour.example/${path}`;

/** Loads pages of the sample site by their addresses. */
export async function load(url) {
  const path = new URL(url).pathname.slice(1);
  return { html: page(path === "" || path.endsWith("/") ? `${path}index.html` : path), url };
}

/** Why the program's answers cannot be had; `false` when they can. */
export const skip = process.env.TAMIS_PROGRAM ? false : "TAMIS_PROGRAM names no tamis to compare with";

/** What the program prints. */
export function tamis(...args) {
  return execFileSync(process.env.TAMIS_PROGRAM, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
