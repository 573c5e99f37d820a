"""Trains the judgement of main content and prints cross-validated scores.

    python train.py DUMP [--model FILE] [--folds DIR]

DUMP is what `train-features` wrote. Folds are cut by registrable domain; every score printed is of pages whose domain
took no part in training. `--folds` also writes the folds' models, so that the program itself can be scored in the same
way (`tamis eval content DATA --folds DIR`)."""
import argparse
import json
import pathlib
import zlib

import lightgbm as lgb
import numpy as np

import model_file
import second
import select_blocks
from dump import Dump
from labels import label
from lexicon import Lexicon
from scores import Scorer, report
from stages import stages

FOLDS = 5
ROUNDS = 250
SECOND_ROUNDS = 40
SECOND_SHARE = .6     # of the second look in the log-odds
BLOCKS_A_PAGE = 400   # larger pages are sampled: a page is one opinion
STREAM_PAGES = 12     # of a stream's domain: more pages of one template teach nothing new
STREAM_SCORED = 20
STAGED_PAGES = 400    # from which the bounds for leaving early are told
KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
BLOCKS = dict(objective="cross_entropy", learning_rate=.1, num_leaves=31, max_depth=6, min_data_in_leaf=100, feature_fraction=.4,
              bagging_fraction=.7, bagging_freq=1, lambda_l2=5., max_bin=63, extra_trees=True, num_threads=1, verbose=-1,
              force_col_wise=True, seed=1, deterministic=True)
SECOND = dict(BLOCKS, learning_rate=.12, num_leaves=8, max_depth=4, min_data_in_leaf=300, feature_fraction=.5, extra_trees=False)
CONFIDENCE = dict(objective="regression", learning_rate=.08, num_leaves=8, max_depth=5, min_data_in_leaf=100, feature_fraction=.5,
                  bagging_fraction=.7, bagging_freq=1, lambda_l2=10., max_bin=63, num_threads=1, verbose=-1, seed=1, deterministic=True)
KIND = dict(objective="multiclass", num_class=len(KINDS), learning_rate=.1, num_leaves=8, max_depth=4, min_data_in_leaf=20, feature_fraction=.5,
            bagging_fraction=.8, bagging_freq=1, lambda_l2=5., max_bin=63, num_threads=1, verbose=-1, seed=1, deterministic=True)


