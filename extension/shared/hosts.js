// Which hosts may be asked for pages. The page that is open may always be; others are for the person to allow,
// when something needs them and not before.
import { browser } from "./browser.js";

/** The pattern of all pages of an address's host. */
export const patternOf = (url) => `${new URL(url).protocol}//${new URL(url).hostname}/*`;

export function mayAsk(urls) {
  return browser.permissions.contains({ origins: [...new Set(urls.map(patternOf))] });
}

/** Asks the person. Must be called from a click. */
export function askFor(urls) {
  return browser.permissions.request({ origins: [...new Set(urls.map(patternOf))] });
}
