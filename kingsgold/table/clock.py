"""The turn's clock: it can stand still, and it runs out once."""

import asyncio
from collections.abc import Callable


class TurnClock:
    """A countdown on the loop's timers; `on_end` is called when it runs out.

    Before its first `start` it neither runs nor has run out.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, on_end: Callable[[], None]) -> None:
        self._loop = loop
        self._on_end = on_end
        self._left_s: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether time passes now."""
        return self._timer is not None

    @property
    def run_out(self) -> bool:
        """Whether no time is left, and it has not been started anew."""
        return self._timer is None and self._left_s == 0

    def left_s(self) -> float:
        """Seconds left."""
        if self._timer is None:
            return self._left_s or 0.0
        return max(0.0, self._timer.when() - self._loop.time())

    def start(self, seconds: float) -> None:
        """Begin anew with `seconds`."""
        self.stop()
        self._left_s = seconds
        self.go_on()

    def stop(self) -> None:
        """Stand still."""
        if self._timer is not None:
            self._left_s = self.left_s()
            self._timer.cancel()
            self._timer = None

    def go_on(self) -> None:
        """Run on from where it stood; with no time left it runs out at once."""
        if self._timer is None and self._left_s is not None:
            self._timer = self._loop.call_later(self._left_s, self._end)

    def _end(self) -> None:
        self._timer = None
        self._left_s = 0.0
        self._on_end()
