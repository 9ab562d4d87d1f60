"""The line to a scoreboard: what it is to the box, how it is configured, and the real one."""

import asyncio
import contextlib
import re
import termios
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta

FIRST_RETRY_S = 0.5
LONGEST_RETRY_S = 10.0
WRITE_TIMEOUT_S = 2.0
READ_TIMEOUT_S = 1.0
HANGS_S = 5.0
"""Seconds after which an attempt to write counts as hanging: longer than any that is refused."""

_CLOSE_S = 1.0

PORT_ERRORS = (OSError, ValueError, termios.error)
"""What ports raise: pyserial's own errors are OSErrors, a bad URL is a ValueError, and errors of
the terminal's settings come through as they are."""

_ANNOUNCEMENTS = 8
"""Announcements that wait for a line; in a queue that long the oldest are no news any more."""

EARFUL = 512
"""Bytes in one go, more than anything that a display has to say. After them the reader rests."""

REST_S = 0.05
"""Seconds of that rest, so that a display that floods the line can't take the processor away."""

_UNHEARD = 4096
"""Bytes that wait for the loop; of what a flood brings beyond that nothing is kept."""

_PORT = r"^((?!.*://).*|(socket|rfc2217|loop|hwgrep|spy|alt)://.+)$"

USB_IDS = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})")
"""A USB adapter by its vendor and product, in hexadecimal digits."""

DriverName = Literal["native"]
"""The display families that there is a driver for."""

Hearer = Callable[[bytes], None]
"""Told, on the event loop, of the bytes that a display has sent."""

FaultListener = Callable[[str | None], None]
"""Told what is wrong when a line fails, and None when it carries sentences again."""


class ScoreboardConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the scoreboard is, and what it understands."""

    port: Annotated[
        str,
        Meta(
            pattern=_PORT,
            description='a device such as "/dev/serial/by-id/...", a USB adapter such as '
            '"0403:6001" (vendor:product), a pyserial URL (socket://, rfc2217://, hwgrep://, '
            'loop://, spy://, alt://), or "" for none',
        ),
    ] = ""
    baud: Annotated[
        int, Meta(ge=1200, le=921_600, description="a line speed from 1200 to 921600 baud")
    ] = 38_400
    driver: DriverName = "native"


class ScoreboardLink(Protocol):
    """A line to a display. Nothing that is called here ever waits for the line."""

    def listen(self, hearer: Hearer) -> None:
        """Report what the display sends to `hearer` from now on; there is one hearer."""
        ...

    def show(self, state: Sequence[bytes]) -> None:
        """Make `state`, in pieces that may not be cut, what the display is told next.

        A newer state replaces what has not been sent yet of an older one.
        """
        ...

    def announce(self, piece: bytes) -> None:
        """Send `piece` once, before what else is waiting."""
        ...

    def close(self) -> None:
        """Let go of the line; what was not sent yet is dropped."""
        ...


class Port(Protocol):
    """What is used of a `serial.Serial`."""

    def write(self, data: bytes, /) -> int | None:
        """Send `data`."""
        ...

    def flush(self) -> None:
        """Wait until it is on the wire."""
        ...

    def read(self, size: int = 1, /) -> bytes:
        """Wait for a byte, or until the port's read timeout."""
        ...

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        ...

    def close(self) -> None:
        """Close the port."""
        ...


class Outbox:
    """What waits for a line: some announcements, and the rest of the latest state."""

    def __init__(self) -> None:
        self._announcements: deque[bytes] = deque(maxlen=_ANNOUNCEMENTS)
        self._state: tuple[bytes, ...] = ()
        self._sent = 0

    def show(self, state: Sequence[bytes]) -> None:
        """Send `state` from its beginning, in place of what is left of an older one."""
        self._state = tuple(state)
        self._sent = 0

    def announce(self, piece: bytes) -> None:
        """Send `piece` next."""
        self._announcements.append(piece)

    def start_again(self) -> None:
        """Send the whole state again; whoever is at the other end may know nothing."""
        self._sent = 0

    def take(self) -> bytes | None:
        """The next piece to send; None when all has been sent."""
        if self._announcements:
            return self._announcements.popleft()
        if self._sent == len(self._state):
            return None
        self._sent += 1
        return self._state[self._sent - 1]


