"""Where a walk through the trees may stop: bounds beyond which hardly a block comes back."""
import numpy as np

ROUNDS = (8, 16, 30, 50, 80, 120, 170)  # of boosting, after which clear blocks leave
NEVER = .08      # blocks that end below this probability are taken on no page worth mentioning
ALWAYS = .9      # blocks that end above it are left out on none
ASTRAY = .01     # of the words that leave, so many may end elsewhere
# Cross-validated on WCXB dev, a block then needs 97 trees of 250 on average and the program scores .8854. With .06, .92 and .004
# it needs 117 and scores .8859; with .1, .9 and .02 it needs 83 and scores .8846.


def stages(booster, x, words):
    """`(trees, low bound, low gain, high bound, high gain)` of each stage, for rows like `x`."""
    sums_after = lambda rounds: booster.predict(x, raw_score=True, num_iteration=rounds, num_threads=1)
    final = sums_after(None)
    lowest, highest = (np.log(p / (1 - p)) for p in (NEVER, ALWAYS))
    out, open_ = [], np.ones(len(x), bool)
    for rounds in ROUNDS:
        sums = sums_after(rounds)
        low = bound(sums[open_], (final >= lowest)[open_], words[open_])
        high = -bound(-sums[open_], (final <= highest)[open_], words[open_])
        gain = lambda rows: float((final - sums)[rows].mean()) if rows.any() else 0.
        out.append((rounds, low, gain(open_ & (sums < low)), high, gain(open_ & (sums > high))))
        open_ &= (sums >= low) & (sums <= high)
    print(f"  {np.mean(open_):.2f} of the blocks need all trees")
    return out


def bound(sums, astray, words):
    """The largest bound such that of the words below it at most `ASTRAY` go astray."""
    order = np.argsort(sums)
    share = np.cumsum((words * astray)[order]) / np.maximum(np.cumsum(words[order]), 1e-9)
    fine = np.flatnonzero(share <= ASTRAY)
    return float(sums[order[fine[-1]]]) if len(fine) else float(sums[order[0]])
