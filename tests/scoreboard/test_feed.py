"""The feed: when a display is told something, and what becomes of what it answers."""

from collections.abc import Iterator, Sequence

import pytest

from kingsgold.scoreboard import sentences as s
from kingsgold.scoreboard.board import Announcement, Board, CaptainLine, Pledge
from kingsgold.scoreboard.feed import SILENCE_S, Feed, open_feed
from kingsgold.scoreboard.link import Hearer, ScoreboardConfig
from kingsgold.scoreboard.native import NativeDriver
from kingsgold.virtual.simtime import SimLoop


class Line:
    """A line that remembers when it was told what."""

    def __init__(self, loop: SimLoop) -> None:
        self.told: list[tuple[float, str]] = []
        self.closed = False
        self.say: Hearer | None = None
        self._loop = loop

    def listen(self, hearer: Hearer) -> None:
        self.say = hearer

    def show(self, state: Sequence[bytes]) -> None:
        captains = [piece.decode()[9:-5] for piece in state if piece.startswith(b"$KGCAP")]
        self.told.append((self._loop.time(), " ".join(captains)))

    def announce(self, piece: bytes) -> None:
        self.told.append((self._loop.time(), piece.decode()[:-5]))

    def close(self) -> None:
        self.closed = True


class Bench:
    """A feed between a board that can be changed and such a line."""

    def __init__(self) -> None:
        self.loop = SimLoop()
        self.line = Line(self.loop)
        self.faults: list[tuple[float, str | None]] = []
        self.buttons: list[str] = []
        self.feed = Feed(
            self.loop,
            self.line,
            NativeDriver(),
            lambda fault: self.faults.append((self.loop.time(), fault)),
        )
        self.put("Anne")

    def put(self, *names: str) -> None:
        self.board = Board(captains=tuple(CaptainLine(name=name) for name in names))

    def start(self) -> None:
        self.feed.start(lambda: self.board, self.buttons.append)

    def answer(self, sentence: s.Sentence) -> None:
        assert self.line.say is not None
        self.line.say(s.encode(sentence))


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.feed.close()
    bench.loop.close()


ANNE, JACK = "Anne,,,0,,", "Jack,,,0,,"


def test_the_whole_state_is_sent_at_the_start_and_every_second(bench: Bench) -> None:
    bench.start()
    bench.loop.advance(3.5)
    assert bench.line.told == [(0, ANNE), (1, ANNE), (2, ANNE), (3, ANNE)]


def test_a_change_is_sent_at_once_and_never_later_than_the_next_second(bench: Bench) -> None:
    bench.start()
    bench.loop.advance(0.4)
    bench.feed.refresh()
    bench.put("Jack")
    bench.feed.refresh()
    bench.feed.refresh()
    bench.loop.advance(1.0)
    bench.put("Anne")
    bench.loop.advance(1.0)
    assert bench.line.told == [(0, ANNE), (0.4, JACK), (1.4, JACK), (2.4, ANNE)]


def test_an_announcement_is_sent_once(bench: Bench) -> None:
    bench.start()
    bench.loop.advance(0.5)
    bench.feed.announce(Announcement(1, "mutiny", 0))
    bench.loop.advance(1)
    assert bench.line.told == [(0, ANNE), (0.5, "$KGHST,1,mutiny,0"), (1, ANNE)]


def test_a_display_that_greets_is_told_everything_at_once(bench: Bench) -> None:
    bench.start()
    bench.loop.advance(0.5)
    bench.answer(s.DisplayHello(1, "wall"))
    assert bench.line.told == [(0, ANNE), (0.5, ANNE)]
    assert bench.faults == []


def test_a_display_of_another_version_is_a_fault_until_it_speaks_ours(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayHello(2, "wall"))
    bench.answer(s.DisplayHello(1, "wall"))
    assert bench.faults == [
        (0, "scoreboard: the display 'wall' speaks another version of the protocol"),
        (0, None),
    ]


def test_a_display_that_falls_silent_is_a_fault_until_it_is_heard_again(bench: Bench) -> None:
    bench.start()
    for _ in range(3):
        bench.answer(s.DisplayAlive())
        bench.loop.advance(SILENCE_S - 1)
    bench.loop.advance(20)
    bench.answer(s.DisplayAlive())
    silent_s = 2 * (SILENCE_S - 1) + SILENCE_S
    assert bench.faults == [
        (silent_s, "scoreboard: the display has fallen silent; check its plug and its power"),
        (3 * (SILENCE_S - 1) + 20, None),
    ]


def test_a_display_that_never_says_that_it_is_alive_is_none_the_worse(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayHello(1, "wall"))
    bench.loop.advance(60)
    assert bench.faults == []


def test_over_a_broken_line_silence_is_no_news(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayAlive())
    bench.loop.advance(1)
    bench.feed.note_line("unplugged")
    bench.loop.advance(60)
    bench.feed.note_line(None)
    bench.loop.advance(SILENCE_S - 1)
    bench.answer(s.DisplayAlive())
    bench.loop.advance(SILENCE_S - 1)
    assert bench.faults == [(1, "unplugged"), (61, None)]


def test_a_display_that_does_not_come_back_with_its_line_is_a_fault(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayAlive())
    bench.feed.note_line("unplugged")
    bench.loop.advance(60)
    bench.feed.note_line(None)
    bench.loop.advance(60)
    told = [(at, fault and fault.split(";")[0]) for at, fault in bench.faults]
    silent = "scoreboard: the display has fallen silent"
    assert told == [(0, "unplugged"), (60, None), (60 + SILENCE_S, silent)]


def test_a_tapped_button_is_passed_on(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayButton("roll"))
    assert bench.buttons == ["roll"]


def test_after_it_is_closed_nothing_happens_any_more(bench: Bench) -> None:
    bench.start()
    bench.answer(s.DisplayAlive())
    bench.feed.close()
    bench.loop.advance(60)
    assert bench.line.told == [(0, ANNE)]
    assert bench.faults == []
    assert bench.line.closed


def test_without_a_port_nothing_is_opened() -> None:
    loop = SimLoop()
    assert open_feed(ScoreboardConfig(), loop, print) is None
    loop.close()


def test_with_a_port_it_is_the_configured_one_that_is_fed() -> None:
    loop = SimLoop()
    feed = open_feed(ScoreboardConfig(port="loop://"), loop, print)
    assert feed is not None
    feed.close()
    loop.close()


def test_a_pledge_is_sent_when_it_is_new_and_every_ten_seconds(bench: Bench) -> None:
    pledges: list[Pledge | None] = [None]
    bench.feed.start(lambda: bench.board, bench.buttons.append, lambda: pledges[-1])
    bench.loop.advance(2.5)
    pledges.append(Pledge(b"\x0a" * 32))
    bench.loop.advance(20)
    pledges.append(Pledge(b"\x0a" * 32, seed=b"\x0b" * 32))
    bench.loop.advance(1)
    sealed, opened = "$KGFAI," + "0a" * 32, "$KGSED," + "0b" * 32
    told = [(at, line) for at, line in bench.line.told if line.startswith("$")]
    assert [(at, line[: len(sealed)]) for at, line in told] == [
        (3, sealed),
        (13, sealed),
        (23, sealed),
    ]
    assert opened not in told[1][1]
    assert opened in told[2][1]
