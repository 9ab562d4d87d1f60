"""A box on a PC and the hands on it, in simulated time: the one way to drive it from a program."""

from collections.abc import Coroutine, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.app.keeper import Keeper
from kingsgold.app.ui import Offer
from kingsgold.box.parts import Button
from kingsgold.games.protocol import Event, Setup
from kingsgold.store import Store
from kingsgold.table.dice import TossMisfit
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.simtime import SimLoop

TAP_S = 0.1
"""Seconds that a tap keeps the button down."""


class HandsError(ValueError):
    """Something that hands can't do, such as pressing a button that is down already."""


class DrivenBox:
    """A virtual box on `loop`, which does what it is told and has done it when the call returns.

    It keeps everything in `store`, which is open to play, if there is one, else what `keeper`
    keeps; an unfinished match in the store is gone on with at once. The buttons in `held` are down
    from the start. `bus_khz` is the modelled speed of the display's bus, None for one that takes no
    time.

    Whatever lets time pass raises `TossMisfit` where the next scripted toss does not fit the dice
    in hand (time stops there), and what broke the box, if anything did.
    """

    def __init__(
        self,
        loop: SimLoop,
        config: Config | None = None,
        *,
        store: Store | None = None,
        keeper: Keeper | None = None,
        held: frozenset[Button] = frozenset(),
        bus_khz: int | None = None,
    ) -> None:
        config = config or Config()
        self.events: list[Event] = []
        """What the matches were made of so far; whoever has read it may clear it."""
        self.loop = loop
        self._debounce_s = config.buttons.debounce_ms / 1000
        self._misfit: TossMisfit | None = None
        self._down = set(held)
        self._settled_s: dict[Button, float] = {}
        self.box = VirtualBox(
            loop,
            config,
            held=held,
            bus_khz=bus_khz,
            store=store,
            keeper=keeper,
            on_misfit=self._on_misfit,
        )
        self.console.listen(self._on_decision)
        if isinstance(self.console.ui, Offer):
            self._finish(self.console.go_on())
        else:
            self.advance(0)

    @property
    def console(self) -> BoxLoop:
        """The box itself."""
        return self.box.console

    def close(self) -> None:
        """Switch the box off, and end its loop."""
        self.box.close()
        self.loop.advance()
        self.loop.close()

    def begin(self, setup: Setup, script: Sequence[str] | None = None) -> None:
        """Start a match in place of the one that may be on; the dice show `script` first."""
        self._finish(self.console.begin(setup, script))

    def press(self, button: Button) -> None:
        """Put a finger on `button`; raises HandsError when it is down already."""
        with self._misfits_raise():
            self._press(button)

    def release(self, button: Button) -> None:
        """Take the finger off `button`; raises HandsError when it is not down."""
        with self._misfits_raise():
            self._release(button)

    def hold(self, button: Button, seconds: float = TAP_S) -> None:
        """Press `button` for `seconds`, which is a tap when they are few."""
        with self._misfits_raise():
            self._press(button)
            self._pass(seconds)
            self._release(button)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass, and everything happen that is due by then."""
        with self._misfits_raise():
            self._pass(seconds)

    def _finish(self, job: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(job)
        self.advance(0)

    @contextmanager
    def _misfits_raise(self) -> Generator[None]:
        """A misfit is raised when all has been done: hands that went down come up again."""
        self._misfit = None
        yield
        if self._misfit is not None:
            raise self._misfit

    def _pass(self, seconds: float) -> None:
        self.loop.advance(seconds, until=lambda: self._misfit is not None)
        self.console.check()

    def _press(self, button: Button) -> None:
        if button in self._down:
            raise HandsError(f"{button} is down already")
        self._settle(button)
        self._down.add(button)
        self.box.parts.press(button)
        self._moved(button)

    def _release(self, button: Button) -> None:
        if button not in self._down:
            raise HandsError(f"{button} is not down")
        self._settle(button)
        self._down.remove(button)
        self.box.parts.release(button)
        self._moved(button)

    def _settle(self, button: Button) -> None:
        """Wait until what the contact did last counts no longer as chatter."""
        self._pass(max(0.0, self._settled_s.get(button, 0.0) - self.loop.time()))

    def _moved(self, button: Button) -> None:
        self._settled_s[button] = self.loop.time() + self._debounce_s
        self._pass(0)

    def _on_misfit(self, misfit: TossMisfit) -> None:
        self._misfit = misfit

    def _on_decision(self, _before: Any, _after: Any, events: Sequence[Event]) -> None:
        self.events += events
