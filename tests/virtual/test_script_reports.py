"""`state` and `prompt`: their shapes, key by key, in every phase of both games."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from script import Script

KG, VY = "kings-gold", "voyages"
VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "voyages-scoring.json").read_text(encoding="utf-8")
)

Five = Annotated[list[bool], msgspec.Meta(min_length=5, max_length=5)]


class Standing(msgspec.Struct):
    captain: int
    winner: bool
    badges: list[str]
    score: int | None = None
    hoard: int | None = None


class KingsGoldState(msgspec.Struct):
    game: Literal["kings-gold"]
    mode: Literal["campaign", "blitz"]
    captains: list[str]
    captain: int
    round: Annotated[int, msgspec.Meta(ge=1)]
    phase: Literal["roll_off", "to_roll", "locking", "naming_shots", "over"]
    dice: Annotated[str, msgspec.Meta(pattern="^[ONRX]{5}$")] | None
    locked: Five
    rolls_left: Annotated[int, msgspec.Meta(ge=0, le=3)]
    treasury: tuple[int, int]
    island: int
    chests: list[tuple[int, int, int]]
    over: bool
    standings: list[Standing] | None


class InHand(msgspec.Struct):
    white: int
    black: bool


class VoyagesState(msgspec.Struct):
    game: Literal["voyages"]
    captains: list[str]
    captain: int
    round: Annotated[int, msgspec.Meta(ge=1)]
    phase: Literal["to_roll", "choosing", "void", "over"]
    hoards: list[int]
    proved: list[bool]
    capsized: list[bool]
    tally: int
    toss: Annotated[str, msgspec.Meta(pattern="^[234561]*[@$%^!#]?$")] | None
    in_hand: InHand
    guard: Literal["2", "3", "4", "5", "6", "1"] | None
    final_round: bool
    over: bool
    standings: list[Standing] | None


def shaped(box: Script) -> Any:
    """The state, once it has been found to have its game's shape."""
    state = box.state
    shape = KingsGoldState if state["game"] == KG else VoyagesState
    # Through JSON, as whoever reads the box sees it.
    return msgspec.json.decode(json.dumps(state), type=shape)


# King's Gold


def test_before_a_turns_first_toss(box: Script) -> None:
    box.match(KG, 3, "OONRX", mode="blitz")
    expected = {
        "game": "kings-gold",
        "mode": "blitz",
        "captains": ["Anne", "Jack", "Mary"],
        "captain": 0,
        "round": 1,
        "phase": "to_roll",
        "dice": None,
        "locked": [False] * 5,
        "rolls_left": 3,
        "treasury": [60, 20],
        "island": 0,
        "chests": [[0, 0, 0]] * 3,
        "over": False,
        "standings": None,
    }
    assert expected.items() <= box.state.items()
    box("tap roll", "tap stop", "tap roll")
    shaped(box)


def test_dice_locks_and_rolls(box: Script) -> None:
    box.match(KG, 2, "XONRX", "OON", "ONN")
    box("tap roll")
    state = shaped(box)
    assert (state.phase, state.dice, state.rolls_left) == ("locking", "XONRX", 2)
    assert state.locked == [True, False, False, False, True]
    box("tap target", "tap lock")
    assert shaped(box).locked == [True, False, True, False, True]
    box("tap lock", "tap roll")
    state = shaped(box)
    assert (state.dice, state.rolls_left) == ("XOONX", 1)
    box("tap roll")
    state = shaped(box)
    assert (state.captain, state.phase, state.dice) == (1, "to_roll", None)
    assert state.locked == [False] * 5
    assert state.rolls_left == 3


def test_five_words_for_what_goes_on(box: Script) -> None:
    box('match {"game":"kings-gold","captains":["A","B","C"],"dice":["R","O","O","NOOOX"]}')
    assert shaped(box).phase == "roll_off"
    box("tap roll", "tap roll", "tap roll")
    assert shaped(box).phase == "to_roll"
    box("tap roll")
    assert shaped(box).phase == "locking"
    box("tap stop")
    assert shaped(box).phase == "naming_shots"
    assert shaped(box).chests[0] == (3, 0, 0), "plunder comes before the cannons"


def test_skull_island_and_the_treasury(box: Script) -> None:
    box.match(KG, 2, "OOORX", "OONNX", "XXXOO")
    box("tap roll", "tap stop", "tap roll", "tap stop", "tap roll")
    state = shaped(box)
    assert state.island == 2
    # 2 coins and a doubloon; 2 coins and 2 stolen; the curse breaks the doubloon.
    assert state.chests == [(3, 0, 0), (4, 0, 0)]
    assert state.treasury == (51, 20)


