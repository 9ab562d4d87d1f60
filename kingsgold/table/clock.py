"""The turn's clock: it can stand still, and it runs out once."""

import asyncio
from collections.abc import Callable


class TurnClock:
    """A countdown on the loop's timers; `on_end` is called when it runs out."""

    def __init__(self, loop: asyncio.AbstractEventLoop, on_end: Callable[[], None]) -> None:
        self._loop = loop
        self._on_end = on_end
        self._left_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether time passes now."""
        return self._timer is not None

    def left_s(self) -> float:
        """Seconds left."""
        if self._timer is None:
            return self._left_s
        return max(0.0, self._timer.when() - self._loop.time())

    def start(self, seconds: float) -> None:
        """Begin anew with `seconds`."""
        self.stop()
        self._left_s = seconds
        self.go_on()

    def stop(self) -> None:
        """Stand still."""
        self._left_s = self.left_s()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def go_on(self) -> None:
        """Run on from where it stood."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._left_s, self._end)

    def _end(self) -> None:
        self._timer = None
        self._left_s = 0.0
        self._on_end()
