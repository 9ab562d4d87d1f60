"""Edges that are told late, in heaps, with the box's own timers in between: the same presses."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.box.buttons import ButtonsConfig, GpioButtons
from kingsgold.box.parts import Button
from kingsgold.virtual.simtime import SimLoop

LOCKOUT_MS = 20
Edge = tuple[int, int]
"""When a contact moves, in milliseconds, and the level that it brings the pin to."""


class Contact(MockPin):
    """A pin on a contact that moves by a plan; its level is what it is at the moment."""

    plan: Sequence[Edge] = ()
    loop: Any = None

    def _get_state(self) -> int:
        now_ms = milliseconds(self.loop) if self.loop else 0
        return next((level for at_ms, level in reversed(self.plan) if at_ms <= now_ms), 1)


def milliseconds(loop: SimLoop) -> float:
    """The loop's time; sums of times round."""
    return round(loop.time() * 1000, 6)


class BusyLoop(SimLoop):
    """A loop that can be kept from its work."""

    def hold_up(self, seconds: float) -> None:
        """Let time pass in which no timer fires."""
        self._now_s += seconds


class Rig:
    """A button on a contact that moves by `plan`, and the presses and releases it reports."""

    def __init__(self, plan: Sequence[Edge]) -> None:
        self.heard: list[bool] = []
        self._plan = plan
        self._told = 0
        self._loop = BusyLoop()
        self._pins: Any = MockFactory(pin_class=Contact)
        self._buttons = GpioButtons(ButtonsConfig(), self._loop, self._pins, lambda _: None)
        self._buttons.listen(lambda _, down: self.heard.append(down))
        self._pin = self._pins.pin(ButtonsConfig().pin(Button.LOCK))
        self._pin.loop, self._pin.plan = self._loop, plan

    def close(self) -> None:
        self._buttons.close()
        self._pins.close()
        self._loop.close()

    @property
    def now_ms(self) -> float:
        return milliseconds(self._loop)

    def tell(self, *, one_by_one: bool = False) -> None:
        """Tell of all edges that have been by now; the loop may see them one by one."""
        while self._told < len(self._plan) and self._plan[self._told][0] <= self.now_ms:
            at_ms, level = self._plan[self._told]
            self._pin.when_changed(at_ms / 1000, level)
            self._told += 1
            if one_by_one:
                self._loop.advance(0.0001)

    def run_to(self, until_ms: float) -> None:
        """Let time pass with everything in time: edges, and timers."""
        for at_ms, _ in self._plan[self._told :]:
            if at_ms <= until_ms:
                self._loop.advance(max(0.0, at_ms / 1000 - self._loop.time()))
                self.tell()
        self._loop.advance(max(0.0, until_ms / 1000 - self._loop.time()))

    def stall(self, ms: float, *, timers_first: bool = False, one_by_one: bool = False) -> None:
        """Hold everything up; afterwards the timers that are due come before the edges, or not."""
        self._loop.hold_up(ms / 1000)
        if timers_first:
            self._loop.advance(0)
            self._loop.hold_up(0.002)
        self.tell(one_by_one=one_by_one)
        self._loop.advance(0)

    def edges_stall(self, ms: float) -> None:
        """Hold up only the telling of edges; timers are in time."""
        self._loop.advance(ms / 1000)
        self.tell()
        self._loop.advance(0)


bounces = st.lists(st.integers(0, 8), max_size=3).map(sorted)
"""Chatter is over well before the lock-out is."""

taps = st.lists(
    st.tuples(st.integers(40, 120), bounces, st.integers(40, 120), bounces), min_size=1, max_size=6
)
"""For each tap: how long the button is up before it, how long it is down, chatter at both."""


def plan_of(taps: list[tuple[int, list[int], int, list[int]]]) -> list[Edge]:
    plan: list[Edge] = []
    now_ms = 0
    for up_ms, on_press, down_ms, on_release in taps:
        for length_ms, level, offsets in ((up_ms, 0, on_press), (down_ms, 1, on_release)):
            now_ms += length_ms
            plan.append((now_ms, level))
            for offset in offsets:
                plan += [(now_ms + offset, 1 - level), (now_ms + offset, level)]
    return plan


@given(
    taps,
    st.lists(
        st.tuples(st.integers(1, 200), st.integers(0, 300), st.booleans(), st.booleans()),
        max_size=5,
    ),
)
def test_a_busy_processor_loses_and_doubles_no_tap(
    taps: list[tuple[int, list[int], int, list[int]]], stalls: list[tuple[int, int, bool, bool]]
) -> None:
    with closing(Rig(plan_of(taps))) as rig:
        for in_time_ms, stalled_ms, timers_first, one_by_one in stalls:
            rig.run_to(rig.now_ms + in_time_ms)
            rig.stall(stalled_ms, timers_first=timers_first, one_by_one=one_by_one)
        rig.run_to(3000)
        assert rig.heard == [True, False] * len(taps)


@given(taps, st.lists(st.tuples(st.integers(1, 200), st.integers(0, LOCKOUT_MS)), max_size=5))
def test_a_slow_thread_of_the_pin_factory_loses_and_doubles_no_tap(
    taps: list[tuple[int, list[int], int, list[int]]], stalls: list[tuple[int, int]]
) -> None:
    with closing(Rig(plan_of(taps))) as rig:
        for in_time_ms, stalled_ms in stalls:
            rig.run_to(rig.now_ms + in_time_ms)
            rig.edges_stall(stalled_ms)
        rig.run_to(3000)
        assert rig.heard == [True, False] * len(taps)


def test_one_press_that_is_told_late_with_its_chatter_is_one() -> None:
    press = [(100, 0), (101, 1), (102, 0), (300, 1), (303, 0), (304, 1)]
    with closing(Rig(press)) as rig:
        rig.run_to(99)
        rig.stall(50, one_by_one=True)
        rig.run_to(299)
        rig.stall(50, one_by_one=True)
        rig.run_to(1000)
        assert rig.heard == [True, False]


def test_a_tap_during_a_stall_is_not_lost_when_the_timers_come_first() -> None:
    with closing(Rig([(100, 0), (200, 1), (250, 0), (330, 1)])) as rig:
        rig.run_to(105)
        rig.stall(300, timers_first=True)
        rig.run_to(1000)
        assert rig.heard == [True, False] * 2


def test_a_release_within_the_lockout_is_remembered_in_a_heap() -> None:
    with closing(Rig([(100, 0), (115, 1), (400, 0), (460, 1)])) as rig:
        rig.run_to(99)
        rig.stall(500)
        rig.run_to(2000)
        assert rig.heard == [True, False] * 2


def test_an_edge_that_is_never_told_is_found_when_the_lockout_ends() -> None:
    with closing(Rig([(100, 0), (110, 1)])) as rig:
        rig._loop.advance(0.1)
        rig._pin.when_changed(0.1, 0)
        rig._loop.advance(1)
        assert rig.heard == [True, False]
