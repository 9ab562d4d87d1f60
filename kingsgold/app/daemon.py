"""The box on a Raspberry Pi: real parts, the event loop, and a clean end."""

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path

from kingsgold.app.boxloop import BoxLoop, Devices
from kingsgold.app.config import Config
from kingsgold.app.faults import Faults
from kingsgold.app.habits import habits
from kingsgold.app.keeper import NoKeeper, StoreKeeper, store_to_play
from kingsgold.app.logs import log_to
from kingsgold.app.memory import Memory
from kingsgold.app.notify import Notifier
from kingsgold.app.power import power_off
from kingsgold.app.status import status_line
from kingsgold.box.real import open_parts
from kingsgold.scoreboard.feed import open_feed
from kingsgold.store import Store


def run_box(config: Config, data: Path) -> None:
    """Run the box until it is switched off or told to stop (SIGTERM, SIGINT).

    Matches and captains are kept in the directory `data`. When a captain switches the box off, so
    is the computer. Raises `BoxError` when a part can't be used, or the computer can't be switched
    off, and `StoreError` when nobody can play in `data`. On a disk that is full or fails the box
    plays, and keeps nothing.
    """
    logging.basicConfig(level=logging.INFO, handlers=[log_to(sys.stderr, os.environ)])
    with store_to_play(data) as store:
        asyncio.run(_run(config, data, store))


async def _run(config: Config, data: Path, store: Store | NoKeeper) -> None:
    loop = asyncio.get_running_loop()
    faults = Faults(loop.time)
    told_to_stop = False

    def stop() -> None:
        nonlocal told_to_stop
        told_to_stop = True
        box.switch_off()

    parts = open_parts(
        config.buttons,
        config.lamps,
        config.screen,
        loop,
        faults.noter("screen"),
        sound=config.sound,
        on_button_fault=faults.noter("buttons"),
    )
    remembers = isinstance(store, Store)
    keeper = StoreKeeper(store, loop, faults.noter("log")) if remembers else store
    scoreboard = open_feed(config.scoreboard, loop, faults.noter("scoreboard"))
    try:
        box = BoxLoop(
            loop,
            Devices(parts.buttons, parts.lamps, parts.screen, parts.sound, scoreboard),
            habits=habits(config),
            keeper=keeper,
            memory=Memory(data),
            faults=faults,
        )
        notifier = Notifier(os.environ, loop, lambda: status_line(box.table, faults.present))
        for signal_ in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signal_, stop)
        box.start()
        # The loop takes what is due in its order, so the first picture is on its way by then.
        loop.call_soon(notifier.ready)
        try:
            await box.finished()
        finally:
            notifier.stopping()
            box.close()
    finally:
        parts.close()
        if scoreboard is not None:
            scoreboard.close()
        keeper.close()
    if not told_to_stop:
        await power_off()
