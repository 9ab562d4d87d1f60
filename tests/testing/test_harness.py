"""The harness: what its verbs do and its eyes see, and how each of its assertions fails."""

from collections.abc import Callable

import pytest
from PIL import Image

from kingsgold.app.config import Config
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.scoreboard import sentences as s
from kingsgold.table.dice import TossMisfit
from kingsgold.testing import LOCK, ROLL, STOP, TARGET, Box, Button
from kingsgold.virtual.driven import HandsError


def failure(assertion: Callable[[], object]) -> str:
    """What an assertion says that has to fail."""
    with pytest.raises(AssertionError) as caught:
        assertion()
    return str(caught.value)


# Assertions, and how they fail


def test_assert_lit(box: Box) -> None:
    box.match("kings-gold")
    box.assert_lit(ROLL)
    assert failure(lambda: box.assert_lit(STOP, ROLL)) == (
        "lit: ROLL; expected: ROLL, STOP\n"
        "the box asks: to_roll (ROLL throw); it shows:\n"
        "  | Anne ROUND 1\n"
        "  | ROLL\n"
        "  | 0 0 0"
    )
    assert failure(box.assert_lit).startswith("lit: ROLL; expected: none\n")


def test_assert_shows(box: Box) -> None:
    box.assert_shows("KING'S GOLD", "ROLL sets", "GOLD ROLL")
    told = failure(lambda: box.assert_shows("KING'S GOLD", "VOYAGES", "SILVER"))
    assert told.startswith("not on the screen: 'VOYAGES', 'SILVER'\nthe box asks: title (")
    assert told.endswith("it shows:\n  | KING'S GOLD\n  | ROLL sets sail")


def test_a_dark_glass_shows_no_words(box: Box) -> None:
    box.display.unplug()
    told = failure(lambda: box.assert_shows("KING'S GOLD"))
    assert told.endswith("it shows:\n  | (no words)")


def test_assert_state(box: Box) -> None:
    box.match("voyages", "Anne", "Jack", "Mary", starter=1)
    box.assert_state(captain=1, hoards=[0, 0, 0])
    told = failure(lambda: box.assert_state(captain=0, round=1, hoards=[5, 0, 0]))
    assert told.startswith(
        "state: captain is 1, expected 0; hoards is [0, 0, 0], expected [5, 0, 0]\n"
        "the box asks: to_roll ("
    )
    told = failure(lambda: box.assert_state(hoard=5))
    assert told.startswith("state: there is no 'hoard', only game, captains, captain, round, ")


def test_assert_event(box: Box) -> None:
    box.throws("OOORX", "XXXOO")
    box.match("kings-gold")
    assert failure(lambda: box.assert_event("Plundered", captain=0)) == (
        "no event Plundered(captain=0); there were: none"
    )
    box.tap(ROLL, STOP, ROLL)
    box.assert_event("RoyalCurse")
    box.assert_event("Plundered", captain=0, coins=2, doubloons=1)
    assert failure(lambda: box.assert_event("Plundered", captain=1, coins=2)) == (
        "no event Plundered(captain=1, coins=2); the nearest: captain is 0, expected 1"
    )
    assert failure(lambda: box.assert_event("Thrown", captain=2, faces="XXXOO")) == (
        "no event Thrown(captain=2, faces='XXXOO'); the nearest: captain is 1, expected 2"
    )
    assert failure(lambda: box.assert_event("Hoarded")) == (
        "no event Hoarded(); there were: Thrown, SkullsLocked, Stopped, Plundered, TurnResolved, "
        "TurnBegan, RoyalCurse"
    )


def test_assert_told(box: Box) -> None:
    assert failure(lambda: box.assert_told(s.Heist, slot=0)) == (
        "no sentence Heist(slot=0); there were: Hello, Match"
    )
    box.throws("OOOOO")
    box.match("kings-gold")
    box.tap(ROLL)
    box.assert_told(s.Heist, slot=0, kind="kings-ransom")
    assert failure(lambda: box.assert_told(s.Heist, slot=1)) == (
        "no sentence Heist(slot=1); the nearest: slot is 0, expected 1"
    )


# Dice and matches


def test_loaded_tosses_come_one_after_the_other(box: Box) -> None:
    box.throws("OONRX", "NNRR")
    box.match("kings-gold")
    box.tap(ROLL)
    box.assert_state(dice="OONRX")
    box.throws("OOOX")
    box.tap(ROLL)
    box.assert_state(dice="NNRRX")
    box.tap(ROLL)
    assert box.state["captain"] == 1
    box.assert_event("TurnResolved", dice="OOOXX")


