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
import select_blocks
from dump import Dump
from labels import label
from lexicon import Lexicon
from scores import Scorer, report

FOLDS = 5
ROUNDS = 150
FIRST_STAGE = 50      # after so many trees the clear blocks are done
BLOCKS_A_PAGE = 400   # larger pages are sampled: a page is one opinion
STREAM_PAGES = 12     # of a stream's domain: more pages of one template teach nothing new
STREAM_SCORED = 20
KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
BLOCKS = dict(objective="cross_entropy", learning_rate=.08, num_leaves=31, max_depth=9, min_data_in_leaf=100, feature_fraction=.4,
              bagging_fraction=.7, bagging_freq=1, lambda_l2=5., max_bin=63, num_threads=1, verbose=-1, force_col_wise=True,
              seed=1, deterministic=True)
SELECTIONS = dict(objective="regression", learning_rate=.08, num_leaves=8, max_depth=5, min_data_in_leaf=100, feature_fraction=.5,
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
        cell = d.column("tag.own") == 11
        self.copy = (d.column("copy.later") > 0) & ~(d.column("own.code") > .5) & ~cell
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

    def matrix(self, rows, lexical):
        return np.concatenate([self.dump.features[rows][:, :self.first_lexical], lexical[rows]], 1)

    def fit_blocks(self, fold):
        """The block model that has not seen a fold (`None`: that has seen all), and its lexicon."""
        fits = self.lexicon.fit(self.fold_of_domain != fold) if fold is not None else self.lexicon.fit(np.ones(len(self.fold_of_domain), bool))
        lexical = self.lexicon.features(fits)
        cached = self.dump.folder / f"blocks-{fold}-{zlib.crc32(repr((BLOCKS, ROUNDS, STREAM_PAGES)).encode()):08x}.txt"
        if cached.exists() and cached.stat().st_mtime > (self.dump.folder / "index.json").stat().st_mtime:
            return lgb.Booster(model_file=cached), fits, lexical
        pages = self.training if fold is None else self.training[self.fold[self.training] != fold]
        rows, times = self.rows(pages)
        weight = np.minimum(self.weight[rows] * times, 60)
        data = lgb.Dataset(self.matrix(rows, lexical), self.y[rows], weight=weight, params=BLOCKS)
        booster = lgb.train(BLOCKS, data, ROUNDS)
        booster.save_model(cached)
        return booster, fits, lexical

    def selections(self, p, pages):
        """Rows, scores and pages of all selections."""
        columns = [self.dump.names.index(n) for n in select_blocks.PAGE]
        rows, scores, kept = [], [], []
        for page in pages:
            s = self.dump.blocks_of(page)
            if s.stop == s.start:
                continue
            rows.append(select_blocks.features(p[s], self.words[s], self.links[s], self.good[s], self.copy[s], self.dump.features[s.start, columns]))
            scores.append([self.scorer.score(page, m) for m in select_blocks.masks(p[s], self.words[s], self.copy[s])])
            kept.append(page)
        return np.array(rows), np.array(scores), np.array(kept)

    def fit_selections(self, rows, scores, pages):
        """Two models of a selection: how far it is behind the page's best one, and how it scores."""
        weight = np.where(self.dump.sets[pages] == "streams", .5, 1.).repeat(rows.shape[1])
        f1 = scores[:, :, 2]

        def fit(target):
            data = lgb.Dataset(rows.reshape(-1, rows.shape[2]), target.ravel(), weight=weight, params=SELECTIONS)
            return lgb.train(SELECTIONS, data, 100)

        return fit(f1 - f1.max(1, keepdims=True)), fit(f1)

    def fit_kinds(self, fold):
        d = self.dump
        pages = np.array([p for p in np.flatnonzero(d.sets == "wcxb") if self.fold[p] != fold and d.block_end[p] > d.block_start[p]])
        x = d.features[d.block_start[pages]][:, self.page_columns()]
        y = np.array([KINDS.index(k) for k in d.groups[pages]])
        return lgb.train(KIND, lgb.Dataset(x, y, params=KIND), 60)

    def page_columns(self):
        return [i for i, n in enumerate(self.dump.names) if n.startswith("page.")]

    def write(self, path, fits, blocks, selections, kinds):
        names = self.dump.names
        own = [n for n in select_blocks.NAMES if n.startswith("select.")]
        out = model_file.MAGIC + np.uint32(model_file.features_hash(names + own)).tobytes()
        out += model_file.table(self.lexicon.classes, fits[0]) + model_file.table(self.lexicon.texts, fits[1])
        out += model_file.forest(model_file.trees_of(blocks), list(range(len(names))), FIRST_STAGE)
        for booster in selections:
            out += model_file.forest(model_file.trees_of(booster), list(range(len(select_blocks.NAMES))))
        for kind in range(len(KINDS)):
            out += model_file.forest(model_file.trees_of(kinds, kind, len(KINDS)), self.page_columns())
        pathlib.Path(path).write_bytes(out)
        print(f"{path}: {len(out)} bytes, {fits[0]['known'].sum()} class words, {fits[1]['known'].sum()} text entries")


def cross_validate(t, folder):
    d = t.dump
    p = np.full(len(t.y), np.nan)
    boosters, fits, kinds, right = [], [], [], []
    for k in range(FOLDS):
        booster, fit, lexical = t.fit_blocks(k)
        pages = t.scored[t.fold[t.scored] == k]
        rows = np.concatenate([np.arange(*t.dump.blocks_of(q).indices(len(p))) for q in pages])
        p[rows] = booster.predict(t.matrix(rows, lexical), num_threads=1)
        kind = t.fit_kinds(k)
        held = [q for q in pages if d.sets[q] == "wcxb" and d.block_end[q] > d.block_start[q]]
        guess = kind.predict(d.features[d.block_start[held]][:, t.page_columns()]).argmax(1)
        right += [KINDS[g] == d.groups[q] for g, q in zip(guess, held)]
        boosters.append(booster), fits.append(fit), kinds.append(kind)
        print(f"fold {k} done", flush=True)
    np.save(d.folder / "probabilities.npy", p)
    plain = {q: t.scorer.score(q, select_blocks.expected(p[d.blocks_of(q)], t.words[d.blocks_of(q)], t.copy[d.blocks_of(q)])) for q in t.scored}
    report(d, plain, "expected F1")
    rows, scores, pages = t.selections(p, t.scored)
    # Pages without any text are right when they should have none.
    taken = {q: (float(d.gold_end[q] == d.gold_start[q]),) * 3 for q in t.scored}
    foretold, actual = [], []
    for k in range(FOLDS):
        seen = t.fold[pages] != k
        model = t.fit_selections(rows[seen], scores[seen], pages[seen])
        flat = rows[~seen].reshape(-1, rows.shape[2])
        regret, f1 = (m.predict(flat, num_threads=1).reshape(-1, rows.shape[1]) for m in model)
        best = (regret + select_blocks.EXPECTED * rows[~seen][:, :, select_blocks.NAMES.index("select.f1")]).argmax(1)
        for q, b, v, s in zip(pages[~seen], best, f1, scores[~seen]):
            taken[q] = tuple(s[b])
            foretold.append(v[b]), actual.append(s[b][2])
        if folder:
            t.write(folder / f"fold-{k}.bin", fits[k], boosters[k], model, kinds[k])
    report(d, taken, "learnt selection")
    calibration(np.array(foretold), np.array(actual))
    print(f"kinds right: {np.mean(right):.3f}")
    if folder:
        folds = {q["id"]: int(t.fold[i]) for i, q in enumerate(d.pages)}
        (folder / "folds.json").write_text(json.dumps(folds))
    return t.fit_selections(rows, scores, pages)


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
    selections = cross_validate(t, args.folds)
    if args.model:
        blocks, fits, _ = t.fit_blocks(None)
        t.write(args.model, fits, blocks, selections, t.fit_kinds(None))


if __name__ == "__main__":
    main()
