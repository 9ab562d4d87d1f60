"""A box for tests: hands, eyes and loaded dice, in simulated time.

    from kingsgold.testing import ROLL, STOP, Box

    with Box() as box:
        box.throws("OONRX")
        box.match("kings-gold", "Anne", "Jack")
        box.tap(ROLL, STOP)
        box.assert_state(captain=1, treasury=[59, 19])

It is the whole box, from the pins of its buttons to the chip of its display. Under pytest the
fixture `box` is such a box, without an import. `README.md` in this folder shows more.
"""

from kingsgold.box.parts import Button
from kingsgold.testing.box import Box
from kingsgold.testing.scoreboard import Scoreboard
from kingsgold.testing.screen import Screen

LOCK, ROLL, STOP, TARGET = Button.LOCK, Button.ROLL, Button.STOP, Button.TARGET

__all__ = ["LOCK", "ROLL", "STOP", "TARGET", "Box", "Button", "Scoreboard", "Screen"]
