"""The plug is pulled in the middle of turns, and the same disk is booted again."""

from .hands import LOCK, ROLL, TARGET, Hands
from .machine import VirtualPi

CUTS = 10


def test_the_same_dice_and_locks_are_there_after_each_of_ten_cuts(pi: VirtualPi) -> None:
    hands = Hands(pi)
    hands.tap(ROLL, ROLL)  # to the set-up, and away
    hands.tap(ROLL)  # the first throw
    for cut in range(CUTS):
        # Something that is worth keeping happens before each cut: a lock, a throw, a new turn.
        hands.tap(TARGET)
        hands.tap(LOCK if cut % 3 else ROLL)
        before = pi.rest()
        pi.pull_plug()
        pi.boot()
        pi.wait_for("systemctl is-active kingsgold", 120)
        after = pi.rest()
        print(f"cut {cut + 1}\n{after.drawing()}")
        assert after.picture == before.picture, f"before cut {cut + 1}:\n{before.drawing()}"