def test_the_pointer_over_dice(box: Script) -> None:
    box.match(KG, 2, "XONRX", "NOX", "RRR")
    box("tap roll")
    prompt = box.prompt
    assert {
        "kind": "roll_or_stop",
        "captain": 0,
        "dice": "XONRX",
        "rolls_left": 2,
        "pointed": 1,
        "locked": [True, False, False, False, True],
    }.items() <= prompt.items()
    assert set(prompt["buttons"]) == {"lock", "roll", "stop", "target"}
    pointers = []
    for _ in range(4):
        box("tap target")
        pointers.append(box.prompt["pointed"])
    assert pointers == [2, 3, 1, 2]


def test_the_pointer_starts_anew_after_each_toss(box: Script) -> None:
    box.match(KG, 2, "OONRX", "NOOX")
    box("tap roll", "tap target", "tap target", "tap roll")
    assert box.state["dice"] == "NOOXX"
    assert box.prompt["pointed"] == 0


def test_a_rival_is_pointed_at_by_number(box: Script) -> None:
    box.match(KG, 3, "OOOOX", "NNNXX")
    box("tap roll", "tap stop", "tap roll", "tap stop")
    prompt = box.prompt
    assert {
        "kind": "name_shot",
        "captain": 1,
        "rivals": [2, 0],
        "shots_left": 3,
        "pointed": 2,
    }.items() <= prompt.items()
    assert set(prompt["buttons"]) == {"roll", "stop", "target"}
    box("tap target", "tap roll")
    assert box.prompt["pointed"] == 0
    assert box.prompt["shots_left"] == 2
    box("tap stop")
    assert box.state["chests"] == [[1, 0, 0], [3, 0, 0], [0, 0, 0]]


def test_standings_of_kings_gold(box: Script) -> None:
    box.match(KG, 2, "OOOOO", "XXXOO")
    box("tap roll", "tap roll")
    state = shaped(box)
    assert state.over
    assert state.phase == "over"
    assert box.state["standings"] is not None
    first, second = state.standings
    assert (first.captain, first.winner, first.score) == (0, True, 60 + 100 + 10)
    assert set(first.badges) == {"bronze_anchor", "silver_cutlass", "gold_pirate_king"}
    assert (second.captain, second.winner, second.score, second.badges) == (1, False, 0, [])


# Voyages


def test_before_a_voyages_first_toss(box: Script) -> None:
    box.match(VY, 3)
    assert {
        "game": "voyages",
        "captains": ["Anne", "Jack", "Mary"],
        "captain": 0,
        "round": 1,
        "phase": "to_roll",
        "hoards": [0, 0, 0],
        "proved": [False] * 3,
        "capsized": [False] * 3,
        "tally": 0,
        "toss": None,
        "in_hand": {"white": 4, "black": True},
        "guard": None,
        "final_round": False,
        "over": False,
        "standings": None,
    }.items() <= box.state.items()
    assert box.prompt["kind"] == "to_roll"
    assert set(box.prompt["buttons"]) == {"roll"}


def test_while_choosing_in_hand_is_what_the_pointed_scoring_leaves(box: Script) -> None:
    box.match(VY, 2, "666#2")
    box("tap roll")
    seen = []
    for option in box.prompt["options"]:
        state = shaped(box)
        assert state.guard is None
        assert state.tally == 0
        left = option["leftover"]
        if option["gold_fever"]:
            assert (state.in_hand.white, state.in_hand.black) == (4, True)
        else:
            black = any(bone in "@$%^!#" for bone in left)
            assert (state.in_hand.white, state.in_hand.black) == (len(left) - black, black)
        seen.append(left)
        box("tap target")
    assert len(seen) == len(set(seen)) + 1  # The Flag as Ten or as Five leaves the same bone.
    assert box.prompt["pointed"] == 0


def test_a_reload_its_guard_and_a_void_toss(box: Script) -> None:
    box.match(VY, 2, "44#36", "46", "35")
    box("tap roll", "tap roll")
    state = shaped(box)
    assert (state.phase, state.guard, state.toss) == ("void", "4", "46")
    assert (state.tally, state.in_hand.white, state.in_hand.black) == (40, 2, False)
    prompt = box.prompt
    assert {"kind": "roll_again", "captain": 0, "guard": "4"}.items() <= prompt.items()
    assert set(prompt["buttons"]) == {"roll"}
    box("tap roll")
    state = shaped(box)
    assert (state.phase, state.guard, state.tally, state.toss) == ("choosing", None, 40, "35")
    box("tap stop")
    assert shaped(box).hoards == [45, 0]
    assert shaped(box).proved == [True, False]


