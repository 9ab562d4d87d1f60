import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kingsgold.games import kings_gold as kg
from tests.games.kings_gold_table import new_match

VECTORS = Path(__file__).parent.parent / "vectors" / "kings-gold-settlement.json"
POOLS = ["".join(faces) for faces in itertools.product("ONRX", repeat=5)]

CASE: dict[str, Any] = {
    "dice": "OONRX",
    "captain": 0,
    "shots": [1],
    "rules": {},
    "before": {"treasury": [40, 10], "island": 3, "chests": [[5, 1, 0], [4, 0, 0], [0, 0, 1]]},
}


def test_every_vector_settles_as_its_answer_says() -> None:
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(cases) == 440
    wrong = [
        case
        for case in cases
        if kg.settle_case(case) != {"after": case["after"], "result": case["result"]}
    ]
    assert wrong == []


def test_the_answers_of_a_case_are_not_looked_at() -> None:
    with_nonsense = CASE | {"after": 5, "result": {"heist": 99}}
    assert kg.settle_case(with_nonsense) == kg.settle_case(CASE)


def test_a_case_needs_no_shots_where_none_fire() -> None:
    case = CASE | {"dice": "XXXNO", "shots": []}
    assert kg.settle_case(case)["result"]["outcome"] == "curse"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dice": "OONRS"}, "5 letters out of ONRX"),
        ({"dice": "OONR"}, "5 letters out of ONRX"),
        ({"dice": 5}, "Expected `str`"),
        ({"captain": 3}, "captain is 0 to 2, not 3"),
        ({"captain": -1}, "Expected `int` >= 0"),
        ({"shots": []}, "OONRX fires 1 shot, not 0"),
        ({"shots": [1, 2]}, "OONRX fires 1 shot, not 2"),
        ({"dice": "NNNNN"}, "NNNNN fires 0 shots, not 1"),
        ({"dice": "NNXXX"}, "fires"),
        ({"shots": [0]}, "can't fire at itself"),
        ({"shots": [3]}, "captains are 0 to 2"),
        ({"rules": {"curse_penalty": -1}}, "Expected `int` >= 0"),
        ({"rules": {"treasury_coins": 0}}, "Expected `int` >= 1"),
        ({"rules": {"jokers": 1}}, "unknown field `jokers`"),
        ({"wind": "east"}, "unknown field `wind`"),
        ({"before": {"treasury": [1, 1], "island": 0, "chests": [[0, 0, 0]]}}, "length >= 2"),
        ({"before": {"treasury": [1, 1], "island": 0, "chests": [[0, 0, 0]] * 7}}, "length <= 6"),
        ({"before": {"treasury": [1], "island": 0, "chests": [[0, 0, 0]] * 2}}, "length 2"),
        ({"before": {"treasury": [1, 1], "chests": [[0, 0, 0]] * 2}}, "field `island`"),
        ({"before": {"treasury": [1, -1], "island": 0, "chests": [[0, 0, 0]] * 2}}, ">= 0"),
    ],
)
def test_a_malformed_case_is_refused_in_one_line(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        kg.settle_case(CASE | change)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("case", [None, [], "OONRX", {}])
def test_what_is_no_case_at_all_is_refused(case: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        kg.settle_case(case)


def expected_outcome(pool: str) -> str:
    """The table of the rules, read top down, written a second time."""
    lines = [
        ("mutiny", lambda count: count["X"] == 5),
        ("curse", lambda count: 3 <= count["X"] <= 4),
        ("kings_ransom", lambda count: count["O"] == 5),
        ("broadside_barrage", lambda count: count["N"] == 5),
        ("royal_amnesty", lambda count: count["R"] == 5),
        ("payout", lambda _: True),
    ]
    return next(name for name, fits in lines if fits(Counter(pool)))


def test_every_pool_is_classified_as_the_table_says() -> None:
    assert {pool: kg.outcome_of(pool) for pool in POOLS} == {
        pool: expected_outcome(pool) for pool in POOLS
    }


@pytest.mark.parametrize("conversion", ["one", "all"])
@pytest.mark.parametrize("bank", [(60, 20), (60, 1), (2, 20), (1, 0)])
def test_every_payout_matches_moving_the_pieces_one_by_one(
    bank: tuple[int, int], conversion: str
) -> None:
    for pool in POOLS:
        if kg.outcome_of(pool) != "payout":
            continue
        coins, doubloons = bank
        hand: list[str] = []
        for _ in range(pool.count("O")):
            if coins:
                coins -= 1
                hand.append("coin")
        crests = ["crest"] * pool.count("R")
        if conversion == "one":
            spare = crests[len(hand) :]
            turns = min(len(hand), len(crests))
        else:
            spare = [] if hand else crests
            turns = len(hand) if crests else 0
        for place in range(turns):
            if doubloons:
                doubloons -= 1
                hand[place] = "doubloon"

        state = new_match(crest_conversion=conversion)
        state = replace(state, dice=pool, treasury=kg.Gold(*bank))
        assert kg.would_resolve(state) == kg.Prospect(
            outcome="payout",
            coins=hand.count("coin"),
            doubloons=hand.count("doubloon"),
            shields=int(len(spare) >= 2),
            shots=pool.count("N"),
        )


def test_every_pool_is_explained_with_rulings() -> None:
    for pool in POOLS:
        sentences = kg.explain(pool)
        assert all(sentence.endswith(".") for sentence in sentences)
        assert "KG-" in " ".join(sentences)


def test_an_explanation_tells_what_counts() -> None:
    assert kg.explain("OONRX") == [
        "Two Coins take 2 coins out of the Treasury.",
        "One Crest converts 1 taken coin into 1 doubloon; the coin goes back (KG-6).",
        "One Cannon fires at the only rival (KG-14); each shot takes 1 coin, if there is one"
        " (KG-9) and no shield blocks it (KG-8).",
        "One Skull does nothing: a curse takes 3 (KG-3).",
        "Together: 1 coin and 1 doubloon, a heist of 6 points before the cannons (KG-10).",
    ]


@pytest.mark.parametrize("dice", ["", "OONR", "OONRXX", "oonrx", "OON?X"])
def test_only_a_pool_is_explained(dice: str) -> None:
    with pytest.raises(ValueError, match="5 letters out of ONRX"):
        kg.explain(dice)
