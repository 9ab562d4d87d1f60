"""What is on the glass, and when: the picture that was drawn, byte for byte."""

import itertools
from collections.abc import Iterator

import pytest

from kingsgold.app import present
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Setup
from kingsgold.screens import draw
from kingsgold.screens.views import Goodbye, KingsTurn, Moment, Settlement, View
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.simtime import SimLoop


class Glass:
    """A box, its hands, and what its glass shows."""

    def __init__(self, bus_khz: int | None = None) -> None:
        self.loop = SimLoop()
        self.box = VirtualBox(self.loop, bus_khz=bus_khz)
        self.loop.advance(1)

    def close(self) -> None:
        if not self.loop.is_closed():
            self.box.close()
            self.loop.advance()
            self.loop.close()

    def begin(self, setup: Setup, *dice: str) -> None:
        self.loop.run_until_complete(self.box.console.begin(setup, dice))
        self.loop.advance()

    def tap(self, button: Button) -> None:
        self.box.parts.press(button)
        self.loop.advance(0.1)
        self.box.parts.release(button)
        self.loop.advance()

    def shows(self, view: View) -> bool:
        return self.box.parts.picture().tobytes() == draw(view).image.tobytes()

    @property
    def asked(self) -> View:
        console = self.box.console
        return present.view(console.ui, console.table, None)

    def views(self, seconds: float) -> list[View]:
        """Everything that is shown for a while, looked at a hundred times a second."""
        seen: list[View] = []
        for _ in range(int(seconds * 100)):
            view = self.box.console.stage.view
            assert view is not None
            assert self.shows(view)
            if not seen or view != seen[-1]:
                seen.append(view)
            self.loop.advance(0.01)
        return seen


@pytest.fixture
def glass() -> Iterator[Glass]:
    glass = Glass()
    yield glass
    glass.close()


CREW = ("Anne", "Jack")
KG = kings_gold.Setup(captains=CREW, starter=0)
VY = voyages.Setup(captains=CREW)


def test_after_a_wait_the_glass_shows_what_is_asked(glass: Glass) -> None:
    glass.begin(KG, "OONRX")
    for button in (Button.ROLL, Button.LOCK, Button.TARGET, Button.STOP):
        glass.tap(button)
        glass.loop.advance(20)
        assert glass.shows(glass.asked)


def test_dice_land_one_after_the_other(glass: Glass) -> None:
    glass.begin(KG, "OONRX")
    glass.tap(Button.ROLL)
    in_the_air = [
        sum(die.tumble is not None for die in view.dice)
        for view in glass.views(3)
        if isinstance(view, KingsTurn)
    ]
    assert in_the_air[0] == 5
    assert in_the_air[-1] == 0
    assert sorted(in_the_air, reverse=True) == in_the_air
    assert set(in_the_air) == {5, 4, 3, 2, 1, 0}


def test_a_settlement_tells_the_turn_that_ended(glass: Glass) -> None:
    glass.begin(KG, "OONRX")
    glass.tap(Button.ROLL)
    glass.tap(Button.STOP)
    settlement, following = glass.views(10)
    assert isinstance(settlement, Settlement)
    assert settlement.captain == "Anne"
    assert [(line.icon, line.amount) for line in settlement.lines] == [
        ("coin", "+1"),
        ("doubloon", "+1"),
        ("cannon", "+0"),
    ]
    assert following == glass.asked


def test_a_curse_lands_then_has_its_moment_then_its_settlement(glass: Glass) -> None:
    glass.begin(KG, "XXXOO")
    glass.tap(Button.ROLL)
    kinds = [type(view) for view in glass.views(10)]
    assert [kind for kind, _ in itertools.groupby(kinds)] == [
        KingsTurn,
        Moment,
        Settlement,
        KingsTurn,
    ]


def test_a_press_ends_the_show(glass: Glass) -> None:
    glass.begin(KG, "XXXOO")
    glass.tap(Button.ROLL)
    glass.loop.advance(0.3)
    assert not glass.shows(glass.asked)
    glass.box.parts.press(Button.LOCK)
    glass.loop.advance()
    assert glass.shows(glass.asked)


def test_fast_roll_shows_the_settlement_at_once(glass: Glass) -> None:
    rules = kings_gold.Rules(fast_roll=True)
    glass.begin(kings_gold.Setup(captains=CREW, starter=0, rules=rules), "XXXOO")
    assert {type(view) for view in glass.views(10)} == {Settlement, KingsTurn}


def test_voyages_moments_follow_one_another(glass: Glass) -> None:
    glass.begin(VY, "4444$", "2234$")
    glass.tap(Button.ROLL)
    glass.loop.advance(5)
    glass.tap(Button.ROLL)
    moments = [view.kind for view in glass.views(20) if isinstance(view, Moment)]
    assert list(dict.fromkeys(moments)) == ["armada", "gold_fever", "shipwrecked"]


def test_the_goodbye_is_on_the_glass_when_the_box_has_closed(glass: Glass) -> None:
    glass.begin(KG)
    glass.close()
    assert glass.shows(Goodbye())
    assert glass.box.parts.lit == frozenset()


def test_a_slow_bus_delays_no_press_and_shows_the_last_picture() -> None:
    glass = Glass(bus_khz=100)
    glass.begin(KG, "OONRX")
    glass.tap(Button.ROLL)
    glass.tap(Button.LOCK)
    table = glass.box.console.table
    assert table is not None
    assert table.state.locked[0]
    glass.loop.advance(5)
    assert glass.shows(glass.asked)
    glass.close()


def test_nothing_is_sent_while_nothing_changes(glass: Glass) -> None:
    glass.begin(KG)
    glass.loop.advance(1)
    sent = glass.box.parts.bytes_sent
    glass.loop.advance(50)
    assert glass.box.parts.bytes_sent == sent
