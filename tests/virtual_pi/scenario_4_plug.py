"""The plug is pulled in the middle of turns, and the same disk is booted again."""

from .hands import LOCK, ROLL, TARGET, Hands
from .machine import VirtualPi

CUTS = 10


def test_the_same_dice_and_locks_are_there_after_each_of_ten_cuts(pi: VirtualPi) -> None:
    hands = Hands(pi)
    hands.tap(ROLL, ROLL)  # to the set-up, and away
    hands.throw()
    for cut in range(1, CUTS + 1):
        # Something that is worth keeping happens before each cut; moving the pointer ends its show.
        if cut % 3 == 0:
            hands.tap(ROLL)
        hands.throw()
        hands.tap(LOCK)
        hands.tap(TARGET)
        before = pi.rest()
        pi.pull_plug()
        pi.boot()
        pi.wait_for("systemctl is-active kingsgold", 300)
        hands.go_on()
        after = hands.point_as_in(before)
        print(f"cut {cut}\n{after.drawing()}")
        assert after.picture == before.picture, f"before cut {cut}:\n{before.drawing()}"
