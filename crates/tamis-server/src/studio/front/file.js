// Files of HTML that a person drops or chooses.

/** A file's text: by the charset it declares, else UTF-8, else what old pages were written in. */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 1024));
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  for (const charset of [declared, "utf-8"].filter(Boolean)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Another may fit.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
