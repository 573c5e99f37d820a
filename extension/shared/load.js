// Loading other pages. Those of the page's own origin are asked for in its name, as if a link had been
// clicked; others only where the person has allowed their host.
import { tell } from "./tab.js";

/** Pages larger than this are not read; the largest of 1,497 real pages has 5.1 MB. */
const MAX_BYTES = 16 << 20;

/** As much of a robots.txt is read as RFC 9309, section 2.5, asks for. */
const MAX_ROBOTS = 500 << 10;

/** Milliseconds that a host may take. */
const PATIENCE = 20_000;

/** A function that loads pages for one that is open in a tab. */
export function loaderFor(tabId, origin) {
  return (url) => (new URL(url).origin === origin ? tell(tabId, "load", { url }) : load(url));
}

/** A function that loads the robots.txt of hosts, likewise. */
export function robotsLoaderFor(tabId, origin) {
  return (url) => (new URL(url).origin === origin ? tell(tabId, "robots", { url }) : loadRobots(url));
}

/** Loads a robots.txt: `{status, text}`. Also runs in pages. */
export async function loadRobots(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  return { status: answer.status, text: answer.ok ? (await answer.text()).slice(0, MAX_ROBOTS) : "" };
}

/** Loads a page: `{html, url}`, where `url` is where it was found. Also runs in pages. */
export async function load(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), headers: { accept: "text/html,application/xhtml+xml" } });
  if (!answer.ok) throw new Error(`the host answered ${answer.status}`);
  const kind = answer.headers.get("content-type") ?? "text/html";
  if (!/html|xml/.test(kind)) throw new Error(`it is ${kind.split(";")[0]}, not a page`);
  return { html: decode(await answer.arrayBuffer(), kind), url: answer.url };
}

/**
 * A page's text: by the charset that the host names, else the page, else UTF-8, else what old pages were written in.
 * The bytes are only handed on: in Firefox a script in a page may not look into what its page fetched.
 */
function decode(bytes, kind) {
  const raw = new TextDecoder("latin1").decode(bytes);
  if (raw.length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES >> 20} MB`);
  const named = [/charset=["']?([\w-]+)/i.exec(kind)?.[1], /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(raw.slice(0, 1024))?.[1], "utf-8"];
  for (const charset of named.filter(Boolean)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Another may fit.
    }
  }
  return raw;
}
