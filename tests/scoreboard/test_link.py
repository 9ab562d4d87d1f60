"""The real line: what waits for it, how it fails, and how it comes back."""

import asyncio
import os
import queue
import select
import socket
import termios
import tty
from collections.abc import Callable, Iterator
from math import ceil
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serial.tools import list_ports

from kingsgold.scoreboard.link import (
    EARFUL,
    FIRST_RETRY_S,
    HANGS_S,
    LONGEST_RETRY_S,
    Ear,
    Outbox,
    Port,
    ScoreboardConfig,
    SerialLink,
    SerialWire,
    find,
)
from kingsgold.virtual.simtime import SimLoop

STATE = (b"one\r\n", b"two\r\n", b"three\r\n")


class Line:
    """Ports that are opened one after the other, and whatever happens to them."""

    def __init__(self) -> None:
        self.opened = 0
        self.closed = 0
        self.readers = 0
        self.sent: list[bytes] = []
        self.trouble: Exception | None = None
        self.faults: list[str | None] = []

    def open(self) -> Port:
        self._fail()
        self.opened += 1
        return self

    def start_reading(self, port: Port) -> Callable[[], None]:
        assert port is self
        self.readers += 1

        def stop() -> None:
            assert self.closed < self.opened
            self.readers -= 1

        return stop

    def write(self, data: bytes, /) -> int:
        self._fail()
        self.sent.append(data)
        return len(data)

    def flush(self) -> None:
        self._fail()

    def read(self, size: int = 1, /) -> bytes:
        raise NotImplementedError

    @property
    def in_waiting(self) -> int:
        raise NotImplementedError

    def close(self) -> None:
        assert self.readers == 0
        self.closed += 1
        self._fail()

    def _fail(self) -> None:
        if self.trouble is not None:
            raise self.trouble


def wire_on(line: Line) -> SerialWire:
    return SerialWire("/dev/ttyUSB0", line.open, line.start_reading, line.faults.append)


def run(wire: SerialWire) -> float | None:
    """Step until there is nothing to do at once; what the last step answered."""
    while (wait_s := wire.step()) == 0:
        pass
    return wait_s


# What waits


def test_a_newer_state_takes_the_place_of_the_rest_of_an_older_one() -> None:
    outbox = Outbox()
    outbox.show(STATE)
    assert outbox.take() == b"one\r\n"
    outbox.show((b"1\r\n", b"2\r\n"))
    assert [outbox.take() for _ in range(3)] == [b"1\r\n", b"2\r\n", None]


def test_an_announcement_goes_first_and_once() -> None:
    outbox = Outbox()
    outbox.show(STATE[:1])
    outbox.announce(b"!\r\n")
    outbox.start_again()
    assert [outbox.take() for _ in range(3)] == [b"!\r\n", b"one\r\n", None]
    outbox.start_again()
    assert [outbox.take() for _ in range(2)] == [b"one\r\n", None]


@given(st.lists(st.sampled_from("sat"), max_size=60))
def test_what_waits_stays_small(deeds: list[str]) -> None:
    outbox = Outbox()
    for number, deed in enumerate(deeds):
        if deed == "s":
            outbox.show([b"%d" % number] * 9)
        elif deed == "a":
            outbox.announce(b"!%d" % number)
        else:
            outbox.take()
    waiting = list(iter(outbox.take, None))
    assert len(waiting) <= 9 + 8
    states = [piece for piece in waiting if not piece.startswith(b"!")]
    assert len(set(states)) <= 1


# Steps


def test_nothing_is_opened_before_something_is_sent() -> None:
    line = Line()
    wire = wire_on(line)
    assert line.opened == 0
    wire.show(STATE)
    assert run(wire) is None
    assert line.sent == list(STATE)
    assert (line.opened, line.readers, line.faults) == (1, 1, [])


@pytest.mark.parametrize(
    "trouble", [OSError(5, "Input/output error"), ValueError("bad URL"), termios.error(5, "EIO")]
)
def test_after_a_failure_the_port_is_opened_anew_and_the_whole_state_sent(
    trouble: Exception,
) -> None:
    line = Line()
    wire = wire_on(line)
    wire.show(STATE)
    assert wire.step() == 0
    line.trouble = trouble
    assert wire.step() == FIRST_RETRY_S
    assert (line.closed, line.readers) == (1, 0)
    line.trouble = None
    line.sent.clear()
    assert run(wire) is None
    assert line.sent == list(STATE)
    assert (line.opened, line.readers) == (2, 1)
    (fault, over) = line.faults
    assert fault is not None
    assert fault.startswith("scoreboard: /dev/ttyUSB0 does not work: ")
    assert "\n" not in fault
    assert over is None


