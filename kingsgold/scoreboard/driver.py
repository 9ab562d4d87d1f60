"""What a driver is: the language of one display family, and what displays can say in it."""

from typing import Protocol

import msgspec

from kingsgold.scoreboard.board import Announcement, Board, Pledge


class Greeting(msgspec.Struct, frozen=True):
    """A display has started: what it calls itself, and whether it speaks this language."""

    name: str
    understood: bool


class Alive(msgspec.Struct, frozen=True):
    """A display is still there."""


class Tapped(msgspec.Struct, frozen=True):
    """Somebody has tapped a button of the display, which has the name of one of the box."""

    button: str


Answer = Greeting | Alive | Tapped


class Driver(Protocol):
    """Speaks to one family of displays, and understands what they say."""

    def state(self, board: Board) -> tuple[bytes, ...]:
        """Everything on `board`, in pieces that may not be cut."""
        ...

    def announce(self, announcement: Announcement) -> bytes:
        """Something great that has happened, in one piece."""
        ...

    def pledge(self, pledge: Pledge) -> bytes:
        """What the dice are fixed with, in one piece."""
        ...

    def hear(self, data: bytes) -> list[Answer]:
        """What a display says with `data`, the next bytes from it; never raises."""
        ...
