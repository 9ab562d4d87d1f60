"""The check of the dice, in small; and that it would find dice that are not fair."""

import hmac
from collections import Counter

import pytest

from kingsgold.games.protocol import Hand
from kingsgold.table.fair import FairSource
from tests.long.fairness import KINDS, LEAST_P, chi_square_p, main, p_values, tail

SEED = bytes(range(32))
FACES = 30_000


@pytest.mark.parametrize("die", KINDS.values(), ids=list(KINDS))
def test_faces_and_pairs_of_tosses_are_evenly_spread(die: str) -> None:
    single, pairs = p_values(FairSource(SEED, "match"), die, FACES)
    assert single > LEAST_P
    assert pairs > LEAST_P


def test_a_die_of_many_faces_is_fair_to_all_of_them() -> None:
    die = "".join(chr(256 + face) for face in range(1000))
    source = FairSource(SEED, "match")
    counts = Counter("".join(source.toss(k, 0, (die,) * 50) for k in range(1000)))
    assert chi_square_p(counts, Counter(die)) > LEAST_P


class Remainders:
    """What a programmer in a hurry writes: the remainder of a number, and nothing thrown away."""

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        numbers = hmac.digest(SEED, f"{k}".encode(), "sha256")
        return "".join(die[(number & 63) % 6] for number, die in zip(numbers, hand, strict=False))


class Echo:
    """Every toss comes twice."""

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        return FairSource(SEED, "match").toss(k // 2, 0, hand)


def test_faces_that_are_not_equally_likely_are_found() -> None:
    single, _ = p_values(Remainders(), KINDS["white bone"], FACES)
    assert single < LEAST_P


def test_tosses_that_hang_together_are_found() -> None:
    single, pairs = p_values(Echo(), KINDS["white bone"], FACES)
    assert single > LEAST_P
    assert pairs < LEAST_P


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (0.0, 5, 1.0),
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (18.307, 10, 0.05),
        (66.619, 35, 0.001),
        (1000.0, 5, 0.0),
        (100_000.0, 6, 0.0),
    ],
)
def test_the_tail_of_chi_square_is_what_printed_tables_say(
    statistic: float, freedom: int, p: float
) -> None:
    assert tail(statistic, freedom) == pytest.approx(p, rel=0.005, abs=1e-12)


def test_the_long_check_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(1000) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(KINDS)
