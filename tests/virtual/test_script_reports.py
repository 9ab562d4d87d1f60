"""`state` and `prompt`: their shapes, key by key, in every phase of both games."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from tests.virtual.script import Script

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


def shaped(script: Script) -> Any:
    """The state, once it has been found to have its game's shape."""
    state = script.state
    shape = KingsGoldState if state["game"] == KG else VoyagesState
    # Through JSON, as whoever reads the box sees it.
    return msgspec.json.decode(json.dumps(state), type=shape)


# King's Gold


def test_before_a_turns_first_toss(script: Script) -> None:
    script.match(KG, 3, "OONRX", mode="blitz")
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
    assert expected.items() <= script.state.items()
    script("tap roll", "tap stop", "tap roll")
    shaped(script)


def test_dice_locks_and_rolls(script: Script) -> None:
    script.match(KG, 2, "XONRX", "OON", "ONN")
    script("tap roll")
    state = shaped(script)
    assert (state.phase, state.dice, state.rolls_left) == ("locking", "XONRX", 2)
    assert state.locked == [True, False, False, False, True]
    script("tap target", "tap lock")
    assert shaped(script).locked == [True, False, True, False, True]
    script("tap lock", "tap roll")
    state = shaped(script)
    assert (state.dice, state.rolls_left) == ("XOONX", 1)
    script("tap roll")
    state = shaped(script)
    assert (state.captain, state.phase, state.dice) == (1, "to_roll", None)
    assert state.locked == [False] * 5
    assert state.rolls_left == 3


def test_five_words_for_what_goes_on(script: Script) -> None:
    script('match {"game":"kings-gold","captains":["A","B","C"],"dice":["R","O","O","NOOOX"]}')
    assert shaped(script).phase == "roll_off"
    script("tap roll", "tap roll", "tap roll")
    assert shaped(script).phase == "to_roll"
    script("tap roll")
    assert shaped(script).phase == "locking"
    script("tap stop")
    assert shaped(script).phase == "naming_shots"
    assert shaped(script).chests[0] == (3, 0, 0), "plunder comes before the cannons"


def test_skull_island_and_the_treasury(script: Script) -> None:
    script.match(KG, 2, "OOORX", "OONNX", "XXXOO")
    script("tap roll", "tap stop", "tap roll", "tap stop", "tap roll")
    state = shaped(script)
    assert state.island == 2
    # 2 coins and a doubloon; 2 coins and 2 stolen; the curse breaks the doubloon.
    assert state.chests == [(3, 0, 0), (4, 0, 0)]
    assert state.treasury == (51, 20)


def test_the_pointer_over_dice(script: Script) -> None:
    script.match(KG, 2, "XONRX", "NOX", "RRR")
    script("tap roll")
    prompt = script.prompt
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
        script("tap target")
        pointers.append(script.prompt["pointed"])
    assert pointers == [2, 3, 1, 2]


def test_the_pointer_starts_anew_after_each_toss(script: Script) -> None:
    script.match(KG, 2, "OONRX", "NOOX")
    script("tap roll", "tap target", "tap target", "tap roll")
    assert script.state["dice"] == "NOOXX"
    assert script.prompt["pointed"] == 0


def test_a_rival_is_pointed_at_by_number(script: Script) -> None:
    script.match(KG, 3, "OOOOX", "NNNXX")
    script("tap roll", "tap stop", "tap roll", "tap stop")
    prompt = script.prompt
    assert {
        "kind": "name_shot",
        "captain": 1,
        "rivals": [2, 0],
        "shots_left": 3,
        "pointed": 2,
    }.items() <= prompt.items()
    assert set(prompt["buttons"]) == {"roll", "stop", "target"}
    script("tap target", "tap roll")
    assert script.prompt["pointed"] == 0
    assert script.prompt["shots_left"] == 2
    script("tap stop")
    assert script.state["chests"] == [[1, 0, 0], [3, 0, 0], [0, 0, 0]]


def test_standings_of_kings_gold(script: Script) -> None:
    script.match(KG, 2, "OOOOO", "XXXOO")
    script("tap roll", "tap roll")
    state = shaped(script)
    assert state.over
    assert state.phase == "over"
    assert script.state["standings"] is not None
    first, second = state.standings
    assert (first.captain, first.winner, first.score) == (0, True, 60 + 100 + 10)
    assert set(first.badges) == {"bronze_anchor", "silver_cutlass", "gold_pirate_king"}
    assert (second.captain, second.winner, second.score, second.badges) == (1, False, 0, [])


# Voyages


def test_before_a_voyages_first_toss(script: Script) -> None:
    script.match(VY, 3)
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
    }.items() <= script.state.items()
    assert script.prompt["kind"] == "to_roll"
    assert set(script.prompt["buttons"]) == {"roll"}


