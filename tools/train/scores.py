"""The two scores: words as a bag (WCXB), words in order (streams)."""
import numpy as np
from rapidfuzz.distance import LCSseq


def prf(overlap, found, gold):
    if found == 0 or gold == 0:
        return (1., 1., 1.) if found == gold else (0., 0., 0.)
    p, r = overlap / found, overlap / gold
    return p, r, 2 * p * r / (p + r) if overlap else 0.


class Scorer:
    def __init__(self, dump):
        self.dump = dump
        self.pages = {}

    def _page(self, page):
        """Words as small numbers: ids, the block of each, gold ids."""
        if page not in self.pages:
            d, span = self.dump, self.dump.blocks_of(page)
            words = d.words.items[d.words.starts[span.start]:d.words.ends[span.stop - 1]] if span.stop > span.start else d.gold[:0]
            both, ids = np.unique(np.concatenate([words, d.gold_of(page)]), return_inverse=True)
            ids = ids.astype(np.int32)
            owner = d.words.owner[d.words.starts[span.start]:d.words.ends[span.stop - 1]] - span.start if len(words) else ids[:0]
            gold = ids[len(words):]
            self.pages[page] = ids[:len(words)], owner, gold, np.bincount(gold, minlength=len(both))
        return self.pages[page]

    def bag(self, page, taken):
        ids, owner, gold, counts = self._page(page)
        kept = ids[taken[owner]] if len(ids) else ids
        overlap = np.minimum(np.bincount(kept, minlength=len(counts)), counts).sum() if len(kept) else 0
        return prf(int(overlap), len(kept), len(gold))

    def order(self, page, taken):
        ids, owner, gold, _ = self._page(page)
        kept = ids[taken[owner]] if len(ids) else ids
        overlap = LCSseq.similarity(kept.tolist(), gold.tolist()) if len(kept) and len(gold) else 0
        return prf(overlap, len(kept), len(gold))

    def score(self, page, taken):
        return (self.bag if self.dump.sets[page] == "wcxb" else self.order)(page, taken)


def report(dump, rows, label=""):
    """`rows`: page -> (P, R, F1). Prints means: WCXB over pages and by kind, streams over domains."""
    out = [f"{label:24s}"]
    wcxb = [p for p in rows if dump.sets[p] == "wcxb"]
    if wcxb:
        a = np.array([rows[p] for p in wcxb])
        out.append(f"F1 {a[:, 2].mean():.4f} P {a[:, 0].mean():.4f} R {a[:, 1].mean():.4f} |")
        kinds = dump.groups[wcxb]
        out += [f"{k[:4]} {a[kinds == k][:, 2].mean():.3f}" for k in sorted(set(kinds))]
    streams = [p for p in rows if dump.sets[p] == "streams"]
    if streams:
        a, domains = np.array([rows[p] for p in streams]), dump.groups[streams]
        means = np.array([a[domains == d].mean(0) for d in sorted(set(domains))])
        out.append(f"| streams F1 {means[:, 2].mean():.4f} P {means[:, 0].mean():.4f} R {means[:, 1].mean():.4f}")
    print(" ".join(out), flush=True)
