"""What is wrong with the box now: every change goes to the log, and the captains are told."""

import logging
from collections.abc import Callable

QUIET_S = 60.0
"""Seconds in which the captains are not told again of a device that comes and goes: a shaky plug
must not put a message over the match every few seconds. The log has it all."""

log = logging.getLogger("kingsgold")


class Faults:
    """The faults of all devices. `on_fault` is told of new ones, in one line for people.

    `now` tells seconds, on any clock.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.on_fault: Callable[[str], None] | None = None
        self._now = now
        self._present: dict[str, str] = {}
        self._told_s: dict[str, float] = {}

    @property
    def present(self) -> tuple[str, ...]:
        """What is wrong now."""
        return tuple(self._present.values())

    def noter(self, device: str) -> Callable[[str | None], None]:
        """What to call with a fault of `device`, and with None when all is well with it again."""

        def note(fault: str | None) -> None:
            if fault is None:
                if self._present.pop(device, None) is not None:
                    log.info("%s: all is well again", device)
            elif fault != self._present.get(device):
                got_worse = device in self._present
                self._present[device] = fault
                log.warning("%s", fault)
                if got_worse or self._is_news(device):
                    self._tell(device, fault)

        return note

    def _is_news(self, device: str) -> bool:
        told_s = self._told_s.get(device)
        return told_s is None or self._now() - told_s >= QUIET_S

    def _tell(self, device: str, fault: str) -> None:
        self._told_s[device] = self._now()
        if self.on_fault is not None:
            self.on_fault(fault)
