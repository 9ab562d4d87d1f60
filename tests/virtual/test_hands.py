"""What hands do to the buttons: taps, holds, and buttons that stay down too long."""

import pytest

from kingsgold.app.draft import CREW
from kingsgold.testing import LOCK, ROLL, STOP, TARGET, Box

KG, VY = "kings-gold", "voyages"


def test_a_tap_in_a_match_acts_on_the_release_where_the_button_has_a_hold(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.press(ROLL)
    box.advance(5)
    assert box.state["dice"] is None
    box.release(ROLL)
    assert box.state["dice"] == "OONRX"
    box.press(TARGET)
    assert box.prompt["pointed"] == 0
    box.release(TARGET)
    assert box.prompt["pointed"] == 1
    box.press(STOP)
    assert box.state["captain"] == 0
    box.release(STOP)
    assert box.state["captain"] == 1


def test_lock_has_no_hold_and_acts_on_the_press(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.press(LOCK)
    assert box.state["locked"] == [True, False, False, False, True]
    box.advance(3)
    box.release(LOCK)
    assert box.state["locked"] == [True, False, False, False, True]
    box.tap(LOCK)
    assert box.state["locked"] == [False, False, False, False, True]


def test_roll_fires_on_the_press_for_there_is_no_cup_to_shake(box: Box) -> None:
    box.throws("NNOOX")
    box.match(KG, *CREW[:3])
    box.tap(ROLL, STOP)
    assert box.state["phase"] == "naming_shots"
    box.press(ROLL)
    assert box.state["shots_left"] == 1
    box.release(ROLL)
    assert box.state["shots_left"] == 1


def test_a_button_acts_on_the_press_in_menus(box: Box) -> None:
    box.press(ROLL)
    assert box.prompt["kind"] == "set_up"
    box.release(ROLL)
    assert box.prompt["kind"] == "set_up"
    box.press(TARGET)
    assert box.prompt["pointed"] == 1
    box.release(TARGET)
    box.press(STOP)
    assert box.prompt["kind"] == "title"


@pytest.mark.parametrize("seconds", [1.5, 30])
def test_stop_held_opens_the_pause_menu_and_its_release_does_nothing(
    box: Box, seconds: float
) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.hold(STOP, seconds)
    assert box.prompt["kind"] == "paused"
    assert box.state["captain"] == 0
    box.tap(STOP)
    assert box.prompt["kind"] == "roll_or_stop"


def test_stop_opens_the_pause_menu_while_it_is_still_down(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.press(STOP)
    box.advance(1.4)
    assert box.prompt["kind"] == "roll_or_stop"
    box.advance(0.1)
    assert box.prompt["kind"] == "paused"
    box.release(STOP)
    assert box.prompt["kind"] == "paused"


def test_a_little_too_short_is_a_tap(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.hold(STOP, 1.49)
    assert box.state["captain"] == 1


def test_stop_opens_the_pause_menu_where_it_is_dark(box: Box) -> None:
    box.match(KG)
    box.assert_lit(ROLL)
    box.hold(STOP, 1.5)
    assert box.prompt["kind"] == "paused"


def test_a_hold_right_after_a_tap_of_the_same_button_is_as_long_as_it_says(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL, STOP)
    box.hold(STOP, 1.5)
    assert box.prompt["kind"] == "paused"


def test_stop_held_at_the_title_opens_the_power_menu(box: Box) -> None:
    box.hold(STOP, 1.5)
    assert box.prompt["kind"] == "power"
    box.tap(STOP)
    assert box.prompt["kind"] == "title"
    box.tap(STOP)
    assert box.prompt["kind"] == "title"


def test_a_button_that_is_down_when_the_captain_changes_must_be_pressed_anew(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.press(ROLL)
    box.tap(STOP)
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")
    box.release(ROLL)
    assert box.state["phase"] == "to_roll"
    box.tap(ROLL)
    assert box.state["dice"] is not None


def test_a_stop_that_is_down_when_the_captain_changes_opens_no_pause_menu(box: Box) -> None:
    box.match(KG, mode="blitz", turn_seconds=1)
    box.press(STOP)
    box.advance(5)
    assert box.prompt["kind"] != "paused"
    box.release(STOP)
    assert box.prompt["kind"] != "paused"


def test_a_cup_that_was_taken_away_is_not_thrown_and_fires_nothing(box: Box) -> None:
    box.throws("NNOOX")
    box.match(KG, *CREW[:3])
    box.tap(ROLL)
    box.press(ROLL)
    box.tap(STOP)
    assert box.state["phase"] == "naming_shots"
    box.release(ROLL)
    assert box.state["shots_left"] == 2


def test_a_button_that_is_down_when_a_menu_opens_must_be_pressed_anew(box: Box) -> None:
    box.match(KG)
    box.press(ROLL)
    box.hold(STOP, 2)
    box.release(ROLL)
    assert box.prompt["kind"] == "paused"
    box.tap(STOP)
    assert box.state["phase"] == "to_roll"


def test_a_button_that_is_down_when_a_match_replaces_another_must_be_pressed_anew(
    box: Box,
) -> None:
    box.match(KG)
    box.press(ROLL)
    box.match(VY)
    box.release(ROLL)
    assert box.state["phase"] == "to_roll"


def test_a_dark_button_changes_nothing(box: Box) -> None:
    box.match(VY)
    before = box.state, box.prompt
    box.tap(LOCK)
    box.hold(TARGET, 0.2)
    box.tap(STOP)
    assert (box.state, box.prompt) == before
    assert box.events == []


def test_two_buttons_at_a_time(box: Box) -> None:
    box.throws("OONRX", "OOO")
    box.match(KG)
    box.tap(ROLL)
    box.press(ROLL)
    box.tap(TARGET, LOCK)
    box.release(ROLL)
    assert box.state["locked"] == [False, True, False, False, True]
    assert box.state["dice"] == "OOOOX"


def test_the_ledger_shows_only_while_target_is_down(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.advance(10)
    turn = box.screen.picture
    box.press(TARGET)
    box.advance(0.39)
    assert box.screen.picture == turn
    box.advance(0.02)
    assert box.screen.picture != turn
    box.release(TARGET)
    assert box.screen.picture == turn
    assert box.prompt["pointed"] == 0


def test_roll_held_shakes_the_cup_and_the_release_throws(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    pictures: set[bytes] = set()
    box.press(ROLL)
    for _ in range(10):
        box.advance(0.2)
        pictures.add(box.screen.picture.tobytes())
    assert len(pictures) > 5
    assert box.state["dice"] is None
    box.release(ROLL)
    assert box.state["dice"] == "OONRX"


def test_a_cup_with_nothing_to_throw_does_not_shake(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.advance(10)
    box.tap(*[LOCK, TARGET] * 4)
    assert ROLL not in box.lamps
    still = box.screen.picture
    box.press(ROLL)
    box.advance(0.3)
    assert box.screen.picture == still
    box.tap(LOCK)
    box.release(ROLL)
    assert box.state["rolls_left"] == 2, "ROLL was dark when it was pressed"


def test_locking_the_last_die_stops_a_cup_that_is_shaken(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL, *[LOCK, TARGET] * 3)
    box.press(ROLL)
    box.tap(LOCK)
    box.release(ROLL)
    assert box.state["locked"] == [True] * 5
    assert box.state["rolls_left"] == 2


def test_a_press_ends_what_is_shown_and_acts_on_the_prompt(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.advance(10)
    box.tap(ROLL)
    box.advance(0.1)
    falling = box.screen.picture
    box.press(LOCK)
    assert box.state["locked"][0]
    landed = box.screen.picture
    assert landed != falling
    box.release(LOCK)
    box.advance(30)
    assert box.screen.picture == landed, "there was nothing left to show"


def test_lamps_tell_the_prompt_while_dice_still_fall(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    box.assert_lit(LOCK, ROLL, STOP, TARGET)
