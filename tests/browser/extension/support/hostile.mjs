// The sample page under a style sheet that is as bad as can be.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HOSTILE } from "./site.mjs";

const STORM = fileURLToPath(new URL("../../../../samples/harbour.example/news/storm.html", import.meta.url));

export const hostilePage = readFileSync(STORM, "utf8").replace("</head>", `<base href="/news/"><style>${HOSTILE}</style></head>`);
