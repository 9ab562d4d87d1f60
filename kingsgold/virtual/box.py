"""A box on a PC: the box's own loop on simulated parts."""

import asyncio
from collections.abc import Callable

from kingsgold.app.boxloop import BoxLoop, Devices
from kingsgold.app.config import Config
from kingsgold.app.faults import Faults
from kingsgold.app.habits import habits
from kingsgold.app.keeper import Keeper, StoreKeeper
from kingsgold.app.memory import Memory
from kingsgold.box.parts import Button
from kingsgold.box.simulated import SimulatedParts
from kingsgold.scoreboard.feed import DRIVERS, Feed
from kingsgold.scoreboard.simulated import PtyLink
from kingsgold.store import Store
from kingsgold.table.dice import TossMisfit


class VirtualBox:
    """The box as it runs on the Pi, with other parts at the very edge.

    `parts` are the hands and eyes: press and release buttons, read lamps and glass; the buttons in
    `held` are down from the start. `scoreboard` is the line to a display, a pseudo-terminal,
    whatever port the configuration names. `console` is the box itself, and `faults` is what is
    wrong with it. It keeps everything in `store`, which is open to play, if there is one, else what
    `keeper` keeps.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        config: Config | None = None,
        *,
        held: frozenset[Button] = frozenset(),
        bus_khz: int | None = None,
        store: Store | None = None,
        keeper: Keeper | None = None,
        on_misfit: Callable[[TossMisfit], None] | None = None,
    ) -> None:
        config = config or Config()
        self.faults = Faults(loop.time)
        self.parts = SimulatedParts(
            loop,
            buttons=config.buttons,
            lamps=config.lamps,
            screen=config.screen,
            sound=config.sound,
            held=held,
            bus_khz=bus_khz,
            on_fault=self.faults.noter("screen"),
            on_button_fault=self.faults.noter("buttons"),
        )
        self.scoreboard = PtyLink(loop, lambda fault: self._feed.note_line(fault))
        driver = DRIVERS[config.scoreboard.driver]()
        self._feed = Feed(loop, self.scoreboard, driver, self._note_scoreboard)
        self._keeper = None
        if store is not None:
            self._keeper = StoreKeeper(store, loop, self.faults.noter("log"))
        parts = self.parts
        self.console = BoxLoop(
            loop,
            Devices(parts.buttons, parts.lamps, parts.screen, parts.sound, self._feed),
            habits=habits(config),
            keeper=self._keeper or keeper,
            memory=None if store is None else Memory(store.path.parent),
            faults=self.faults,
            on_misfit=on_misfit,
        )
        self.console.start()

    def close(self) -> None:
        """Stop as the box does when it is switched off."""
        self.console.close()
        self._feed.close()
        self.parts.close()
        if self._keeper is not None:
            self._keeper.close()

    def _note_scoreboard(self, fault: str | None) -> None:
        self.scoreboard.note_fault(fault)
        self.faults.noter("scoreboard")(fault)
