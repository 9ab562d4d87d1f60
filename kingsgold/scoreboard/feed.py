"""Keeps a display up to date: the whole state every second, and at once when something changes."""

import asyncio
from collections.abc import Callable, Mapping

from kingsgold.scoreboard.board import Announcement, Board, Pledge
from kingsgold.scoreboard.driver import Alive, Driver, Greeting, Tapped
from kingsgold.scoreboard.link import (
    DriverName,
    FaultListener,
    ScoreboardConfig,
    ScoreboardLink,
    SerialLink,
)
from kingsgold.scoreboard.native import NativeDriver

EVERY_S = 1.0
"""Seconds between whole states, so that a display plugged in at any time is soon right."""

PLEDGE_EVERY_S = 10.0
"""Seconds between repetitions of what the dice are fixed with."""

SILENCE_S = 10.0
"""Seconds after which a display that has said it was alive, and says so no more, counts as lost."""

_SILENT = "scoreboard: the display has fallen silent; check its plug and its power"
_STRANGER = "scoreboard: the display {!r} speaks another version of the protocol"


DRIVERS: Mapping[DriverName, Callable[[], Driver]] = {"native": NativeDriver}
"""The driver of each display family, by its name in the configuration."""


class Feed:
    """What a box tells the display on `link`, in the language of `driver`.

    `on_fault` is told when the display falls silent or speaks another version, and None when it is
    heard again; also what `note_line` is told. A display that never says anything is none the
    worse.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        link: ScoreboardLink,
        driver: Driver,
        on_fault: FaultListener,
    ) -> None:
        self._loop = loop
        self._link = link
        self._driver = driver
        self._on_fault = on_fault
        self._fault: str | None = None
        self._line_fault: str | None = None
        self._told: str | None = None
        self._board: Board | None = None
        self._state: tuple[bytes, ...] = ()
        self._pledge: Pledge | None = None
        self._pledged_s = 0.0
        self._next: asyncio.TimerHandle | None = None
        self._silence: asyncio.TimerHandle | None = None

    def start(
        self,
        board: Callable[[], Board],
        on_button: Callable[[str], None],
        pledge: Callable[[], Pledge | None] = lambda: None,
    ) -> None:
        """Send what `board` and `pledge` answer from now on.

        `on_button` is told what button is tapped.
        """
        self._source = board
        self._pledge_source = pledge
        self._on_button = on_button
        self._link.listen(self._hear)
        self._send()

    def refresh(self) -> None:
        """Send the state at once if it has changed."""
        if self._look():
            self._send()

    def announce(self, announcement: Announcement) -> None:
        """Send something great that has happened, once and at once."""
        self._link.announce(self._driver.announce(announcement))

    def note_line(self, fault: str | None) -> None:
        """Know what is wrong with the line, or with None that it works again.

        Over a broken line nothing can be heard, so silence is no fault of the display then.
        """
        self._line_fault = fault
        if self._silence is not None:
            self._listen_for_life()
        self._tell()

    def close(self) -> None:
        """Stop, and let go of the line."""
        for timer in (self._next, self._silence):
            if timer is not None:
                timer.cancel()
        self._link.close()

    def _look(self) -> bool:
        """Bring the state up to date; whether it has changed."""
        board = self._source()
        if board == self._board:
            return False
        self._board = board
        self._state = self._driver.state(board)
        return True

    def _send(self) -> None:
        self._look()
        self._send_pledge()
        self._link.show(self._state)
        if self._next is not None:
            self._next.cancel()
        self._next = self._loop.call_later(EVERY_S, self._send)

    def _send_pledge(self) -> None:
        """Tell what the dice are fixed with when that is new, and again from time to time."""
        pledge, now_s = self._pledge_source(), self._loop.time()
        new = pledge != self._pledge
        if pledge is not None and (new or now_s - self._pledged_s >= PLEDGE_EVERY_S):
            self._link.announce(self._driver.pledge(pledge))
            self._pledged_s = now_s
        self._pledge = pledge

    def _hear(self, data: bytes) -> None:
        for answer in self._driver.hear(data):
            match answer:
                case Greeting():
                    self._note(None if answer.understood else _STRANGER.format(answer.name))
                    # It may have started this moment, and know nothing.
                    self._send()
                case Alive():
                    self._listen_for_life()
                    if self._fault == _SILENT:
                        self._note(None)
                case Tapped():
                    self._on_button(answer.button)

    def _listen_for_life(self) -> None:
        """Wait anew for a display that has once said it was alive."""
        if self._silence is not None:
            self._silence.cancel()
        self._silence = self._loop.call_later(SILENCE_S, self._fall_silent)

    def _fall_silent(self) -> None:
        if self._line_fault is None:
            self._note(_SILENT)

    def _note(self, fault: str | None) -> None:
        self._fault = fault
        self._tell()

    def _tell(self) -> None:
        fault = self._line_fault or self._fault
        if fault != self._told:
            self._told = fault
            self._on_fault(fault)


def open_feed(
    config: ScoreboardConfig, loop: asyncio.AbstractEventLoop, on_fault: FaultListener
) -> Feed | None:
    """What feeds the configured scoreboard; None when no port is configured.

    `on_fault` is called on the loop, with what is wrong, and None when that is over. The port is
    opened when the feed is started, and again after every failure.
    """
    if not config.port:
        return None
    # The link tells of its faults on the loop, when there is a feed.
    link = SerialLink(config, loop, lambda fault: feed.note_line(fault))
    feed = Feed(loop, link, DRIVERS[config.driver](), on_fault)
    return feed
