"""What a button means, from what its contacts do. Pure: times go in, nothing is waited for.

The first edge acts at once, so a press is never late. The contacts then chatter for a lock-out
time, in which nothing counts; when it is over their level counts again, and if it is another that
acts too and starts the next lock-out. So a tap shorter than the lock-out is still a press and a
release.

All times are those at which the contacts moved. So edges may be told late, and many at once, as
long as they are told in their order.
"""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Debounced:
    """A button after its contacts have been looked at."""

    down: bool
    """What the button is taken for."""
    level: bool
    """How its contacts were last seen, be it chatter."""
    locked_until_s: float = -math.inf
    """When the latest lock-out ends: what was before that is chatter."""


def settle(state: Debounced, time_s: float, lockout_s: float) -> Debounced:
    """The button at `time_s`, when all that its contacts have done before is known.

    It has acted when `down` of the answer is another: at the end of the lock-out that is over.
    """
    if time_s < state.locked_until_s or state.level == state.down:
        return state
    return Debounced(state.level, state.level, state.locked_until_s + lockout_s)


def feed(state: Debounced, time_s: float, down: bool, lockout_s: float) -> Debounced:
    """The button after its contacts went `down` (or up) at `time_s`.

    `state` is settled up to then. `lockout_s` must be longer than the contacts chatter. The button
    has acted when `down` of the answer is another.
    """
    if time_s < state.locked_until_s or down == state.down:
        return replace(state, level=down)
    return Debounced(down, down, time_s + lockout_s)
