"""The box as the rest of the program sees it: one narrow interface per kind of device.

Every interface has a real and a simulated implementation. Nothing here knows a game.
"""

from collections.abc import Callable
from enum import Enum, StrEnum
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

    def show(self, lit: frozenset[Button], *, breathe: bool = False) -> None:
        """Light these lamps and put out the others.

        With `breathe` the lit ones swell and fade a few times first, which says "your turn". The
        next call ends that. Lamps that can't do it just light.
        """
        ...

    def close(self) -> None:
        """Put the lamps out and give the pins back."""
        ...


class Brightness(Enum):
    """How brightly the glass shows its picture."""

    FULL = "full"
    DIM = "dim"
    DARK = "dark"


class Screen(Protocol):
    """The OLED, 128 columns and 64 rows of one bit."""

    def show(self, picture: Image.Image) -> None:
        """Make `picture` (mode "1", 128x64) what is wanted on the glass; never waits for the bus.

        A newer picture replaces one that has not been sent yet, also half way through it.
        """
        ...

    def set_brightness(self, brightness: Brightness) -> None:
        """Dim the glass, blank it, or wake it; never waits for the bus. At first it is `FULL`.

        What is shown while it is dark is there when it wakes.
        """
        ...

    def close(self) -> None:
        """Send what is still wanted, then let go of the bus."""
        ...


class Tune(StrEnum):
    """What can be heard."""

    THROW = "throw"
    LOCK = "lock"
    COIN = "coin"
    CANNON = "cannon"
    CURSE = "curse"
    HEIST = "heist"
    WIN = "win"


LOUDEST = 10
"""Volumes go from 0, which is silence, up to this."""


class Sound(Protocol):
    """The buzzer."""

    def play(self, tune: Tune) -> None:
        """Start `tune` in place of the one that may be playing; returns at once."""
        ...

    def set_volume(self, volume: int) -> None:
        """Play from now on at `volume`, 0 (mute) to 10; others raise ValueError."""
        ...

    def close(self) -> None:
        """Fall silent and give the pin back."""
        ...


class BoxError(Exception):
    """A device that can't be used: says what, where, and what to do, in one line."""
