// A `tamis serve` that is running on this machine: its filters, and what only the program can make.
import { browser, wordsOf } from "./browser.js";

/** What is known of it: `{address, token}`, or `null`. */
export async function known() {
  return (await browser.storage.local.get("serve")).serve ?? null;
}

/** Takes the link that `tamis serve` prints. */
export async function remember(link) {
  const url = URL.parse?.(link) ?? safeUrl(link);
  const token = url?.searchParams.get("token");
  if (!token || !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
    throw new Error("That is no link of tamis serve; it looks like http://127.0.0.1:40123/?token=…");
  }
  await browser.storage.local.set({ serve: { address: url.origin, token } });
}

export async function forget() {
  await browser.storage.local.remove("serve");
}

function safeUrl(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Asks it for something; gives the answer. */
async function ask(path, { method = "GET", body } = {}) {
  const serve = await known();
  if (!serve) throw new Error("No tamis serve is known: paste its link under Filters.");
  let answer;
  try {
    answer = await fetch(serve.address + path, {
      method,
      headers: { authorization: `Bearer ${serve.token}`, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
      credentials: "omit",
    });
  } catch (error) {
    throw new Error(`tamis serve does not answer at ${serve.address}: ${wordsOf(error)}. Start it, and paste the link that it prints.`);
  }
  if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.error ?? `tamis serve answered ${answer.status}`);
  return answer;
}

/** The names of its filters. */
export async function filterNames() {
  const { filters } = await (await ask("/api/filters")).json();
  return filters.map((filter) => filter.name);
}

/** A filter in its saved form. */
export async function filterNamed(name) {
  return (await (await ask(`/api/filters/${encodeURIComponent(name)}`)).json()).filter;
}

export async function putFilter(name, filter) {
  await ask(`/api/filters/${encodeURIComponent(name)}`, { method: "PUT", body: { filter } });
}

/** Pages that the program makes a document of while it is waited for; more are a job. */
const MAX_WAITED_FOR = 10;

/** Pages as one document that the program makes, as a blob. It loads them itself. */
export async function makeDocument(urls, { format, title, filter }) {
  const body = { urls, format, title, filter, no_filters: !filter };
  if (urls.length <= MAX_WAITED_FOR) return (await ask("/api/read", { method: "POST", body })).blob();
  const { id } = await (await ask("/api/jobs", { method: "POST", body })).json();
  const path = `/api/jobs/${id}`;
  for (;;) {
    const { phase, why } = await (await ask(path)).json();
    if (phase === "finished") return (await ask(`${path}/document`)).blob();
    if (phase === "failed" || phase === "cancelled") throw new Error(why ?? "the program made no document");
    await new Promise((done) => setTimeout(done, 500));
  }
}
