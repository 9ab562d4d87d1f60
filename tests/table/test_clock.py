"""The turn's clock on simulated seconds."""

from collections.abc import Iterator

import pytest

from kingsgold.table.clock import TurnClock
from kingsgold.virtual.simtime import SimLoop


class Clocked:
    """A clock, and when it ran out."""

    def __init__(self) -> None:
        self.loop = SimLoop()
        self.ends: list[float] = []
        self.clock = TurnClock(self.loop, lambda: self.ends.append(self.loop.time()))


@pytest.fixture
def clocked() -> Iterator[Clocked]:
    clocked = Clocked()
    yield clocked
    clocked.loop.close()


def test_it_runs_out_once(clocked: Clocked) -> None:
    clocked.clock.start(10)
    clocked.loop.advance(4)
    assert clocked.clock.left_s() == 6
    assert clocked.clock.running
    assert not clocked.clock.run_out
    clocked.loop.advance(100)
    assert clocked.ends == [10]
    assert clocked.clock.run_out
    assert not clocked.clock.running
    assert clocked.clock.left_s() == 0


def test_it_stands_still_and_goes_on(clocked: Clocked) -> None:
    clocked.clock.start(10)
    clocked.loop.advance(4)
    clocked.clock.stop()
    clocked.loop.advance(100)
    clocked.clock.stop()
    assert clocked.clock.left_s() == 6
    assert not clocked.clock.run_out
    clocked.clock.go_on()
    clocked.clock.go_on()
    clocked.loop.advance(100)
    assert clocked.ends == [110]


def test_starting_anew_forgets_what_was_left(clocked: Clocked) -> None:
    clocked.clock.start(10)
    clocked.loop.advance(9)
    clocked.clock.start(10)
    clocked.loop.advance(9)
    assert clocked.ends == []
    clocked.loop.advance(1)
    assert clocked.ends == [19]


def test_before_its_start_it_neither_runs_nor_has_run_out(clocked: Clocked) -> None:
    clocked.clock.go_on()
    clocked.clock.stop()
    clocked.loop.advance(100)
    assert clocked.ends == []
    assert not clocked.clock.running
    assert not clocked.clock.run_out
    assert clocked.clock.left_s() == 0


def test_stopped_with_nothing_left_it_runs_out_when_it_goes_on(clocked: Clocked) -> None:
    clocked.loop.call_at(10, clocked.clock.stop)
    clocked.clock.start(10.0000000005)
    clocked.loop.advance(20)
    assert clocked.ends == []
    clocked.clock.go_on()
    clocked.loop.advance()
    assert clocked.ends == [pytest.approx(20)]
