"""`kingsgold selftest`: everything on the box once; a captain presses, looks and listens."""

import asyncio
import contextlib
from collections.abc import Callable

from PIL import Image

from kingsgold.app.config import Config
from kingsgold.app.doctor import Machine
from kingsgold.box.parts import BoxError, Brightness, Button, Buttons, Lamps, Screen, Sound, Tune
from kingsgold.box.real import open_parts
from kingsgold.box.simulated import SimulatedParts
from kingsgold.box.sound import TUNES
from kingsgold.scoreboard.board import Board, CaptainLine
from kingsgold.scoreboard.feed import Feed, open_feed
from kingsgold.screens import draw
from kingsgold.screens.views import Notice, TestCard, View

PATIENCE_S = 30.0
"""Seconds that a captain has for a press or an answer."""

PAUSE_S = 0.4
"""Seconds between tunes, and between the numbers on the scoreboard."""

_NOBODY: frozenset[Button] = frozenset()
_YES_OR_NO = frozenset({Button.ROLL, Button.STOP})


class Faults:
    """What the parts report by themselves, while it lasts."""

    def __init__(self) -> None:
        self._present: dict[str, str] = {}

    @property
    def present(self) -> list[str]:
        """The faults that there are now."""
        return list(self._present.values())

    def noter(self, part: str) -> Callable[[str | None], None]:
        """What to call with a fault of `part`, and with None when it is over."""

        def note(fault: str | None) -> None:
            if fault is None:
                self._present.pop(part, None)
            else:
                self._present[part] = fault

        return note


