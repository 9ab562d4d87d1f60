"""A box on a PC: the box's own loop on simulated parts."""

import asyncio
from collections.abc import Callable

from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.box.simulated import SimulatedParts
from kingsgold.table.dice import TossMisfit


class VirtualBox:
    """The box as it runs on the Pi, with other parts at the very edge.

    `parts` are the hands and eyes: press and release buttons, read lamps and glass. `console` is
    the box itself.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        config: Config | None = None,
        *,
        bus_khz: int | None = None,
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
        self.console = BoxLoop(
            loop,
            self.parts.buttons,
            self.parts.lamps,
            self.parts.screen,
            stop_hold_s=config.buttons.hold_s,
            on_misfit=on_misfit,
        )
        self.console.start()

    def close(self) -> None:
        """Stop as the box does when it is switched off."""
        self.console.close()
        self.parts.close()
