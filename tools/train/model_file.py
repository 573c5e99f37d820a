"""Writes a model as `content/model.rs` reads it."""
import struct

import numpy as np

MAGIC = b"tamis-m4"


def features_hash(names):
    h = 0x811c9dc5
    for byte in b"".join(n.encode() + b"\0" for n in names):
        h = ((h ^ byte) * 0x01000193) & 0xffffffff
    return h


def table(words, fit):
    """The known words of a lexicon with their scores."""
    known = np.flatnonzero(fit["known"])
    score = np.round(words.scores(fit)[known] * 24).astype(np.int8)
    hashes = words.vocabulary[known].astype("<u4")
    keep = hashes != 0
    return struct.pack("<I", keep.sum()) + hashes[keep].tobytes() + score[keep].tobytes()


def below(threshold):
    """The largest 32-bit number that is not above: the comparison with 32-bit features stays the same."""
    t = np.float32(threshold)
    return t if float(t) <= threshold else np.nextafter(t, np.float32(-np.inf))


# What a leaf has in place of a feature.
LEAF = 0xff


def tree(structure, columns):
    """Nodes in the order of a walk, so that none need say what is below it."""
    nodes = []

    def add(node):
        if "leaf_value" in node:
            nodes.append((LEAF, np.float32(node["leaf_value"])))
            return
        assert node["decision_type"] == "<="
        nodes.append((columns[node["split_feature"]], below(node["threshold"])))
        add(node["left_child"])
        add(node["right_child"])

    add(structure)
    assert len(nodes) < 64, "a tree has room for 32 leaves"
    return b"".join(struct.pack("<Bf", *n) for n in nodes)


def scaled(structure, factor):
    """A tree with its leaves multiplied."""
    if "leaf_value" in structure:
        return dict(structure, leaf_value=structure["leaf_value"] * factor)
    return dict(structure, left_child=scaled(structure["left_child"], factor), right_child=scaled(structure["right_child"], factor))


def forest(trees, columns, stages=(), base=0.):
    """`columns`: for each feature of the booster its place in a row. `stages`: see `stages.py`."""
    out = struct.pack("<fI", base, len(stages)) + b"".join(struct.pack("<Iffff", *stage) for stage in stages)
    return out + struct.pack("<I", len(trees)) + b"".join(tree(t, columns) for t in trees)


def trees_of(booster, cls=0, classes=1):
    return [t["tree_structure"] for t in booster.dump_model()["tree_info"][cls::classes]]
