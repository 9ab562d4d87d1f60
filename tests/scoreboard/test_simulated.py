"""The simulated line: a pseudo-terminal that never blocks, errs or grows old."""

import array
import fcntl
import os
import select
import termios
from collections.abc import Iterator

import pytest
import serial

from kingsgold.scoreboard.link import WRITE_TIMEOUT_S
from kingsgold.scoreboard.sentences import Captain, Decoder, Sentence, encode
from kingsgold.scoreboard.simulated import BACKLOG, PtyLink
from kingsgold.virtual.simtime import SimLoop

LONG = [b"x" * 78 + b"\r\n"] * 6


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.fixture
def link(loop: SimLoop) -> Iterator[PtyLink]:
    link = PtyLink(loop)
    yield link
    link.close()


def test_whoever_opens_it_reads_what_is_sent(link: PtyLink) -> None:
    with serial.Serial(link.port_name, 38400, timeout=10) as port:
        link.show([b"one\r\n", b"two\r\n"])
        link.announce(b"three\r\n")
        assert [port.readline() for _ in range(3)] == [b"one\r\n", b"two\r\n", b"three\r\n"]


def test_what_is_sent_to_it_is_heard(loop: SimLoop, link: PtyLink) -> None:
    heard: list[bytes] = []
    link.listen(heard.append)
    with serial.Serial(link.port_name, 38400, timeout=10) as port:
        port.write(b"\x00$KGDAL*45\r\n")
        port.flush()
        # Real bytes take a moment to pass through the kernel, whatever the loop's time is.
        for _ in range(100_000):
            loop.advance()
            if b"".join(heard) == b"\x00$KGDAL*45\r\n":
                break
    assert b"".join(heard) == b"\x00$KGDAL*45\r\n"


def unread(there: int) -> int:
    waiting = array.array("i", [0])
    fcntl.ioctl(there, termios.FIONREAD, waiting)
    return waiting[0]


@pytest.fixture
def there(link: PtyLink) -> Iterator[int]:
    """The display's end, of a display that does not read."""
    there = os.open(link.port_name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    yield there
    os.close(there)


def test_what_nobody_has_read_is_thrown_away(link: PtyLink, there: int) -> None:
    expected = 0
    for _ in range(20):
        link.show(LONG)
        expected = len(b"".join(LONG)) + (0 if expected > BACKLOG else expected)
        # Real bytes take a moment to pass through the kernel.
        for _ in range(1_000_000):
            if unread(there) == expected:
                break
        assert unread(there) == expected


def test_with_nobody_reading_it_goes_on_for_ever_and_ends_with_what_is_new(
    link: PtyLink, there: int
) -> None:
    for number in range(1000):
        link.show([*LONG, encode(Captain(0, "Anne", points=number))])
    decoder, told = Decoder(), list[Sentence]()
    while Captain(0, "Anne", points=999) not in told:
        assert select.select([there], [], [], 10)[0], "nothing came"
        told += decoder.feed(os.read(there, 4096))
    assert told[-1] == Captain(0, "Anne", points=999)


def test_it_may_be_plugged_in_and_out_as_often_as_one_likes(link: PtyLink) -> None:
    for number in range(3):
        with serial.Serial(link.port_name, 38400, timeout=10) as port:
            link.show([b"%d\r\n" % number])
            assert port.readline() == b"%d\r\n" % number
        link.show([b"nobody hears\r\n"])


def test_its_history_has_everything_since_the_last_look(loop: SimLoop, link: PtyLink) -> None:
    link.show([b"one\r\n", b"two\r\n"])
    loop.advance(2)
    link.announce(b"three\r\n")
    assert link.take_history() == [(0.0, b"one\r\n"), (0.0, b"two\r\n"), (2.0, b"three\r\n")]
    assert link.take_history() == []


def test_what_it_shows_is_decoded(link: PtyLink) -> None:
    assert link.shown == []
    link.show([encode(Captain(0, "Zoë", points=5))])
    link.announce(b"!\r\n")
    assert link.shown == [Captain(0, "Zoe", points=5)]


# Faults


@pytest.fixture
def faults() -> list[str | None]:
    return []


@pytest.fixture
def watched(loop: SimLoop, faults: list[str | None]) -> Iterator[PtyLink]:
    link = PtyLink(loop, faults.append)
    yield link
    link.close()


def sent(link: PtyLink) -> list[bytes]:
    return [piece for _, piece in link.take_history()]


def test_a_pulled_adapter_is_a_fault_and_is_told_everything_when_it_is_back(
    loop: SimLoop, watched: PtyLink, faults: list[str | None]
) -> None:
    heard: list[bytes] = []
    watched.listen(heard.append)
    watched.show([b"one\r\n", b"two\r\n"])
    watched.unplug()
    watched.hear(b"nothing")
    watched.show([b"three\r\n"])
    loop.advance(20)
    assert sent(watched) == [b"one\r\n", b"two\r\n"]
    (fault,) = faults
    assert fault is not None
    assert fault.startswith(f"scoreboard: {watched.port_name} does not work: ")
    watched.plug_in()
    loop.advance(10)
    watched.hear(b"hello")
    assert sent(watched) == [b"three\r\n"]
    assert faults == [fault, None]
    assert heard == [b"hello"]


def test_a_port_that_takes_nothing_is_a_fault_and_keeps_only_what_is_new(
    loop: SimLoop, watched: PtyLink, faults: list[str | None]
) -> None:
    watched.clog()
    for number in range(100):
        watched.show([b"%d\r\n" % number])
    loop.advance(60)
    assert sent(watched) == []
    assert len(faults) == 1
    watched.unclog()
    loop.advance(10 + WRITE_TIMEOUT_S)
    assert sent(watched) == [b"99\r\n"]
    assert faults[1:] == [None]


def test_without_a_fault_nothing_is_told(
    loop: SimLoop, watched: PtyLink, faults: list[str | None]
) -> None:
    watched.show([b"one\r\n"])
    loop.advance(60)
    assert faults == []
