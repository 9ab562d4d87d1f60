"""A box on a PC: the box's own loop on simulated parts."""

import asyncio
from collections.abc import Callable

from kingsgold.app.boxloop import BoxLoop, Devices
from kingsgold.app.config import Config
from kingsgold.app.keeper import Keeper
from kingsgold.box.parts import Button
from kingsgold.box.simulated import SimulatedParts
from kingsgold.scoreboard.feed import DRIVERS, Feed
from kingsgold.scoreboard.simulated import PtyLink
from kingsgold.table.dice import TossMisfit


class VirtualBox:
    """The box as it runs on the Pi, with other parts at the very edge.

    `parts` are the hands and eyes: press and release buttons, read lamps and glass; the buttons in
    `held` are down from the start. `scoreboard` is the line to a display, a pseudo-terminal,
    whatever port the configuration names. `console` is the box itself, and `keeper` keeps its
    matches and captains.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        config: Config | None = None,
        *,
        held: frozenset[Button] = frozenset(),
        bus_khz: int | None = None,
        keeper: Keeper | None = None,
        on_misfit: Callable[[TossMisfit], None] | None = None,
    ) -> None:
        config = config or Config()
        self.parts = SimulatedParts(
            loop,
            buttons=config.buttons,
            lamps=config.lamps,
            screen=config.screen,
            held=held,
            bus_khz=bus_khz,
        )
        self.scoreboard = PtyLink(loop)
        driver = DRIVERS[config.scoreboard.driver]()
        self._feed = Feed(loop, self.scoreboard, driver, self.scoreboard.note_fault)
        self.console = BoxLoop(
            loop,
            Devices(self.parts.buttons, self.parts.lamps, self.parts.screen, self._feed),
            keeper=keeper,
            menu_hold_s=config.buttons.hold_s,
            on_misfit=on_misfit,
        )
        self.console.start()

    def close(self) -> None:
        """Stop as the box does when it is switched off."""
        self.console.close()
        self._feed.close()
        self.parts.close()
