"""What `train-features` wrote, as arrays over all pages at once."""
import json
import pathlib

import numpy as np


class Lists:
    """Lists of hashes: `items`, and for each item the list (`owner`) it is in."""

    def __init__(self, items, lens):
        self.items = items
        self.lens = lens.astype(np.int64)
        self.ends = np.cumsum(self.lens)
        self.starts = self.ends - self.lens
        self.owner = np.repeat(np.arange(len(lens)), self.lens)

    def __getitem__(self, at):
        return self.items[self.starts[at]:self.ends[at]]


class Dump:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        index = json.loads((folder / "index.json").read_text())
        self.folder = folder
        self.names = index["features"]
        self.pages = index["pages"]

        def read(name):
            return np.fromfile(folder / name, dtype={"u32": "<u4", "i32": "<i4", "f32": "<f4"}[name.rsplit(".", 1)[1]])

        def lists(name):
            return Lists(read(f"{name}.u32"), read(f"{name}.len.u32"))

        self.features = read("features.f32").reshape(-1, len(self.names))
        blocks = np.array([p["blocks"] for p in self.pages])
        elements = np.array([p["elements"] for p in self.pages])
        gold = np.array([p["gold"] for p in self.pages])
        self.block_end, self.element_end, self.gold_end = map(np.cumsum, (blocks, elements, gold))
        self.block_start, self.element_start = self.block_end - blocks, self.element_end - elements
        self.gold_start = self.gold_end - gold
        self.page_of_block = np.repeat(np.arange(len(blocks)), blocks)
        self.page_of_element = np.repeat(np.arange(len(blocks)), elements)
        # Numbers within a page become numbers over all pages.
        self.block_element = read("block_element.u32").astype(np.int64) + self.element_start[self.page_of_block]
        self.element_parent = read("element_parent.u32").astype(np.int64) + self.element_start[self.page_of_element]
        self.copy = read("block_copy.u32") > 0
        self.block_look = read("block_look.u32").astype(np.int64)
        offset = self.block_start[self.page_of_block]
        heading, outer = read("block_heading.i32"), read("heading_outer.i32")
        self.block_heading = np.where(heading >= 0, heading + offset, -1)
        self.heading_outer = np.where(outer >= 0, outer + offset, -1)
        self.words, self.texts, self.classes = map(lists, ("words", "texts", "classes"))
        self.gold = read("gold.u32")
        self.sets = np.array([p["set"] for p in self.pages])
        self.groups = np.array([p["group"] for p in self.pages])
        self.domains = np.array([p["domain"] if p["set"] == "wcxb" else p["group"] for p in self.pages])
        self.levels = self._levels()

    def column(self, name):
        return self.features[:, self.names.index(name)]

    def blocks_of(self, page):
        return slice(self.block_start[page], self.block_end[page])

    def gold_of(self, page):
        return self.gold[self.gold_start[page]:self.gold_end[page]]

    def _levels(self):
        """Elements by depth, outermost first: what a walk down the trees goes through."""
        n = len(self.element_parent)
        depth = np.zeros(n, np.int32)
        root = self.element_parent == np.arange(n)
        # Parents stand before their children, so depths settle after as many rounds as the deepest tree has levels.
        levels, known = [np.where(root)[0]], root.copy()
        order = np.argsort(self.element_parent, kind="stable")
        sorted_parent = self.element_parent[order]
        while len(levels[-1]):
            lo = np.searchsorted(sorted_parent, levels[-1], "left")
            hi = np.searchsorted(sorted_parent, levels[-1], "right")
            lens = hi - lo
            at = np.repeat(lo, lens) + np.arange(lens.sum()) - np.repeat(np.cumsum(lens) - lens, lens)
            children = order[at]
            children = children[~known[children]]
            known[children] = True
            depth[children] = len(levels)
            levels.append(children)
        return levels[:-1]
