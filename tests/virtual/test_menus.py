"""From the title to a running match and back, with the four buttons."""

from typing import Any

import pytest
from script import Script

from kingsgold.app.draft import Draft, house_rules
from kingsgold.screens.views import DONE_KEY, KEY_ROWS


def point_at(box: Script, place: int) -> None:
    """Move the pointer of a menu."""
    while box.prompt["pointed"] != place:
        box("tap target")


def spell(box: Script, name: str) -> None:
    """Spell a name from the first key on; the pointer is left on the key that was taken last."""
    row = column = 0
    for character in [*name.upper(), DONE_KEY]:
        wanted = next(number for number, keys in enumerate(KEY_ROWS) if character in keys)
        while row != wanted:
            box("tap lock")
            row = (row + 1) % len(KEY_ROWS)
            column = min(column, len(KEY_ROWS[row]) - 1)
        while KEY_ROWS[row][column] != character:
            box("tap target")
            column = (column + 1) % len(KEY_ROWS[row])
        box("tap roll")


def test_the_title_leads_to_the_set_up_and_to_the_leaderboards(box: Script) -> None:
    assert box.lit == {"roll", "target"}
    assert box.prompt["buttons"] == {"roll": "set up a match", "target": "leaderboards"}


def test_roll_and_roll_begin_a_match_of_kings_gold(box: Script) -> None:
    box("tap roll", "tap roll")
    state = box.state
    assert (state["game"], state["mode"]) == ("kings-gold", "campaign")
    assert state["captains"] == ["Anne", "Jack"]
    assert state["phase"] == "roll_off"


def test_a_blitz_of_six_is_set_up(box: Script) -> None:
    box("tap roll", "tap target", "tap lock", "tap target", *["tap lock"] * 4, "tap roll")
    state = box.state
    assert state["mode"] == "blitz"
    assert len(state["captains"]) == 6


def test_voyages_asks_who_is_youngest(box: Script) -> None:
    box("tap roll", "tap lock", "tap target", "tap lock", "tap roll")
    assert box.kind == "youngest"
    assert box.state == {"phase": "title"}
    box("tap target", "tap target", "tap roll")
    state = box.state
    assert state["game"] == "voyages"
    assert state["captains"] == ["Anne", "Jack", "Mary"]
    assert (state["captain"], state["phase"]) == (2, "to_roll")


def test_a_name_is_spelled(box: Script) -> None:
    box("tap roll")
    point_at(box, 3)
    box("tap lock", "tap target", "tap lock", "tap target", "tap lock")
    assert box.kind == "spelling"
    spell(box, "Élise O'Neil")
    assert box.kind == "names"
    box("tap stop", "tap roll")
    assert box.state["captains"] == ["Anne", "Élise O'Neil"]


def test_letters_are_taken_back_and_the_old_name_stays(box: Script) -> None:
    box("tap roll")
    point_at(box, 3)
    box("tap lock", "tap lock", "tap target", "tap lock", "tap roll", "tap stop", "tap stop")
    assert box.kind == "seat"
    box("tap stop", "tap stop", "tap roll")
    assert box.state["captains"] == ["Anne", "Jack"]


HOUSE_RULES = [("kings-gold", "campaign"), ("kings-gold", "blitz"), ("voyages", "campaign")]


@pytest.mark.parametrize(("game", "mode"), HOUSE_RULES)
def test_every_house_rule_is_stepped_through_and_played(box: Script, game: Any, mode: Any) -> None:
    box("tap roll")
    if game == "voyages":
        box("tap lock")
    if mode == "blitz":
        box("tap target", "tap lock")
    point_at(box, 3 if game == "voyages" else 4)
    box("tap lock")
    assert box.kind == "house_rules"
    draft = Draft(game=game, mode=mode)
    for place, rule in enumerate(house_rules(game, mode)):
        point_at(box, place)
        box("tap lock")
        draft = draft.step_rule(rule)
    box("tap stop", "tap roll")
    if game == "voyages":
        box("tap roll")
    table = box.scripted.box.console.table
    assert table is not None
    assert table.setup == draft.setup(0 if game == "voyages" else None)


def test_a_house_rule_goes_round_and_round(box: Script) -> None:
    box("tap roll")
    point_at(box, 4)
    box("tap lock")
    first = box("screen")
    seen = [first]
    while True:
        box("tap lock")
        if box("screen") == first:
            break
        assert box("screen") not in seen
        seen.append(box("screen"))
    assert len(seen) == len(house_rules("kings-gold", "campaign")[0].choices)


def test_the_box_remembers_the_set_up(box: Script) -> None:
    box("tap roll", "tap lock", "tap target", "tap lock", "tap roll", "tap roll")
    box("hold stop 2", "tap target", "tap target", "tap roll")
    assert box.state == {"phase": "title"}
    box("tap roll", "tap roll", "tap roll")
    assert box.state["game"] == "voyages"
    assert len(box.state["captains"]) == 3


def test_stop_leads_back_from_everywhere(box: Script) -> None:
    box("tap roll")
    point_at(box, 3)
    box("tap lock", "tap lock", "tap target", "tap lock")
    for kind in ("spelling", "seat", "names", "set_up", "title"):
        assert box.kind == kind
        box("tap stop")
    assert box.kind == "title"


def test_the_pause_menu(box: Script) -> None:
    box.match("kings-gold", 2, "OONRX")
    box("tap roll", "tap target", "hold stop 2")
    before = box.state
    assert box.prompt == {
        "kind": "paused",
        "captain": None,
        "pointed": 0,
        "buttons": {"target": "next item", "roll": "resume", "stop": "resume"},
    }
    assert box.state == before
    box("tap roll")
    assert (box.kind, box.prompt["pointed"]) == ("roll_or_stop", 1)
    box("hold stop 2", "tap target", "tap roll")
    assert box.kind == "ledger_open"
    assert box.lit == {"stop"}
    box("tap stop")
    assert (box.kind, box.prompt["pointed"]) == ("paused", 1)
    box("tap target", "tap roll")
    assert box.kind == "title"
    assert box.state == {"phase": "title"}
    assert box.lit == {"roll", "target"}


@pytest.mark.parametrize(
    ("game", "dice", "pages"), [("voyages", "6666^", 3), ("kings-gold", "", 5)]
)
def test_the_standings_have_a_page_for_everything(
    box: Script, game: str, dice: str, pages: int
) -> None:
    if game == "voyages":
        box.match(game, 2, dice)
        box("tap roll")
    else:
        box.match(game, 2, "OOOOO", "XXXOO")
        box("tap roll", "tap roll")
    box("wait 60")
    seen = [box("screen")]
    for _ in range(pages - 1):
        box("tap roll")
        assert box("screen") not in seen
        seen.append(box("screen"))
    assert box.prompt["buttons"]["roll"] == "to the title"
    box("tap target")
    assert box("screen") == seen[0]
    box(*["tap roll"] * (pages - 1))
    assert box.state["over"]
    box("tap roll")
    assert box.state == {"phase": "title"}
    assert box.lit == {"roll", "target"}


def test_a_new_match_can_follow_the_standings(box: Script) -> None:
    box.match("voyages", 2, "6666^")
    box("tap roll", "tap stop", "tap roll", "tap roll")
    assert box.state["game"] == "kings-gold"


def test_the_power_menu_is_left_without_harm(box: Script) -> None:
    box("hold stop 2", "tap roll")
    assert box.kind == "title"
    box("hold stop 2", "tap target", "tap target", "tap roll")
    assert box.kind == "title"
    assert not box.scripted.switched_off
    box("hold stop 2", "tap target", "tap roll")
    assert box.scripted.switched_off
