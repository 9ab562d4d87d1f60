"""A line to a scoreboard without hardware: a pseudo-terminal that anything can be plugged into."""

import array
import asyncio
import errno
import fcntl
import os
import termios
import tty
from collections import deque
from collections.abc import Callable, Sequence

from kingsgold.scoreboard.link import WRITE_TIMEOUT_S, FaultListener, Hearer, Port, SerialWire
from kingsgold.scoreboard.sentences import Decoder, Sentence

BACKLOG = 2048
"""Bytes that may wait unread, a few whole states; with more waiting, nobody is reading."""

HISTORY = 100_000
"""Pieces that are remembered."""


class PtyLink:
    """A line whose other end is a pseudo-terminal called `port_name`.

    It is the wire of the real line, driven by the loop, on a port that can be pulled out and
    clogged. Whoever opens the pseudo-terminal with a serial port's program is the display. When
    nobody reads, what is old is thrown away, so that whoever comes later soon reads what is true
    now. `on_line_fault` is told what is wrong with the port, and None when that is over.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, on_line_fault: FaultListener = lambda _: None
    ) -> None:
        self._loop = loop
        # The other end stays open here as well: without that, a display that is unplugged would
        # leave errors on this end for as long as nobody is there.
        self._here, self._there = os.openpty()
        tty.setraw(self._there)
        os.set_blocking(self._here, False)
        self.port_name = os.ttyname(self._there)
        self._hearer: Hearer | None = None
        self._state: tuple[bytes, ...] = ()
        self._written = bytearray()
        self._since: deque[tuple[float, bytes]] = deque(maxlen=HISTORY)
        self.faults: list[tuple[float, str | None]] = []
        """What was reported: time in seconds, and what is wrong, or None when that was over."""
        self._plugged_in = True
        self._clogged = False
        self._wire = SerialWire(self.port_name, self._open, lambda _: _do_nothing, on_line_fault)
        self._next: asyncio.TimerHandle | None = None
        loop.add_reader(self._here, self._receive)

    def listen(self, hearer: Hearer) -> None:
        """Report what the display sends to `hearer` from now on; there is one hearer."""
        self._hearer = hearer

    def show(self, state: Sequence[bytes]) -> None:
        """Send `state`."""
        self._state = tuple(state)
        self._wire.show(state)
        self._wake()

    def announce(self, piece: bytes) -> None:
        """Send `piece`."""
        self._wire.announce(piece)
        self._wake()

    def close(self) -> None:
        """Take the pseudo-terminal away."""
        if self._next is not None:
            self._next.cancel()
        self._wire.close()
        self._loop.remove_reader(self._here)
        os.close(self._here)
        os.close(self._there)

    def hear(self, data: bytes) -> None:
        """Take `data` as if a display had sent it, at once: what one really sends takes time."""
        if self._hearer is not None and self._plugged_in:
            self._hearer(data)

    def unplug(self) -> None:
        """Pull the adapter out: what was open fails, and there is nothing to open."""
        self._plugged_in = False
        self._wire.break_off(OSError(errno.EIO, os.strerror(errno.EIO)))
        self._wake()

    def plug_in(self) -> None:
        """Put the adapter back. It is found when it is looked for next, within 10 seconds."""
        self._plugged_in = True

    def clog(self) -> None:
        """Let the port take nothing any more, until `unclog`."""
        self._clogged = True

    def unclog(self) -> None:
        """Let the port take again what is written."""
        self._clogged = False

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

    def _wake(self) -> None:
        if self._next is None:
            self._step()

    def _step(self) -> None:
        self._next = None
        while (wait_s := self._wire.step()) == 0:
            pass
        self._pass_on()
        if wait_s is not None:
            # On the real line a thread spends this time in the attempt.
            wait_s += WRITE_TIMEOUT_S if self._clogged else 0
            self._next = self._loop.call_later(wait_s, self._step)

    def _open(self) -> Port:
        if not self._plugged_in:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return _PtyPort(self._write)

    def _write(self, data: bytes) -> None:
        if self._clogged:
            raise OSError("Write timeout")
        self._since.append((self._loop.time(), data))
        self._written += data

    def _pass_on(self) -> None:
        """Give the kernel what was written: all of it, or of a crowd the newest."""
        data = bytes(self._written)
        self._written.clear()
        # The kernel counts as unread only what it has passed on; when it can't keep up, or when
        # nobody reads, it takes no more at last.
        if self._unread() > BACKLOG or self._write_some(data) < len(data):
            termios.tcflush(self._there, termios.TCIFLUSH)
            self._write_some(data)

    def _write_some(self, data: bytes) -> int:
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


class _PtyPort:
    """The port at the box's end. The loop reads from it by itself."""

    in_waiting = 0

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write

    def write(self, data: bytes, /) -> int:
        self._write(data)
        return len(data)

    def flush(self) -> None:
        pass

    def read(self, size: int = 1, /) -> bytes:
        return b""

    def close(self) -> None:
        pass


def _do_nothing() -> None:
    pass