def test_the_pauses_grow_to_a_limit_and_start_anew_after_success() -> None:
    line = Line()
    wire = wire_on(line)
    wire.show(STATE)
    line.trouble = OSError(2, "No such file")
    pauses = [wire.step() for _ in range(20)]
    assert pauses[:4] == [FIRST_RETRY_S * factor for factor in (1, 2, 4, 8)]
    assert pauses[-1] == LONGEST_RETRY_S
    assert len(line.faults) == 1
    line.trouble = None
    assert run(wire) is None
    line.trouble = OSError(5, "gone")
    wire.show(STATE)
    assert wire.step() == FIRST_RETRY_S
    assert len(line.faults) == 3


def test_a_failure_to_read_breaks_the_line_too() -> None:
    line = Line()
    wire = wire_on(line)
    wire.show(STATE)
    assert run(wire) is None
    wire.break_off(OSError("returned no data"))
    assert wire.step() == FIRST_RETRY_S
    assert run(wire) is None
    assert line.sent == [*STATE, *STATE]


def test_no_permission_is_told_with_the_cure() -> None:
    line = Line()
    line.trouble = PermissionError(13, "Permission denied")
    wire = wire_on(line)
    wire.show(STATE)
    wire.step()
    assert line.faults == [
        "scoreboard: no permission for /dev/ttyUSB0: put the user into the group dialout "
        "(sudo usermod -aG dialout USER) and log in again"
    ]


# With threads, on a pseudo-terminal and on pyserial's own ports


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """The display's end of a line, and the name of the box's."""
    display, box = os.openpty()
    tty.setraw(box)
    yield display, os.ttyname(box)
    os.close(display)
    os.close(box)


