"""The scripted script: its commands, what it refuses, and dice that do not fit."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kingsgold.virtual.scripted import ScriptedBox
from tests.virtual.script import Script

KG, VY = "kings-gold", "voyages"


@pytest.mark.parametrize(
    "line",
    [
        'match {"game":"voyages","captains":["Anne","Jack"]}',
        "tap roll",
        "tap lock",
        "hold stop 2",
        "down lock",
        "wait 0",
        "wait 1.5",
        "  wait   1e1  ",
        "wait\t1",
        "hold\tstop \t 2",
    ],
)
def test_what_is_done_is_answered_with_ok(script: Script, line: str) -> None:
    script.match(KG, 2)
    assert script(line) == {"ok": True}


@pytest.mark.parametrize(
    "line",
    [
        "bogus",
        "TAP roll",
        "tap",
        "tap fire",
        "tap roll stop",
        "hold stop",
        "hold stop long",
        "hold 2 stop",
        "hold stop -1",
        "down",
        "up roll",
        "wait",
        "wait soon",
        "wait -1",
        "wait nan",
        "wait inf",
        "wait 1e9",
        "wait ٣",
        "wait 1_0",
        "state now",
        "prompt x",
        "events 3",
        "lamps roll",
        "screen /nowhere/at/all.png",
        "screen a\0b.png",
        "match",
        "match {",
        "match []",
        'match {"captains":["Anne","Jack"]}',
        'match {"game":"chess","captains":["Anne","Jack"]}',
        'match {"game":"voyages"}',
        'match {"game":"voyages","captains":["Anne"]}',
        'match {"game":"voyages","captains":["Anne","anne"]}',
        'match {"game":"voyages","captains":["Anne","Jack"],"mode":"blitz"}',
        'match {"game":"voyages","captains":["Anne","Jack"],"starter":2}',
        'match {"game":"voyages","captains":["Anne","Jack"],"starter":"Anne"}',
        'match {"game":"voyages","captains":["Anne","Jack"],"rules":{"target":0}}',
        'match {"game":"voyages","captains":["Anne","Jack"],"rules":{"targets":9}}',
        'match {"game":"voyages","captains":["Anne","Jack"],"rules":{"fast_roll":"on"}}',
        'match {"game":"voyages","captains":["Anne","Jack"],"dice":"44#36"}',
        'match {"game":"voyages","captains":["Anne","Jack"],"dice":[4]}',
        'match {"game":"kings-gold","captains":["Anne","Jack"],"mode":"duel"}',
        'match {"game":"kings-gold","captains":["Anne","Jack"],"rules":{"elimination":1}}',
        'match {"game":"kings-gold","captains":["Anne","Jack"],"rules":{"treasury_coins":0}}',
        'match {"game":"kings-gold","captains":["A","B"],"mode":"blitz",'
        '"rules":{"turn_seconds":11}}',
    ],
)
def test_a_bad_command_is_refused_and_changes_nothing(script: Script, line: str) -> None:
    script.match(KG, 2, "OONRX")
    script("tap roll", "tap target")
    before = script.state, script.prompt, script("lamps"), script("screen")
    script.events()
    assert script.refused(line)
    assert (script.state, script.prompt, script("lamps"), script("screen")) == before
    assert script.events() == []


def test_a_button_goes_down_once_and_comes_up_once(script: Script) -> None:
    script("down roll")
    assert "down already" in script.refused("down roll")
    assert "down already" in script.refused("tap roll")
    assert "down already" in script.refused("hold roll 1")
    script("up roll")
    assert "not down" in script.refused("up roll")


def test_blank_lines_are_passed_over_and_quit_ends() -> None:
    scripted = ScriptedBox()
    answers = list(scripted.answers(["\n", "lamps\n", "   \n", "\t\n", "quit\n", "lamps\n"]))
    scripted.close()
    assert [set(answer) for answer in answers] == [{"lamps"}]


def test_the_end_of_input_ends() -> None:
    scripted = ScriptedBox()
    assert len(list(scripted.answers(["lamps", "  lamps  "]))) == 2
    scripted.close()


# Starting matches


def test_a_match_replaces_a_running_one(script: Script) -> None:
    script.match(KG, 2, "OONRX", mode="blitz")
    script("tap roll")
    script.match(VY, 3, "44#36")
    assert script.state["game"] == "voyages"
    assert script.state["captains"] == ["Anne", "Jack", "Mary"]
    script("wait 100")
    assert script.state["phase"] == "to_roll", "the old clock is gone"
    script("tap roll")
    assert script.state["toss"] == "3446#"


@pytest.mark.parametrize("wake", ["hold stop 2", "tap roll"])
def test_a_match_begins_from_wherever_the_box_is(script: Script, wake: str) -> None:
    script(wake)
    script.match(KG)
    assert script.kind == "to_roll"
    script("hold stop 2")
    script.match(KG)
    assert script.kind == "to_roll"


def test_without_dice_chance_throws(script: Script) -> None:
    seen = set()
    for _ in range(20):
        script.match(VY)
        script("tap roll")
        seen.add(str(script("events")))
    assert len(seen) > 10


def test_the_first_captain_begins_a_voyage_without_a_roll_off(script: Script) -> None:
    script('match {"game":"voyages","captains":["Anne","Jack"]}')
    assert (script.state["captain"], script.state["phase"]) == (0, "to_roll")


def test_the_starter_begins(script: Script) -> None:
    for game in (KG, VY):
        script(f'match {{"game":"{game}","captains":["Anne","Jack","Mary"],"starter":2}}')
        assert (script.state["captain"], script.state["round"]) == (2, 1)
        assert script.state["phase"] == "to_roll"


def test_a_roll_off_takes_one_letter_each_until_one_leads(script: Script) -> None:
    tosses = ["R", "X", "R", "N", "O"]
    script(f'match {{"game":"kings-gold","captains":["A","B","C"],"dice":{json.dumps(tosses)}}}')
    seen: list[int] = []
    while script.state["phase"] == "roll_off":
        assert script.lit == {"roll"}
        assert script.state["dice"] is None
        seen.append(script.state["captain"])
        script("tap roll")
    assert seen == [0, 1, 2, 0, 2]
    assert (script.state["captain"], script.state["round"]) == (2, 1)
    assert script.events() == [
        *["RollOffThrown"] * 3,
        "RollOffTied",
        *["RollOffThrown"] * 2,
        "StarterFound",
        "TurnBegan",
    ]


def test_a_roll_off_can_be_tied_again_and_again(script: Script) -> None:
    tosses = ["O", "O", "X", "X", "N", "N", "N", "R"]
    script(f'match {{"game":"kings-gold","captains":["A","B"],"dice":{json.dumps(tosses)}}}')
    for _ in tosses:
        assert script.state["phase"] == "roll_off"
        script("tap roll")
    assert (script.state["captain"], script.state["phase"]) == (1, "to_roll")


def test_brackets_without_end_are_no_match(script: Script) -> None:
    assert "too deep" in script.refused('match {"game": ' + "[" * 100_000)


def test_a_box_that_is_switched_off_does_nothing_more(script: Script) -> None:
    script("hold stop 2", "tap target", "tap roll")
    for line in ("lamps", "tap roll", "wait 1", "bogus", script.match_line(KG, 2)):
        assert script.refused(line) == "the box is switched off"


# Dice that do not fit


@pytest.mark.parametrize(
    ("game", "first", "misfit"),
    [
        (KG, "OONRX", "OO"),
        (KG, "OONRX", "OOOOOO"),
        (KG, "OONRX", "OOZO"),
        (VY, "44#36", "444"),
        (VY, "44#36", "4#"),
        (VY, "44#36", "4"),
    ],
)
def test_a_misfit_is_told_not_used_up_and_changes_nothing(
    script: Script, game: str, first: str, misfit: str
) -> None:
    script.match(game, 2, first, misfit)
    script("tap roll", "wait 10")
    before = script.state, script.prompt, script("lamps"), script("screen")
    script.events()
    for _ in range(3):
        assert misfit in script.refused("tap roll")
        assert (script.state, script.prompt, script("lamps"), script("screen")) == before
        assert script.events() == []


def test_a_toss_waits_until_it_fits(script: Script) -> None:
    script.match(KG, 2, "OONRX", "NN")
    script("tap roll")
    assert script.refused("tap roll")
    script("tap lock", "tap target", "tap lock", "tap roll")
    assert script.state["dice"] == "OONNX"


def test_a_hold_that_needs_the_toss_answers_with_the_misfit(script: Script) -> None:
    script.match(KG, 2, "OO")
    assert script.refused("hold roll 2")
    script("down roll")
    assert script.refused("up roll")
    assert script.state["dice"] is None


def test_a_match_whose_first_throw_does_not_fit_leaves_the_old_one(script: Script) -> None:
    script.match(VY, 2, "44#36", turn_seconds=20)
    script("tap roll")
    before = script.state, script.prompt, script("lamps")
    script.events()
    assert script.refused(script.match_line(KG, 2, "OO", fast_roll=True))
    assert (script.state, script.prompt, script("lamps")) == before
    assert script.events() == []
    script("wait 19.9")
    assert script.state["captain"] == 1, "the clock of the old match ran on"


def test_a_first_match_whose_first_throw_does_not_fit_leaves_the_title(script: Script) -> None:
    assert script.refused(script.match_line(VY, 2, "4444", fast_roll=True))
    assert script.state == {"phase": "title"}
    assert script.kind == "title"


def test_a_wait_stops_where_a_toss_does_not_fit(script: Script) -> None:
    script.match(KG, 2, "OOORX", "OO", mode="blitz")
    assert script.refused("wait 1000")
    assert (script.state["captain"], script.state["phase"]) == (1, "to_roll")
    assert script.state["chests"][0] == [2, 1, 0], "what happened before stands"
    before = script.state
    script.events()
    assert script.refused("wait 1000")
    assert script.state == before
    assert script.events() == []


def test_after_a_misfit_in_a_wait_the_box_can_still_be_paused_and_left(script: Script) -> None:
    script.match(KG, 2, "OO", mode="blitz")
    assert script.refused("wait 1000")
    script.match(KG, 2)
    script("tap roll")
    assert script.state["dice"] is not None or script.state["captain"] == 1


def test_a_misfit_in_a_hold_stops_time_and_the_release_does_nothing(script: Script) -> None:
    script.match(KG, 2, "OONRX", "OO", mode="blitz", fast_roll=True)
    script("wait 9")
    assert script.refused("hold stop 1.4")
    assert (script.state["captain"], script.kind) == (1, "to_roll")


@pytest.mark.parametrize(("game", "first"), [(KG, "OONRX"), (VY, "44#36")])
def test_in_a_wait_the_time_out_stands_though_the_next_first_roll_does_not_fit(
    script: Script, game: str, first: str
) -> None:
    script.match(game, 2, first, "??", turn_seconds=5, fast_roll=True)
    assert "'??'" in script.refused("wait 1000")
    assert "TimeRanOut" in script.events()
    assert (script.state["captain"], script.kind) == (1, "to_roll")
    assert "roll" in script.lit
    before = script.state
    assert "'??'" in script.refused("tap roll")
    assert script.state == before
    script.match(game, 2, first, fast_roll=True)
    assert script.state["captain"] == 0


# What is seen


def test_events_are_told_once(script: Script) -> None:
    script.match(KG, 2, "OONRX")
    script("tap roll")
    assert script("events") == {
        "events": [
            {"type": "Thrown", "captain": 0, "places": [0, 1, 2, 3, 4], "faces": "OONRX"},
            {"type": "SkullsLocked", "captain": 0, "places": [4]},
        ]
    }
    assert script("events") == {"events": []}


def test_lamps_are_four_booleans(script: Script) -> None:
    script.match(VY)
    lamps = {"lock": False, "roll": True, "stop": False, "target": False}
    assert script("lamps") == {"lamps": lamps}


def test_the_screen_is_64_rows_of_128_dots(script: Script) -> None:
    (rows,) = script("screen").values()
    assert len(rows) == 64
    assert {len(row) for row in rows} == {128}
    assert set("".join(rows)) == {"#", "."}


def test_the_screen_as_a_file_is_the_same_picture(script: Script, tmp_path: Path) -> None:
    file = tmp_path / "title screen.png"
    assert script(f"screen {file}") == {"ok": True}
    picture = Image.open(file)
    assert picture.size == (128, 64)
    rows = script("screen")["screen"]
    for y, row in enumerate(rows):
        assert [bool(picture.getpixel((x, y))) for x in range(128)] == [dot == "#" for dot in row]


def test_an_error_of_the_box_itself_is_not_swallowed(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    script.match(KG, 2)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("kingsgold.app.boxloop.helm", broken)
    with pytest.raises(ZeroDivisionError):
        script("tap roll")
