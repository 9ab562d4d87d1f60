"""A box on a PC: the box's own loop on simulated parts."""

import asyncio
from collections.abc import Callable

from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.box.simulated import SimulatedParts
from kingsgold.scoreboard.feed import DRIVERS, Feed
from kingsgold.scoreboard.simulated import PtyLink
from kingsgold.table.dice import Source, TossMisfit


class VirtualBox:
    """The box as it runs on the Pi, with other parts at the very edge.

    `parts` are the hands and eyes: press and release buttons, read lamps and glass. `scoreboard` is
    the line to a display, a pseudo-terminal, whatever port the configuration names. `console` is
    the box itself; `chance` throws its dice where no script does.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        config: Config | None = None,
        *,
        bus_khz: int | None = None,
        chance: Source | None = None,
        on_misfit: Callable[[TossMisfit], None] | None = None,
    ) -> None:
        config = config or Config()
        self.parts = SimulatedParts(
            loop,
            buttons=config.buttons,
            lamps=config.lamps,
            screen=config.screen,
            bus_khz=bus_khz,
        )
        self.scoreboard = PtyLink(loop)
        driver = DRIVERS[config.scoreboard.driver]()
        self._feed = Feed(loop, self.scoreboard, driver, self.scoreboard.note_fault)
        self.console = BoxLoop(
            loop,
            self.parts.buttons,
            self.parts.lamps,
            self.parts.screen,
            stop_hold_s=config.buttons.hold_s,
            scoreboard=self._feed,
            chance=chance,
            on_misfit=on_misfit,
        )
        self.console.start()

    def close(self) -> None:
        """Stop as the box does when it is switched off."""
        self.console.close()
        self._feed.close()
        self.parts.close()
