"""The scripted box: its commands, what it refuses, and dice that do not fit."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from script import Script

from kingsgold.virtual.scripted import ScriptedBox

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
    ],
)
def test_what_is_done_is_answered_with_ok(box: Script, line: str) -> None:
    box.match(KG, 2)
    assert box(line) == {"ok": True}


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
def test_a_bad_command_is_refused_and_changes_nothing(box: Script, line: str) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "tap target")
    before = box.state, box.prompt, box("lamps"), box("screen")
    box.events()
    assert box.refused(line)
    assert (box.state, box.prompt, box("lamps"), box("screen")) == before
    assert box.events() == []


def test_a_button_goes_down_once_and_comes_up_once(box: Script) -> None:
    box("down roll")
    assert "down already" in box.refused("down roll")
    assert "down already" in box.refused("tap roll")
    assert "down already" in box.refused("hold roll 1")
    box("up roll")
    assert "not down" in box.refused("up roll")


def test_blank_lines_are_passed_over_and_quit_ends() -> None:
    scripted = ScriptedBox()
    answers = list(scripted.answers(["\n", "lamps\n", "   \n", "\t\n", "quit\n", "lamps\n"]))
    scripted.close()
    assert [set(answer) for answer in answers] == [{"lamps"}]


def test_the_end_of_input_ends() -> None:
    scripted = ScriptedBox()
    assert len(list(scripted.answers(["lamps", "  lamps  "]))) == 2
    scripted.close()


def test_switching_the_box_off_ends() -> None:
    scripted = ScriptedBox()
    lines = ["hold stop 2", "tap target", "tap roll", "lamps", "lamps"]
    assert list(scripted.answers(lines)) == [{"ok": True}] * 3
    scripted.close()


# Starting matches


def test_a_match_replaces_a_running_one(box: Script) -> None:
    box.match(KG, 2, "OONRX", mode="blitz")
    box("tap roll")
    box.match(VY, 3, "44#36")
    assert box.state["game"] == "voyages"
    assert box.state["captains"] == ["Anne", "Jack", "Mary"]
    box("wait 100")
    assert box.state["phase"] == "to_roll", "the old clock is gone"
    box("tap roll")
    assert box.state["toss"] == "3446#"


@pytest.mark.parametrize("wake", ["hold stop 2", "tap roll"])
def test_a_match_begins_from_wherever_the_box_is(box: Script, wake: str) -> None:
    box(wake)
    box.match(KG)
    assert box.kind == "to_roll"
    box("hold stop 2")
    box.match(KG)
    assert box.kind == "to_roll"


def test_without_dice_chance_throws(box: Script) -> None:
    seen = set()
    for _ in range(20):
        box.match(VY)
        box("tap roll")
        seen.add(str(box("events")))
    assert len(seen) > 10


def test_the_first_captain_begins_a_voyage_without_a_roll_off(box: Script) -> None:
    box('match {"game":"voyages","captains":["Anne","Jack"]}')
    assert (box.state["captain"], box.state["phase"]) == (0, "to_roll")


def test_the_starter_begins(box: Script) -> None:
    for game in (KG, VY):
        box(f'match {{"game":"{game}","captains":["Anne","Jack","Mary"],"starter":2}}')
        assert (box.state["captain"], box.state["round"]) == (2, 1)
        assert box.state["phase"] == "to_roll"


def test_a_roll_off_takes_one_letter_each_until_one_leads(box: Script) -> None:
    tosses = ["R", "X", "R", "N", "O"]
    box(f'match {{"game":"kings-gold","captains":["A","B","C"],"dice":{json.dumps(tosses)}}}')
    seen: list[int] = []
    while box.state["phase"] == "roll_off":
        assert box.lit == {"roll"}
        assert box.state["dice"] is None
        seen.append(box.state["captain"])
        box("tap roll")
    assert seen == [0, 1, 2, 0, 2]
    assert (box.state["captain"], box.state["round"]) == (2, 1)
    assert box.events() == [
        *["RollOffThrown"] * 3,
        "RollOffTied",
        *["RollOffThrown"] * 2,
        "StarterFound",
        "TurnBegan",
    ]


def test_a_roll_off_can_be_tied_again_and_again(box: Script) -> None:
    tosses = ["O", "O", "X", "X", "N", "N", "N", "R"]
    box(f'match {{"game":"kings-gold","captains":["A","B"],"dice":{json.dumps(tosses)}}}')
    for _ in tosses:
        assert box.state["phase"] == "roll_off"
        box("tap roll")
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")


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
    box: Script, game: str, first: str, misfit: str
) -> None:
    box.match(game, 2, first, misfit)
    box("tap roll", "wait 10")
    before = box.state, box.prompt, box("lamps"), box("screen")
    box.events()
    for _ in range(3):
        assert misfit in box.refused("tap roll")
        assert (box.state, box.prompt, box("lamps"), box("screen")) == before
        assert box.events() == []


def test_a_toss_waits_until_it_fits(box: Script) -> None:
    box.match(KG, 2, "OONRX", "NN")
    box("tap roll")
    assert box.refused("tap roll")
    box("tap lock", "tap target", "tap lock", "tap roll")
    assert box.state["dice"] == "OONNX"


def test_a_hold_that_needs_the_toss_answers_with_the_misfit(box: Script) -> None:
    box.match(KG, 2, "OO")
    assert box.refused("hold roll 2")
    box("down roll")
    assert box.refused("up roll")
    assert box.state["dice"] is None


def test_a_match_whose_first_throw_does_not_fit_leaves_the_old_one(box: Script) -> None:
    box.match(VY, 2, "44#36", turn_seconds=20)
    box("tap roll")
    before = box.state, box.prompt, box("lamps")
    box.events()
    assert box.refused(box.match_line(KG, 2, "OO", fast_roll=True))
    assert (box.state, box.prompt, box("lamps")) == before
    assert box.events() == []
    box("wait 19.9")
    assert box.state["captain"] == 1, "the clock of the old match ran on"


def test_a_first_match_whose_first_throw_does_not_fit_leaves_the_title(box: Script) -> None:
    assert box.refused(box.match_line(VY, 2, "4444", fast_roll=True))
    assert box.state == {"phase": "title"}
    assert box.kind == "title"


def test_a_wait_stops_where_a_toss_does_not_fit(box: Script) -> None:
    box.match(KG, 2, "OOORX", "OO", mode="blitz")
    assert box.refused("wait 1000")
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")
    assert box.state["chests"][0] == [2, 1, 0], "what happened before stands"
    before = box.state
    box.events()
    assert box.refused("wait 1000")
    assert box.state == before
    assert box.events() == []


def test_after_a_misfit_in_a_wait_the_box_can_still_be_paused_and_left(box: Script) -> None:
    box.match(KG, 2, "OO", mode="blitz")
    assert box.refused("wait 1000")
    box.match(KG, 2)
    box("tap roll")
    assert box.state["dice"] is not None or box.state["captain"] == 1


def test_a_misfit_in_a_hold_stops_time_and_the_release_does_nothing(box: Script) -> None:
    box.match(KG, 2, "OONRX", "OO", mode="blitz", fast_roll=True)
    box("wait 9")
    before = box.state
    assert box.refused("hold stop 1.4")
    assert box.state == before
    assert box.kind == "roll_or_stop"


# What is seen


def test_events_are_told_once(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll")
    assert box("events") == {
        "events": [
            {"type": "Thrown", "captain": 0, "places": [0, 1, 2, 3, 4], "faces": "OONRX"},
            {"type": "SkullsLocked", "captain": 0, "places": [4]},
        ]
    }
    assert box("events") == {"events": []}


def test_lamps_are_four_booleans(box: Script) -> None:
    box.match(VY)
    lamps = {"lock": False, "roll": True, "stop": False, "target": False}
    assert box("lamps") == {"lamps": lamps}


def test_the_screen_is_64_rows_of_128_dots(box: Script) -> None:
    (rows,) = box("screen").values()
    assert len(rows) == 64
    assert {len(row) for row in rows} == {128}
    assert set("".join(rows)) == {"#", "."}


def test_the_screen_as_a_file_is_the_same_picture(box: Script, tmp_path: Path) -> None:
    file = tmp_path / "title screen.png"
    assert box(f"screen {file}") == {"ok": True}
    picture = Image.open(file)
    assert picture.size == (128, 64)
    rows = box("screen")["screen"]
    for y, row in enumerate(rows):
        assert [bool(picture.getpixel((x, y))) for x in range(128)] == [dot == "#" for dot in row]


def test_an_error_of_the_box_itself_is_not_swallowed(
    box: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.match(KG, 2)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("kingsgold.app.boxloop.helm", broken)
    with pytest.raises(ZeroDivisionError):
        box("tap roll")