def read(display: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        ready, _, _ = select.select([display], [], [], 10)
        assert ready, f"only {data!r} has come"
        data += os.read(display, size - len(data))
    return data


def test_it_writes_to_and_hears_from_a_real_port(
    loop: asyncio.AbstractEventLoop, pty: tuple[int, str]
) -> None:
    display, name = pty
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    faults: list[str | None] = []
    link = SerialLink(ScoreboardConfig(port=name), loop, faults.append)
    link.listen(heard.put_nowait)
    link.show(STATE)
    assert read(display, len(b"".join(STATE))) == b"".join(STATE)
    os.write(display, b"hello")

    async def hear() -> bytes:
        data = b""
        while len(data) < 5:
            data += await heard.get()
        return data

    assert loop.run_until_complete(asyncio.wait_for(hear(), 10)) == b"hello"
    link.announce(b"!\r\n")
    assert read(display, 3) == b"!\r\n"
    link.close()
    assert faults == []


def test_any_pyserial_address_will_do(loop: asyncio.AbstractEventLoop) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    link = SerialLink(ScoreboardConfig(port="loop://"), loop, print)
    link.listen(heard.put_nowait)
    link.show((b"!",))
    assert loop.run_until_complete(asyncio.wait_for(heard.get(), 10)) == b"!"
    link.close()


def test_a_port_that_is_not_there_is_a_fault_on_the_loop(loop: asyncio.AbstractEventLoop) -> None:
    faults: asyncio.Queue[str | None] = asyncio.Queue()
    config = ScoreboardConfig(port="/dev/serial/by-id/nothing")
    link = SerialLink(config, loop, faults.put_nowait)
    link.show(STATE)
    fault = loop.run_until_complete(asyncio.wait_for(faults.get(), 10))
    assert fault is not None
    assert "/dev/serial/by-id/nothing does not work" in fault
    link.close()


def test_a_line_that_hangs_holds_nobody_up(loop: asyncio.AbstractEventLoop) -> None:
    released: queue.Queue[None] = queue.Queue()
    reached: queue.Queue[None] = queue.Queue()
    cancelled: queue.Queue[None] = queue.Queue()

    class Hanging(Line):
        def write(self, data: bytes, /) -> int:
            reached.put(None)
            released.get()
            return super().write(data)

        def read(self, size: int = 1, /) -> bytes:
            cancelled.get()
            return b""

        def cancel_read(self) -> None:
            cancelled.put(None)

        @property
        def in_waiting(self) -> int:
            return 0

    line = Hanging()
    link = SerialLink(ScoreboardConfig(port="x"), loop, print, open_port=line.open)
    link.show(STATE)
    reached.get()
    for number in range(1000):
        link.show((b"%d" % number,))
    link.announce(b"!")
    for _ in range(3):
        released.put(None)
    reached.get()
    reached.get()
    link.close()
    # What had begun was finished; of a thousand states only the last was worth sending.
    assert line.sent[:3] == [b"one\r\n", b"!", b"999"]


class Clogged(Line):
    """A port that neither takes what is written nor refuses it, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached: queue.Queue[None] = queue.Queue()
        self.released: queue.Queue[None] = queue.Queue()

    def write(self, data: bytes, /) -> int:
        self.reached.put(None)
        self.released.get()
        return super().write(data)

    def read(self, size: int = 1, /) -> bytes:
        return b""

    @property
    def in_waiting(self) -> int:
        return 0


def test_a_line_that_hangs_is_a_fault_until_it_takes_something() -> None:
    loop = SimLoop()
    line = Clogged()
    faults: list[str | None] = []
    link = SerialLink(ScoreboardConfig(port="tty"), loop, faults.append, open_port=line.open)
    link.show((b"!",))
    line.reached.get()
    for _ in range(3):
        loop.advance(HANGS_S)
        link.show((b"!",))
    assert faults == ["scoreboard: tty takes nothing any more; check its plug, or what is on it"]
    line.released.put(None)
    line.reached.get()  # It has begun anew.
    link.show((b"!",))
    assert faults[1:] == [None]
    line.released.put(None)
    line.released.put(None)
    link.close()
    loop.close()


# What is heard


def test_of_a_flood_one_call_with_what_fits_waits_on_the_loop() -> None:
    loop = SimLoop()
    heard: list[bytes] = []
    rests: list[float] = []
    ear = Ear(loop, heard.append, rests.append)
    for _ in range(10_000):
        ear.take(b"x" * 100)
    assert heard == []
    assert len(rests) == 10_000 * 100 // (100 * ceil(EARFUL / 100))
    loop.advance()
    assert [len(data) for data in heard] == [4096]
    ear.take(b"all")
    ear.take(b" right")
    loop.advance()
    assert heard[1:] == [b"all right"]
    loop.close()


def test_who_says_little_is_heard_without_a_rest() -> None:
    loop = SimLoop()
    rests: list[float] = []
    ear = Ear(loop, lambda _: None, rests.append)
    ear.take(b"x" * (EARFUL - 1))
    assert rests == []
    loop.close()


# Found again


def plug(monkeypatch: pytest.MonkeyPatch, **devices: tuple[int | None, int | None]) -> None:
    """These are the serial ports of the computer now, each with its vendor and product."""
    there = [
        SimpleNamespace(device=f"/dev/{name}", vid=vid, pid=pid)
        for name, (vid, pid) in devices.items()
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: there)


def test_a_usb_adapter_is_found_by_vendor_and_product(monkeypatch: pytest.MonkeyPatch) -> None:
    plug(monkeypatch, ttyS0=(None, None), ttyUSB1=(0x403, 0x6001), ttyACM0=(0x2341, 0x43))
    assert find("0403:6001") == "/dev/ttyUSB1"
    assert find("2341:0043") == "/dev/ttyACM0"
    plug(monkeypatch, ttyUSB1=(0x10C4, 0xEA60), ttyUSB0=(0x10C4, 0xEA60))
    assert find("10c4:Ea60") == "/dev/ttyUSB0"
    with pytest.raises(OSError, match="no such USB adapter is plugged in"):
        find("0403:6001")


@pytest.mark.parametrize(
    "port", ["/dev/ttyUSB0", "/dev/serial/by-id/usb-FTDI_0403:6001", "socket://h:7000", "loop://"]
)
def test_any_other_port_is_where_it_says(port: str) -> None:
    assert find(port) == port


@pytest.mark.parametrize("named_by", ["vendor and product", "id"])
def test_after_a_replug_under_another_name_it_is_told_everything(
    named_by: str,
    loop: asyncio.AbstractEventLoop,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_id = tmp_path / "by-id"

    def plug_in(device: str) -> None:
        plug(monkeypatch, **{device.removeprefix("/dev/"): (0x403, 0x6001)})
        by_id.unlink(missing_ok=True)
        by_id.symlink_to(device)

    faults: asyncio.Queue[str | None] = asyncio.Queue()
    port = str(by_id) if named_by == "id" else "0403:6001"
    first, first_box = os.openpty()
    tty.setraw(first_box)
    plug_in(os.ttyname(first_box))
    link = SerialLink(ScoreboardConfig(port=port), loop, faults.put_nowait)
    link.show(STATE)
    whole = b"".join(STATE)
    assert read(first, len(whole)) == whole
    second, second_box = os.openpty()
    tty.setraw(second_box)
    plug_in(os.ttyname(second_box))
    os.close(first)
    os.close(first_box)

    async def news() -> str | None:
        return await asyncio.wait_for(faults.get(), 10)

    fault = loop.run_until_complete(news())
    assert fault is not None
    assert "does not work" in fault
    assert read(second, len(whole)) == whole
    assert loop.run_until_complete(news()) is None
    link.close()
    os.close(second)
    os.close(second_box)


def test_over_the_network_it_is_found_again_too(loop: asyncio.AbstractEventLoop) -> None:
    faults: asyncio.Queue[str | None] = asyncio.Queue()
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    whole = b"".join(STATE)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        address = f"socket://127.0.0.1:{server.getsockname()[1]}"
        link = SerialLink(ScoreboardConfig(port=address), loop, faults.put_nowait)
        link.listen(heard.put_nowait)
        link.show(STATE)
        for _ in range(2):
            display, _ = server.accept()
            with display:
                assert read(display.fileno(), len(whole)) == whole
                display.sendall(b"!")
                assert loop.run_until_complete(asyncio.wait_for(heard.get(), 10)) == b"!"
            fault = loop.run_until_complete(asyncio.wait_for(faults.get(), 10))
            assert fault is None or "does not work" in fault
        link.close()
