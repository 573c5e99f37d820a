// Precision, recall and F1 of two sets, as `tamis eval` takes them.

/** Of counts: what is right, what was found, what is both. Nothing found where nothing is to be found is perfect. */
export function scoreOf(gold, found) {
  const both = [...found].filter((one) => gold.has(one)).length;
  const part = (whole, other) => (whole ? both / whole : other ? 0 : 1);
  const [precision, recall] = [part(found.size, gold.size), part(gold.size, found.size)];
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  return { precision, recall, f1 };
}

/** Those of some paths that are one of the roots or stand below one. */
export function below(paths, roots) {
  const set = new Set(roots);
  const isBelow = (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) if (set.has(path.slice(0, end))) return true;
    return false;
  };
  return new Set(paths.filter(isBelow));
}

export const minus = (all, some) => new Set([...all].filter((one) => !some.has(one)));
