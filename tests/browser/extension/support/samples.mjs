// The pages of the sample site as they lie on disk.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const sample = (path) => readFileSync(fileURLToPath(new URL(`../../../../samples/${path}`, import.meta.url)), "utf8");
