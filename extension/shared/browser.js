// The browser's interface to extensions, under the name that each browser has for it; all of it gives promises.
export const browser = globalThis.browser ?? globalThis.chrome;

/** What a promise was rejected with, as words for a person. */
export const wordsOf = (error) => String(error?.message ?? error);
