"""How bright the screen is while nobody presses a button. Pure: times go in, nothing is waited for.

An OLED burns in, so the glass is dimmed after a while, and later blanked.
"""

from dataclasses import dataclass

from kingsgold.box.parts import Brightness


@dataclass(frozen=True)
class Idle:
    """Since when nobody has pressed, and how long the glass stays as it is; 0 for ever."""

    dim_after_s: float
    blank_after_s: float
    since_s: float

    def pressed(self, now_s: float) -> "tuple[Idle, bool]":
        """The idling that starts anew with a press, and whether the press only wakes the glass.

        One that finds the glass dark does nothing else: nobody saw what it would have done.
        """
        wakes = self.brightness(now_s) is Brightness.DARK
        return Idle(self.dim_after_s, self.blank_after_s, now_s), wakes

    def brightness(self, now_s: float) -> Brightness:
        """How bright the glass is at `now_s`."""
        for after_s, brightness in self._steps():
            if now_s >= self.since_s + after_s:
                return brightness
        return Brightness.FULL

    def next_change_s(self, now_s: float) -> float | None:
        """When the glass changes next if nobody presses; None when it does not."""
        now = self.brightness(now_s)
        for after_s in sorted(after_s for after_s, _ in self._steps()):
            change_s = self.since_s + after_s
            if change_s > now_s and self.brightness(change_s) is not now:
                return change_s
        return None

    def _steps(self) -> "list[tuple[float, Brightness]]":
        """What happens after how long, the last step first."""
        steps = ((self.blank_after_s, Brightness.DARK), (self.dim_after_s, Brightness.DIM))
        return [step for step in steps if step[0] > 0]
