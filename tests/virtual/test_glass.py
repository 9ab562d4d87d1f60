"""What is on the glass, and when: the picture that was drawn, byte for byte."""

import itertools

from kingsgold.app import present
from kingsgold.box.oled import ScreenConfig
from kingsgold.screens import draw
from kingsgold.screens.views import Goodbye, KingsTurn, Moment, Settlement, View
from kingsgold.testing import LOCK, ROLL, STOP, TARGET, Box
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop

KG = "kings-gold"


def shows(box: Box, view: View) -> bool:
    return box.screen.picture.tobytes() == draw(view).image.tobytes()


def asked(box: Box) -> View:
    table = box.console.table
    assert table is not None
    return present.view(box.console.ui, table, None)


def views(box: Box, seconds: float) -> list[View]:
    """Everything that is shown for a while, looked at a hundred times a second."""
    seen: list[View] = []
    for _ in range(int(seconds * 100)):
        view = box.console.stage.view
        assert view is not None
        assert shows(box, view)
        if not seen or view != seen[-1]:
            seen.append(view)
        box.advance(0.01)
    return seen


def test_after_a_wait_the_glass_shows_what_is_asked(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    for button in (ROLL, LOCK, TARGET, STOP):
        box.tap(button)
        box.advance(20)
        assert shows(box, asked(box))


def test_dice_land_one_after_the_other(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL)
    in_the_air = [
        sum(die.tumble is not None for die in view.dice)
        for view in views(box, 3)
        if isinstance(view, KingsTurn)
    ]
    assert in_the_air[0] == 5
    assert in_the_air[-1] == 0
    assert sorted(in_the_air, reverse=True) == in_the_air
    assert set(in_the_air) == {5, 4, 3, 2, 1, 0}


def test_a_settlement_tells_the_turn_that_ended(box: Box) -> None:
    box.throws("OONRX")
    box.match(KG)
    box.tap(ROLL, STOP)
    settlement, following = views(box, 10)
    assert isinstance(settlement, Settlement)
    assert settlement.captain == "Anne"
    assert [(line.icon, line.amount) for line in settlement.lines] == [
        ("coin", "+1"),
        ("doubloon", "+1"),
        ("cannon", "0"),
    ]
    assert following == asked(box)


def test_a_curse_lands_then_has_its_moment_then_its_settlement(box: Box) -> None:
    box.throws("XXXOO")
    box.match(KG)
    box.tap(ROLL)
    kinds = [type(view) for view in views(box, 10)]
    assert [kind for kind, _ in itertools.groupby(kinds)] == [
        KingsTurn,
        Moment,
        Settlement,
        KingsTurn,
    ]


def test_a_press_ends_the_show(box: Box) -> None:
    box.throws("XXXOO")
    box.match(KG)
    box.tap(ROLL)
    box.advance(0.3)
    assert not shows(box, asked(box))
    box.press(LOCK)
    assert shows(box, asked(box))


def test_fast_roll_shows_the_settlement_at_once(box: Box) -> None:
    box.throws("XXXOO")
    box.match(KG, fast_roll=True)
    assert {type(view) for view in views(box, 10)} == {Settlement, KingsTurn}


def test_voyages_moments_follow_one_another(box: Box) -> None:
    box.throws("4444$", "2234$")
    box.match("voyages")
    box.tap(ROLL)
    box.advance(5)
    box.tap(ROLL)
    moments = [view.kind for view in views(box, 20) if isinstance(view, Moment)]
    assert list(dict.fromkeys(moments)) == ["armada", "gold_fever", "shipwrecked"]


def test_the_goodbye_is_on_the_glass_when_the_box_has_closed(box: Box) -> None:
    box.match(KG)
    box.close()
    assert shows(box, Goodbye())
    assert box.lamps == frozenset()


def test_a_slow_bus_delays_no_press_and_shows_the_last_picture() -> None:
    with Box(bus_khz=100) as box:
        box.throws("OONRX")
        box.match(KG)
        box.tap(ROLL, LOCK)
        assert box.state["locked"][0]
        box.advance(5)
        assert shows(box, asked(box))


def test_nothing_is_sent_while_nothing_changes(box: Box) -> None:
    box.match(KG)
    box.advance(1)
    sent = box.parts.bytes_sent
    box.advance(50)
    assert box.parts.bytes_sent == sent


def test_the_glass_dims_also_when_its_timer_is_a_little_early() -> None:
    driven = DrivenBox(SimLoop())
    chip = driven.box.parts.chip
    bright = chip.contrast
    driven.loop.call_at(ScreenConfig().dim_after_s - 1e-12, lambda: None)
    driven.advance(59)
    assert chip.contrast == bright
    driven.advance(2)
    assert chip.contrast < bright
    driven.close()