class SelfTest:
    """The test of one box; `run` does it.

    `sound` and `scoreboard` are None for a box without; `faults` are those of its parts. What the
    captain has to do is on the screen, and goes to `tell` line by line, for whoever sits at a
    terminal.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        buttons: Buttons,
        lamps: Lamps,
        screen: Screen,
        sound: Sound | None,
        scoreboard: Feed | None,
        faults: "Faults",
        tell: Callable[[str], None],
    ) -> None:
        self._loop = loop
        self._buttons = buttons
        self._lamps = lamps
        self._screen = screen
        self._sound = sound
        self._scoreboard = scoreboard
        self._tell = tell
        self._presses: asyncio.Queue[tuple[Button, bool]] = asyncio.Queue()
        self._count = 0
        self._failed: list[str] = []
        self._faults = faults

    async def run(self) -> list[str]:
        """Test every part; answers with what failed, one line each, and nothing for a good box."""
        self._buttons.listen(lambda button, down: self._presses.put_nowait((button, down)))
        self._screen.set_brightness(Brightness.FULL)
        for number, button in enumerate(Button, 1):
            await self._test_button(button, number)
        await self._test_screen()
        await self._test_sound()
        await self._test_scoreboard()
        failed = [*self._failed, *self._faults.present]
        self._lamps.show(_NOBODY)
        self._screen.show(_picture(_verdict(failed)))
        self._tell("passed" if not failed else f"failed: {'; '.join(failed)}")
        return failed

    async def _test_button(self, button: Button, number: int) -> None:
        self._lamps.show(frozenset({button}))
        self._ask(
            Notice("Buttons", "Press the button that is lit.", f"{number} of {len(Button)}"),
            f"{number} of {len(Button)}: press the button that is lit (it should be {button.name})",
        )
        wrong = await self._until(button, True)
        if wrong is not None:
            others = " and ".join(sorted({other.name for other in wrong}))
            self._fail(
                f"{button.name}: its lamp did not light, or its press did not arrive"
                + (f", but that of {others}: are wires swapped?" if others else "")
            )
        elif await self._until(button, False) is not None:
            self._fail(f"{button.name}: it was not released; does it stick?")

    async def _until(self, button: Button, down: bool) -> list[Button] | None:
        """Wait for `button` to go down or up; without it, answer with what was pressed instead."""
        instead: list[Button] = []
        try:
            async with asyncio.timeout(PATIENCE_S):
                while (event := await self._presses.get()) != (button, down):
                    if event[1]:
                        instead.append(event[0])
        except TimeoutError:
            return instead
        return None

    async def _test_screen(self) -> None:
        self._lamps.show(_YES_OR_NO)
        self._ask(TestCard(), "is there an unbroken frame at all four edges? ROLL: yes, STOP: no")
        await self._answer(
            "screen: the test card is not as it should be; try another driver or "
            "column_offset under [screen]"
        )

    async def _test_sound(self) -> None:
        if self._sound is None:
            self._tell("no buzzer is configured")
            return
        self._lamps.show(_NOBODY)
        for tune in Tune:
            self._ask(Notice("Sound", f"Listen: {tune}"), f"listen: {tune}")
            self._sound.play(tune)
            await asyncio.sleep(sum(note.ms for note in TUNES[tune]) / 1000 + PAUSE_S)
        await self._ask_yes_or_no(
            "Sound",
            f"Have you heard {len(Tune)} tunes?",
            "sound: nothing is heard; is the buzzer a passive one, and sound.volume not 0?",
        )

    async def _test_scoreboard(self) -> None:
        if self._scoreboard is None:
            self._tell("no scoreboard is configured")
            return
        self._scoreboard.start(self._board, lambda _: None)
        counting = self._loop.create_task(self._keep_counting(self._scoreboard))
        try:
            await self._ask_yes_or_no(
                "Scoreboard",
                "Does it count?",
                "scoreboard: it does not count; kingsgold doctor looks at its port",
            )
        finally:
            counting.cancel()

    async def _keep_counting(self, scoreboard: Feed) -> None:
        while True:
            await asyncio.sleep(PAUSE_S)
            self._count += 1
            scoreboard.refresh()

    def _board(self) -> Board:
        names = ("Anne", "Jack")
        captains = tuple(CaptainLine(name=name, points=self._count) for name in names)
        return Board(game="kings-gold", phase="playing", round=1, captains=captains)

    async def _ask_yes_or_no(self, title: str, question: str, failure: str) -> None:
        self._lamps.show(_YES_OR_NO)
        self._ask(Notice(title, question, "ROLL yes  STOP no"), f"{question} ROLL: yes, STOP: no")
        await self._answer(failure)

    async def _answer(self, failure: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while (event := await self._presses.get()) != (Button.ROLL, True):
                    if event == (Button.STOP, True):
                        self._fail(failure)
                        return
        except TimeoutError:
            self._fail(f"{failure} (nobody has answered)")

    def _ask(self, view: View, words: str) -> None:
        # What was pressed before the question is no answer to it.
        while not self._presses.empty():
            self._presses.get_nowait()
        self._screen.show(_picture(view))
        self._tell(words)

    def _fail(self, failure: str) -> None:
        self._failed.append(failure)
        self._tell(f"FAILED: {failure}")


async def try_box(config: Config, tell: Callable[[str], None], machine: Machine) -> list[str]:
    """Test the box on this Pi, as `SelfTest.run` does. Raises BoxError when a part can't be had."""
    if machine.run("systemctl", "is-active", "kingsgold.service") == "active":
        raise BoxError(
            "the service has the box: sudo systemctl stop kingsgold, and start it again afterwards"
        )
    loop = asyncio.get_running_loop()
    faults = Faults()
    with contextlib.ExitStack() as opened:
        parts = open_parts(
            config.buttons,
            config.lamps,
            config.screen,
            loop,
            faults.noter("screen"),
            sound=config.sound,
            on_button_fault=faults.noter("buttons"),
        )
        opened.callback(parts.close)
        scoreboard = open_feed(config.scoreboard, loop, faults.noter("scoreboard"))
        if scoreboard is not None:
            opened.callback(scoreboard.close)
        sound = None if config.sound.pin is None else parts.sound
        test = SelfTest(
            loop, parts.buttons, parts.lamps, parts.screen, sound, scoreboard, faults, tell
        )
        return await test.run()


async def try_simulated_box(config: Config, tell: Callable[[str], None]) -> list[str]:
    """Test a box that is not there; a captain of the program's does all that is asked."""
    loop = asyncio.get_running_loop()
    parts = SimulatedParts(
        loop, buttons=config.buttons, lamps=config.lamps, screen=config.screen, sound=config.sound
    )
    sound = None if config.sound.pin is None else parts.sound
    test = SelfTest(loop, parts.buttons, parts.lamps, parts.screen, sound, None, Faults(), tell)
    try:
        return await rehearse(test, parts)
    finally:
        parts.close()


async def rehearse(test: SelfTest, parts: SimulatedParts) -> list[str]:
    """The test of a simulated box, by a captain who does all that is asked."""
    captain = asyncio.get_running_loop().create_task(_obey(parts))
    try:
        return await test.run()
    finally:
        captain.cancel()


async def _obey(parts: SimulatedParts) -> None:
    while True:
        await asyncio.sleep(1)
        lit = parts.lit
        if lit:
            button = Button.ROLL if Button.ROLL in lit else min(lit)
            parts.press(button)
            await asyncio.sleep(0.2)
            parts.release(button)


def _picture(view: View) -> Image.Image:
    return draw(view).image


def _verdict(failed: list[str]) -> Notice:
    if not failed:
        return Notice("Passed", "All that was tested works.")
    parts = ", ".join(dict.fromkeys(failure.split(":")[0] for failure in failed))
    return Notice("Failed", parts)
