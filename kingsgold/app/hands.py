"""From buttons that go down and up to taps, holds, and a cup that is shaken."""

import asyncio
from collections.abc import Callable

import msgspec

from kingsgold.app.helm import Hold
from kingsgold.box.parts import Button

LEDGER_HOLD_S = 0.4
"""Seconds after which TARGET, still down, shows the ledger."""

SHAKES_A_SECOND = 1000


class LetGo(msgspec.Struct, frozen=True):
    """A button came up: whether that acts as a tap, and for ROLL where the shake stood still."""

    acts: bool
    shake: int = 0


class _Finger:
    """A button that is down; `timer` waits for its hold, `since_s` is when it went down."""

    def __init__(self, hold: Hold | None, since_s: float) -> None:
        self.hold = hold
        self.since_s = since_s
        self.timer: asyncio.TimerHandle | None = None

    def let_go(self) -> None:
        """Do nothing more until the button is pressed anew."""
        self.hold = None
        if self.timer is not None:
            self.timer.cancel()


class Hands:
    """The captains' hands on the four buttons.

    A button without a hold acts when it goes down, another one when it comes up, unless its hold
    has begun. `on_hold` is called with the button when it has been down long enough, and is
    answered with `hold_begins`. `menu_hold_s` is how long STOP is held for a menu.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        menu_hold_s: float,
        on_hold: Callable[[Button], None],
    ) -> None:
        self.peeking = False
        """Whether TARGET is held to see the ledger."""
        self._loop = loop
        self._menu_hold_s = menu_hold_s
        self._on_hold = on_hold
        self._fingers: dict[Button, _Finger] = {}

    def press(self, button: Button, hold: Hold | None) -> bool:
        """`button` went down and means `hold` when held; whether it acts at once."""
        finger = self._fingers[button] = _Finger(hold, self._loop.time())
        if hold is not None and hold is not Hold.CUP:
            after_s = LEDGER_HOLD_S if hold is Hold.LEDGER else self._menu_hold_s
            finger.timer = self._loop.call_later(after_s, self._on_hold, button)
        return hold is None

    def hold_begins(self, button: Button) -> Hold | None:
        """The hold of `button`, which begins now and takes the tap's place; None: too late."""
        finger = self._fingers.get(button)
        if finger is None or finger.hold is None:
            return None
        hold = finger.hold
        finger.let_go()
        self.peeking = hold is Hold.LEDGER
        return hold

    def release(self, button: Button) -> LetGo:
        """`button` came up."""
        finger = self._fingers.pop(button, None)
        if finger is None:
            return LetGo(False)
        if button is Button.TARGET:
            self.peeking = False
        acts, shake = finger.hold is not None, 0
        if finger.hold is Hold.CUP:
            shake = self._shake(finger)
        finger.let_go()
        return LetGo(acts, shake)

    @property
    def shake(self) -> int | None:
        """Where the counter stands while the cup is shaken; None when it is not."""
        finger = self._fingers.get(Button.ROLL)
        return self._shake(finger) if finger is not None and finger.hold is Hold.CUP else None

    def let_go(self) -> None:
        """What is down does nothing more until it is pressed anew."""
        for finger in self._fingers.values():
            finger.let_go()
        self.peeking = False

    def _shake(self, finger: _Finger) -> int:
        return int((self._loop.time() - finger.since_s) * SHAKES_A_SECOND)
