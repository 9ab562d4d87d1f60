"""The turn's clock, seen from the box."""

import pytest

from kingsgold.app.draft import CREW
from kingsgold.testing import ROLL, STOP, TARGET, Box

KG, VY = "kings-gold", "voyages"


def kinds(box: Box) -> list[str]:
    return [type(event).__name__ for event in box.events]


def test_a_blitz_turn_with_nothing_rolled_is_rolled_once_by_the_box(box: Box) -> None:
    box.throws("OOORX")
    box.match(KG, mode="blitz")
    box.advance(9.9)
    assert box.state["phase"] == "to_roll"
    box.advance(0.2)
    assert kinds(box)[:4] == ["TimeRanOut", "Thrown", "SkullsLocked", "Plundered"]
    assert box.state["chests"][0] == [2, 1, 0]
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")


def test_a_blitz_turn_with_dice_down_resolves_them_as_they_lie(box: Box) -> None:
    box.throws("OOORX")
    box.match(KG, mode="blitz", turn_seconds=6)
    box.tap(ROLL)
    box.advance(5.8)
    assert box.state["captain"] == 0
    box.advance(0.2)
    assert box.state["captain"] == 1
    assert box.state["chests"][0] == [2, 1, 0]


def test_shots_not_named_in_time_go_to_the_richest_rival(box: Box) -> None:
    box.throws("OOORX", "OOONX")
    box.match(KG, *CREW[:3], mode="blitz")
    box.tap(ROLL, STOP, ROLL, STOP)
    assert box.prompt["kind"] == "name_shot"
    assert box.prompt["pointed"] == 2
    box.advance(9.5)
    assert box.state["phase"] == "naming_shots"
    box.advance(0.5)
    assert box.state["chests"] == [[1, 1, 0], [4, 0, 0], [0, 0, 0]]
    assert box.state["captain"] == 2


def test_one_clock_covers_the_turn_from_first_prompt_to_last_shot(box: Box) -> None:
    box.throws("NNOOX")
    box.match(KG, *CREW[:3], mode="blitz")
    box.advance(4)
    box.tap(ROLL)
    box.advance(4)
    box.tap(STOP)
    box.advance(0.6)
    box.tap(ROLL)
    assert box.state["shots_left"] == 1
    box.advance(1.1)
    assert box.state["captain"] == 1


def test_no_clock_runs_in_the_roll_off(box: Box) -> None:
    box.throws("X", "O")
    box.match(KG, mode="blitz", starter=None)
    box.advance(100)
    box.tap(ROLL)
    box.advance(100)
    box.tap(ROLL)
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")
    box.advance(9.9)
    assert box.state["captain"] == 1
    box.advance(0.1)
    assert box.state["captain"] == 0


def test_the_next_clock_starts_when_the_turn_before_has_resolved(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG, mode="blitz")
    box.tap(ROLL)
    box.advance(7)
    box.tap(STOP)
    # The settlement is still being told; the clock runs all the same.
    box.advance(9.9)
    assert box.state["captain"] == 1
    box.advance(0.1)
    assert box.state["captain"] == 0


def test_pause_stops_the_clock_and_resume_lets_it_go_on(box: Box) -> None:
    box.match(KG, mode="blitz")
    box.advance(6)
    box.hold(STOP, 1.5)
    box.advance(500)
    assert (box.prompt["kind"], box.state["captain"]) == ("paused", 0)
    box.tap(TARGET, ROLL)
    assert box.prompt["kind"] == "ledger_open"
    box.advance(500)
    box.tap(STOP)
    box.advance(500)
    box.tap(STOP)
    assert box.state["captain"] == 0
    box.advance(2.3)  # 6 and 1.5 went before the menu, and 0.1 with the tap that resumed.
    assert box.state["captain"] == 0
    box.advance(0.2)
    assert box.state["captain"] == 1


def test_a_pause_at_the_last_moment_waits_for_the_resume(box: Box) -> None:
    box.match(KG, mode="blitz")
    # So close together that the loop sees both timers at once, the one of the hold first.
    box.advance(8.4999999995)
    box.hold(STOP, 1.5)
    box.advance(100)
    assert (box.prompt["kind"], box.state["captain"]) == ("paused", 0)
    box.tap(STOP)
    assert box.state["captain"] == 1


def test_the_ledger_that_is_peeked_at_stops_no_clock(box: Box) -> None:
    box.match(KG, mode="blitz")
    box.hold(TARGET, 10)
    assert box.state["captain"] == 1


def test_the_clock_shows_its_seconds(box: Box) -> None:
    box.match(KG, mode="blitz")
    seen: list[bytes] = []
    for _ in range(9):
        seen.append(box.screen.picture.tobytes())
        box.advance(0.5)
        assert box.screen.picture.tobytes() == seen[-1]
        box.advance(0.5)
    assert len(set(seen)) == 9


def test_a_voyage_out_of_time_takes_the_pointed_scoring_and_hoards_it(box: Box) -> None:
    box.throws("15#23")
    box.match(VY, turn_seconds=20, mettle=0)
    box.tap(ROLL)
    assert [option["points"] for option in box.prompt["options"]] == [25, 20, 15]
    box.tap(TARGET, TARGET)
    box.advance(20)
    assert box.state["hoards"] == [15, 0]
    assert box.state["captain"] == 1


@pytest.mark.parametrize(
    ("dice", "why_not"),
    [(["15#23"], "mettle"), (["44#36"], "reload"), (["22255"], "gold_fever")],
)
def test_a_voyage_out_of_time_runs_aground_where_it_may_not_be_hoarded(
    box: Box, dice: list[str], why_not: str
) -> None:
    roll = dice[0].replace("22255", "2225%")
    box.throws(roll)
    box.match(VY, turn_seconds=20)
    box.tap(ROLL)
    assert box.prompt["why_not"] == why_not
    box.advance(20)
    assert box.state["hoards"] == [0, 0]
    assert box.state["captain"] == 1
    assert "RanAground" in kinds(box)


def test_a_voyage_with_nothing_thrown_is_thrown_once_by_the_box(box: Box) -> None:
    box.throws("2245$")
    box.match(VY, turn_seconds=20, mettle=0)
    box.advance(20)
    assert box.state["hoards"] == [5, 0]


def test_a_voyage_out_of_time_after_a_void_toss_runs_aground(box: Box) -> None:
    box.throws("44#36", "46")
    box.match(VY, turn_seconds=20)
    box.tap(ROLL, ROLL)
    assert box.state["phase"] == "void"
    box.advance(20)
    assert (box.state["captain"], box.state["hoards"]) == (1, [0, 0])


def test_a_paused_voyage_keeps_its_pointer(box: Box) -> None:
    box.throws("15#23")
    box.match(VY, turn_seconds=20, mettle=0)
    box.tap(ROLL, TARGET)
    box.hold(STOP, 2)
    assert box.state["in_hand"] == {"white": 2, "black": False}
    box.tap(STOP)
    assert box.prompt["pointed"] == 1


def test_a_clock_plays_a_match_to_its_end_alone(box: Box) -> None:
    box.match(KG, *CREW[:6], mode="blitz", turn_seconds=1, treasury_coins=5)
    box.advance(2000)
    assert box.state["over"]
    assert box.prompt["kind"] == "ending"
