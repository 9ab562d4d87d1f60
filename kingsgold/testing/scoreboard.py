"""A display on the serial line of a box under test."""

import asyncio

from kingsgold.scoreboard.sentences import (
    VERSION,
    Decoder,
    DisplayAlive,
    DisplayHello,
    Sentence,
    encode,
)
from kingsgold.virtual.driven import DrivenBox

ALIVE_EVERY_S = 1.0


class Scoreboard:
    """What the box says to its scoreboard, and a display that can answer.

    The line can be read all the time; `plug_in` a display when it matters that one is there.
    """

    def __init__(self, driven: DrivenBox) -> None:
        self._driven = driven
        self._link = driven.box.scoreboard
        self._decoder = Decoder()
        self._lines: list[Sentence] = []
        self._alive: asyncio.TimerHandle | None = None

    @property
    def port_name(self) -> str:
        """The pseudo-terminal that any program can be plugged into."""
        return self._link.port_name

    @property
    def lines(self) -> list[Sentence]:
        """Every sentence that was sent since the box was switched on."""
        for _, piece in self._link.take_history():
            self._lines += self._decoder.feed(piece)
        return list(self._lines)

    @property
    def shown(self) -> list[Sentence]:
        """The sentences of the latest whole state."""
        return self._link.shown

    def says(self, *sentences: Sentence) -> None:
        """Let the display say something, such as `DisplayButton("roll")`."""
        self._link.hear(b"".join(map(encode, sentences)))
        self._driven.advance(0)

    def plug_in(self, name: str = "wall", version: int = VERSION) -> None:
        """Plug in a display, which greets and then says every second that it is alive."""
        self._stop_saying_so()
        self.says(DisplayHello(version, name))
        self._say_alive()

    def pull(self) -> None:
        """Pull the display's plug: it says nothing any more, which the box notices in time."""
        self._stop_saying_so()

    def _say_alive(self) -> None:
        self._link.hear(encode(DisplayAlive()))
        self._alive = self._driven.loop.call_later(ALIVE_EVERY_S, self._say_alive)

    def _stop_saying_so(self) -> None:
        if self._alive is not None:
            self._alive.cancel()
            self._alive = None
