"""The box on a Raspberry Pi: real parts, the event loop, and a clean end."""

import asyncio
import logging
import signal

from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.box.real import open_parts
from kingsgold.scoreboard.feed import open_feed

log = logging.getLogger("kingsgold")


def run_box(config: Config) -> None:
    """Run the box until it is switched off or told to stop (SIGTERM, SIGINT).

    Raises `BoxError` when a part can't be used.
    """
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    asyncio.run(_run(config))


async def _run(config: Config) -> None:
    loop = asyncio.get_running_loop()
    parts = open_parts(config.buttons, config.lamps, config.screen, loop, _note_screen)
    scoreboard = open_feed(config.scoreboard, loop, _note_scoreboard)
    try:
        box = BoxLoop(
            loop,
            parts.buttons,
            parts.lamps,
            parts.screen,
            stop_hold_s=config.buttons.hold_s,
            scoreboard=scoreboard,
        )
        for stop in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stop, box.switch_off)
        box.start()
        try:
            await box.finished()
        finally:
            box.close()
    finally:
        if scoreboard is not None:
            scoreboard.close()
        parts.close()


def _note_screen(fault: str | None) -> None:
    if fault is None:
        log.info("the screen answers again")
    else:
        log.warning("%s", fault)


def _note_scoreboard(fault: str | None) -> None:
    if fault is None:
        log.info("the scoreboard answers again")
    else:
        log.warning("%s", fault)
