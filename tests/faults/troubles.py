"""What can go wrong with a box while a match is on."""

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from kingsgold.scoreboard import sentences as s
from tests.faults.scene import Scene

STUCK_S = 40.0
GONE_S = 5.0


class Trouble(msgspec.Struct, frozen=True):
    """Something that `happens` to a scene.

    The captains are told of it in words like `told`; None for what is no fault for the box.
    """

    name: str
    happens: Callable[[Scene], None]
    told: str | None = None


def commands_fail(scene: Scene) -> None:
    """The display's bus refuses a few transfers of commands."""
    bus, rng = scene.parts.bus, scene.rng
    scene.at_times(6, lambda: bus.refuse(rng.randint(1, 3), rng.randint(0, 2), only="commands"))


def data_fails(scene: Scene) -> None:
    """The display's bus refuses transfers of pictures, in the middle of a page."""
    bus, rng = scene.parts.bus, scene.rng
    scene.at_times(6, lambda: bus.refuse(rng.randint(1, 3), rng.randint(0, 120), only="data"))


def display_gone(scene: Scene) -> None:
    """The display loses its plug, and its memory with it."""
    for _ in range(2):
        scene.for_a_while(scene.parts.bus.unplug, scene.parts.bus.plug_in, GONE_S)


def scoreboard_gone(scene: Scene) -> None:
    """The serial adapter is pulled out, and comes back."""
    scene.for_a_while(scene.wall.unplug, scene.wall.plug_in, scene.rng.uniform(1, 25))


def garbage(scene: Scene) -> None:
    """The display says what makes no sense, and now and then nearly does."""
    _talk(scene, _nonsense, every_s=0.1, seconds=10)


def flood(scene: Scene) -> None:
    """The display talks as fast as it can, in part sense."""
    _talk(scene, _chatter, every_s=0.01, seconds=1.5)


def never_drains(scene: Scene) -> None:
    """The serial port takes nothing for a while."""
    line = scene.driven.box.scoreboard
    scene.for_a_while(line.clog, line.unclog, scene.rng.uniform(5, 20))


def worn_contacts(scene: Scene) -> None:
    """Every button bounces on every edge."""
    scene.hands.worn = True


def button_sticks(scene: Scene) -> None:
    """A button stays down after a press, and comes free at last."""
    scene.at_times(1, lambda: setattr(scene.hands, "sticks", STUCK_S))


def clock_jumps(scene: Scene) -> None:
    """The time of day is set, forward and back, as on a Pi that has found its time server."""
    scene.at_times(10, lambda: setattr(scene, "clock_h", scene.rng.randrange(24)))


def disk_full(scene: Scene) -> None:
    """Nothing can be written, until there is room again."""

    def fill(full: bool) -> None:
        scene.disk.full = full

    scene.for_a_while(lambda: fill(True), lambda: fill(False), scene.rng.uniform(5, 30))


def all_at_once(scene: Scene) -> None:
    """A bad day."""
    for trouble in TROUBLES:
        if trouble.happens is not all_at_once:
            trouble.happens(scene)


TROUBLES: Sequence[Trouble] = (
    Trouble("bus errors on commands", commands_fail, "the screen"),
    Trouble("bus errors on data", data_fails, "the screen"),
    Trouble("display gone", display_gone, "the screen"),
    Trouble("scoreboard gone", scoreboard_gone, "scoreboard: /dev"),
    Trouble("garbage from the scoreboard", garbage),
    Trouble("a flood from the scoreboard", flood),
    Trouble("a scoreboard that takes nothing", never_drains, "scoreboard: /dev"),
    Trouble("worn contacts", worn_contacts),
    Trouble("a button that sticks", button_sticks, "stuck"),
    Trouble("a clock that jumps", clock_jumps),
    Trouble("a full disk", disk_full, "The log can't be written"),
    Trouble("all at once", all_at_once, "screen"),
)


def _talk(scene: Scene, say: Callable[[Random], bytes], *, every_s: float, seconds: float) -> None:
    line = scene.driven.box.scoreboard
    begins_s = scene.rng.uniform(0.02, 0.5) * scene.length_s
    for number in range(int(seconds / every_s)):
        scene.loop.call_later(begins_s + number * every_s, lambda: line.hear(say(scene.rng)))


def _nonsense(rng: Random) -> bytes:
    spoiled = bytearray(s.encode(s.DisplayButton("roll")))
    spoiled[rng.randrange(1, len(spoiled) - 2)] ^= 1 << rng.randrange(7)
    return rng.randbytes(rng.randint(0, 200)) + b"$" + bytes(spoiled)


def _chatter(rng: Random) -> bytes:
    sense = s.encode(
        rng.choice([s.DisplayAlive(), s.DisplayHello(1, "wall"), s.DisplayButton("trumpet")])
    )
    return rng.randbytes(1000) + b"\r\n" + 20 * sense
