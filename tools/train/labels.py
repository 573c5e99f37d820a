"""Labels: how much of a block's text the gold has. All copies of a text are labelled alike."""
import collections

import numpy as np
from rapidfuzz.distance import LCSseq

GRAM = 4          # words that must run together to count as found in the gold
ALIGNED = .3      # blocks covered less take no part in the alignment
LONG = 8          # blocks from this many words on trust their n-grams alone
COPIED = 4        # copies of texts from this many words on are labelled alike
MOST_CELLS = 4e8  # larger alignments are left out


def label_page(blocks, gold):
    """`blocks`: a list of word arrays; `gold`: the gold's words."""
    n = len(blocks)
    if not len(gold) or not n:
        return np.zeros(n, np.float32)
    gold = gold.tolist()
    grams = {k: set(zip(*(gold[i:] for i in range(k)))) for k in range(1, GRAM + 1)}
    texts = [b.tolist() for b in blocks]
    cover = []
    for words in texts:
        k = min(GRAM, len(words))
        hit = bytearray(len(words))
        for i, gram in enumerate(zip(*(words[j:] for j in range(k)))):
            if gram in grams[k]:
                hit[i:i + k] = b"\1" * k
        cover.append(sum(hit) / len(words))
    sequence, owner = [], []
    for i, words in enumerate(texts):
        if cover[i] >= ALIGNED:
            sequence += words
            owner += [i] * len(words)
    hits = collections.Counter()
    if len(sequence) * len(gold) < MOST_CELLS:
        for op in LCSseq.opcodes(sequence, gold):
            if op.tag == "equal":
                hits.update(owner[op.src_start:op.src_end])
    labels = []
    for i, words in enumerate(texts):
        aligned = hits[i] / len(words) if hits else cover[i]
        if len(words) >= LONG:
            labels.append(max(cover[i] if cover[i] > .5 else 0, min(aligned, cover[i])))
        elif aligned >= .99 or len(words) >= COPIED:
            labels.append(min(aligned, cover[i]))
        else:
            labels.append(0.)
    best = {}
    for words, y in zip(texts, labels):
        best[tuple(words)] = max(best.get(tuple(words), 0), y)
    return np.array([best[tuple(w)] if len(w) >= COPIED else y for w, y in zip(texts, labels)], np.float32)


def label(dump):
    path = dump.folder / "labels.npy"
    if path.exists() and path.stat().st_mtime > (dump.folder / "index.json").stat().st_mtime:
        return np.load(path)
    out = np.zeros(len(dump.features), np.float32)
    for page in range(len(dump.pages)):
        span = dump.blocks_of(page)
        out[span] = label_page([dump.words[i] for i in range(span.start, span.stop)], dump.gold_of(page))
    np.save(path, out)
    return out
