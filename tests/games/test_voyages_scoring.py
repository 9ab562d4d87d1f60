"""What a roll of Voyages is worth: known answers, exact odds, and a second implementation."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from kingsgold.games import voyages
from kingsgold.games.voyages import BLACK_BONE, WHITE_BONE, parse_roll, score

VECTORS = Path(__file__).parent.parent / "vectors" / "voyages-scoring.json"
GUARDS = (None, *WHITE_BONE)


def as_set(options: list[dict[str, Any]]) -> set[str]:
    return {json.dumps(option, sort_keys=True) for option in options}


def test_all_known_answers() -> None:
    cases = json.loads(VECTORS.read_text())
    assert len(cases) == 900
    for case in cases:
        answer = voyages.score_case(case)
        assert answer["outcome"] == case["outcome"], case
        assert as_set(answer["options"]) == as_set(case["options"]), case
        assert len(answer["options"]) == len(case["options"]), case


# A second implementation: every bone is given every role it can have, and the rules strike out what
# is illegal.

BROADSIDE, FIVE_COIN, TEN_COIN, LEFT = "broadside", "five", "ten", "left"
WHITE_OF = {"@": "2", "$": "4", "%": "5", "^": "6", "!": "1"}
TEN_TIMES = {"2": 20, "3": 30, "4": 40, "5": 50, "6": 60, "1": 100}


def white_of(bone: str) -> str:
    return WHITE_OF.get(bone, bone)


def roles_of(bone: str) -> tuple[str, ...]:
    if bone == "#":
        return BROADSIDE, FIVE_COIN, TEN_COIN, LEFT
    return BROADSIDE, {"5": FIVE_COIN, "1": TEN_COIN}.get(white_of(bone), LEFT)


def roles_are_legal(bones: str, roles: tuple[str, ...]) -> bool:
    fired = [bone for bone, role in zip(bones, roles, strict=True) if role == BROADSIDE]
    plain = Counter(white_of(bone) for bone in bones if bone != "#")
    could_fire = max(plain.values(), default=0) + ("#" in bones) >= 3
    if could_fire != bool(fired):
        return False
    if fired and (len(fired) != 3 or len({white_of(bone) for bone in fired if bone != "#"}) != 1):
        return False
    return any(role != LEFT for role in roles)


def by_roles(bones: str, guard: str | None) -> tuple[str, set[tuple[Any, ...]]]:
    """Outcome and scorings of bones that are written in the canonical order."""
    kinds = [white_of(bone) for bone in bones]
    if guard in kinds:
        return "void", set()
    if len(bones) == 5 and kinds.count(kinds[0]) == 5 and kinds[0] != "3":
        match kinds[0]:
            case "6":
                return "rum_run", set()
            case "1":
                return "capsized", set()
            case kind:
                points = {"2": 200, "4": 400, "5": 500}[kind]
                return "prize", {(points, bones, "", None, None, True)}
    found: set[tuple[Any, ...]] = set()
    for roles in product(*map(roles_of, bones)):
        if not roles_are_legal(bones, roles):
            continue
        given = list(zip(bones, roles, strict=True))
        fired = {white_of(bone) for bone, role in given if role == BROADSIDE and bone != "#"}
        broadside = fired.pop() if fired else None
        points = TEN_TIMES[broadside] if broadside else 0
        points += 5 * roles.count(FIVE_COIN) + 10 * roles.count(TEN_COIN)
        flag = {BROADSIDE: broadside, FIVE_COIN: "5", TEN_COIN: "1", LEFT: None}[
            dict(given).get("#", LEFT)
        ]
        kept = "".join(bone for bone, role in given if role != LEFT)
        left = "".join(bone for bone, role in given if role == LEFT)
        found.add((points, kept, left, flag, broadside, not left))
    if found:
        return "score", found
    return ("shipwrecked" if len(bones) == 5 else "aground"), set()


def every_roll() -> list[str]:
    """Every roll of 1 to 5 bones without and with the black bone, up to the white bones' order."""
    rolls = ["".join(w) for n in range(1, 6) for w in combinations_with_replacement(WHITE_BONE, n)]
    for n in range(5):
        for white in combinations_with_replacement(WHITE_BONE, n):
            rolls += ["".join(white) + black for black in BLACK_BONE]
    return rolls


@pytest.mark.parametrize("guard", GUARDS)
def test_two_implementations_agree_on_every_roll(guard: str | None) -> None:
    for roll in every_roll():
        outcome, options = score(roll, guard)
        ours = {
            (o.points, o.set_aside, o.leftover, o.flag, o.broadside, o.gold_fever) for o in options
        }
        assert (outcome, ours) == by_roles(roll, guard), roll
        assert len(ours) == len(options), roll


def test_the_order_of_the_bones_does_not_matter() -> None:
    for roll in every_roll():
        assert score(roll[::-1]) == score(roll)


