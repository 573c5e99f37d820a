"""The lexicon: log-odds of words from the shares that domains give them, and the features made of it.

A domain's own pages are scored without it, so that the model learns how far to trust words of sites it never saw.
The features are the ones of `content/features/lexical.rs`, in its order."""
import numpy as np

PRIOR = 2.        # strength of the prior, in domains
DOMAINS = 4       # words of fewer domains are left out
CLASS_WORDS = 4000   # most words of each table: more bring less than .001 and cost the cache
TEXT_ENTRIES = 5000
STEP = 1 / 24     # scores are stored in these steps, in a signed byte


class Words:
    """Occurrences of words in items (elements, blocks), each item with a label and a weight."""

    def __init__(self, lists, domain_of_item, label, weight, most):
        self.lists, self.most = lists, most
        self.vocabulary, self.word = np.unique(lists.items, return_inverse=True)
        domain = domain_of_item[lists.owner].astype(np.int64)
        self.pairs, self.pair = np.unique(domain * len(self.vocabulary) + self.word, return_inverse=True)
        self.pair_domain, self.pair_word = np.divmod(self.pairs, max(1, len(self.vocabulary)))
        weight = weight[lists.owner]
        total = np.bincount(self.pair, weights=weight, minlength=len(self.pairs))
        good = np.bincount(self.pair, weights=weight * label[lists.owner], minlength=len(self.pairs))
        self.seen = total > 0
        self.share = np.where(self.seen, good / np.maximum(total, 1e-9), 0)

    def fit(self, training_domain):
        """Sums over the domains for which `training_domain` is true."""
        use = self.seen & training_domain[self.pair_domain]
        n = len(self.vocabulary)
        s = np.bincount(self.pair_word[use], weights=self.share[use], minlength=n)
        count = np.bincount(self.pair_word[use], minlength=n).astype(float)
        known = count >= DOMAINS
        prior = s[known].sum() / max(1, count[known].sum())
        # What a word tells: how far it leans, the surer the more domains have it.
        telling = np.where(known, np.abs(odds(s, count, prior)) * np.sqrt(count), 0)
        known &= telling >= np.partition(telling, -self.most)[-self.most] if n > self.most else known
        return dict(s=s, n=count, known=known, prior=prior, use=use)

    def scores(self, fit):
        """The score of every word, nothing left out."""
        return quantise(odds(fit["s"], fit["n"], fit["prior"]))

    def occurrence_scores(self, fit):
        """The score at every occurrence, its own domain left out; NaN where the word is not known."""
        own = fit["use"]
        word = self.pair_word
        s = fit["s"][word] - np.where(own, self.share, 0)
        n = fit["n"][word] - own
        score = np.where(fit["known"][word], quantise(odds(s, n, fit["prior"])), np.nan)
        return score[self.pair]


def odds(s, n, prior):
    log = np.log((s + PRIOR * prior) / (np.maximum(n - s, 0) + PRIOR * (1 - prior)))
    return log - np.log(prior / (1 - prior))


def quantise(score):
    return np.clip(np.round(score / STEP), -127, 127) * STEP


def spread(score, lists):
    """Mean, least and greatest score of each list; zero where it has none."""
    n = len(lists.lens)
    ok = ~np.isnan(score)
    v, owner = score[ok], lists.owner[ok]
    count = np.bincount(owner, minlength=n)
    mean = np.bincount(owner, weights=v, minlength=n) / np.maximum(count, 1)
    low, high = np.full(n, np.inf), np.full(n, -np.inf)
    if len(v):
        starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]])
        low[owner[starts]] = np.minimum.reduceat(v, starts)
        high[owner[starts]] = np.maximum.reduceat(v, starts)
    none = count == 0
    low[none] = high[none] = 0
    return mean, low, high


def element_labels(dump, y, words):
    """Label share and weight of every element, from the blocks below it."""
    n = len(dump.element_parent)
    good = np.bincount(dump.block_element, weights=y * words, minlength=n)
    total = np.bincount(dump.block_element, weights=words, minlength=n)
    for level in reversed(dump.levels[1:]):
        np.add.at(good, dump.element_parent[level], good[level])
        np.add.at(total, dump.element_parent[level], total[level])
    return good / np.maximum(total, 1e-9), total


class Lexicon:
    def __init__(self, dump, y):
        self.dump = dump
        words = dump.column("own.words").astype(float)
        self.names, self.domain = np.unique(dump.domains, return_inverse=True)
        share, total = element_labels(dump, y, words)
        self.classes = Words(dump.classes, self.domain[dump.page_of_element], share, total, CLASS_WORDS)
        self.texts = Words(dump.texts, self.domain[dump.page_of_block], y, words, TEXT_ENTRIES)

    def fit(self, training_domain):
        return self.classes.fit(training_domain), self.texts.fit(training_domain)

    def features(self, fits):
        """Columns of all lexical features, in order."""
        d = self.dump
        class_fit, text_fit = fits
        mean, low, high = spread(self.classes.occurrence_scores(class_fit), d.classes)
        chain = self._chain(mean, low, high)
        e = d.block_element
        parent = d.element_parent[e]
        grand = d.element_parent[parent]
        columns = [mean[e], low[e], high[e], mean[parent], mean[grand], *(c[e] for c in chain)]
        tm, tl, th = spread(self.texts.occurrence_scores(text_fit), d.texts)
        h = d.block_heading
        under = lambda v: np.where(h >= 0, v[np.maximum(h, 0)], 0)
        last = d.block_end[d.page_of_block] - 1 == np.arange(len(tm))
        after = np.where(last, 0, np.r_[tm[1:], 0])
        columns += [tm, tl, th, under(tm), under(tl), after, self._outline(tm)]
        return np.stack(columns, 1).astype(np.float32)

    def _chain(self, mean, low, high):
        d = self.dump
        least, most, total = low.copy(), high.copy(), mean.copy()
        against, speaks_for, distance = np.minimum(low, 0), np.maximum(high, 0), np.zeros(len(mean))
        for level in d.levels[1:]:
            p = d.element_parent[level]
            total[level] += total[p]
            against[level] += against[p]
            speaks_for[level] += speaks_for[p]
            lower = least[p] < least[level]
            distance[level] = np.where(lower, distance[p] + 1, 0)
            least[level] = np.minimum(least[level], least[p])
            most[level] = np.maximum(most[level], most[p])
        return least, most, total, against, speaks_for, distance

    def _outline(self, value, steps=5):
        """The least value of the headings above a block, at most `steps` up from the nearest."""
        d = self.dump
        heads = np.flatnonzero(d.block_heading == np.arange(len(value)))
        best, count = value.copy(), np.zeros(len(value), int)
        # Outer headings stand before inner ones; rounds settle after as many as there are levels.
        todo = heads[d.heading_outer[heads] >= 0]
        level = np.zeros(len(value), int)
        for _ in range(6):
            level[todo] = level[d.heading_outer[todo]] + 1
        for depth in range(1, 7):
            at = todo[level[todo] == depth]
            outer = d.heading_outer[at]
            use = count[outer] < steps
            count[at] = np.where(use, count[outer] + 1, 0)
            best[at] = np.where(use, np.minimum(value[at], best[outer]), value[at])
        h = d.block_heading
        return np.where(h >= 0, best[np.maximum(h, 0)], 0)