class SerialWire:
    """A port that is opened when there is something to say, and again after every failure.

    It has no clock and no thread: `step` is called again, from one thread. `open_port` opens the
    line called `name`. `start_reading` is given each port that has been opened, and answers with
    what stops the reading; the port is closed after that.
    """

    def __init__(
        self,
        name: str,
        open_port: Callable[[], Port],
        start_reading: Callable[[Port], Callable[[], None]],
        on_fault: FaultListener,
    ) -> None:
        self._name = name
        self._open_port = open_port
        self._start_reading = start_reading
        self._on_fault = on_fault
        self._outbox = Outbox()
        self._lock = threading.Lock()
        self._port: Port | None = None
        self._stop_reading: Callable[[], None] | None = None
        self._broken: Exception | None = None
        self._failures = 0

    def show(self, state: Sequence[bytes]) -> None:
        """What to send next; may be called from any thread."""
        with self._lock:
            self._outbox.show(state)

    def announce(self, piece: bytes) -> None:
        """What to send before that; may be called from any thread."""
        with self._lock:
            self._outbox.announce(piece)

    def break_off(self, error: Exception) -> None:
        """Reading has failed; may be called from any thread."""
        with self._lock:
            self._broken = error

    def step(self) -> float | None:
        """Do the next thing: open the port, or send one piece.

        Answers with the seconds to wait before the next step: 0 while there is more to do, more
        than that after a failure; None when all has been sent.
        """
        try:
            return self._advance()
        except PORT_ERRORS as error:
            self.close()
            self._failures += 1
            if self._failures == 1:
                self._on_fault(_explain(self._name, error))
            return min(FIRST_RETRY_S * 2 ** min(self._failures - 1, 10), LONGEST_RETRY_S)

    def close(self) -> None:
        """Close the port; the next step opens it anew."""
        if self._stop_reading is not None:
            self._stop_reading()
            self._stop_reading = None
        if self._port is not None:
            # When it has gone for good there is nothing left to let go of.
            with contextlib.suppress(*PORT_ERRORS):
                self._port.close()
            self._port = None

    def _advance(self) -> float | None:
        if self._port is None:
            self._port = self._open_port()
            with self._lock:
                self._broken = None
                self._outbox.start_again()
            self._stop_reading = self._start_reading(self._port)
        with self._lock:
            if self._broken is not None:
                raise self._broken
            piece = self._outbox.take()
        if piece is None:
            return None
        self._port.write(piece)
        # Without this the kernel would queue several states, and the newest would come last.
        self._port.flush()
        if self._failures:
            self._failures = 0
            self._on_fault(None)
        return 0.0


