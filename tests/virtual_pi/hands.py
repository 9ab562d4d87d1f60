"""Hands on the four buttons of the virtual Pi, and eyes on its four lamps."""

import random
import time
from collections.abc import Mapping

from kingsgold.box.parts import Button
from kingsgold.box.pins import BUTTON_PINS, LAMP_PINS

from .machine import NoAnswerError, Seen, VirtualPi

LOCK, ROLL, STOP, TARGET = Button.LOCK, Button.ROLL, Button.STOP, Button.TARGET

TAP_S = 0.08
HOLD_S = 2.0
DECIDED_S = 0.5
"""By then a press has become a decision on the disk, also on an emulated processor."""
TASTE: Mapping[Button, int] = {ROLL: 6, STOP: 3, LOCK: 2, TARGET: 2}
"""How much a captain who knows no rules likes each button."""


class Hands:
    """Somebody who plays at `pi`."""

    def __init__(self, pi: VirtualPi) -> None:
        self.pi = pi

    def tap(self, *buttons: Button) -> None:
        """Press buttons one after the other; the glass is at rest when it returns."""
        for button in buttons:
            self.pi.press(BUTTON_PINS[button], TAP_S)
        self.pi.rest()

    def go_on(self) -> None:
        """Take up the box's offer to go on with a match."""
        offer = self.pi.rest().picture
        self.pi.press(BUTTON_PINS[ROLL], TAP_S)
        end = time.monotonic() + 30
        while self.pi.look().picture == offer:
            if time.monotonic() > end:
                raise NoAnswerError("the box does not go on with the match")
        self.pi.rest()

    def throw(self) -> None:
        """Go on in a match of King's Gold until there are dice that can be locked."""
        while LOCK not in (lit := self.lit()):
            self.tap(ROLL if ROLL in lit else STOP)

    def hold(self, button: Button) -> None:
        """Hold a button until a menu comes."""
        self.pi.press(BUTTON_PINS[button], HOLD_S)
        self.pi.rest()

    def lit(self) -> set[Button]:
        """The buttons whose lamps are lit."""
        pins = self.pi.look().lit(LAMP_PINS.values())
        return {button for button, pin in LAMP_PINS.items() if pin in pins}

    def point_as_in(self, wanted: Seen) -> Seen:
        """The glass with the pointer where it is in `wanted`; that is no part of a match."""
        first = seen = self.pi.rest()
        while seen.picture != wanted.picture:
            self.tap(TARGET)
            seen = self.pi.rest()
            if seen.picture == first.picture:
                break
        return seen

    def status(self) -> str:
        """What the box tells of itself to systemd."""
        return self.pi.run("systemctl show kingsgold --value -p StatusText").strip()

    def play_to_the_end(self, seed: int, limit_s: float) -> int:
        """Tap lit buttons until the match is over; the number of taps."""
        chance = random.Random(seed)
        end = time.monotonic() + limit_s
        taps = 0
        while self.pi.query("SELECT status FROM matches ORDER BY number")[-1] != ["finished"]:
            if time.monotonic() > end:
                raise NoAnswerError(f"the match is not over after {taps} taps")
            choice = sorted(self.lit())
            button = chance.choices(choice, [TASTE[button] for button in choice])[0]
            self.pi.press(BUTTON_PINS[button], TAP_S)
            time.sleep(DECIDED_S)
            taps += 1
        return taps
