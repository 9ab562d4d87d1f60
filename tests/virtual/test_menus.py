"""From the title to a running match and back, with the four buttons."""

from typing import Any

import pytest

from kingsgold.app.draft import Draft, house_rules
from kingsgold.screens.views import DONE_KEY, KEY_ROWS
from kingsgold.testing import LOCK, ROLL, STOP, TARGET, Box


def point_at(box: Box, place: int) -> None:
    """Move the pointer of a menu."""
    while box.prompt["pointed"] != place:
        box.tap(TARGET)


def spell(box: Box, name: str) -> None:
    """Spell a name from the first key on; the pointer is left on the key that was taken last."""
    row = column = 0
    for character in [*name.upper(), DONE_KEY]:
        wanted = next(number for number, keys in enumerate(KEY_ROWS) if character in keys)
        while row != wanted:
            box.tap(LOCK)
            row = (row + 1) % len(KEY_ROWS)
            column = min(column, len(KEY_ROWS[row]) - 1)
        while KEY_ROWS[row][column] != character:
            box.tap(TARGET)
            column = (column + 1) % len(KEY_ROWS[row])
        box.tap(ROLL)


def test_the_title_leads_to_the_set_up_and_to_the_leaderboards(box: Box) -> None:
    box.assert_lit(ROLL, TARGET)
    assert box.prompt["buttons"] == {"roll": "set up a match", "target": "leaderboards"}


def test_roll_and_roll_begin_a_match_of_kings_gold(box: Box) -> None:
    box.tap(ROLL, ROLL)
    state = box.state
    assert (state["game"], state["mode"]) == ("kings-gold", "campaign")
    assert state["captains"] == ["Anne", "Jack"]
    assert state["phase"] == "roll_off"


def test_a_blitz_of_six_is_set_up(box: Box) -> None:
    box.tap(ROLL, TARGET, LOCK, TARGET, *[LOCK] * 4, ROLL)
    state = box.state
    assert state["mode"] == "blitz"
    assert len(state["captains"]) == 6


def test_voyages_asks_who_is_youngest(box: Box) -> None:
    box.tap(ROLL, LOCK, TARGET, LOCK, ROLL)
    assert box.prompt["kind"] == "youngest"
    assert box.state == {"phase": "title"}
    box.tap(TARGET, TARGET, ROLL)
    state = box.state
    assert state["game"] == "voyages"
    assert state["captains"] == ["Anne", "Jack", "Mary"]
    assert (state["captain"], state["phase"]) == (2, "to_roll")


def test_a_name_is_spelled(box: Box) -> None:
    box.tap(ROLL)
    point_at(box, 3)
    box.tap(LOCK, TARGET, LOCK, TARGET, LOCK)
    assert box.prompt["kind"] == "spelling"
    spell(box, "Élise O'Neil")
    assert box.prompt["kind"] == "names"
    box.tap(STOP, ROLL)
    assert box.state["captains"] == ["Anne", "Élise O'Neil"]


def test_letters_are_taken_back_and_the_old_name_stays(box: Box) -> None:
    box.tap(ROLL)
    point_at(box, 3)
    box.tap(LOCK, LOCK, TARGET, LOCK, ROLL, STOP, STOP)
    assert box.prompt["kind"] == "seat"
    box.tap(STOP, STOP, ROLL)
    assert box.state["captains"] == ["Anne", "Jack"]


HOUSE_RULES = [("kings-gold", "campaign"), ("kings-gold", "blitz"), ("voyages", "campaign")]


@pytest.mark.parametrize(("game", "mode"), HOUSE_RULES)
def test_every_house_rule_is_stepped_through_and_played(box: Box, game: Any, mode: Any) -> None:
    box.tap(ROLL)
    if game == "voyages":
        box.tap(LOCK)
    if mode == "blitz":
        box.tap(TARGET, LOCK)
    point_at(box, 3 if game == "voyages" else 4)
    box.tap(LOCK)
    assert box.prompt["kind"] == "house_rules"
    draft = Draft(game=game, mode=mode)
    for place, rule in enumerate(house_rules(game, mode)):
        point_at(box, place)
        box.tap(LOCK)
        draft = draft.step_rule(rule)
    box.tap(STOP, ROLL)
    if game == "voyages":
        box.tap(ROLL)
    table = box.console.table
    assert table is not None
    assert table.setup == draft.setup(0 if game == "voyages" else None)


