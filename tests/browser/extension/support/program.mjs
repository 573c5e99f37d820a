// What the program says of the same pages.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** What it prints, run at the top of the project. */
export async function tamis(...args) {
  const { stdout } = await promisify(execFile)(process.env.TAMIS_PROGRAM, args, { cwd: ROOT, maxBuffer: 1 << 28 });
  return stdout;
}

/** Does something with a filter as a file. */
export async function withFilter(saved, use) {
  const folder = await mkdtemp(join(tmpdir(), "tamis-filter-"));
  try {
    await writeFile(join(folder, "filter.toml"), saved);
    return await use(join(folder, "filter.toml"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What it prints about a page that lies nowhere near its siblings. */
export async function tamisAlone(html, url, verb, ...args) {
  const folder = await mkdtemp(join(tmpdir(), "tamis-page-"));
  try {
    const file = join(folder, "page.html");
    await writeFile(file, html);
    return await tamis(verb, file, "--base", url, ...args);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
