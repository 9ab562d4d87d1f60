"""How fast pictures follow one another on a bus of 400 kHz, and what they cost on it."""

from collections.abc import Iterator
from typing import get_args

import pytest

from kingsgold.app.show import Scene
from kingsgold.app.story import FIRST_LANDS_S, MOMENT_S, NEXT_LANDS_S
from kingsgold.screens.views import Moment, MomentKind
from kingsgold.testing import ROLL, Box

PICTURES_A_SECOND = 12
LOOKS_A_SECOND = 500
BUS_BYTES_A_SECOND = 400_000 / 9
MOST_OF_A_WHOLE_FRAME = 0.5
"""The share of a whole frame, 1034 bytes, that a picture of an animation may take on average."""


@pytest.fixture
def box() -> Iterator[Box]:
    with Box(bus_khz=400) as box:
        box.match("kings-gold", "Anne", "Jack")
        box.advance(5)
        yield box


def watch(box: Box, seconds: float) -> tuple[float, float]:
    """The complete pictures a second that differ from the one before, and the bytes of each."""
    before, sent = box.screen.picture.tobytes(), box.parts.bytes_sent
    pictures = 0
    for _ in range(round(seconds * LOOKS_A_SECOND)):
        box.advance(1 / LOOKS_A_SECOND)
        drawn, glass = box.console.stage.picture, box.screen.picture.tobytes()
        if drawn is not None and glass == drawn.image.tobytes() and glass != before:
            before = glass
            pictures += 1
    count = box.parts.bytes_sent - sent
    assert count < seconds * BUS_BYTES_A_SECOND
    return pictures / seconds, count / pictures


def assert_moves(box: Box, seconds: float) -> None:
    rate, size = watch(box, seconds)
    assert rate >= PICTURES_A_SECOND
    assert size <= MOST_OF_A_WHOLE_FRAME * 1034


def test_dice_in_the_cup(box: Box) -> None:
    box.press(ROLL)
    box.advance(0.1)
    rate, size = watch(box, 1.0)
    assert rate >= PICTURES_A_SECOND
    assert size <= 0.6 * 1034, "five dice change all of their pages"
    box.release(ROLL)


def test_dice_that_land(box: Box) -> None:
    box.throws("OONRX")
    box.press(ROLL)
    box.advance(0.5)
    box.release(ROLL)
    assert_moves(box, FIRST_LANDS_S + 4 * NEXT_LANDS_S)


@pytest.mark.parametrize("kind", get_args(MomentKind))
def test_a_moment(box: Box, kind: MomentKind) -> None:
    box.console.stage.play([Scene(MOMENT_S, lambda progress: Moment(kind, "Anne", 14, progress))])
    box.console.stage.refresh()
    box.advance(0)
    assert_moves(box, MOMENT_S)


def test_a_picture_that_does_not_move_is_found(box: Box) -> None:
    box.console.stage.play([Scene(MOMENT_S, lambda _: Moment("navy", "Anne", 14, 0.5))])
    box.console.stage.refresh()
    rate, _ = watch(box, MOMENT_S)
    assert rate < PICTURES_A_SECOND
