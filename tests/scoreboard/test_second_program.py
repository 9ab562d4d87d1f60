"""A display of a few lines, which knows pyserial and the protocol's page and nothing of the box."""

from collections.abc import Iterator

import pytest
import serial

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action
from kingsgold.table.dice import ChanceSource, ScriptedSource
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.simtime import SimLoop


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
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.fixture
def box(loop: SimLoop) -> Iterator[VirtualBox]:
    box = VirtualBox(loop)
    yield box
    box.close()
    loop.advance()


def begin(
    loop: SimLoop, box: VirtualBox, setup: kings_gold.Setup | voyages.Setup, *dice: str
) -> None:
    source = ScriptedSource(list(dice), ChanceSource())
    loop.run_until_complete(box.console.begin(setup, source))
    loop.advance()


def act(loop: SimLoop, box: VirtualBox, *actions: Action) -> None:
    assert box.console.table is not None
    for action in actions:
        loop.run_until_complete(box.console.table.act(action))


def plugged_in(loop: SimLoop, box: VirtualBox) -> dict[str, int]:
    """What a display shows a second after it was plugged in; it is unplugged again then."""
    display = Display(box.scoreboard.port_name)
    loop.advance(1)
    shown = display.points()
    display.port.close()
    return shown


def test_plugged_in_in_mid_match_and_again_it_shows_the_hoards(
    loop: SimLoop, box: VirtualBox
) -> None:
    setup = voyages.Setup(captains=("Zoë", "Jack"), starter=0)
    begin(loop, box, setup, "5555%", "1146@", "2346!")
    act(loop, box, voyages.Throw(), voyages.TakeAndThrow(0))
    loop.advance(30)
    assert plugged_in(loop, box) == {"Zoe": 0, "Jack": 0}
    act(loop, box, voyages.TakeAndHoard(0))
    loop.advance(30)
    assert plugged_in(loop, box) == {"Zoe": 520, "Jack": 0}
    act(loop, box, voyages.Throw())
    loop.advance(30)
    assert plugged_in(loop, box) == {"Zoe": 520, "Jack": 0}


def test_in_king_s_gold_it_shows_the_points(loop: SimLoop, box: VirtualBox) -> None:
    setup = kings_gold.Setup(captains=("Zoë", "Jack"), starter=0)
    begin(loop, box, setup, "OOORX", "OORRX")
    act(loop, box, kings_gold.Throw(), kings_gold.Stop())
    loop.advance(30)
    assert plugged_in(loop, box) == {"Zoe": 2 + 5, "Jack": 0}
    act(loop, box, kings_gold.Throw(), kings_gold.Stop())
    loop.advance(30)
    assert plugged_in(loop, box) == {"Zoe": 2 + 5, "Jack": 2 * 5}


def test_what_nobody_read_for_an_hour_does_not_come_first(loop: SimLoop, box: VirtualBox) -> None:
    setup = voyages.Setup(captains=("Zoë", "Jack"), starter=0)
    begin(loop, box, setup, "5555%", "1146@")
    loop.advance(3600)
    act(loop, box, voyages.Throw(), voyages.TakeAndThrow(0), voyages.TakeAndHoard(0))
    display = Display(box.scoreboard.port_name)
    loop.advance(1)
    assert display.points() == {"Zoe": 520, "Jack": 0}
    display.port.close()