def test_tosses_that_are_left_go_to_the_next_match(box: Box) -> None:
    box.throws("OONRX", "ONNRX", "44#36")
    box.match("kings-gold")
    box.tap(ROLL)
    box.match("kings-gold")
    box.tap(ROLL)
    box.assert_state(dice="ONNRX")
    box.match("voyages")
    box.tap(ROLL)
    box.assert_state(toss="3446#")


def test_tosses_can_be_loaded_after_chance_has_thrown(box: Box) -> None:
    box.match("voyages")
    box.tap(ROLL)
    box.match("voyages")
    box.throws("44#36")
    box.tap(ROLL)
    box.assert_state(toss="3446#")


def test_chance_is_the_same_in_every_run_and_another_from_another_seed() -> None:
    def thrown(seed: int) -> list[object]:
        with Box(seed=seed) as box:
            for _ in range(5):
                box.match("voyages")
                box.tap(ROLL)
            return [event for event in box.events if type(event).__name__ == "Thrown"]

    assert thrown(1) == thrown(1)
    assert thrown(1) != thrown(2)


def test_a_misfit_is_raised_where_the_toss_is_needed_and_not_used_up(box: Box) -> None:
    box.throws("OONRX", "NN")
    box.match("kings-gold")
    box.tap(ROLL)
    for verb in (lambda: box.tap(ROLL), lambda: box.hold(ROLL, 2)):
        with pytest.raises(TossMisfit, match="'NN' has 2 faces, and 4 dice are in hand"):
            verb()
    box.tap(LOCK, TARGET, LOCK, ROLL)
    box.assert_state(dice="OONNX")


