"""Whole matches, with four buttons, four lamps, a display and a scoreboard."""

import socket
import time
from collections.abc import Iterator

import pytest

from kingsgold.scoreboard.sentences import Captain, Decoder, Match, Sentence

from .hands import LOCK, ROLL, STOP, TARGET, Hands
from .machine import NoAnswerError, VirtualPi

CONFIG = "/etc/kingsgold/config.toml"
EXPECTED = "/opt/kingsgold/bin/python /host/checkout/tests/virtual_pi/inside/expected.py"

# From the title: how a short match is set up, by the places of the items in the menus.
SHORT_MATCHES = {
    # 20 coins and no doubloons in the bank.
    "kings-gold": (
        *(ROLL, TARGET, TARGET, TARGET, TARGET, LOCK),
        *(TARGET, TARGET, TARGET, TARGET, LOCK, LOCK, LOCK),
        *(TARGET, LOCK, LOCK, LOCK),
        *(STOP, ROLL),
    ),
    # A hoard of 100 wins.
    "voyages": (
        *(ROLL, LOCK, TARGET, TARGET, TARGET, LOCK),
        *(TARGET, TARGET, TARGET, LOCK, LOCK),
        *(STOP, ROLL, ROLL),
    ),
}


class Scoreboard:
    """The far end of the cable."""

    def __init__(self, cable: socket.socket) -> None:
        self._cable = cable

    def hears(self, wanted: Sentence, limit_s: float = 30) -> None:
        """Wait until the box says this."""
        decoder = Decoder()
        heard: list[Sentence] = []
        end = time.monotonic() + limit_s
        while wanted not in heard:
            if time.monotonic() > end:
                raise NoAnswerError(f"not heard: {wanted}; but: {heard[-8:]}")
            self._cable.settimeout(limit_s)
            heard += decoder.feed(self._cable.recv(4096))

    def latest(self, kind: type[Sentence], seconds: float = 3) -> list[Sentence]:
        """What the box says of one kind in the next few seconds: whole states, so all of it."""
        decoder = Decoder()
        heard: list[Sentence] = []
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._cable.settimeout(left)
            try:
                heard += decoder.feed(self._cable.recv(4096))
            except TimeoutError:
                break
        return [sentence for sentence in heard if isinstance(sentence, kind)]


@pytest.fixture(scope="module")
def scoreboard(pi: VirtualPi) -> Iterator[Scoreboard]:
    """A scoreboard on the adapter, and a box that knows it."""
    with pi.adapter() as cable:
        pi.run(f"printf '[scoreboard]\\nport = \"/dev/ttyUSB0\"\\n' >{CONFIG}")
        pi.run("systemctl restart kingsgold")
        yield Scoreboard(cable)


@pytest.mark.parametrize("game", SHORT_MATCHES)
def test_a_match_is_played_to_its_end(pi: VirtualPi, scoreboard: Scoreboard, game: str) -> None:
    hands = Hands(pi)
    hands.tap(*SHORT_MATCHES[game])
    # Some throws; the pointer stays where the box puts it.
    for button in (ROLL, ROLL, LOCK):
        hands.tap(button)
    seen = pi.rest()
    print(seen.drawing())
    assert seen.picture.hex() == pi.run(EXPECTED).strip()
    taps = hands.play_to_the_end(seed=1, limit_s=600)
    print(f"{taps} taps\n{pi.rest().drawing()}")
    matches = scoreboard.latest(Match)
    assert matches, "the scoreboard heard nothing"
    assert (matches[-1].game, matches[-1].phase) == (game, "over")
    names = {captain.name for captain in scoreboard.latest(Captain)}
    assert len(names) == 2
    assert "Watchdog" not in pi.run("journalctl -b -u kingsgold")
    hands.tap(STOP)
    scoreboard.hears(Match())
