"""The simulated line: a pseudo-terminal that never blocks, errs or grows old."""

import os
import select
from collections.abc import Iterator

import pytest
import serial

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


def test_with_nobody_reading_it_goes_on_for_ever_and_keeps_what_is_new(link: PtyLink) -> None:
    for number in range(1000):
        link.show([*LONG, encode(Captain(0, "Anne", points=number))])
    there = os.open(link.port_name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        unread, told = 0, list[Sentence]()
        decoder = Decoder()
        while Captain(0, "Anne", points=999) not in told:
            assert select.select([there], [], [], 10)[0], "nothing came"
            data = os.read(there, 4096)
            unread += len(data)
            told += decoder.feed(data)
    finally:
        os.close(there)
    assert unread <= BACKLOG + len(b"".join(LONG)) + 100


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
