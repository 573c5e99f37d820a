"""How much of a page to take, given its blocks' probabilities: `content/select.rs` in Python.

A page has a selection for each threshold; what is known of a selection is the row of `features`, and
the trainer learns from the folds' own probabilities which row scores how well."""
import numpy as np

THRESHOLDS = (.06, .09, .12, .16, .2, .25, .3, .36, .42, .5, .58, .66, .74, .82, .9)
EXPECTED = .6   # what the plain expected F1 counts beside the foretold regret (.3 to 2 score alike)
COPY_WORDS = 4  # later copies of texts from this many words on are dropped
UNSURE = .1     # probabilities this near to the threshold could fall on either side

PAGE = ("page.words", "page.blocks", "page.link_density", "page.good_share", "page.images", "page.p", "page.prices",
        "page.heaviest", "page.article_share", "page.mean_words", "page.repeat_share", "page.repeat_words", "page.repeat_links",
        "page.comment_share", "page.og_type", "page.data_article", "page.data_product", "page.data_list", "page.data_thread")
NAMES = ("select.threshold", "select.words", "select.word_share", "select.block_share", "select.precision", "select.recall",
         "select.f1", "select.behind", "select.expected_share", "select.unsure", "select.unsure_page", "select.good_share",
         "select.link_density", "select.runs", "select.span", "select.mean_words", "select.step") + PAGE


def expected(p, words, copy, least=.12, certain=.8):
    """The plain rule: the prefix by probability with the largest expected F1."""
    ok = ~(copy & (words >= COPY_WORDS))
    taken = np.zeros(len(p), bool)
    if not ok.any():
        return taken
    q, w = p[ok], words[ok]
    order = np.argsort(-q, kind="stable")
    a, b = np.cumsum((q * w)[order]), np.cumsum(w[order])
    best = int(np.argmax(2 * a / (b + a[-1])))
    taken[ok] = q >= min(max(q[order[best]], least), certain)
    return taken


def masks(p, words, copy):
    """One selection a threshold."""
    ok = ~(copy & (words >= COPY_WORDS))
    return [(p >= t) & ok for t in THRESHOLDS]


def features(p, words, links, good, copy, page):
    """A row a threshold. `page`: the page's own features, as many as `PAGE` names."""
    ok = ~(copy & (words >= COPY_WORDS))
    n = len(p)
    pw = p * words * ok
    total, every, all_good = pw.sum(), words.sum(), max(good.sum(), 1.)
    doubt = (words * p * (1 - p) * ok).sum() / max(every, 1.)
    rows = []
    for taken in masks(p, words, copy):
        t = THRESHOLDS[len(rows)]
        w, a = words[taken].sum(), pw[taken].sum()
        count = taken.sum()
        first = last = 0
        if count:
            at = np.flatnonzero(taken)
            first, last = at[0], at[-1]
        runs = (taken & ~np.r_[False, taken[:-1]]).sum()
        rows.append([t, w, w / max(every, 1.), count / n, a / max(w, 1.), a / max(total, 1.), 2 * a / max(w + total, 1.), 0.,
                     total / max(every, 1.), words[ok & (np.abs(p - t) < UNSURE)].sum() / max(every, 1.), doubt,
                     good[taken].sum() / all_good, links[taken].sum() / max(w, 1.), runs / max(count, 1), (last - first + 1) / n if count else 0.,
                     w / max(count, 1), 0., *page])
    rows = np.array(rows, np.float32)
    rows[:, NAMES.index("select.behind")] = rows[:, NAMES.index("select.f1")].max() - rows[:, NAMES.index("select.f1")]
    share = rows[:, NAMES.index("select.word_share")]
    rows[:, NAMES.index("select.step")] = np.r_[share[:-1] - share[1:], share[-1]]
    return rows
