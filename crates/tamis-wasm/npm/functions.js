// What an engine does, as functions that can be imported one by one.
const NAMES = [
  "content", "menu", "template", "explain", "read", "open", "bind",
  "applyFilter", "readFilter", "filterFits", "exportFilter", "importSiteFile", "urlKey", "isSameSite",
];

export function functionsOf(engine) {
  return Object.fromEntries(NAMES.map((name) => [name, engine[name].bind(engine)]));
}