def test_the_best_scoring_comes_first() -> None:
    for roll in every_roll():
        points = [option.points for option in score(roll)[1]]
        assert points == sorted(points, reverse=True)


def test_among_equals_the_black_bone_stays_in_hand() -> None:
    assert [option.set_aside for option in score("2224@")[1]] == ["222", "22@"]
    assert [option.set_aside for option in score("666#")[1]][-2:] == ["666", "66#"]


def test_what_forbids_hoarding() -> None:
    for roll in every_roll():
        for option in score(roll)[1]:
            if not option.leftover:
                assert option.why_not == "gold_fever"
            elif option.broadside:
                assert option.why_not == "reload"
            else:
                assert option.why_not is None


def odds(hand: tuple[str, ...], guard: str | None = None) -> Counter[str]:
    return Counter(score("".join(toss), guard)[0] for toss in product(*hand))


@pytest.mark.parametrize(
    ("white", "black", "chance"),
    [
        (4, 1, 0.05787),
        (4, 0, 0.15741),
        (3, 0, 0.27778),
        (2, 0, 0.44444),
        (1, 0, 0.66667),
        (3, 1, 0.11806),
        (2, 1, 0.20833),
        (1, 1, 0.33333),
    ],
)
def test_odds_of_running_aground(white: int, black: int, chance: float) -> None:
    counts = odds((WHITE_BONE,) * white + (BLACK_BONE,) * black)
    aground = counts["aground"] + counts["shipwrecked"]
    assert aground / counts.total() == pytest.approx(chance, abs=5e-6)


def test_odds_of_a_shipwreck_are_exact() -> None:
    assert odds((WHITE_BONE,) * 4 + (BLACK_BONE,))["shipwrecked"] == 450


def test_odds_of_reloading_after_ships() -> None:
    counts = odds((WHITE_BONE,) * 2, guard="4")
    assert Fraction(counts["void"], counts.total()) == Fraction(11, 36)
    assert Fraction(counts["aground"], counts.total() - counts["void"]) == Fraction(36, 100)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("22246", "22246"),
        ("$#4", "4$#"),
        ("44#36", "3446#"),
        ("6 1 5 4 3", "34561"),
        ("#", "#"),
        ("!^%$@", "@$%^!"),
    ],
)
def test_rolls_that_people_type(typed: str, canonical: str) -> None:
    assert parse_roll(typed) == canonical


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "1 to 5 bones"),
        ("222222", "1 to 5 bones"),
        ("27", "'7' is on no bone"),
        ("##", "one Black Flag"),
    ],
)
def test_rolls_that_are_none(typed: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        parse_roll(typed)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ({}, "roll"),
        ({"roll": 22246}, "str"),
        ({"roll": "22246", "guard": "#"}, "guard is a Broadside's face"),
        ({"roll": "22246", "guard": 2}, "str"),
        ({"roll": "2224x"}, "'x' is on no bone"),
        ({"roll": "22246", "gaurd": "2"}, "gaurd"),
    ],
)
def test_cases_that_are_none(case: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        voyages.score_case(case)


def told(roll: str, guard: str | None = None) -> str:
    return "\n".join(voyages.explain(roll, guard))


@pytest.mark.parametrize(
    ("roll", "guard", "words"),
    [
        ("22246", None, ["20 points: set aside 222", "reload the cannons with 46", "V-7"]),
        ("44#36", None, ["must complete", "40 points: set aside 44#"]),
        ("2244#", None, ["chooses which pair"]),
        ("666#", None, ["60 points: set aside 666 ", "60 points: set aside 66# ", "V-8"]),
        ("2224@", None, ["V-6", "set aside 222", "set aside 22@"]),
        ("55551", None, ["V-5", "65 points"]),
        ("3#", None, ["must be a Coin", "10 points", "5 points"]),
        ("5#", None, ["5 points: set aside 5 ", "hoard, or throw # again"]),
        ("234", None, ["Run Aground"]),
        ("23464", None, ["Shipwrecked"]),
        ("33333", None, ["V-1", "30 points"]),
        ("22222", None, ["Boarding Action", "200", "Gold Fever"]),
        ("66666", None, ["Rum Run"]),
        ("11111", None, ["Capsized", "V-4"]),
        ("25", "2", ["Void", "V-7"]),
        ("#3", "4", ["reloaded", "never the Broadside's face"]),
    ],
)
def test_explanations(roll: str, guard: str | None, words: list[str]) -> None:
    text = told(roll, guard)
    assert [word for word in words if word not in text] == [], text


def test_every_roll_is_explained_with_every_scoring() -> None:
    for roll in every_roll():
        for option in score(roll)[1]:
            assert f"{option.points}" in told(roll)
            assert score(roll)[0] == "prize" or f"set aside {option.set_aside} " in told(roll)
