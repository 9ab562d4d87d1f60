"""A box on simulated time that is played by itself, at people's pace, and filmed.

The same seed presses the same buttons at the same times, as long as the dice fall the same way.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from kingsgold.app import ui as u
from kingsgold.app.boxloop import BoxLoop, Devices
from kingsgold.app.helm import lit
from kingsgold.app.keeper import NoKeeper, StoreKeeper
from kingsgold.box.parts import Button, Screen
from kingsgold.box.simulated import SimulatedParts
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Setup
from kingsgold.screens import views as v
from kingsgold.table.fair import FairSource
from kingsgold.virtual.simtime import SimLoop

CREW = ("Anne", "Jack", "Mary")


def setups(rounds: int) -> list[Setup]:
    """A match of each game that lasts at most so many rounds, the first with a turn clock."""
    return [
        kings_gold.Setup(
            captains=CREW, rules=kings_gold.Rules(turn_seconds=60, navy_rounds=rounds)
        ),
        voyages.Setup(captains=CREW, starter=0, rules=voyages.Rules(navy_rounds=rounds)),
    ]


class Shot(NamedTuple):
    """A picture that was shown, and what it is of.

    `animated` tells whether it is part of an animation, from its first picture to the one that it
    ends with.
    """

    view: v.View
    picture: Image.Image
    animated: bool


def moves(view: v.View) -> bool:
    """Whether something moves in `view`: dice in the air, or a great moment."""
    match view:
        case v.Moment():
            return True
        case v.KingsTurn():
            return any(die.tumble is not None for die in view.dice)
        case v.VoyagesTurn():
            return any(bone.tumble is not None for bone in view.bones)
        case v.RollOff():
            return view.tumble is not None
        case _:
            return False


class Camera:
    """A box's screen; `film` is what it was asked to show, and `view` says what that is of."""

    def __init__(self, screen: Screen, view: Callable[[], v.View | None]) -> None:
        self.film: list[Shot] = []
        self.set_brightness = screen.set_brightness
        self.close = screen.close
        self._screen = screen
        self._view = view
        self._moved = False

    def show(self, picture: Image.Image) -> None:
        """Film the picture on its way to the screen."""
        if (view := self._view()) is not None:
            moves_now = moves(view)
            self.film.append(Shot(view, picture, moves_now or self._moved))
            self._moved = moves_now
        self._screen.show(picture)


class FilmedBox:
    """A box without a scoreboard; `film` is what its screen was asked to show.

    `keeper` makes what keeps its matches, on the box's loop; without it they are forgotten.
    `bus_khz` is the modelled speed of the screen's bus, None for one that takes no time.
    """

    def __init__(
        self,
        *,
        keeper: Callable[[SimLoop], StoreKeeper | NoKeeper] | None = None,
        bus_khz: int | None = None,
    ) -> None:
        self.loop = SimLoop()
        self._keeper = NoKeeper() if keeper is None else keeper(self.loop)
        self.parts = SimulatedParts(self.loop, bus_khz=bus_khz, renews=True)
        camera = Camera(self.parts.screen, lambda: self.console.stage.view)
        devices = Devices(self.parts.buttons, self.parts.lamps, camera, self.parts.sound)
        self.film = camera.film
        self.console = BoxLoop(self.loop, devices, keeper=self._keeper)
        self.console.start()
        self.loop.advance()

    def close(self) -> None:
        """Switch the box off."""
        self.console.close()
        if isinstance(self._keeper, StoreKeeper):
            self._keeper.close()
        self.parts.close()
        self.loop.advance()
        self.loop.close()


class Hands:
    """Hands that play whole matches on `box`; `edge` can be overridden to watch what follows."""

    def __init__(self, box: FilmedBox, seed: int) -> None:
        self.box = box
        self._chance = random.Random(seed)

    def play(self, setup: Setup) -> None:
        """Play a match to its end, and leaf through what is told of it."""
        self.box.loop.run_until_complete(self.box.console.begin(setup))
        self.think()
        while isinstance(self.box.console.ui, u.InMatch):
            self._decide()
        while isinstance(self.box.console.ui, u.Ending):
            self.tap(Button.ROLL)

    def edge(self, button: Button, down: bool) -> None:
        """Press or release `button`, and let happen what is due at once."""
        if down:
            self.box.parts.press(button)
        else:
            self.box.parts.release(button)
        self.box.loop.advance()

    def tap(self, button: Button) -> None:
        """A short press, and a look at what came of it."""
        self.hold(button, self._chance.uniform(0.07, 0.15))

    def hold(self, button: Button, seconds: float) -> None:
        """Press `button` for so long, and look at what came of it."""
        self.edge(button, True)
        self.box.loop.advance(seconds)
        self.edge(button, False)
        self.think()

    def think(self) -> None:
        """Look at the screen; now and then press on before everything has been told."""
        impatient = self._chance.random() < 0.5
        self.box.loop.advance(self._chance.uniform(0.2, 0.6 if impatient else 3.0))
        self.box.console.check()

    def _decide(self) -> None:
        prompt = self.box.console.prompt
        match prompt:
            case kings_gold.RollOrStop():
                self._lock_some(prompt)
                self._go_ahead_or_stop(0.15)
            case voyages.ChooseScoring():
                self._look_around(len(prompt.options))
                self._go_ahead_or_stop(0.5)
            case kings_gold.NameShot():
                self._look_around(len(prompt.rivals))
                self._go_ahead_or_stop(0.3)
            case _:
                self._go_ahead_or_stop(0.0)

    def _lock_some(self, prompt: kings_gold.RollOrStop) -> None:
        """Point at every die in turn, and lock some of them."""
        for _ in range(prompt.dice.count("X"), len(prompt.dice)):
            if self._chance.random() < 0.4:
                self._tap_if_lit(Button.LOCK)
            self._tap_if_lit(Button.TARGET)

    def _look_around(self, count: int) -> None:
        """Look at some of the choices before one is taken."""
        for _ in range(self._chance.randrange(count)):
            self._tap_if_lit(Button.TARGET)

    def _go_ahead_or_stop(self, stops: float) -> None:
        lamps = lit(self.box.console.ui, self.box.console.prompt)
        stop = Button.STOP in lamps and self._chance.random() < stops
        if Button.ROLL in lamps and not stop:
            self.hold(Button.ROLL, self._chance.uniform(0.1, 0.9))
        else:
            self._tap_if_lit(Button.STOP)

    def _tap_if_lit(self, button: Button) -> None:
        if button in lit(self.box.console.ui, self.box.console.prompt):
            self.tap(button)


def film_matches(rounds: int, seed: int = 1) -> list[Shot]:
    """What the screen shows while a match of each game is played, always the same."""
    dice = FairSource(bytes(32), "bench")
    box = FilmedBox(keeper=lambda _: NoKeeper(dice))
    try:
        hands = Hands(box, seed)
        for setup in setups(rounds):
            hands.play(setup)
        return list(box.film)
    finally:
        box.close()