def test_while_choosing_in_hand_is_what_the_pointed_scoring_leaves(script: Script) -> None:
    script.match(VY, 2, "666#2")
    script("tap roll")
    seen = []
    for option in script.prompt["options"]:
        state = shaped(script)
        assert state.guard is None
        assert state.tally == 0
        left = option["leftover"]
        if option["gold_fever"]:
            assert (state.in_hand.white, state.in_hand.black) == (4, True)
        else:
            black = any(bone in "@$%^!#" for bone in left)
            assert (state.in_hand.white, state.in_hand.black) == (len(left) - black, black)
        seen.append(left)
        script("tap target")
    assert len(seen) == len(set(seen)) + 1  # The Flag as Ten or as Five leaves the same bone.
    assert script.prompt["pointed"] == 0


def test_a_reload_its_guard_and_a_void_toss(script: Script) -> None:
    script.match(VY, 2, "44#36", "46", "35")
    script("tap roll", "tap roll")
    state = shaped(script)
    assert (state.phase, state.guard, state.toss) == ("void", "4", "46")
    assert (state.tally, state.in_hand.white, state.in_hand.black) == (40, 2, False)
    prompt = script.prompt
    assert {"kind": "roll_again", "captain": 0, "guard": "4"}.items() <= prompt.items()
    assert set(prompt["buttons"]) == {"roll"}
    script("tap roll")
    state = shaped(script)
    assert (state.phase, state.guard, state.tally, state.toss) == ("choosing", None, 40, "35")
    script("tap stop")
    assert shaped(script).hoards == [45, 0]
    assert shaped(script).proved == [True, False]


def test_a_choice_of_scorings(script: Script) -> None:
    script.match(VY, 2, "15#23")
    script("tap roll")
    prompt = script.prompt
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


def test_the_only_scoring_is_offered_too(script: Script) -> None:
    script.match(VY, 2, "2245$", mettle=0)
    script("tap roll")
    prompt = script.prompt
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
def test_why_stop_does_not_hoard(
    script: Script, toss: str, mettle: int, why_not: str | None
) -> None:
    script.match(VY, 2, toss, mettle=mettle)
    script("tap roll")
    assert script.prompt["why_not"] == why_not
    assert script.prompt["can_stop"] is (why_not is None)
    assert ("stop" in script.lit) is (why_not is None)


def test_a_prize_is_offered_like_any_scoring(script: Script) -> None:
    script.match(VY, 2, "4444$", "2245$")
    script("tap roll")
    assert [option["points"] for option in script.prompt["options"]] == [400]
    assert script.state["tally"] == 0
    script("tap roll")
    assert script.state["tally"] == 400
    assert script.prompt["why_not"] is None


ROLLS = [
    case
    for case in VECTORS
    if case["guard"] is None and len(case["roll"]) == 5 and case["outcome"] in ("score", "prize")
]


def as_set(options: list[dict[str, Any]]) -> set[str]:
    return {json.dumps(option, sort_keys=True) for option in options}


@pytest.mark.parametrize("part", range(4))
def test_options_are_those_of_the_vectors(script: Script, part: int) -> None:
    tried = 0
    for case in ROLLS[part::4]:
        if sum(bone in "@$%^!#" for bone in case["roll"]) != 1:
            continue
        script.match(VY, 2, case["roll"])
        script("tap roll")
        assert as_set(script.prompt["options"]) == as_set(case["options"]), case["roll"]
        tried += 1
    assert tried > 5


def test_standings_of_voyages(script: Script) -> None:
    script.match(VY, 3, "2245$", "6666^", mettle=0)
    script("tap roll", "tap stop", "tap roll")
    state = shaped(script)
    assert state.over
    first, second, third = state.standings
    assert (first.captain, first.winner, first.hoard, first.badges) == (1, True, 0, [])
    assert (second.captain, second.winner, second.hoard) == (0, False, 5)
    assert (third.captain, third.winner, third.hoard) == (2, False, 0)


# Outside of a match


def test_the_title_and_the_set_up_have_no_state(script: Script) -> None:
    for line in ("wait 0", "tap roll", "tap target", "tap lock", "tap stop"):
        script(line)
        assert script.state == {"phase": "title"}


def test_a_finished_match_stays_until_its_standings_are_left(script: Script) -> None:
    script.match(VY, 2, "6666^")
    script("tap roll", "wait 100")
    assert script.state["over"]
    assert script.kind == "ending"
    script("tap target", "wait 100")
    assert script.state["over"]
    script("tap stop")
    assert script.state == {"phase": "title"}


def test_the_prompt_of_a_menu_tells_what_lit_buttons_do(script: Script) -> None:
    script("tap roll", "tap target")
    assert script.prompt == {
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
