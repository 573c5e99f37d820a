"""Writes a model as `content/model.rs` reads it."""
import struct

import numpy as np

MAGIC = b"tamis-m5"


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
    keep = np.flatnonzero(hashes != 0)
    keep = keep[np.argsort(hashes[keep], kind="stable")]
    steps = np.diff(hashes[keep].astype(np.int64), prepend=0)
    return struct.pack("<I", len(keep)) + score[keep].tobytes() + b"".join(step(int(s)) for s in steps)


def step(number):
    """Seven bits a byte, low ones first, the last byte below 128."""
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7f | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))


def below(threshold):
    """The largest 32-bit number that is not above: the comparison with 32-bit features stays the same."""
    t = np.float32(threshold)
    return t if float(t) <= threshold else np.nextafter(t, np.float32(-np.inf))


# Set in a split's first byte where what is on its left is a leaf, in its second for its right.
LEAF = 0x80


def tree(structure, columns, numbers):
    """Splits in the order of a walk, each a feature and the number of its threshold; a leaf is its value."""
    out = bytearray()

    def side(node):
        if "leaf_value" in node:
            out.extend(struct.pack("<f", node["leaf_value"]))
        else:
            split(node)

    def split(node):
        assert node["decision_type"] == "<="
        feature = columns[node["split_feature"]]
        number = numbers[feature][below(node["threshold"])]
        left, right = node["left_child"], node["right_child"]
        out.append(feature | LEAF * ("leaf_value" in left))
        out.append(number | LEAF * ("leaf_value" in right))
        side(left)
        side(right)

    split(structure)
    return bytes(out)


def thresholds_of(trees, columns):
    """For each feature that is asked its thresholds, in order, with their numbers."""
    found = {}

    def gather(node):
        if "leaf_value" not in node:
            found.setdefault(columns[node["split_feature"]], set()).add(below(node["threshold"]))
            gather(node["left_child"])
            gather(node["right_child"])

    for structure in trees:
        gather(structure)
    assert all(feature < LEAF and len(values) <= LEAF for feature, values in found.items())
    return {feature: {value: at for at, value in enumerate(sorted(values))} for feature, values in sorted(found.items())}


def thresholds(numbers):
    out = struct.pack("<B", len(numbers))
    for feature, values in numbers.items():
        out += struct.pack(f"<BB{len(values)}f", feature, len(values), *values)
    return out


def scaled(structure, factor):
    """A tree with its leaves multiplied."""
    if "leaf_value" in structure:
        return dict(structure, leaf_value=structure["leaf_value"] * factor)
    return dict(structure, left_child=scaled(structure["left_child"], factor), right_child=scaled(structure["right_child"], factor))


def forest(trees, columns, stages=(), base=0.):
    """`columns`: for each feature of the booster its place in a row. `stages`: see `stages.py`."""
    # A tree of one leaf says the same of every row.
    same = [t["leaf_value"] for t in trees if "leaf_value" in t]
    assert not (same and stages), "a stage counts trees, and some have no split"
    trees = [t for t in trees if "leaf_value" not in t]
    numbers = thresholds_of(trees, columns)
    out = struct.pack("<fI", base + sum(same), len(stages)) + b"".join(struct.pack("<Iffff", *stage) for stage in stages)
    return out + thresholds(numbers) + struct.pack("<I", len(trees)) + b"".join(tree(t, columns, numbers) for t in trees)


def trees_of(booster, cls=0, classes=1):
    return [t["tree_structure"] for t in booster.dump_model()["tree_info"][cls::classes]]
