"""The box as the rest of the program sees it: one narrow interface per kind of device.

Every interface has a real and a simulated implementation. Nothing here knows a game.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from PIL import Image


class Button(StrEnum):
    """The four buttons, in the order in which they sit on the lid."""

    LOCK = "lock"
    ROLL = "roll"
    STOP = "stop"
    TARGET = "target"


Listener = Callable[[Button, bool], None]
"""Called on the event loop with a button and whether it is down now; bounces are gone by then."""


class Buttons(Protocol):
    """The four buttons, debounced."""

    def listen(self, listener: Listener) -> None:
        """Report every press and release to `listener` from now on; there is one listener."""
        ...

    def close(self) -> None:
        """Give the pins back."""
        ...


class Lamps(Protocol):
    """A lamp in each button."""

    def show(self, lit: frozenset[Button]) -> None:
        """Light these lamps and put out the others."""
        ...

    def close(self) -> None:
        """Put the lamps out and give the pins back."""
        ...


class Screen(Protocol):
    """The OLED, 128 columns and 64 rows of one bit."""

    def show(self, picture: Image.Image) -> None:
        """Make `picture` (mode "1", 128x64) what is wanted on the glass; never waits for the bus.

        A newer picture replaces one that has not been sent yet, also half way through it.
        """
        ...

    def close(self) -> None:
        """Send what is still wanted, then let go of the bus."""
        ...


class BoxError(Exception):
    """A device that can't be used: says what, where, and what to do, in one line."""
