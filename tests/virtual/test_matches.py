"""Whole matches of both games, played with the four buttons."""

import pytest
from script import NAMES, Script

KG, VY = "kings-gold", "voyages"


def play_to_the_end(box: Script) -> None:
    """Throw and stop in turns, by taps alone, until the match is over."""
    for _ in range(5000):
        lit = box.lit
        if box.state.get("over", True):
            return
        box("tap stop" if "stop" in lit else "tap roll")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("captains", [2, 3, 6])
def test_a_match_of_kings_gold_by_taps_alone(box: Script, captains: int) -> None:
    names = str(list(NAMES[:captains])).replace("'", '"')
    box(f'match {{"game":"kings-gold","captains":{names},"rules":{{"treasury_coins":20}}}}')
    play_to_the_end(box)
    assert len(box.state["standings"]) == captains
    assert any(standing["winner"] for standing in box.state["standings"])


@pytest.mark.parametrize("captains", [2, 3, 6])
def test_a_match_of_voyages_by_taps_alone(box: Script, captains: int) -> None:
    box.match(VY, captains, target=100)
    play_to_the_end(box)
    assert len(box.state["standings"]) == captains


def test_a_kings_gold_match_of_six_ends_after_a_completed_round(box: Script) -> None:
    # The third captain takes the last coin; the others of that round still have their turns.
    names = '["Anne","Jack","Mary","Bart","Grace","Ned"]'
    box(
        f'match {{"game":"kings-gold","captains":{names},"starter":1,'
        '"rules":{"treasury_coins":4,"curse_penalty":0},'
        '"dice":["OOXXN","XXXOO","OOXXN","XXXOO","XXXOO","XXXOO"]}'
    )
    turns: list[int] = []
    for _ in range(6):
        assert not box.state["over"]
        turns.append(box.state["captain"])
        box("tap roll")
        if box.kind == "roll_or_stop":
            box("tap stop", "tap stop")
    assert turns == [1, 2, 3, 4, 5, 0]
    assert box.state["over"]
    assert box.state["round"] == 1
    assert "TreasuryEmptied" in box.events()


def test_a_voyages_match_of_six_gives_every_other_captain_one_more_voyage(box: Script) -> None:
    box.match(VY, 6, "2245$", "2234$", "5511$", *["2234$"] * 5, target=30, mettle=0)
    box("tap roll", "tap stop", "tap roll", "tap roll", "tap stop")
    assert box.state["hoards"] == [5, 0, 30, 0, 0, 0]
    turns: list[int] = []
    while not box.state["over"]:
        assert box.state["final_round"]
        turns.append(box.state["captain"])
        box("tap roll")
    assert turns == [3, 4, 5, 0, 1]
    winner = box.state["standings"][0]
    assert (winner["captain"], winner["winner"]) == (2, True)


def test_fast_roll_throws_the_first_roll_and_tells_no_landing(box: Script) -> None:
    box.match(KG, 2, "OONRX", "OOOOX", fast_roll=True)
    assert box.state["dice"] == "OONRX"
    first = box("screen")
    box("wait 10")
    assert box("screen") == first
    box("tap stop")
    assert box.state["dice"] == "OOOOX"
    settled = box("screen")
    box("wait 30")
    assert box("screen") != settled, "how the turn settled was told first"


def test_a_turn_whose_first_roll_is_the_last_one(box: Script) -> None:
    box.match(KG, 2, "XXXOO")
    box("tap roll")
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")


def test_the_third_roll_resolves_the_turn(box: Script) -> None:
    box.match(KG, 2, "OONRX", "OONR", "OONR")
    box("tap roll", "tap roll")
    assert box.state["rolls_left"] == 1
    box("tap roll")
    assert box.state["captain"] == 1


def test_with_one_rival_shots_fire_without_asking(box: Script) -> None:
    box.match(KG, 2, "OOOXX", "NNOXX")
    box("tap roll", "tap stop", "tap roll", "tap stop")
    assert box.state["chests"] == [[1, 0, 0], [3, 0, 0]]
    assert box.state["captain"] == 0


def test_elimination_ends_with_the_last_captain_in_play(box: Script) -> None:
    box.match(KG, 3, "XXXXX", "OONRX", "XXXXX", elimination=True)
    box("tap roll", "tap roll", "tap stop")
    assert box.kind == "to_roll", "with one rival left the shot fires without asking"
    box("tap roll")
    assert box.state["over"]
    assert box.state["standings"][0]["captain"] == 1


def test_the_navy_ends_a_match(box: Script) -> None:
    box.match(VY, 2, *["2234$"] * 4, navy_rounds=2)
    box("tap roll", "tap roll", "tap roll")
    assert box.state["round"] == 2
    box("tap roll")
    assert box.state["over"]
    assert [standing["winner"] for standing in box.state["standings"]] == [True, True]


def test_final_locks_bind_with_the_next_roll(box: Script) -> None:
    box.match(KG, 2, "OONRX", "NNN", locks="final")
    box("tap roll", "tap lock")
    assert "lock" in box.lit
    box("tap lock", "tap lock", "tap roll")
    assert box.prompt["pointed"] == 0
    assert "lock" not in box.lit


def test_capsizing_leaves_the_last_captain_afloat_as_the_winner(box: Script) -> None:
    box.match(VY, 2, "1111!")
    box("tap roll")
    assert box.state["capsized"] == [True, False]
    assert box.state["standings"][0]["captain"] == 1
