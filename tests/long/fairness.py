"""Whether fair dice are evenly spread: chi-square over faces, and over pairs of tosses.

Run by itself it throws ten million faces of each kind of die and says what it found; the exit code
is 1 if a p is not above 0.001.

    python tests/long/fairness.py [FACES]
"""

import hashlib
import math
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat

from kingsgold.games.kings_gold import DIE
from kingsgold.games.voyages import BLACK_BONE, WHITE_BONE
from kingsgold.table.dice import Source
from kingsgold.table.fair import FairSource

DICE = 5
"""Dice in one toss, as in both games."""

KINDS = {"die of King's Gold": DIE, "white bone": WHITE_BONE, "black bone": BLACK_BONE}
LEAST_P = 0.001
SEED = hashlib.sha256(b"King's Gold").digest()


def p_values(source: Source, die: str, faces: int) -> tuple[float, float]:
    """The chi-square p of single faces, and of pairs: a die in one toss and in the next one.

    No toss is in two pairs, for only such pairs are independent.
    """
    hand = (die,) * DICE
    singles: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for k in range(0, faces // DICE, 2):
        first, second = source.toss(k, 0, hand), source.toss(k + 1, 0, hand)
        singles.update(first + second)
        pairs.update(map("".join, zip(first, second, strict=True)))
    return chi_square_p(singles, Counter(die)), chi_square_p(pairs, _pairs_of(die))


def chi_square_p(counts: Counter[str], shares: Counter[str]) -> float:
    """How likely it is that chance deviates at least as much from `shares` as `counts` do."""
    scale = counts.total() / shares.total()
    statistic = sum(
        (counts[cell] - share * scale) ** 2 / (share * scale) for cell, share in shares.items()
    )
    return tail(statistic, len(shares) - 1)


def tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with `freedom` degrees of freedom exceeds `statistic`.

    That is the incomplete gamma function Q(freedom / 2, statistic / 2), from Q(a + 1, x) =
    Q(a, x) + x^a e^-x / Gamma(a + 1), which begins with Q(1, x) = e^-x or Q(1/2, x) = erfc(sqrt x).
    """
    x = statistic / 2
    if x == 0:
        return 1.0
    a, q = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        q += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return q


def _pairs_of(die: str) -> Counter[str]:
    return Counter(map("".join, product(die, repeat=2)))


def main(faces: int) -> int:
    """Throw `faces` faces of every kind of die and print what comes out; the exit code."""
    sources = [FairSource(SEED, f"fairness{number}") for number in range(len(KINDS))]
    worst = 1.0
    with ProcessPoolExecutor() as workers:
        found = workers.map(p_values, sources, KINDS.values(), repeat(faces))
        for name, (single, pair) in zip(KINDS, found, strict=True):
            line = f"{name}: {faces} faces, p = {single:.4f}; pairs of tosses, p = {pair:.4f}\n"
            sys.stdout.write(line)
            worst = min(worst, single, pair)
    return 0 if worst > LEAST_P else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000))
