"""A short run of the random presses; `python -m tests.fuzz.presses` makes long ones."""

import pytest
from msgspec.structs import replace

from kingsgold.games import kings_gold, voyages
from tests.fuzz import presses


def test_random_presses_break_nothing() -> None:
    pressed, matches = presses.play(seed=2026, presses=2000)
    assert pressed >= 2000
    assert matches >= 5


def test_the_same_seed_plays_the_same_matches() -> None:
    def events(seed: int) -> list[object]:
        chapter = presses.Chapter(seed, 0)
        chapter.run(200)
        return chapter.events

    assert events(5) == events(5) != events(6)


def test_a_failure_names_seed_and_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(state: object) -> None:
        raise AssertionError("gold leaks")

    monkeypatch.setattr(presses, "check_state", leak)
    with pytest.raises(AssertionError, match="gold leaks") as caught:
        presses.play(seed=3, presses=500, chapter=4)
    assert any("--seed 3 --chapter 4" in note for note in caught.value.__notes__)


@pytest.mark.parametrize(
    "broken",
    [
        {"island": 1},
        {"treasury": kings_gold.Gold(coins=59, doubloons=21)},
        {"captain": 2},
        {"captain": 1, "out": (1,)},
        {"dice": "OONRX"},
        {"locked": (True, False, False, False, False)},
        {"dice": "XXXOO", "locked": (True,) * 5},
    ],
)
def test_a_broken_state_of_kings_gold_is_seen(broken: dict[str, object]) -> None:
    state = kings_gold.start(kings_gold.Setup(captains=("Anne", "Jack"), starter=0))
    presses.check_state(state)
    with pytest.raises(AssertionError):
        presses.check_state(replace(state, **broken))


@pytest.mark.parametrize(
    "broken",
    [
        {"hoards": (3, 0)},
        {"hoards": (0, 50), "capsized": (False, True)},
        {"capsized": (True, False)},
        {"tally": -5},
        {"in_hand": voyages.InHand(white=0, black=False)},
        {"toss": "23"},
    ],
)
def test_a_broken_state_of_voyages_is_seen(broken: dict[str, object]) -> None:
    state = voyages.start(voyages.Setup(captains=("Anne", "Jack")))
    presses.check_state(state)
    with pytest.raises(AssertionError):
        presses.check_state(replace(state, **broken))
