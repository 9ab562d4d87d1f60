"""What hands do to the buttons: taps, holds, and buttons that stay down too long."""

import pytest
from script import Script

KG, VY = "kings-gold", "voyages"


def test_a_tap_in_a_match_acts_on_the_release_where_the_button_has_a_hold(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("down roll", "wait 5")
    assert box.state["dice"] is None
    box("up roll")
    assert box.state["dice"] == "OONRX"
    box("down target")
    assert box.prompt["pointed"] == 0
    box("up target")
    assert box.prompt["pointed"] == 1
    box("down stop")
    assert box.state["captain"] == 0
    box("up stop")
    assert box.state["captain"] == 1


def test_lock_has_no_hold_and_acts_on_the_press(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "down lock")
    assert box.state["locked"] == [True, False, False, False, True]
    box("wait 3", "up lock")
    assert box.state["locked"] == [True, False, False, False, True]
    box("tap lock")
    assert box.state["locked"] == [False, False, False, False, True]


def test_roll_fires_on_the_press_for_there_is_no_cup_to_shake(box: Script) -> None:
    box.match(KG, 3, "NNOOX")
    box("tap roll", "tap stop")
    assert box.state["phase"] == "naming_shots"
    box("down roll")
    assert box.state["shots_left"] == 1
    box("up roll")
    assert box.state["shots_left"] == 1


def test_a_button_acts_on_the_press_in_menus(box: Script) -> None:
    box("down roll")
    assert box.kind == "set_up"
    box("up roll")
    assert box.kind == "set_up"
    box("down target")
    assert box.prompt["pointed"] == 1
    box("up target", "down stop")
    assert box.kind == "title"


@pytest.mark.parametrize("command", ["hold stop 1.5", "hold stop 30"])
def test_stop_held_opens_the_pause_menu_and_its_release_does_nothing(
    box: Script, command: str
) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", command)
    assert box.kind == "paused"
    assert box.state["captain"] == 0
    box("tap stop")
    assert box.kind == "roll_or_stop"


def test_stop_opens_the_pause_menu_while_it_is_still_down(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "down stop", "wait 1.4")
    assert box.kind == "roll_or_stop"
    box("wait 0.1")
    assert box.kind == "paused"
    box("up stop")
    assert box.kind == "paused"


def test_a_little_too_short_is_a_tap(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "hold stop 1.49")
    assert box.state["captain"] == 1


def test_stop_opens_the_pause_menu_where_it_is_dark(box: Script) -> None:
    box.match(KG, 2)
    assert box.lit == {"roll"}
    box("hold stop 1.5")
    assert box.kind == "paused"


def test_a_hold_right_after_a_tap_of_the_same_button_is_as_long_as_it_says(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "tap stop", "hold stop 1.5")
    assert box.kind == "paused"


def test_stop_held_at_the_title_opens_the_power_menu(box: Script) -> None:
    box("hold stop 1.5")
    assert box.kind == "power"
    box("tap stop")
    assert box.kind == "title"
    box("tap stop")
    assert box.kind == "title"


def test_a_button_that_is_down_when_the_captain_changes_must_be_pressed_anew(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "down roll", "tap stop")
    assert (box.state["captain"], box.state["phase"]) == (1, "to_roll")
    box("up roll")
    assert box.state["phase"] == "to_roll"
    box("tap roll")
    assert box.state["dice"] is not None


def test_a_stop_that_is_down_when_the_captain_changes_opens_no_pause_menu(box: Script) -> None:
    box.match(KG, 2, mode="blitz", turn_seconds=1)
    box("down stop", "wait 5")
    assert box.kind != "paused"
    box("up stop")
    assert box.kind != "paused"


def test_a_cup_that_was_taken_away_is_not_thrown_and_fires_nothing(box: Script) -> None:
    box.match(KG, 3, "NNOOX")
    box("tap roll", "down roll", "tap stop")
    assert box.state["phase"] == "naming_shots"
    box("up roll")
    assert box.state["shots_left"] == 2


def test_a_button_that_is_down_when_a_menu_opens_must_be_pressed_anew(box: Script) -> None:
    box.match(KG, 2)
    box("down roll", "hold stop 2", "up roll")
    assert box.kind == "paused"
    box("tap stop")
    assert box.state["phase"] == "to_roll"


def test_a_button_that_is_down_when_a_match_replaces_another_must_be_pressed_anew(
    box: Script,
) -> None:
    box.match(KG)
    box("down roll")
    box.match(VY)
    box("up roll")
    assert box.state["phase"] == "to_roll"


def test_a_dark_button_answers_ok_and_changes_nothing(box: Script) -> None:
    box.match(VY)
    before = box.state, box.prompt
    assert box("tap lock") == box("hold target 0.2") == box("down stop") == {"ok": True}
    assert box("up stop") == {"ok": True}
    assert (box.state, box.prompt) == before
    assert box.events() == []


def test_two_buttons_at_a_time(box: Script) -> None:
    box.match(KG, 2, "OONRX", "OOO")
    box("tap roll", "down roll", "tap target", "tap lock", "up roll")
    assert box.state["locked"] == [False, True, False, False, True]
    assert box.state["dice"] == "OOOOX"


def test_the_ledger_shows_only_while_target_is_down(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "wait 10")
    turn = box("screen")
    box("down target", "wait 0.39")
    assert box("screen") == turn
    box("wait 0.02")
    assert box("screen") != turn
    box("up target")
    assert box("screen") == turn
    assert box.prompt["pointed"] == 0


def test_roll_held_shakes_the_cup_and_the_release_throws(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    pictures: list[list[str]] = []
    box("down roll")
    for _ in range(10):
        box("wait 0.2")
        pictures.append(box("screen")["screen"])
    assert len({tuple(picture) for picture in pictures}) > 5
    assert box.state["dice"] is None
    box("up roll")
    assert box.state["dice"] == "OONRX"


def test_a_cup_with_nothing_to_throw_does_not_shake(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", "wait 10", *["tap lock", "tap target"] * 4)
    assert "roll" not in box.lit
    still = box("screen")
    box("down roll", "wait 0.3")
    assert box("screen") == still
    box("tap lock", "up roll")
    assert box.state["rolls_left"] == 2, "ROLL was dark when it was pressed"


def test_locking_the_last_die_stops_a_cup_that_is_shaken(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll", *["tap lock", "tap target"] * 3, "down roll", "tap lock", "up roll")
    assert box.state["locked"] == [True] * 5
    assert box.state["rolls_left"] == 2


def test_a_press_ends_what_is_shown_and_acts_on_the_prompt(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("wait 10", "tap roll")
    box("wait 0.1")
    falling = box("screen")
    box("down lock")
    assert box.state["locked"][0]
    landed = box("screen")
    assert landed != falling
    box("up lock", "wait 30")
    assert box("screen") == landed, "there was nothing left to show"


def test_lamps_tell_the_prompt_while_dice_still_fall(box: Script) -> None:
    box.match(KG, 2, "OONRX")
    box("tap roll")
    assert box.lit == {"lock", "roll", "stop", "target"}
