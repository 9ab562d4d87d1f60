"""What is wrong with the box now: every change goes to the log, and the captains are told."""

import logging
from collections.abc import Callable

log = logging.getLogger("kingsgold")


class Faults:
    """The faults of all devices. `on_fault` is told of each new one, in one line for people."""

    def __init__(self) -> None:
        self.on_fault: Callable[[str], None] | None = None
        self._present: dict[str, str] = {}

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
                self._present[device] = fault
                log.warning("%s", fault)
                if self.on_fault is not None:
                    self.on_fault(fault)

        return note
