"""A display of a few lines, which knows pyserial and the protocol's page and nothing of the box."""

import json
from collections.abc import Iterator

import pytest
import serial

from kingsgold.virtual.scripted import ScriptedBox


class Display:
    """Reads sentences from a port until it knows what every captain has."""

    def __init__(self, port_name: str) -> None:
        self.port = serial.Serial(port_name, 38400, timeout=10)

    def points(self) -> dict[str, int]:
        """The next whole state's points, by name."""
        expected, points = None, dict[str, int]()
        while expected is None or len(points) < expected:
            line = self.port.readline()
            assert line, "nothing came"
            body, _, given = line.strip().partition(b"*")
            total = 0
            for byte in body[1:]:
                total ^= byte
            if body[:1] != b"$" or b"%02X" % total != given:
                continue
            fields = body[1:].decode().split(",")
            if fields[0] == "KGMAT":
                expected, points = int(fields[3]), {}
            elif fields[0] == "KGCAP" and expected is not None:
                points[fields[2]] = int(fields[5])
        return points


@pytest.fixture
def box() -> Iterator[ScriptedBox]:
    box = ScriptedBox()
    yield box
    box.close()


def play(box: ScriptedBox, *lines: str) -> None:
    for line in lines:
        answer = box.answer(line)
        assert "error" not in answer, f"{line}: {answer}"


def begin(box: ScriptedBox, game: str, *dice: str) -> None:
    setup = {"game": game, "captains": ["Zoë", "Jack"], "starter": 0, "dice": dice}
    play(box, "match " + json.dumps(setup))


def plugged_in(box: ScriptedBox) -> dict[str, int]:
    """What a display shows a second after it was plugged in; it is unplugged again then."""
    display = Display(box.box.scoreboard.port_name)
    play(box, "wait 1")
    shown = display.points()
    display.port.close()
    return shown


def test_plugged_in_in_mid_match_and_again_it_shows_the_hoards(box: ScriptedBox) -> None:
    begin(box, "voyages", "5555%", "1146@", "2346!")
    play(box, "tap roll", "wait 30", "tap roll", "wait 30")
    assert plugged_in(box) == {"Zoe": 0, "Jack": 0}
    play(box, "tap stop", "wait 30")
    assert plugged_in(box) == {"Zoe": 520, "Jack": 0}
    play(box, "tap roll", "wait 30")
    assert plugged_in(box) == {"Zoe": 520, "Jack": 0}


def test_in_king_s_gold_it_shows_the_points(box: ScriptedBox) -> None:
    begin(box, "kings-gold", "OOORX", "OORRX")
    play(box, "tap roll", "wait 30", "tap stop", "wait 30")
    assert plugged_in(box) == {"Zoe": 2 + 5, "Jack": 0}
    play(box, "tap roll", "wait 30", "tap stop", "wait 30")
    assert plugged_in(box) == {"Zoe": 2 + 5, "Jack": 2 * 5}


def test_what_nobody_read_for_an_hour_does_not_come_first(box: ScriptedBox) -> None:
    begin(box, "voyages", "5555%", "1146@")
    # The glass is dark by then, and the first tap only wakes it.
    play(box, "wait 3600", "tap lock", "tap roll", "wait 30", "tap roll", "wait 30", "tap stop")
    assert plugged_in(box) == {"Zoe": 520, "Jack": 0}
