"""A line to a scoreboard without hardware: a pseudo-terminal that anything can be plugged into."""

import array
import asyncio
import fcntl
import os
import termios
import tty
from collections import deque
from collections.abc import Sequence

from kingsgold.scoreboard.link import Hearer
from kingsgold.scoreboard.sentences import Decoder, Sentence

BACKLOG = 2048
"""Bytes that may wait unread, a few whole states; with more waiting, nobody is reading."""

HISTORY = 100_000
"""Pieces that are remembered."""


class PtyLink:
    """A line whose other end is a pseudo-terminal called `port_name`.

    Whoever opens it with a serial port's program is the display. When nobody reads, what is old is
    thrown away, so that whoever comes later soon reads what is true now.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        # The other end stays open here as well: without that, a display that is unplugged would
        # leave errors on this end for as long as nobody is there.
        self._here, self._there = os.openpty()
        tty.setraw(self._there)
        os.set_blocking(self._here, False)
        self.port_name = os.ttyname(self._there)
        self._hearer: Hearer | None = None
        self._state: tuple[bytes, ...] = ()
        self._since: deque[tuple[float, bytes]] = deque(maxlen=HISTORY)
        self.faults: list[tuple[float, str | None]] = []
        """What was reported: time in seconds, and what is wrong, or None when that was over."""
        loop.add_reader(self._here, self._receive)

    def listen(self, hearer: Hearer) -> None:
        """Report what the display sends to `hearer` from now on; there is one hearer."""
        self._hearer = hearer

    def show(self, state: Sequence[bytes]) -> None:
        """Send `state`."""
        self._state = tuple(state)
        self._send(*state)

    def announce(self, piece: bytes) -> None:
        """Send `piece`."""
        self._send(piece)

    def close(self) -> None:
        """Take the pseudo-terminal away."""
        self._loop.remove_reader(self._here)
        os.close(self._here)
        os.close(self._there)

    def hear(self, data: bytes) -> None:
        """Take `data` as if a display had sent it, at once: what one really sends takes time."""
        if self._hearer is not None:
            self._hearer(data)

    def note_fault(self, text: str | None) -> None:
        """Remember what is wrong with the display, or with None that all is well again."""
        self.faults.append((self._loop.time(), text))

    def take_history(self) -> list[tuple[float, bytes]]:
        """What was sent since the last call, each piece with its time in seconds.

        At most the last `HISTORY` pieces, however long ago the last call was.
        """
        history = list(self._since)
        self._since.clear()
        return history

    @property
    def shown(self) -> list[Sentence]:
        """What the latest state says, as a display decodes it."""
        return Decoder().feed(b"".join(self._state))

    def _send(self, *pieces: bytes) -> None:
        now_s = self._loop.time()
        self._since.extend((now_s, piece) for piece in pieces)
        data = b"".join(pieces)
        # The kernel counts as unread only what it has passed on; when it can't keep up, or when
        # nobody reads, it takes no more at last.
        if self._unread() > BACKLOG or self._write(data) < len(data):
            termios.tcflush(self._there, termios.TCIFLUSH)
            self._write(data)

    def _write(self, data: bytes) -> int:
        try:
            return os.write(self._here, data)
        except BlockingIOError:
            return 0

    def _unread(self) -> int:
        waiting = array.array("i", [0])
        fcntl.ioctl(self._there, termios.FIONREAD, waiting)
        return waiting[0]

    def _receive(self) -> None:
        self.hear(os.read(self._here, 4096))
