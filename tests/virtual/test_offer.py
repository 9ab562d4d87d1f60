"""A match that was on when the box was switched off: it is offered, and not lost by a press."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsgold.box.parts import Button
from kingsgold.games import voyages
from kingsgold.store import Store
from kingsgold.virtual import report
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.simtime import SimLoop

TAP_S = 0.2


class Box(VirtualBox):
    """A virtual box with a finger."""

    def __init__(self, loop: SimLoop, store: Store) -> None:
        super().__init__(loop, store=store)
        self.loop = loop
        loop.advance()

    def close(self) -> None:
        super().close()
        self.loop.advance()
        self.loop.close()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box that has found a match of Voyages in which a first toss is being chosen from."""
    setup = voyages.Setup(captains=("Anne", "Jack"), starter=0)
    with Store(tmp_path, to_play=True) as store:
        before = DrivenBox(SimLoop(), store=store)
        before.begin(setup, ["5234$"])
        before.hold(Button.ROLL)
        before.close()
    with Store(tmp_path, to_play=True) as store:
        box = Box(SimLoop(), store)
        yield box
        box.close()


def tap(box: Box, button: Button) -> str:
    """Tap a button; what is asked then."""
    box.parts.press(button)
    box.loop.advance(TAP_S)
    box.parts.release(button)
    box.loop.advance(TAP_S)
    return report.prompt(box.console)["kind"]


def test_it_is_offered_at_once(box: Box) -> None:
    assert report.prompt(box.console)["kind"] == "offer"
    picture = box.console.stage.picture
    assert picture is not None
    assert "Voyages, 2 captains" in picture.text()
    assert picture.faults() == []


def test_roll_goes_on_exactly_where_it_was(box: Box) -> None:
    assert tap(box, Button.ROLL) == "choose_scoring"
    assert report.state(box.console)["toss"] == "2345$"


def test_it_stays_on_offer_behind_the_title(box: Box) -> None:
    assert tap(box, Button.STOP) == "set_up"
    assert tap(box, Button.STOP) == "title"
    assert tap(box, Button.ROLL) == "offer"
    assert tap(box, Button.ROLL) == "choose_scoring"


def test_a_new_match_ends_it(box: Box) -> None:
    tap(box, Button.STOP)
    assert tap(box, Button.ROLL) == "roll_off"
    assert box.console.ui.draft.unfinished is None