def test_a_choice_of_scorings(box: Script) -> None:
    box.match(VY, 2, "15#23")
    box("tap roll")
    prompt = box.prompt
    assert {
        "kind": "choose_scoring",
        "captain": 0,
        "pointed": 0,
        "can_stop": False,
        "why_not": "mettle",
    }.items() <= prompt.items()
    assert set(prompt["options"][0]) == {
        "points",
        "set_aside",
        "leftover",
        "flag",
        "broadside",
        "gold_fever",
    }
    assert set(prompt["buttons"]) == {"roll", "target"}


def test_the_only_scoring_is_offered_too(box: Script) -> None:
    box.match(VY, 2, "2245$", mettle=0)
    box("tap roll")
    prompt = box.prompt
    assert len(prompt["options"]) == 1
    assert prompt["can_stop"] is True
    assert prompt["why_not"] is None
    assert set(prompt["buttons"]) == {"roll", "stop"}


@pytest.mark.parametrize(
    ("toss", "mettle", "why_not"),
    [
        ("44#36", 0, "reload"),
        ("44#36", 100, "reload"),
        ("2225%", 100, "gold_fever"),
        ("4444$", 100, "gold_fever"),
        ("2245$", 35, "mettle"),
        ("2245$", 0, None),
    ],
)
def test_why_stop_does_not_hoard(box: Script, toss: str, mettle: int, why_not: str | None) -> None:
    box.match(VY, 2, toss, mettle=mettle)
    box("tap roll")
    assert box.prompt["why_not"] == why_not
    assert box.prompt["can_stop"] is (why_not is None)
    assert ("stop" in box.lit) is (why_not is None)


def test_a_prize_is_offered_like_any_scoring(box: Script) -> None:
    box.match(VY, 2, "4444$", "2245$")
    box("tap roll")
    assert [option["points"] for option in box.prompt["options"]] == [400]
    assert box.state["tally"] == 0
    box("tap roll")
    assert box.state["tally"] == 400
    assert box.prompt["why_not"] is None


ROLLS = [
    case
    for case in VECTORS
    if case["guard"] is None and len(case["roll"]) == 5 and case["outcome"] in ("score", "prize")
]


def as_set(options: list[dict[str, Any]]) -> set[str]:
    return {json.dumps(option, sort_keys=True) for option in options}


@pytest.mark.parametrize("part", range(4))
def test_options_are_those_of_the_vectors(box: Script, part: int) -> None:
    tried = 0
    for case in ROLLS[part::4]:
        if sum(bone in "@$%^!#" for bone in case["roll"]) != 1:
            continue
        box.match(VY, 2, case["roll"])
        box("tap roll")
        assert as_set(box.prompt["options"]) == as_set(case["options"]), case["roll"]
        tried += 1
    assert tried > 5


def test_standings_of_voyages(box: Script) -> None:
    box.match(VY, 3, "2245$", "6666^", mettle=0)
    box("tap roll", "tap stop", "tap roll")
    state = shaped(box)
    assert state.over
    first, second, third = state.standings
    assert (first.captain, first.winner, first.hoard, first.badges) == (1, True, 0, [])
    assert (second.captain, second.winner, second.hoard) == (0, False, 5)
    assert (third.captain, third.winner, third.hoard) == (2, False, 0)


# Outside of a match


def test_the_title_and_the_set_up_have_no_state(box: Script) -> None:
    for line in ("wait 0", "tap roll", "tap target", "tap lock", "tap stop"):
        box(line)
        assert box.state == {"phase": "title"}


def test_a_finished_match_stays_until_its_standings_are_left(box: Script) -> None:
    box.match(VY, 2, "6666^")
    box("tap roll", "wait 100")
    assert box.state["over"]
    assert box.kind == "ending"
    box("tap target", "wait 100")
    assert box.state["over"]
    box("tap stop")
    assert box.state == {"phase": "title"}


def test_the_prompt_of_a_menu_tells_what_lit_buttons_do(box: Script) -> None:
    box("tap roll", "tap target")
    assert box.prompt == {
        "kind": "set_up",
        "captain": None,
        "pointed": 1,
        "buttons": {
            "target": "next item",
            "lock": "other mode",
            "roll": "set sail",
            "stop": "back",
        },
    }
