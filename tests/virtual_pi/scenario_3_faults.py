"""What goes wrong on real boxes, one thing after the other, while somebody plays."""

import itertools
import random
import time

import pytest

from kingsgold.box.pins import BUTTON_PINS
from kingsgold.scoreboard.sentences import Decoder, Match

from .hands import LOCK, ROLL, STOP, TARGET, Hands
from .machine import NoAnswerError, VirtualPi

OUTSIDE = "/sys/kernel/debug/virtual_pi"
CONFIG = "/etc/kingsgold/config.toml"


@pytest.fixture
def hands(pi: VirtualPi) -> Hands:
    return Hands(pi)


@pytest.fixture
def menu(hands: Hands) -> list[bytes]:
    """The set-up's pictures, one for each place of the pointer; the box shows the first.

    The box has to be at the title, or in the set-up already.
    """
    pi = hands.pi
    hands.tap(STOP, ROLL)
    pictures = [pi.rest().picture]
    while True:
        hands.tap(TARGET)
        if (picture := pi.rest().picture) == pictures[0]:
            return pictures
        assert picture not in pictures
        pictures.append(picture)


def thumb(chance: random.Random, presses: int) -> list[tuple[int, str, float]]:
    """Presses as fast as a thumb can, on a contact that chatters when it closes and opens."""
    pin = BUTTON_PINS[LOCK]
    steps: list[tuple[int, str, float]] = []
    for _, level in itertools.product(range(presses), "0z"):
        other = "z" if level == "0" else "0"
        steps += [(pin, level, 0), (pin, other, 0)] * chance.randint(0, 6)
        steps.append((pin, level, chance.uniform(0.04, 0.09)))
    return steps


def test_a_display_that_was_away_for_5_s_shows_what_it_missed(
    pi: VirtualPi, hands: Hands, menu: list[bytes]
) -> None:
    pi.run(f"echo 0 >{OUTSIDE}/plugged")
    pi.press(BUTTON_PINS[TARGET])
    time.sleep(5)
    assert "screen" in pi.run("sleep 5; systemctl show kingsgold --value -p StatusText")
    pi.press(BUTTON_PINS[TARGET])
    pi.run(f"echo 1 >{OUTSIDE}/plugged")
    pi.wait_for_picture(menu[2 % len(menu)])
    faults = pi.run("journalctl -o cat -u kingsgold -p warning | grep -c 'does not answer'")
    assert faults.strip() == "1"


def test_a_display_that_refuses_at_random_is_right_in_the_end(
    pi: VirtualPi, hands: Hands, menu: list[bytes]
) -> None:
    pi.run(f"echo 25 >{OUTSIDE}/refuse_percent")
    for _ in range(23):
        pi.press(BUTTON_PINS[TARGET])
    refused = int(pi.run(f"cat {OUTSIDE}/refused"))
    pi.run(f"echo 0 >{OUTSIDE}/refuse_percent")
    print(f"{refused} transfers refused")
    pi.wait_for_picture(menu[23 % len(menu)])


def test_a_scoreboard_is_found_again_under_another_name(pi: VirtualPi) -> None:
    (name,) = pi.run("ls /dev/serial/by-id").split()
    pi.run(f"printf '[scoreboard]\\nport = \"/dev/serial/by-id/{name}\"\\n' >{CONFIG}")
    with pi.adapter() as cable:
        pi.run("systemctl restart kingsgold")
        assert hear_match(cable) == Match()
        # Somebody holds the old name, so that the new one is another.
        hold = "trap '' HUP; exec 9<>/dev/ttyUSB0; sleep 1000"
        pi.run(f'systemd-run --unit=holder sh -c "{hold}"')
        pi.wait_for("ls -l /proc/$(systemctl show holder --value -p MainPID)/fd | grep ttyUSB0")
        pi.pull_adapter()
        pi.wait_for("! test -e /dev/serial/by-id")
        pi.plug_adapter()
        pi.wait_for("test -e /dev/ttyUSB1")
        drain(cable)
        assert hear_match(cable) == Match()
    pi.run("systemctl stop holder")


def drain(cable) -> None:
    cable.settimeout(0.2)
    try:
        while cable.recv(65536):
            pass
    except TimeoutError:
        pass


def hear_match(cable, limit_s: float = 30) -> Match:
    """The next complete word of the box on what is being played."""
    decoder = Decoder()
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        cable.settimeout(limit_s)
        for sentence in decoder.feed(cable.recv(4096)):
            if isinstance(sentence, Match):
                return sentence
    raise NoAnswerError(f"the scoreboard hears nothing for {limit_s:g} s")


def test_of_200_chattering_presses_none_is_lost_and_none_doubled(
    pi: VirtualPi, hands: Hands
) -> None:
    # In a match, each press of LOCK is a decision: it locks the pointed die, or lifts the lock.
    hands.tap(STOP, ROLL, ROLL)
    hands.throw()
    count = "SELECT count(*) FROM decisions"
    ((before,),) = pi.query(count)
    chance = random.Random(200)
    for _ in range(10):
        pi.touch(thumb(chance, 20))
    pi.rest()
    ((after,),) = pi.query(count)
    assert after - before == 200
    bodies = [body for (body,) in pi.query("SELECT CAST(body AS TEXT) FROM decisions")][-200:]
    assert all(("Unlock" in body) == bool(n % 2) for n, body in enumerate(bodies))


def test_a_frozen_loop_is_restarted_and_the_match_goes_on(pi: VirtualPi, hands: Hands) -> None:
    hands.throw()  # in the match that is on
    hands.tap(LOCK)
    hands.tap(TARGET)
    before = pi.rest()
    process = pi.run("systemctl show kingsgold --value -p MainPID").strip()
    pi.run(f"kill -STOP {process}")
    pi.wait_for("test $(systemctl show kingsgold --value -p NRestarts) = 1", 60)
    pi.wait_for("systemctl is-active kingsgold")
    assert pi.run("systemctl show kingsgold --value -p MainPID").strip() != process
    assert "Watchdog timeout" in pi.run("journalctl -b -u kingsgold")
    hands.go_on()
    after = hands.point_as_in(before)
    print(after.drawing())
    assert after.picture == before.picture, before.drawing()
