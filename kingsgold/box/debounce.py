"""What a button means, from what its contacts do. Pure: times go in, nothing is waited for.

The first edge acts at once, so a press is never late. The contacts then chatter for a lock-out
time, in which nothing counts; when it is over the level is read again, and if it has changed that
acts too and starts the next lock-out. So a tap shorter than the lock-out is still a press and a
release.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Debounced:
    """A button after its contacts have been looked at."""

    down: bool
    """What the button is taken for."""
    locked_until_s: float | None = None
    """When the level wants to be read again: the end of the lock-out. None when no edge is due."""


def feed(state: Debounced, time_s: float, down: bool, lockout_s: float) -> Debounced:
    """The button after its contacts have been seen `down` (or up) at `time_s`.

    Feed it every edge, and the level that is read at `locked_until_s`. `lockout_s` must be longer
    than the contacts chatter. The button has acted when `down` of the answer is another.
    """
    if state.locked_until_s is not None and time_s < state.locked_until_s:
        return state
    if down == state.down:
        return Debounced(down)
    return Debounced(down, time_s + lockout_s)
