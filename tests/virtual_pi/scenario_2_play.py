"""Whole matches, with four buttons, four lamps, a display and a scoreboard."""

import pytest
from kingsgold.box.parts import Button

from .hands import LOCK, ROLL, STOP, TARGET, Hands
from .machine import VirtualPi

# From the title: how a short match is set up, by the places of the items in the menus.
SHORT_MATCHES = {
    # 20 coins and no doubloons in the bank.
    "King's Gold": (
        *(ROLL, TARGET, TARGET, TARGET, TARGET, LOCK),
        *(TARGET, TARGET, TARGET, TARGET, LOCK, LOCK, LOCK),
        *(TARGET, LOCK, LOCK, LOCK),
        *(STOP, ROLL),
    ),
    # A hoard of 100 wins.
    "Voyages": (
        *(ROLL, LOCK, TARGET, TARGET, TARGET, LOCK),
        *(TARGET, TARGET, TARGET, LOCK, LOCK),
        *(STOP, ROLL, ROLL),
    ),
}


@pytest.fixture
def hands(pi: VirtualPi) -> Hands:
    return Hands(pi)


@pytest.mark.parametrize("game", SHORT_MATCHES)
def test_a_match_is_played_to_its_end(pi: VirtualPi, hands: Hands, game: str) -> None:
    buttons: tuple[Button, ...] = SHORT_MATCHES[game]
    for button in buttons:
        hands.tap(button)
    print(pi.rest().drawing())
    taps = hands.play_to_the_end(seed=1, limit_s=600)
    seen = pi.rest()
    print(f"{taps} taps\n{seen.drawing()}")
    assert hands.status() == f"{game}, the match is over"
    hands.tap(STOP)
    assert hands.lit() == {ROLL}
