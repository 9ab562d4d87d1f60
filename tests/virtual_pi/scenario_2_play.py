"""Whole matches, with four buttons, four lamps, a display and a scoreboard."""

import socket
import threading
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
    """The far end of the cable; it listens all the time, as QEMU stands still when nobody does."""

    def __init__(self, cable: socket.socket) -> None:
        self._cable = cable
        self._heard: list[Sentence] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def close(self) -> None:
        self._cable.shutdown(socket.SHUT_RDWR)
        self._listener.join()

    def _listen(self) -> None:
        decoder = Decoder()
        while received := self._cable.recv(4096):
            self._heard += decoder.feed(received)

    def hears(self, wanted: Sentence, limit_s: float = 30) -> None:
        """Wait until the box says this."""
        since = len(self._heard)
        end = time.monotonic() + limit_s
        while wanted not in self._heard[since:]:
            if time.monotonic() > end:
                raise NoAnswerError(f"not heard: {wanted}; but: {self._heard[-8:]}")
            time.sleep(0.1)

    def latest(self, kind: type[Sentence], seconds: float = 3) -> list[Sentence]:
        """What the box says of one kind in the next few seconds: whole states, so all of it."""
        since = len(self._heard)
        time.sleep(seconds)
        return [sentence for sentence in self._heard[since:] if isinstance(sentence, kind)]


@pytest.fixture(scope="module")
def scoreboard(pi: VirtualPi) -> Iterator[Scoreboard]:
    """A scoreboard on the adapter, and a box that knows it."""
    with pi.adapter() as cable:
        pi.run(f"printf '[scoreboard]\\nport = \"/dev/ttyUSB0\"\\n' >{CONFIG}")
        pi.run("systemctl restart kingsgold")
        scoreboard = Scoreboard(cable)
        yield scoreboard
        scoreboard.close()


@pytest.mark.parametrize("game", SHORT_MATCHES)
def test_a_match_is_played_to_its_end(pi: VirtualPi, scoreboard: Scoreboard, game: str) -> None:
    hands = Hands(pi)
    hands.tap(*SHORT_MATCHES[game])
    # Some throws; the pointer stays where the box puts it.
    for button in (ROLL, ROLL, LOCK):
        hands.tap(button)
    pi.wait_for_picture(bytes.fromhex(pi.run(EXPECTED)))
    print(pi.look().drawing())
    taps = hands.play_to_the_end(seed=1, limit_s=600)
    pi.wait_for_picture(bytes.fromhex(pi.run(EXPECTED)))
    print(f"{taps} taps\n{pi.look().drawing()}")
    matches = scoreboard.latest(Match)
    assert matches, "the scoreboard heard nothing"
    assert (matches[-1].game, matches[-1].phase) == (game, "over")
    names = {captain.name for captain in scoreboard.latest(Captain)}
    assert len(names) == 2
    assert "Watchdog" not in pi.run("journalctl -b -u kingsgold")
    hands.tap(STOP)
    scoreboard.hears(Match())
