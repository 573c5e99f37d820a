"""The second look: what the first one says of the blocks around. `content/second.rs` in Python."""
import numpy as np

MOST = 7.          # log-odds are cut off here
NO_NEIGHBOUR = -9.
WORTH = -4.        # blocks of lower log-odds are not looked at again
WINDOWS = (3, 8)   # blocks on either side
LEVELS = 6         # elements up
PRIOR = .3         # a word's worth of doubt where an element holds nothing else
OWN = ("own.words", "own.link_density", "tag.own", "heading.title_distance", "tag.comment_distance")
NAMES = ("second.own", "second.before", "second.after", *(f"second.near{k}" for k in WINDOWS),
         *(f"second.around{k}" for k in range(LEVELS)), "second.look", "second.look_odds", "second.look_count",
         "second.section", "second.heading", "second.page_share", "second.page_most", "second.page_sure",
         *(f"second.{name}" for name in OWN))


def odds(p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return np.clip(np.log(p / (1 - p)), -MOST, MOST)


class Second:
    """Rows for the second look at all blocks of a dump, given their probabilities; zero where those are not known."""

    def __init__(self, dump, words):
        self.dump, self.words = dump, words
        d, m = dump, len(dump.element_parent)
        self.all_words = self._up(np.bincount(d.block_element, weights=words, minlength=m))
        blocks = self._up(np.bincount(d.block_element, minlength=m).astype(float))
        self.up = np.arange(m)
        for level in d.levels[1:]:
            parent = d.element_parent[level]
            self.up[level] = np.where(blocks[parent] == blocks[level], self.up[parent], parent)

    def _up(self, of_element):
        """What all elements below add up to."""
        d = self.dump
        for level in reversed(d.levels[1:]):
            np.add.at(of_element, d.element_parent[level], of_element[level])
        return of_element

    def rows(self, p):
        d, words = self.dump, self.words
        n, page = len(p), d.page_of_block
        p = np.where(np.isnan(p), 0., p)
        s, right, at = odds(p), p * words, np.arange(n)
        start, end = d.block_start[page], d.block_end[page]
        beside = lambda j: np.where((j >= start) & (j < end), s[np.clip(j, 0, n - 1)], NO_NEIGHBOUR)
        columns = [s, beside(at - 1), beside(at + 1)]
        rights, all_words = np.r_[0, np.cumsum(right)], np.r_[0, np.cumsum(words)]
        for k in WINDOWS:
            first, last = np.maximum(at - k, start), np.minimum(at + k + 1, end)
            columns.append((rights[last] - rights[first]) / np.maximum(all_words[last] - all_words[first], .5))
        below = self._up(np.bincount(d.block_element, weights=right, minlength=len(d.element_parent)))
        element = d.block_element
        for _ in range(LEVELS):
            columns.append((below[element] - right + PRIOR) / (np.maximum(self.all_words[element] - words, 0) + 1))
            element = self.up[element]
        groups = lambda key: np.unique(page.astype(np.int64) << 32 | key, return_inverse=True)[1]
        share = lambda g: (np.bincount(g, weights=right) / np.maximum(np.bincount(g, weights=words), .5))[g]
        look = groups(d.block_look)
        count = np.bincount(look)
        columns += [share(look), (np.bincount(look, weights=s) / count)[look], count[look]]
        heading = d.block_heading.astype(np.int64)
        columns += [share(groups(heading + 1)), np.where(heading >= 0, s[np.maximum(heading, 0)], NO_NEIGHBOUR)]
        most = np.zeros(len(d.pages))
        np.maximum.at(most, page, p)
        sure = np.bincount(page, weights=words * np.abs(p - .5)) / np.maximum(np.bincount(page, weights=words), .5)
        columns += [share(page), most[page], sure[page], *(d.column(name) for name in OWN)]
        return np.stack(columns, 1).astype(np.float32)
