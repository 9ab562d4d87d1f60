"""The debouncer against contacts that chatter."""

import math
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kingsgold.box.debounce import Debounced, feed, settle

LOCKOUT_MS = 20


def run(
    edges_ms: Sequence[tuple[int, bool]], down_at_start: bool = False
) -> list[tuple[int, bool]]:
    """What the button does, and when, as its contacts change level at these times."""
    state = Debounced(down_at_start, down_at_start)
    acts: list[tuple[int, bool]] = []

    def become(new: Debounced, time_ms: float) -> None:
        nonlocal state
        if new.down != state.down:
            acts.append((int(time_ms), new.down))
        state = new

    for time_ms, level in edges_ms:
        become(settle(state, time_ms, LOCKOUT_MS), state.locked_until_s)
        become(feed(state, time_ms, level, LOCKOUT_MS), time_ms)
    become(settle(state, math.inf, LOCKOUT_MS), state.locked_until_s)
    return acts


def chatter(start_ms: int, offsets_ms: Sequence[int], down: bool) -> list[tuple[int, bool]]:
    """The edges of contacts that settle `down`, bouncing at these offsets."""
    edges = [(start_ms, down)]
    for offset in offsets_ms:
        edges += [(start_ms + offset, not down), (start_ms + offset, down)]
    return edges


bounces = st.lists(st.integers(0, LOCKOUT_MS - 1), max_size=8).map(sorted)
"""Bounces that are over when the lock-out is."""


@given(
    st.lists(
        st.tuples(st.integers(LOCKOUT_MS, 500), bounces, st.integers(LOCKOUT_MS, 500), bounces),
        min_size=1,
        max_size=6,
    )
)
def test_each_tap_longer_than_the_lockout_counts_once_and_at_once(
    taps: list[tuple[int, list[int], int, list[int]]],
) -> None:
    edges: list[tuple[int, bool]] = []
    expected: list[tuple[int, bool]] = []
    now_ms = 0
    for gap_ms, on_press, length_ms, on_release in taps:
        now_ms += gap_ms
        edges += chatter(now_ms, on_press, True)
        expected.append((now_ms, True))
        now_ms += length_ms
        edges += chatter(now_ms, on_release, False)
        expected.append((now_ms, False))
    assert run(edges) == expected


@given(st.integers(1, LOCKOUT_MS - 1))
def test_a_tap_shorter_than_the_lockout_is_a_press_and_a_release(length_ms: int) -> None:
    edges = [(100, True), (100 + length_ms, False)]
    assert run(edges) == [(100, True), (100 + LOCKOUT_MS, False)]


@given(st.lists(st.integers(1, 60), max_size=40), st.booleans())
def test_whatever_the_contacts_do(gaps_ms: list[int], down_at_start: bool) -> None:
    edges: list[tuple[int, bool]] = []
    now_ms, level = 0, down_at_start
    for gap_ms in gaps_ms:
        now_ms, level = now_ms + gap_ms, not level
        edges.append((now_ms, level))
    acts = run(edges, down_at_start)
    downs = [down for _, down in acts]
    # Presses and releases alternate, no two are closer than the lock-out, and the end is the truth.
    assert downs == [down_at_start ^ (number % 2 == 0) for number in range(len(acts))]
    assert all(b - a >= LOCKOUT_MS for (a, _), (b, _) in pairwise(acts))
    assert ([down_at_start, *downs][-1]) == level
    # No act is late: an edge after a quiet time acts at its own time.
    if edges:
        assert acts[0] == edges[0]


def test_chatter_that_is_told_after_its_lockout_was_settled_is_chatter() -> None:
    state = feed(Debounced(False, False), 1.0, True, 0.02)
    state = settle(state, 1.5, 0.02)
    for time_s, level in ((1.001, False), (1.002, True)):
        state = feed(settle(state, time_s, 0.02), time_s, level, 0.02)
    assert settle(state, 2.0, 0.02) == Debounced(True, True, 1.02)


def test_a_level_that_is_known_already_changes_nothing() -> None:
    assert feed(Debounced(True, True), 5.0, True, 0.02) == Debounced(True, True)