def test_a_decision_that_needs_two_tosses_gets_the_same_two_again(box: Box) -> None:
    # With fast roll the box throws for Jack in the same decision that Anne's curse ends.
    box.throws("OONRX", "XXOO", "NNN")
    box.match("kings-gold", fast_roll=True)
    with pytest.raises(TossMisfit, match="NNN"):
        box.tap(ROLL)
    box.assert_state(captain=0, dice="OONRX")
    with pytest.raises(TossMisfit, match="NNN"):
        box.tap(ROLL)


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (lambda box: box.match("chess"), "Invalid value 'chess'"),
        (lambda box: box.match("voyages", "Anne"), "2 to 6 captains play, not 1"),
        (lambda box: box.match("voyages", targets=9), "unknown field `targets`"),
        (lambda box: box.match("voyages", mode="blitz"), "unknown field `mode`"),
        (lambda box: box.match("kings-gold", starter=2), "starter is a captain's number"),
    ],
)
def test_a_match_that_is_not_allowed_is_refused(
    box: Box, start: Callable[[Box], None], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        start(box)
    assert box.state == {"phase": "title"}


def test_without_a_starter_there_is_a_roll_off(box: Box) -> None:
    box.throws("X", "O")
    box.match("kings-gold", "Anne", "Jack", starter=None)
    box.assert_state(phase="roll_off")
    box.tap(ROLL, ROLL)
    box.assert_state(captain=1, phase="to_roll")


# Hands


def test_press_and_release_are_two_deeds(box: Box) -> None:
    box.throws("OONRX")
    box.match("kings-gold")
    box.press(ROLL)
    box.advance(2)
    box.assert_state(dice=None)
    with pytest.raises(HandsError, match="roll is down already"):
        box.press(ROLL)
    box.release(ROLL)
    box.assert_state(dice="OONRX")
    with pytest.raises(HandsError, match="roll is not down"):
        box.release(ROLL)


def test_a_worn_contact_taps_once(box: Box) -> None:
    box.throws("OONRX")
    box.match("kings-gold")
    box.chatter(ROLL)
    box.chatter(LOCK)
    box.assert_state(locked=[True, False, False, False, True])
    box.chatter(LOCK)
    box.assert_state(locked=[False, False, False, False, True])


def test_a_contact_worse_than_the_debouncing_taps_again_and_again() -> None:
    with Box(Config(buttons=ButtonsConfig(debounce_ms=1))) as box:
        box.throws("OONRX")
        box.match("kings-gold")
        box.tap(ROLL)
        box.chatter(LOCK, bounces=4)
        touched = [type(event).__name__ for event in box.events[2:]]
        assert len(touched) > 1
        assert set(touched) == {"Locked", "Unlocked"}


def test_switching_the_box_off(box: Box) -> None:
    assert not box.off
    box.hold(STOP, 2)
    box.tap(TARGET, ROLL)
    assert box.off


# Eyes


def test_the_picture_is_what_came_over_the_bus(box: Box) -> None:
    assert box.screen.picture.size == (128, 64)
    assert box.screen.picture.mode == "1"
    drawn = box.console.stage.picture
    assert drawn is not None
    assert box.screen.picture.tobytes() == drawn.image.tobytes()


def test_half_a_picture_has_no_words() -> None:
    with Box(bus_khz=100) as box:
        box.advance(1)
        box.assert_shows("KING'S GOLD")
        box.press(ROLL)
        box.advance(0.03)
        assert box.screen.text() == ""
        blank = Image.new("1", (128, 64)).tobytes()
        assert box.screen.picture.tobytes() != blank
        box.advance(1)
        assert box.screen.text() != ""


def test_events_add_up_over_matches(box: Box) -> None:
    for _ in range(2):
        box.throws("OOORX")
        box.match("kings-gold")
        box.tap(ROLL)
    assert [type(event).__name__ for event in box.events] == ["Thrown", "SkullsLocked"] * 2


def test_scoreboard_lines_add_up_and_shown_is_the_latest(box: Box) -> None:
    assert box.scoreboard.lines == [s.Hello(1), s.Match()]
    box.match("kings-gold", "Zoë", "Jack")
    assert s.Captain(0, "Zoe", 0, 0, 0, 0) in box.scoreboard.shown
    assert s.Match() not in box.scoreboard.shown
    assert box.scoreboard.lines[:2] == [s.Hello(1), s.Match()]
    assert box.scoreboard.lines[-len(box.scoreboard.shown) :] == box.scoreboard.shown


# Faults


def test_a_display_that_is_unplugged_is_noticed_and_comes_back(box: Box) -> None:
    box.throws("OONRX")
    box.match("kings-gold")
    assert box.faults == []
    box.display.unplug()
    assert not box.screen.picture.getbbox()
    box.tap(ROLL)
    box.advance(60)
    (fault,) = box.faults
    assert "does not answer" in fault
    box.assert_state(dice="OONRX")
    box.display.plug_in()
    box.advance(60)
    assert box.faults == []
    box.assert_shows("Anne")


def test_a_shaky_plug_costs_no_picture(box: Box) -> None:
    box.display.refuse(3, after_bytes=5)
    box.match("kings-gold")
    assert len(box.faults) == 1
    box.advance(30)
    assert box.faults == []
    box.assert_shows("Anne")


@pytest.mark.parametrize("button", Button)
def test_a_button_that_sticks_is_noticed_until_it_is_free(box: Box, button: Button) -> None:
    box.match("kings-gold")
    box.press(button)
    box.advance(31)
    assert box.faults == [f"{button.name} is down for 30 s: stuck, or wired wrong"]
    box.release(button)
    assert box.faults == []


def test_a_button_held_at_power_on_does_nothing_until_pressed_anew() -> None:
    with Box(held=[ROLL]) as box:
        box.advance(5)
        box.release(ROLL)
        assert box.prompt["kind"] == "title"
        box.tap(ROLL)
        assert box.prompt["kind"] == "set_up"


def test_a_scoreboard_that_is_pulled_is_noticed_and_missed_until_it_is_back(box: Box) -> None:
    box.advance(60)
    assert box.faults == [], "a box without a scoreboard misses none"
    box.scoreboard.plug_in()
    box.advance(60)
    assert box.faults == []
    box.scoreboard.pull()
    box.advance(9)
    assert box.faults == []
    box.advance(1)
    (fault,) = box.faults
    assert "has fallen silent" in fault
    box.scoreboard.plug_in()
    assert box.faults == []


def test_a_scoreboard_of_another_age_is_noticed(box: Box) -> None:
    box.scoreboard.plug_in("wall", version=9)
    (fault,) = box.faults
    assert "'wall' speaks another version" in fault


def test_a_button_of_the_scoreboard_is_tapped(box: Box) -> None:
    box.throws("OONRX")
    box.match("kings-gold")
    box.scoreboard.says(s.DisplayButton("roll"), s.DisplayButton("stop"))
    box.assert_event("Stopped", captain=0)


# A box that breaks


def leak(*_: object) -> None:
    raise RuntimeError("water in the hold")


def test_what_breaks_the_box_comes_out_of_the_verb_and_again_at_the_end() -> None:
    box = Box()
    box.console.listen(leak)
    box.match("kings-gold")
    with pytest.raises(RuntimeError, match="water in the hold"):
        box.tap(ROLL)
    with pytest.raises(RuntimeError, match="water in the hold"):
        box.close()
    assert box.lamps == frozenset(), "it was closed all the same"


def test_closing_twice_is_closing_once() -> None:
    with Box() as box:
        box.close()
