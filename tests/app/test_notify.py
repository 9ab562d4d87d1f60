"""What systemd hears, on a real socket; the protocol is sd_notify(3)'s."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingsgold.app.notify import STATUS_INTERVAL_S, Notifier
from kingsgold.virtual.simtime import SimLoop

WATCHDOG_S = 10.0
WATCHDOG = {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}


class Systemd:
    """The other end of the socket, and what was said to it when."""

    def __init__(self, address: str) -> None:
        self.loop = SimLoop()
        self.status = "no match"
        self.environment = {"NOTIFY_SOCKET": address.replace("\0", "@")}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def notifier(self, **environment: str) -> Notifier:
        return Notifier(self.environment | environment, self.loop, lambda: self.status)

    def heard(self) -> list[str]:
        """The datagrams since the last time."""
        messages: list[str] = []
        while True:
            try:
                messages.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return messages

    def beats(self, seconds: float) -> list[float]:
        """When the watchdog was fed in the next `seconds`."""
        times: list[float] = []
        start = self.loop.time()
        while self.loop.time() < start + seconds:
            self.loop.advance(0.5)
            times += [self.loop.time() for message in self.heard() if "WATCHDOG=1" in message]
        return times

    def close(self) -> None:
        self.loop.close()
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    path = str(tmp_path / "notify")
    systemd = Systemd(path if request.param == "path" else f"\0{path}")
    yield systemd
    systemd.close()


def test_ready_comes_with_the_status_and_the_first_beat(systemd: Systemd) -> None:
    notifier = systemd.notifier(**WATCHDOG)
    systemd.loop.advance(60)
    assert systemd.heard() == []
    notifier.ready()
    assert systemd.heard() == ["READY=1\nWATCHDOG=1\nSTATUS=no match"]
    notifier.stopping()


def test_the_watchdog_is_fed_twice_in_its_interval(systemd: Systemd) -> None:
    notifier = systemd.notifier(**WATCHDOG)
    notifier.ready()
    systemd.heard()
    assert systemd.beats(30) == [5, 10, 15, 20, 25, 30]
    notifier.stopping()


def test_a_watchdog_for_another_process_is_not_fed(systemd: Systemd) -> None:
    notifier = systemd.notifier(WATCHDOG_USEC="10000000", WATCHDOG_PID="1")
    notifier.ready()
    assert systemd.heard() == ["READY=1\nSTATUS=no match"]
    assert systemd.beats(30) == []
    notifier.stopping()


def test_a_status_is_told_once(systemd: Systemd) -> None:
    notifier = systemd.notifier()
    notifier.ready()
    systemd.heard()
    systemd.status = "Voyages, Anne decides"
    systemd.loop.advance(10 * STATUS_INTERVAL_S)
    assert systemd.heard() == ["STATUS=Voyages, Anne decides"]
    notifier.stopping()


def test_after_stopping_there_is_silence(systemd: Systemd) -> None:
    notifier = systemd.notifier(**WATCHDOG)
    notifier.ready()
    systemd.heard()
    notifier.stopping()
    notifier.stopping()
    systemd.status = "gone"
    systemd.loop.advance(60)
    assert systemd.heard() == ["STOPPING=1"]


def test_a_systemd_that_is_gone_does_no_harm(systemd: Systemd) -> None:
    notifier = systemd.notifier(NOTIFY_SOCKET="/nowhere/at/all", **WATCHDOG)
    notifier.ready()
    systemd.loop.advance(60)
    notifier.stopping()
    assert systemd.heard() == []


def test_without_systemd_nothing_is_scheduled() -> None:
    loop = SimLoop()
    notifier = Notifier({}, loop, lambda: "no match")
    notifier.ready()
    notifier.stopping()
    loop.advance(60)
    loop.close()