class Training:
    def __init__(self, folder):
        self.dump = d = Dump(folder)
        self.y = label(d)
        self.scorer = Scorer(d)
        self.words = d.column("own.words").astype(float)
        self.links = np.minimum(d.column("own.link_density") * np.maximum(self.words, .5), self.words)
        self.good = np.where((self.words >= 10) & (self.links < .34 * self.words), self.words - self.links, 0)
        self.copy = d.copy
        self.lexicon = Lexicon(d, self.y)
        self.first_lexical = d.names.index("class.own")
        names, self.domain = np.unique(d.domains, return_inverse=True)
        order = np.random.RandomState(0).permutation(len(names))
        self.fold_of_domain = np.empty(len(names), int)
        self.fold_of_domain[order] = np.arange(len(names)) % FOLDS
        self.fold = self.fold_of_domain[self.domain]
        wcxb = np.flatnonzero(d.sets == "wcxb").tolist()
        self.training = np.array(sorted(wcxb + self._stream_pages(STREAM_PAGES, 1)))
        self.scored = np.array(sorted(wcxb + self._stream_pages(STREAM_SCORED, 0)))
        self.weight = self._weights()

    def _stream_pages(self, count, seed):
        d, rng, out = self.dump, np.random.RandomState(seed), []
        for domain in sorted(set(d.groups[d.sets == "streams"])):
            pages = np.flatnonzero((d.groups == domain) & (d.sets == "streams"))
            out += rng.permutation(pages)[:count].tolist()
        return out

    def _weights(self):
        """A word counts for what it can move in its page's F1."""
        d = self.dump
        gold = np.maximum(1, d.gold_end - d.gold_start)
        words = np.bincount(d.page_of_block, weights=self.words, minlength=len(d.pages))
        weight = self.words / (gold + .3 * words + 30)[d.page_of_block]
        return np.minimum(weight / weight.mean(), 40) + .05

    def rows(self, pages):
        """The blocks of these pages and what each stands for, large pages sampled."""
        rng, at, times = np.random.RandomState(5), [], []
        for page in pages:
            span = self.dump.blocks_of(page)
            rows = np.arange(span.start, span.stop)
            if len(rows) > BLOCKS_A_PAGE:
                times.append(np.full(BLOCKS_A_PAGE, len(rows) / BLOCKS_A_PAGE))
                rows = np.sort(rng.permutation(rows)[:BLOCKS_A_PAGE])
            else:
                times.append(np.ones(len(rows)))
            at.append(rows)
        return np.concatenate(at), np.concatenate(times)

    def blocks(self, pages):
        """The blocks of these pages, all of them."""
        return np.concatenate([np.arange(self.dump.block_start[q], self.dump.block_end[q]) for q in pages])

    def matrix(self, rows, lexical):
        return np.concatenate([self.dump.features[rows][:, :self.first_lexical], lexical[rows]], 1)

    def fit_blocks(self, fold):
        """The block model that has not seen a fold (`None`: that has seen all), and its lexicon."""
        fits = self.lexicon.fit(self.fold_of_domain != fold) if fold is not None else self.lexicon.fit(np.ones(len(self.fold_of_domain), bool))
        lexical = self.lexicon.features(fits)
        tag = zlib.crc32(repr((BLOCKS, ROUNDS, STREAM_PAGES)).encode())
        cached = self.dump.folder / f"blocks-{fold}-{tag:08x}.txt"
        if cached.exists() and cached.stat().st_mtime > (self.dump.folder / "index.json").stat().st_mtime:
            return lgb.Booster(model_file=cached), fits, lexical
        pages = self.training if fold is None else self.training[self.fold[self.training] != fold]
        rows, times = self.rows(pages)
        weight = np.minimum(self.weight[rows] * times, 60)
        booster = lgb.train(BLOCKS, lgb.Dataset(self.matrix(rows, lexical), self.y[rows], weight=weight, params=BLOCKS), ROUNDS)
        booster.save_model(cached)
        return booster, fits, lexical

    def fit_second(self, fold, x):
        """The second look that has not seen a fold; `x` are its rows, made of held-out probabilities."""
        pages = self.training if fold is None else self.training[self.fold[self.training] != fold]
        rows, times = self.rows(pages)
        seen = x[rows, 0] > second.WORTH
        rows, times = rows[seen], times[seen]
        weight = np.minimum(self.weight[rows] * times, 60)
        return lgb.train(SECOND, lgb.Dataset(x[rows], self.y[rows], weight=weight, params=SECOND), SECOND_ROUNDS)

    def exits(self, blocks, lexical):
        """Where the walk through these trees may stop, told from pages drawn at random."""
        pages = np.random.RandomState(3).permutation(self.training)[:STAGED_PAGES]
        rows, _ = self.rows(pages)
        return stages(blocks, self.matrix(rows, lexical), self.words[rows])

    def selection_rows(self, p, page, thresholds):
        s = self.dump.blocks_of(page)
        own = self.dump.features[s.start, [self.dump.names.index(n) for n in select_blocks.PAGE]]
        parts = p[s], self.words[s], self.links[s], self.good[s], self.copy[s], own
        return [select_blocks.row(*parts, t) for t in thresholds]

    def score(self, p, page, threshold):
        s = self.dump.blocks_of(page)
        return self.scorer.score(page, select_blocks.mask(p[s], self.copy[s], threshold))

    def choose(self, p, page):
        s = self.dump.blocks_of(page)
        return select_blocks.choose(p[s], self.words[s], self.copy[s])

    def fit_confidence(self, p, pages):
        """What selections score, learnt from several of each page."""
        x = np.array([r for q in pages for r in self.selection_rows(p, q, select_blocks.TRAINED)], np.float32)
        y = np.array([self.score(p, q, t)[2] for q in pages for t in select_blocks.TRAINED])
        weight = np.where(self.dump.sets[pages] == "streams", .5, 1.).repeat(len(select_blocks.TRAINED))
        return lgb.train(CONFIDENCE, lgb.Dataset(x, y, weight=weight, params=CONFIDENCE), 100)

    def fit_kinds(self, fold):
        d = self.dump
        pages = np.array([p for p in np.flatnonzero(d.sets == "wcxb") if self.fold[p] != fold and d.block_end[p] > d.block_start[p]])
        x = d.features[d.block_start[pages]][:, self.page_columns()]
        y = np.array([KINDS.index(k) for k in d.groups[pages]])
        return lgb.train(KIND, lgb.Dataset(x, y, params=KIND), 60)

    def page_columns(self):
        return [i for i, n in enumerate(self.dump.names) if n.startswith("page.")]

    def write(self, path, fits, blocks, exits, again, confidence, kinds):
        names = self.dump.names
        own = [n for n in select_blocks.NAMES if n.startswith("select.")]
        out = model_file.MAGIC + np.uint32(model_file.features_hash(names + list(second.NAMES) + own)).tobytes()
        out += model_file.table(self.lexicon.classes, fits[0]) + model_file.table(self.lexicon.texts, fits[1])
        out += model_file.forest(model_file.trees_of(blocks), list(range(len(names))), exits)
        out += model_file.forest(model_file.trees_of(again), list(range(len(second.NAMES))))
        out += model_file.forest(model_file.trees_of(confidence), list(range(len(select_blocks.NAMES))))
        for kind in range(len(KINDS)):
            out += model_file.forest(model_file.trees_of(kinds, kind, len(KINDS)), self.page_columns())
        pathlib.Path(path).write_bytes(out)
        print(f"{path}: {len(out)} bytes, {fits[0]['known'].sum()} class words, {fits[1]['known'].sum()} text entries")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def odds(booster, x):
    return booster.predict(x, raw_score=True, num_threads=1)


