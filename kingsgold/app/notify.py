"""What systemd is told of the service: that it is ready, that it lives, and how it is.

The protocol is one datagram of `NAME=value` lines to the socket that `NOTIFY_SOCKET` names
(sd_notify(3)). Everything goes out from the event loop, so a loop that stands still is silent, and
systemd starts the box again.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping

STATUS_INTERVAL_S = 5.0
"""Seconds between looks at the status where no watchdog sets the pace."""


class Notifier:
    """Tells systemd about this process; silent where systemd does not ask for it.

    `environment` is where systemd leaves its wishes, normally `os.environ`. `status` is asked for
    one line that tells how the box is; it is told when it has changed.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        loop: asyncio.AbstractEventLoop,
        status: Callable[[], str],
    ) -> None:
        self._loop = loop
        self._status = status
        self._told = ""
        self._timer: asyncio.TimerHandle | None = None
        self._watched = False
        self._interval_s = STATUS_INTERVAL_S
        self._socket: socket.socket | None = None
        if not (address := environment.get("NOTIFY_SOCKET")):
            return
        # A leading @ stands for the zero byte of an abstract address.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        watchdog_us = environment.get("WATCHDOG_USEC")
        if watchdog_us and environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid()):
            self._watched = True
            self._interval_s = int(watchdog_us) / 1_000_000 / 2

    def ready(self) -> None:
        """Tell that the box can be played, and from now on that it lives."""
        if self._socket is not None:
            self._beat("READY=1")

    def stopping(self) -> None:
        """Tell that the box is on its way out; nothing is told afterwards."""
        if self._socket is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._send(["STOPPING=1"])
        self._socket.close()
        self._socket = None

    def _beat(self, *news: str) -> None:
        lines = [*news]
        if self._watched:
            lines.append("WATCHDOG=1")
        if (status := self._status()) != self._told:
            lines.append(f"STATUS={status}")
            self._told = status
        if lines:
            self._send(lines)
        self._timer = self._loop.call_later(self._interval_s, self._beat)

    def _send(self, lines: list[str]) -> None:
        assert self._socket is not None
        # systemd may be busy; the next beat still comes in time, and play does not depend on it.
        with contextlib.suppress(OSError):
            self._socket.sendto("\n".join(lines).encode(), self._address)
