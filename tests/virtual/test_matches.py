"""Whole matches of both games, played with the four buttons."""

import pytest

from kingsgold.app.draft import CREW
from kingsgold.testing import LOCK, ROLL, STOP, Box

KG, VY = "kings-gold", "voyages"


def play_to_the_end(box: Box) -> None:
    """Throw and stop in turns, by taps alone, until the match is over."""
    for _ in range(5000):
        if box.state.get("over", True):
            return
        box.tap(STOP if STOP in box.lamps else ROLL)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("captains", [2, 3, 6])
def test_a_match_of_kings_gold_by_taps_alone(box: Box, captains: int) -> None:
    box.match(KG, *CREW[:captains], starter=None, treasury_coins=20)
    play_to_the_end(box)
    assert len(box.state["standings"]) == captains
    assert any(standing["winner"] for standing in box.state["standings"])


@pytest.mark.parametrize("captains", [2, 3, 6])
def test_a_match_of_voyages_by_taps_alone(box: Box, captains: int) -> None:
    box.match(VY, *CREW[:captains], target=100)
    play_to_the_end(box)
    assert len(box.state["standings"]) == captains


def test_a_kings_gold_match_of_six_ends_after_a_completed_round(box: Box) -> None:
    # The third captain takes the last coin; the others of that round still have their turns.
    box.throws("OOXXN", "XXXOO", "OOXXN", "XXXOO", "XXXOO", "XXXOO")
    box.match(KG, *CREW, starter=1, treasury_coins=4, curse_penalty=0)
    turns: list[int] = []
    for _ in range(6):
        assert not box.state["over"]
        turns.append(box.state["captain"])
        box.tap(ROLL)
        if box.prompt["kind"] == "roll_or_stop":
            box.tap(STOP, STOP)
    assert turns == [1, 2, 3, 4, 5, 0]
    assert box.state["over"]
    assert box.state["round"] == 1
    box.assert_event("TreasuryEmptied")


def test_a_voyages_match_of_six_gives_every_other_captain_one_more_voyage(box: Box) -> None:
    box.throws("2245$", "2234$", "5511$", *["2234$"] * 5)
    box.match(VY, *CREW[:6], target=30, mettle=0)
    box.tap(ROLL, STOP, ROLL, ROLL, STOP)
    assert box.state["hoards"] == [5, 0, 30, 0, 0, 0]
    turns: list[int] = []
    while not box.state["over"]:
        assert box.state["final_round"]
        turns.append(box.state["captain"])
        box.tap(ROLL)
    assert turns == [3, 4, 5, 0, 1]
    winner = box.state["standings"][0]
    assert (winner["captain"], winner["winner"]) == (2, True)


def test_fast_roll_throws_the_first_roll_and_tells_no_landing(box: Box) -> None:
    box.throws("OONRX", "OOOOX")
    box.match(KG, fast_roll=True)
    assert box.state["dice"] == "OONRX"
    first = box.screen.picture
    box.advance(10)
    assert box.screen.picture == first
    box.tap(STOP)
    assert box.state["dice"] == "OOOOX"
    settled = box.screen.picture
    box.advance(30)
    assert box.screen.picture != settled, "how the turn settled was told first"


def test_a_turn_whose_first_roll_is_the_last_one(box: Box) -> None:
    box.throws("XXXOO")
    box.match(KG)
    box.tap(ROLL)
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")


def test_the_third_roll_resolves_the_turn(box: Box) -> None:
    box.throws("OONRX", "OONR", "OONR")
    box.match(KG)
    box.tap(ROLL, ROLL)
    assert box.state["rolls_left"] == 1
    box.tap(ROLL)
    assert box.state["captain"] == 1


def test_with_one_rival_shots_fire_without_asking(box: Box) -> None:
    box.throws("OOOXX", "NNOXX")
    box.match(KG)
    box.tap(ROLL, STOP, ROLL, STOP)
    assert box.state["chests"] == [[1, 0, 0], [3, 0, 0]]
    assert box.state["captain"] == 0


def test_elimination_ends_with_the_last_captain_in_play(box: Box) -> None:
    box.throws("XXXXX", "OONRX", "XXXXX")
    box.match(KG, *CREW[:3], elimination=True)
    box.tap(ROLL, ROLL, STOP)
    assert box.prompt["kind"] == "to_roll", "with one rival left the shot fires without asking"
    box.tap(ROLL)
    assert box.state["over"]
    assert box.state["standings"][0]["captain"] == 1


def test_the_navy_ends_a_match(box: Box) -> None:
    box.throws(*["2234$"] * 4)
    box.match(VY, navy_rounds=2)
    box.tap(ROLL, ROLL, ROLL)
    assert box.state["round"] == 2
    box.tap(ROLL)
    assert box.state["over"]
    assert [standing["winner"] for standing in box.state["standings"]] == [True, True]


def test_final_locks_bind_with_the_next_roll(box: Box) -> None:
    box.throws("OONRX", "NNN")
    box.match(KG, locks="final")
    box.tap(ROLL, LOCK)
    assert LOCK in box.lamps
    box.tap(LOCK, LOCK, ROLL)
    assert box.prompt["pointed"] == 0
    assert LOCK not in box.lamps


def test_capsizing_leaves_the_last_captain_afloat_as_the_winner(box: Box) -> None:
    box.throws("1111!")
    box.match(VY)
    box.tap(ROLL)
    assert box.state["capsized"] == [True, False]
    assert box.state["standings"][0]["captain"] == 1