def test_a_house_rule_goes_round_and_round(box: Box) -> None:
    box.tap(ROLL)
    point_at(box, 4)
    box.tap(LOCK)
    first = box.screen.picture
    seen = [first]
    while True:
        box.tap(LOCK)
        if box.screen.picture == first:
            break
        assert box.screen.picture not in seen
        seen.append(box.screen.picture)
    assert len(seen) == len(house_rules("kings-gold", "campaign")[0].choices)


def test_the_box_remembers_the_set_up(box: Box) -> None:
    box.tap(ROLL, LOCK, TARGET, LOCK, ROLL, ROLL)
    box.hold(STOP, 2)
    box.tap(TARGET, TARGET, ROLL)
    assert box.state == {"phase": "title"}
    box.tap(ROLL, ROLL, ROLL)
    assert box.state["game"] == "voyages"
    assert len(box.state["captains"]) == 3


def test_stop_leads_back_from_everywhere(box: Box) -> None:
    box.tap(ROLL)
    point_at(box, 3)
    box.tap(LOCK, LOCK, TARGET, LOCK)
    for kind in ("spelling", "seat", "names", "set_up", "title"):
        assert box.prompt["kind"] == kind
        box.tap(STOP)
    assert box.prompt["kind"] == "title"


def test_the_pause_menu(box: Box) -> None:
    box.throws("OONRX")
    box.match("kings-gold")
    box.tap(ROLL, TARGET)
    box.hold(STOP, 2)
    before = box.state
    assert box.prompt == {
        "kind": "paused",
        "captain": None,
        "pointed": 0,
        "buttons": {"target": "next item", "roll": "resume", "stop": "resume"},
    }
    assert box.state == before
    box.tap(ROLL)
    assert (box.prompt["kind"], box.prompt["pointed"]) == ("roll_or_stop", 1)
    box.hold(STOP, 2)
    box.tap(TARGET, ROLL)
    assert box.prompt["kind"] == "ledger_open"
    box.assert_lit(STOP)
    box.tap(STOP)
    assert (box.prompt["kind"], box.prompt["pointed"]) == ("paused", 1)
    box.tap(TARGET, ROLL)
    assert box.prompt["kind"] == "title"
    assert box.state == {"phase": "title"}
    box.assert_lit(ROLL, TARGET)


@pytest.mark.parametrize(
    ("game", "dice", "pages"), [("voyages", ["6666^"], 3), ("kings-gold", ["OOOOO", "XXXOO"], 5)]
)
def test_the_standings_have_a_page_for_everything(
    box: Box, game: Any, dice: list[str], pages: int
) -> None:
    box.throws(*dice)
    box.match(game)
    box.tap(*[ROLL] * len(dice))
    box.advance(60)
    seen = [box.screen.picture]
    for _ in range(pages - 1):
        box.tap(ROLL)
        assert box.screen.picture not in seen
        seen.append(box.screen.picture)
    assert box.prompt["buttons"]["roll"] == "to the title"
    box.tap(TARGET)
    assert box.screen.picture == seen[0]
    box.tap(*[ROLL] * (pages - 1))
    assert box.state["over"]
    box.tap(ROLL)
    assert box.state == {"phase": "title"}
    box.assert_lit(ROLL, TARGET)


def test_a_new_match_can_follow_the_standings(box: Box) -> None:
    box.throws("6666^")
    box.match("voyages")
    box.tap(ROLL, STOP, ROLL, ROLL)
    assert box.state["game"] == "kings-gold"


def test_the_power_menu_is_left_without_harm(box: Box) -> None:
    box.hold(STOP, 2)
    box.tap(ROLL)
    assert box.prompt["kind"] == "title"
    box.hold(STOP, 2)
    box.tap(TARGET, TARGET, ROLL)
    assert box.prompt["kind"] == "title"
    assert not box.off
    box.hold(STOP, 2)
    box.tap(TARGET, ROLL)
    assert box.off
