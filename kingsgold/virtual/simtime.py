"""An event loop whose time is simulated: it jumps to the next timer instead of sleeping."""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any

ROUNDING_S = 1e-9
"""A timer this little behind the end of an `advance` is still due in it: sums of times round."""


class NothingScheduledError(RuntimeError):
    """Somebody waits, and nothing is scheduled that could ever wake them."""


class SimLoop(asyncio.SelectorEventLoop):
    """An asyncio loop on simulated seconds, from 0.

    Callbacks, timers, tasks and files work as on any loop. Time passes only in `advance` and in
    `run_until_complete`, from timer to timer; while jobs run in threads it stands still. An
    exception that a callback or a forgotten task raises comes out of `advance`.
    """

    def __init__(self) -> None:
        self._now_s = 0.0
        self._limit_s: float | None = None
        self._until: Callable[[], bool] | None = None
        self._jobs = 0
        self._errors: list[BaseException] = []
        super().__init__(_JumpingSelector(self._pass_time))
        self.set_exception_handler(self._collect)

    def time(self) -> float:
        """Simulated seconds since the loop was made."""
        return self._now_s

    def advance(self, seconds: float = 0.0, until: Callable[[], bool] | None = None) -> None:
        """Let `seconds` pass; return when everything that is due by then has happened.

        `until` is asked whenever time is about to move on; when it says True, time stops there.
        """
        self._limit_s = self._now_s + seconds
        self._until = until
        try:
            self.run_forever()
        finally:
            self._limit_s = None
        if self._errors:
            errors, self._errors = self._errors, []
            raise errors[0]

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """As on any loop; simulated time waits until the job is done."""
        future = super().run_in_executor(executor, func, *args)
        self._jobs += 1
        future.add_done_callback(self._job_done)
        return future

    def _job_done(self, _: object) -> None:
        self._jobs -= 1

    def _collect(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self._errors.append(context.get("exception") or RuntimeError(context["message"]))

    def _pass_time(self, timeout: float | None) -> float | None:
        """How long the selector may really wait, after simulated time has moved on."""
        if timeout == 0:
            return 0
        if self._jobs:
            return None
        if self._limit_s is None:
            if timeout is None:
                raise NothingScheduledError("nothing is scheduled, and somebody waits")
            self._now_s += timeout
            return 0
        if self._errors or (self._until is not None and self._until()):
            self.stop()
        elif timeout is None or self._now_s + timeout > self._limit_s + ROUNDING_S:
            self._now_s = max(self._now_s, self._limit_s)
            self.stop()
        else:
            self._now_s += timeout
        return 0


class _JumpingSelector(selectors.DefaultSelector):
    """A selector that asks how long it may really wait."""

    def __init__(self, pass_time: Callable[[float | None], float | None]) -> None:
        super().__init__()
        self._pass_time = pass_time

    def select(self, timeout: float | None = None) -> Any:
        """Wait for files as long as simulated time allows."""
        ready = super().select(0)
        return ready if ready else super().select(self._pass_time(timeout))