class Ear:
    """What a display has said, on its way from the thread that reads to `hearer` on the loop.

    However much comes, one call waits on the loop, with what fits. `rest` lets the reader wait.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        hearer: Hearer,
        rest: Callable[[float], object],
    ) -> None:
        self._loop = loop
        self._hearer = hearer
        self._rest = rest
        self._lock = threading.Lock()
        self._unheard = bytearray()
        self._in_one_go = 0

    def take(self, data: bytes) -> None:
        """Pass `data` on; called by the thread that reads."""
        with self._lock:
            first = not self._unheard
            self._unheard += data[: _UNHEARD - len(self._unheard)]
        if first:
            self._loop.call_soon_threadsafe(self._hear)
        self._in_one_go += len(data)
        if self._in_one_go >= EARFUL:
            self._in_one_go = 0
            self._rest(REST_S)

    def _hear(self) -> None:
        with self._lock:
            data = bytes(self._unheard)
            self._unheard.clear()
        self._hearer(data)


class SerialLink:
    """A scoreboard on a serial line; a thread writes, and another reads while the port is open.

    `on_fault` is called on the loop. `open_port` opens the line, that of the configuration unless
    given. Nothing is opened before there is something to say.
    """

    def __init__(
        self,
        config: ScoreboardConfig,
        loop: asyncio.AbstractEventLoop,
        on_fault: FaultListener,
        *,
        open_port: Callable[[], Port] | None = None,
    ) -> None:
        self._loop = loop
        self._on_fault = on_fault
        self._hearer: Hearer | None = None
        self._name = config.port
        self._wire = SerialWire(
            config.port,
            open_port or (lambda: _open(config)),
            self._start_reading,
            lambda text: self._tell(self._note, text),
        )
        self._busy_since_s: float | None = None
        self._hangs = False
        self._changed = threading.Condition()
        self._due = False
        self._closing = False
        self._writer = threading.Thread(target=self._write, name="scoreboard", daemon=True)
        self._writer.start()

    def listen(self, hearer: Hearer) -> None:
        """Report what the display sends to `hearer` from now on; there is one hearer."""
        self._hearer = hearer

    def show(self, state: Sequence[bytes]) -> None:
        """Make `state` what the display is told next."""
        self._wire.show(state)
        self._look_whether_it_hangs()
        self._wake()

    def announce(self, piece: bytes) -> None:
        """Send `piece` once, before what else is waiting."""
        self._wire.announce(piece)
        self._wake()

    def close(self) -> None:
        """Let go of the line. A line that hangs is left to its fate after a second."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._writer.join(_CLOSE_S)

    def _wake(self) -> None:
        with self._changed:
            self._due = True
            self._changed.notify()

    def _write(self) -> None:
        retry_s = 0.0
        while True:
            with self._changed:
                if retry_s:
                    self._changed.wait_for(lambda: self._closing, retry_s)
                else:
                    self._changed.wait_for(lambda: self._closing or self._due)
                if self._closing:
                    break
                self._due = False
            wait_s: float | None = 0.0
            while wait_s == 0.0 and not self._closing:
                self._busy_since_s = self._loop.time()
                wait_s = self._wire.step()
                self._busy_since_s = None
            retry_s = wait_s or 0.0
        self._wire.close()

    def _start_reading(self, port: Port) -> Callable[[], None]:
        stopping = threading.Event()
        ear = Ear(self._loop, self._hear, stopping.wait)
        reader = threading.Thread(
            target=self._read, args=(port, ear, stopping), name="scoreboard-reader", daemon=True
        )
        reader.start()

        def stop() -> None:
            stopping.set()
            # Ports without it (socket://) come back by themselves, with their read timeout.
            cancel_read = getattr(port, "cancel_read", None)
            if cancel_read is not None:
                with contextlib.suppress(*PORT_ERRORS):
                    cancel_read()
            reader.join()

        return stop

    def _read(self, port: Port, ear: Ear, stopping: threading.Event) -> None:
        try:
            while not stopping.is_set():
                if (data := port.read(max(1, port.in_waiting))) and not self._closing:
                    ear.take(data)
        except PORT_ERRORS as error:
            self._wire.break_off(error)
            self._wake()

    def _hear(self, data: bytes) -> None:
        if self._hearer is not None and not self._closing:
            self._hearer(data)

    def _look_whether_it_hangs(self) -> None:
        """Some ports neither take what is written nor refuse it: only from outside it is seen."""
        since_s = self._busy_since_s
        hangs = since_s is not None and self._loop.time() - since_s > HANGS_S
        if hangs != self._hangs:
            self._hangs = hangs
            self._on_fault(_hanging(self._name) if hangs else None)

    def _note(self, fault: str | None) -> None:
        self._hangs = False
        self._on_fault(fault)

    def _tell(self, listener: Callable[..., None], news: object) -> None:
        if not self._closing:
            self._loop.call_soon_threadsafe(listener, news)


def _open(config: ScoreboardConfig) -> Port:
    import serial

    return serial.serial_for_url(
        find(config.port),
        baudrate=config.baud,
        timeout=READ_TIMEOUT_S,
        write_timeout=WRITE_TIMEOUT_S,
    )


def find(port: str) -> str:
    """Where the line called `port` is now: a USB adapter may come back under another name.

    Raises OSError when no such adapter is plugged in.
    """
    ids = USB_IDS.fullmatch(port)
    if ids is None:
        return port
    from serial.tools.list_ports import comports

    wanted = int(ids[1], 16), int(ids[2], 16)
    there = sorted(found.device for found in comports() if (found.vid, found.pid) == wanted)
    if not there:
        raise OSError("no such USB adapter is plugged in")
    return there[0]


def _hanging(name: str) -> str:
    return f"scoreboard: {name} takes nothing any more; check its plug, or what is on it"


def _explain(name: str, error: Exception) -> str:
    """What is wrong with the line called `name`, and what to do, in one line."""
    reason = " ".join(str(error).split())
    if "Permission denied" in reason:
        return (
            f"scoreboard: no permission for {name}: put the user into the group dialout "
            "(sudo usermod -aG dialout USER) and log in again"
        )
    return f"scoreboard: {name} does not work: {reason}; check its plug, or scoreboard.port"
