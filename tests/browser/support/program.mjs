// The program itself, as cargo built it: `TAMIS_PROGRAM` says where.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromiumPath } from "./browser.mjs";

const program = process.env.TAMIS_PROGRAM;

/** Why no test can run here; `false` when all can. For `test(name, { skip }, …)`. */
export const skip =
  (!program && "TAMIS_PROGRAM does not say where the program is") || (!chromiumPath() && "there is no chromium to look with") || false;

/**
 * Starts a studio on a free port, with folders of its own that go when it stops. Gives
 * `{link, address, token, folder, filters, stop()}`.
 */
export async function startStudio({ args = ["--allow-private"] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tamis-studio-"));
  const filters = join(folder, "filters");
  const child = spawn(program, ["serve", "--data", join(folder, "data"), ...args], {
    env: { ...process.env, TAMIS_FILTERS: filters },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const link = await firstLine(child);
  const url = new URL(link);
  return {
    link,
    address: url.origin,
    token: url.searchParams.get("token"),
    folder,
    filters,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function firstLine(child) {
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("the program ended without a word");
}
