"""How much of a page to take, given its blocks' probabilities: `content/select.rs` in Python.

The threshold is chosen by expected F1 under two views of how the blocks hang together, see `values`. What is known of the
selection made is the row of `features`, from which its F1 is foretold: the confidence."""
import numpy as np

LEVELS = 100       # thresholds tried: 1/LEVELS apart
LEAST = .12        # nothing below this probability is taken
INDEPENDENT = .3   # the weight of the view that blocks are right or wrong each for itself
UNSURE = .1        # probabilities this near to the threshold could fall on either side
TRAINED = (.12, .15, .2, .25, .3, .36, .42, .5, .58, .66, .74, .82, .9)  # selections that the confidence is learnt from

PAGE = ("page.words", "page.blocks", "page.link_density", "page.good_share", "page.images", "page.p", "page.prices",
        "page.heaviest", "page.article_share", "page.mean_words", "page.repeat_share", "page.repeat_words", "page.repeat_links",
        "page.comment_share", "page.og_type", "page.data_article", "page.data_product", "page.data_list", "page.data_thread")
NAMES = ("select.threshold", "select.words", "select.word_share", "select.block_share", "select.precision", "select.recall",
         "select.f1", "select.expected_share", "select.unsure", "select.unsure_page", "select.good_share",
         "select.link_density", "select.runs", "select.span", "select.mean_words") + PAGE


def values(p, words):
    """The worth of each threshold. If blocks were right or wrong each for itself, a selection's expected F1 would be
    2·right / (taken + all right). If they stood and fell together, the truth would be one of the selections itself,
    each level as likely as the next, and F1 that of two sets one inside the other. Pages are in between."""
    level = np.minimum((p * LEVELS).astype(int), LEVELS)
    w = np.bincount(level, weights=words, minlength=LEVELS + 1)
    right = np.bincount(level, weights=words * p, minlength=LEVELS + 1)
    w, right = w[::-1].cumsum()[::-1], right[::-1].cumsum()[::-1]
    alone = 2 * right / np.maximum(w + right[0], 1e-6)
    truth = w[1:]
    together = (2 * np.minimum(w[:, None], truth) / np.maximum(w[:, None] + truth, 1e-6)).mean(1)
    return INDEPENDENT * alone + (1 - INDEPENDENT) * together


def choose(p, words, copy):
    """The threshold to take."""
    ok = ~copy
    if not ok.any():
        return 1.
    value = values(p[ok], words[ok])
    first = int(LEAST * LEVELS)
    return (first + int(value[first:].argmax())) / LEVELS


def mask(p, copy, threshold):
    return (p >= threshold) & ~copy


def row(p, words, links, good, copy, page, t):
    """What is known of the selection at a threshold. `page`: the page's own features, as many as `PAGE` names."""
    ok, n = ~copy, len(p)
    taken = mask(p, copy, t)
    pw = p * words * ok
    total, every = pw.sum(), max(words.sum(), 1.)
    w, a, count = words[taken].sum(), pw[taken].sum(), taken.sum()
    at = np.flatnonzero(taken)
    span = at[-1] - at[0] + 1 if count else 0
    runs = (taken & ~np.r_[False, taken[:-1]]).sum()
    doubt = (words * p * (1 - p) * ok).sum()
    return [t, w, w / every, count / n, a / max(w, 1.), a / max(total, 1.), 2 * a / max(w + total, 1.), total / every,
            words[ok & (np.abs(p - t) < UNSURE)].sum() / every, doubt / every, good[taken].sum() / max(good.sum(), 1.),
            links[taken].sum() / max(w, 1.), runs / max(count, 1), span / n, w / max(count, 1), *page]
