"""The page of rules for players says what the code does."""

import re
from importlib.resources import files
from itertools import product

import msgspec

from kingsgold.games.voyages import (
    BLACK_BONE,
    BROADSIDE_NAMES,
    PRIZES,
    WHITE_BONE,
    Rules,
    score,
)

PAGE = files("kingsgold.games").joinpath("rules", "voyages.md").read_text(encoding="utf-8")


def test_fits_a_terminal() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 78] == []
    assert PAGE.isascii()


def test_has_every_ruling_once() -> None:
    assert sorted(re.findall(r"^V-(\d)  ", PAGE, re.MULTILINE)) == list("123456789")


def test_has_every_house_rule_with_its_default() -> None:
    defaults = {
        name: "off" if value is False else "0 (off)" if value == 0 else str(value)
        for name, value in msgspec.structs.asdict(Rules()).items()
    }
    table = dict(re.findall(r"^    (\w+) +(\d+ \(off\)|\w+)  +\S", PAGE, re.MULTILINE))
    assert {name: table.get(name) for name in defaults} == defaults


def test_has_every_broadside_and_prize() -> None:
    for kind, name in BROADSIDE_NAMES.items():
        assert f"{name} {score(kind * 3)[1][0].points}" in PAGE
    for name, points in PRIZES.values():
        assert re.search(rf"{name} +{points}", PAGE)


def chance_of_nothing(white: int, black: int) -> float:
    tosses = list(product(*[WHITE_BONE] * white, *[BLACK_BONE] * black))
    nothing = sum(score("".join(toss))[0] in ("aground", "shipwrecked") for toss in tosses)
    return 100 * nothing / len(tosses)


def test_has_the_exact_odds() -> None:
    table = re.findall(r"^      (\d) +([\d.]+) % +(?:-|([\d.]+) %)$", PAGE, re.MULTILINE)
    assert [row[0] for row in table] == ["5", "4", "3", "2", "1"]
    for bones, with_black, white_only in table:
        count = int(bones)
        assert with_black == f"{chance_of_nothing(count - 1, 1):.1f}"
        if white_only:
            assert white_only == f"{chance_of_nothing(count, 0):.1f}"
