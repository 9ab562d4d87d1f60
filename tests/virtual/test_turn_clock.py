"""The turn's clock, seen from the box."""

import pytest
from script import Script

KG, VY = "kings-gold", "voyages"


def test_a_blitz_turn_with_nothing_rolled_is_rolled_once_by_the_box(box: Script) -> None:
    box.match(KG, 2, "OOORX", mode="blitz")
    box("wait 9.9")
    assert box.state["phase"] == "to_roll"
    box("wait 0.2")
    assert box.events()[:4] == ["TimeRanOut", "Thrown", "SkullsLocked", "Plundered"]
    assert box.state["chests"][0] == [2, 1, 0]
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")


def test_a_blitz_turn_with_dice_down_resolves_them_as_they_lie(box: Script) -> None:
    box.match(KG, 2, "OOORX", mode="blitz", turn_seconds=6)
    box("tap roll", "wait 5.8")
    assert box.state["captain"] == 0
    box("wait 0.2")
    assert box.state["captain"] == 1
    assert box.state["chests"][0] == [2, 1, 0]


def test_shots_not_named_in_time_go_to_the_richest_rival(box: Script) -> None:
    box.match(KG, 3, "OOORX", "OOONX", mode="blitz")
    box("tap roll", "tap stop", "tap roll", "tap stop")
    assert box.prompt["kind"] == "name_shot"
    assert box.prompt["pointed"] == 2
    box("wait 9.5")
    assert box.state["phase"] == "naming_shots"
    box("wait 0.5")
    assert box.state["chests"] == [[1, 1, 0], [4, 0, 0], [0, 0, 0]]
    assert box.state["captain"] == 2


def test_one_clock_covers_the_turn_from_first_prompt_to_last_shot(box: Script) -> None:
    box.match(KG, 3, "NNOOX", mode="blitz")
    box("wait 4", "tap roll", "wait 4", "tap stop", "wait 0.6", "tap roll")
    assert box.state["shots_left"] == 1
    box("wait 1.1")
    assert box.state["captain"] == 1


def test_no_clock_runs_in_the_roll_off(box: Script) -> None:
    box('match {"game":"kings-gold","captains":["A","B"],"mode":"blitz","dice":["X","O"]}')
    box("wait 100", "tap roll", "wait 100", "tap roll")
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")
    box("wait 9.9")
    assert box.state["captain"] == 1
    box("wait 0.1")
    assert box.state["captain"] == 0


def test_the_next_clock_starts_when_the_turn_before_has_resolved(box: Script) -> None:
    box.match(KG, 2, "OONRX", mode="blitz")
    box("tap roll", "wait 7", "tap stop")
    # The settlement is still being told; the clock runs all the same.
    box("wait 9.9")
    assert box.state["captain"] == 1
    box("wait 0.1")
    assert box.state["captain"] == 0


def test_pause_stops_the_clock_and_resume_lets_it_go_on(box: Script) -> None:
    box.match(KG, 2, mode="blitz")
    box("wait 6", "hold stop 1.5", "wait 1000")
    assert (box.kind, box.state["captain"]) == ("paused", 0)
    box("tap target", "tap roll")
    assert box.kind == "ledger_open"
    box("wait 1000", "tap stop", "wait 1000", "tap stop")
    assert box.state["captain"] == 0
    box("wait 2.3")  # 6 and 1.5 went before the menu, and 0.1 with the tap that resumed.
    assert box.state["captain"] == 0
    box("wait 0.2")
    assert box.state["captain"] == 1


def test_a_pause_at_the_last_moment_waits_for_the_resume(box: Script) -> None:
    box.match(KG, 2, mode="blitz")
    # So close together that the loop sees both timers at once, the one of the hold first.
    box("wait 8.4999999995", "hold stop 1.5", "wait 100")
    assert (box.kind, box.state["captain"]) == ("paused", 0)
    box("tap stop")
    assert box.state["captain"] == 1


def test_the_ledger_that_is_peeked_at_stops_no_clock(box: Script) -> None:
    box.match(KG, 2, mode="blitz")
    box("hold target 10")
    assert box.state["captain"] == 1


def test_the_clock_shows_its_seconds(box: Script) -> None:
    box.match(KG, 2, mode="blitz")
    seen: list[tuple[str, ...]] = []
    for _ in range(9):
        seen.append(tuple(box("screen")["screen"]))
        box("wait 0.5")
        assert tuple(box("screen")["screen"]) == seen[-1]
        box("wait 0.5")
    assert len(set(seen)) == 9


def test_a_voyage_out_of_time_takes_the_pointed_scoring_and_hoards_it(box: Script) -> None:
    box.match(VY, 2, "15#23", turn_seconds=20, mettle=0)
    box("tap roll")
    assert [option["points"] for option in box.prompt["options"]] == [25, 20, 15]
    box("tap target", "tap target", "wait 20")
    assert box.state["hoards"] == [15, 0]
    assert box.state["captain"] == 1


@pytest.mark.parametrize(
    ("dice", "why_not"),
    [(["15#23"], "mettle"), (["44#36"], "reload"), (["22255"], "gold_fever")],
)
def test_a_voyage_out_of_time_runs_aground_where_it_may_not_be_hoarded(
    box: Script, dice: list[str], why_not: str
) -> None:
    roll = dice[0].replace("22255", "2225%")
    box.match(VY, 2, roll, turn_seconds=20)
    box("tap roll")
    assert box.prompt["why_not"] == why_not
    box("wait 20")
    assert box.state["hoards"] == [0, 0]
    assert box.state["captain"] == 1
    assert "RanAground" in box.events()


def test_a_voyage_with_nothing_thrown_is_thrown_once_by_the_box(box: Script) -> None:
    box.match(VY, 2, "2245$", turn_seconds=20, mettle=0)
    box("wait 20")
    assert box.state["hoards"] == [5, 0]


def test_a_voyage_out_of_time_after_a_void_toss_runs_aground(box: Script) -> None:
    box.match(VY, 2, "44#36", "46", turn_seconds=20)
    box("tap roll", "tap roll")
    assert box.state["phase"] == "void"
    box("wait 20")
    assert (box.state["captain"], box.state["hoards"]) == (1, [0, 0])


def test_a_paused_voyage_keeps_its_pointer(box: Script) -> None:
    box.match(VY, 2, "15#23", turn_seconds=20, mettle=0)
    box("tap roll", "tap target", "hold stop 2")
    assert box.state["in_hand"] == {"white": 2, "black": False}
    box("tap stop")
    assert box.prompt["pointed"] == 1


def test_a_clock_plays_a_match_to_its_end_alone(box: Script) -> None:
    box.match(KG, 6, mode="blitz", turn_seconds=1, treasury_coins=5)
    box("wait 2000")
    assert box.state["over"]
    assert box.kind == "ending"