def cross_validate(t, folder):
    d = t.dump
    p = np.full(len(t.y), np.nan)
    boosters, fits, exits, kinds, right = [], [], [], [], []
    known = np.union1d(t.training, t.scored)
    for k in range(FOLDS):
        booster, fit, lexical = t.fit_blocks(k)
        rows = t.blocks(known[t.fold[known] == k])
        p[rows] = sigmoid(odds(booster, t.matrix(rows, lexical)))
        kind = t.fit_kinds(k)
        held = [q for q in t.scored if t.fold[q] == k and d.sets[q] == "wcxb" and d.block_end[q] > d.block_start[q]]
        guess = kind.predict(d.features[d.block_start[held]][:, t.page_columns()]).argmax(1)
        right += [KINDS[g] == d.groups[q] for g, q in zip(guess, held)]
        boosters.append(booster), fits.append(fit), kinds.append(kind)
        exits.append(t.exits(booster, lexical))
        print(f"fold {k} done", flush=True)
    np.save(d.folder / "first.npy", p)
    x = second.Second(d, t.words).rows(p)
    again = [t.fit_second(k, x) for k in range(FOLDS)]
    for k in range(FOLDS):
        rows = t.blocks(t.scored[t.fold[t.scored] == k])
        first = np.log(p[rows] / (1 - p[rows]))
        both = SECOND_SHARE * odds(again[k], x[rows]) + (1 - SECOND_SHARE) * first
        p[rows] = sigmoid(np.where(x[rows, 0] > second.WORTH, both, first))
    np.save(d.folder / "probabilities.npy", p)
    with_text = np.array([q for q in t.scored if d.block_end[q] > d.block_start[q]])
    # Pages without any text are right when they should have none.
    scores = {q: (float(d.gold_end[q] == d.gold_start[q]),) * 3 for q in t.scored}
    foretold, actual = [], []
    for k in range(FOLDS):
        seen = t.fold[with_text] != k
        confidence = t.fit_confidence(p, with_text[seen])
        for q in with_text[~seen]:
            threshold = t.choose(p, q)
            scores[q] = t.score(p, q, threshold)
            foretold.append(confidence.predict(t.selection_rows(p, q, [threshold]), num_threads=1)[0])
            actual.append(scores[q][2])
        if folder:
            t.write(folder / f"fold-{k}.bin", fits[k], boosters[k], exits[k], again[k], confidence, kinds[k])
    report(d, scores, "cross-validated")
    calibration(np.array(foretold), np.array(actual))
    print(f"kinds right: {np.mean(right):.3f}")
    if folder:
        folds = {q["id"]: int(t.fold[i]) for i, q in enumerate(d.pages)}
        (folder / "folds.json").write_text(json.dumps(folds))
    return t.fit_second(None, x), t.fit_confidence(p, with_text)


def calibration(foretold, actual):
    print(f"confidence: correlation {np.corrcoef(foretold, actual)[0, 1]:.3f}; foretold -> actual (pages):", end=" ")
    edges = [0, .5, .6, .7, .8, .85, .9, .95, 1.1]
    for lo, hi in zip(edges, edges[1:]):
        m = (foretold >= lo) & (foretold < hi)
        if m.any():
            print(f"{foretold[m].mean():.2f} -> {actual[m].mean():.2f} ({m.sum()})", end="  ")
    print()


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("dump")
    args.add_argument("--model")
    args.add_argument("--folds", type=pathlib.Path)
    args = args.parse_args()
    if args.folds:
        args.folds.mkdir(parents=True, exist_ok=True)
    t = Training(args.dump)
    again, confidence = cross_validate(t, args.folds)
    if args.model:
        blocks, fits, lexical = t.fit_blocks(None)
        t.write(args.model, fits, blocks, t.exits(blocks, lexical), again, confidence, t.fit_kinds(None))


if __name__ == "__main__":
    main()
