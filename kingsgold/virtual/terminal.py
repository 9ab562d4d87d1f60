"""The box in a terminal: its glass, its four buttons with their lamps, and what has happened."""

import asyncio
import contextlib
import sys
import traceback
from collections.abc import AsyncGenerator, Sequence
from typing import Any, ClassVar

from PIL import Image
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from kingsgold.app.config import Config
from kingsgold.app.helm import deeds, holds
from kingsgold.app.keeper import NoKeeper
from kingsgold.box.parts import Button
from kingsgold.box.simulated import SimulatedParts
from kingsgold.store import Store
from kingsgold.virtual.box import VirtualBox
from kingsgold.virtual.chronicle import told
from kingsgold.virtual.display import Display
from kingsgold.virtual.glass import GlassApp, Lines

HOLD_S = 2.0
"""Seconds that a capital letter holds its button; terminals don't tell when a key is let go."""

HOLD_MARGIN_S = 0.5
"""Seconds by which that outlasts the hold of the menu, where the menu's is set to be long."""

LOOK_S = 1 / 20
"""Seconds between two looks at glass and lamps."""

SIDE_BY_SIDE = (130, 5)
"""The columns and rows from which on there is room for chronicle and scoreboard at once."""

KEYS = {button.value[0]: button for button in Button}
"""The first letter of each button is its key."""

STROKES_AHEAD = 8
"""Keys that wait for their turn; a key that repeats itself must not play on for long."""

HELP = "l r s t tap · L R S T hold {:g} seconds · or the mouse · b scoreboard · q quits"


class TerminalBox:
    """A virtual box that is played in the terminal which the program runs in.

    `store` keeps its matches and captains; without one they are forgotten.
    """

    def __init__(self, config: Config, store: Store | NoKeeper | None = None) -> None:
        self._app = BoxApp(config, store)

    def run(self) -> None:
        """Play until the box is switched off or left.

        Raises SystemExit with one line when the box breaks.
        """
        self._app.run()
        if self._app.trouble is not None:
            sys.exit(f"kingsgold: {self._app.trouble}")


class LidButton(Vertical):
    """One button: its lamp, its key, and what it does now. The mouse presses it."""

    class Moved(Message):
        """The mouse pressed or released a button."""

        def __init__(self, button: Button, down: bool) -> None:
            super().__init__()
            self.button = button
            self.down = down

    def __init__(self, button: Button) -> None:
        super().__init__(id=button.value)
        self._button = button
        self._shown: tuple[bool, bool, str, str] | None = None
        self._name = Static(classes="name", markup=False)
        self._deed = Static(markup=False)
        self._hold = Static(classes="hold", markup=False)

    def compose(self) -> ComposeResult:
        """The lamp with the name, the deed of a tap, and that of a hold."""
        yield self._name
        yield self._deed
        yield self._hold

    def show(self, *, lit: bool, down: bool, deed: str, hold: str) -> None:
        """Draw the lamp, and say what a tap and a hold do; empty where they do nothing."""
        if (shown := (lit, down, deed, hold)) == self._shown:
            return
        self._shown = shown
        self.set_class(lit, "lit")
        self.set_class(down, "down")
        lamp = "●" if lit else "○"
        self._name.update(f"{lamp} {self._button.value[0]} {self._button.upper()}")
        self._deed.update(deed)
        self._deed.display = bool(deed)
        self._hold.update(f"hold: {hold}" if hold else "")

    def on_mouse_down(self) -> None:
        """Press the button, and hear of the release wherever it happens."""
        self.capture_mouse()
        self.post_message(self.Moved(self._button, True))

    def on_mouse_up(self) -> None:
        """Release the button."""
        self.release_mouse()
        self.post_message(self.Moved(self._button, False))


class Told(Horizontal):
    """Chronicle and scoreboard: side by side, or one of them where there is less room."""

    def on_resize(self, event: events.Resize) -> None:
        """See whether there is room for both."""
        columns, rows = SIDE_BY_SIDE
        self.set_class(event.size.width >= columns and event.size.height >= rows, "wide")


class BoxApp(GlassApp):
    """The terminal's screen and keys, around a virtual box on the app's own loop."""

    BINDINGS: ClassVar[list[BindingType]] = [("b", "turn_over", "Chronicle or scoreboard")]
    CSS = (
        GlassApp.CSS
        + """
    #lid { layout: vertical; width: 1fr; height: 18; }
    Screen.roomy #lid { layout: horizontal; height: 4; }
    LidButton { height: 4; padding-left: 1; color: ansi_default; }
    #roll, #stop { height: 5; }
    Screen.roomy LidButton { width: 1fr; height: 4; }
    LidButton Static { color: ansi_default; background: ansi_default; }
    LidButton .name { background: ansi_bright_black; color: ansi_white; }
    LidButton.lit .name { background: ansi_bright_yellow; color: ansi_black; text-style: bold; }
    LidButton.down .name { text-style: underline; }
    LidButton .hold { text-style: dim; }

    Told { height: 1fr; background: ansi_default; }
    Told #scoreboard, Told.turned Chronicle { display: none; }
    Told.turned #scoreboard { display: block; }
    Told.wide Chronicle { display: block; width: 80; }
    Told.wide #scoreboard { display: block; padding-left: 1; }
    """
    )

    def __init__(self, config: Config, store: Store | NoKeeper | None = None) -> None:
        super().__init__()
        self.trouble: str | None = None
        """What broke the box, in one line."""
        self._config = config
        self._store = store
        self._hold_s = max(HOLD_S, config.buttons.hold_s + HOLD_MARGIN_S)
        self._box: VirtualBox | None = None
        self._down: set[Button] = set()
        self._strokes: asyncio.Queue[str] = asyncio.Queue(STROKES_AHEAD)
        self._holding: str | None = None
        self._lid = {button: LidButton(button) for button in Button}
        self._scoreboard = Lines(id="scoreboard")

    @property
    def box(self) -> VirtualBox:
        """The box that is being played."""
        assert self._box is not None
        return self._box

    def compose(self) -> ComposeResult:
        """Glass and lid, the chronicle and the scoreboard, and a line of help."""
        yield self._too_small
        with Container(id="box"):
            yield self._glass
            with Container(id="lid"):
                yield from self._lid.values()
        with Told(classes="told"):
            yield self._chronicle
            yield self._scoreboard
        yield Static(HELP.format(self._hold_s), id="help", markup=False)

    def on_mount(self) -> None:
        """Switch the box on."""
        self.run_worker(self._live())

    def action_turn_over(self) -> None:
        """Show the scoreboard in place of the chronicle, or the other way round."""
        self.query_one(Told).toggle_class("turned")

    async def action_quit(self) -> None:
        """Switch the box off, which ends the app."""
        self.box.console.switch_off()

    # The box

    async def _live(self) -> None:
        """Play until the box is off; whatever breaks it ends the app."""
        try:
            async with self._powered_box() as box:
                await box.console.finished()
        except Exception as error:
            self._fail(error)
        self.exit()

    @contextlib.asynccontextmanager
    async def _powered_box(self) -> AsyncGenerator[VirtualBox]:
        """A box with a hand for the keys and an eye for the glass."""
        loop = asyncio.get_running_loop()
        # What breaks in a timer of the box, such as a picture, reaches nobody else.
        loop.set_exception_handler(lambda _, context: self._fail(context.get("exception")))
        kept = self._store
        store = kept if isinstance(kept, Store) else None
        keeper = kept if isinstance(kept, NoKeeper) else None
        box = self._box = VirtualBox(loop, self._config, store=store, keeper=keeper)
        box.console.listen(self._on_decision)
        helpers = [loop.create_task(self._play_strokes(box)), loop.create_task(self._watch(box))]
        for helper in helpers:
            helper.add_done_callback(self._on_helper_done)
        try:
            yield box
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.wait(helpers)
            box.close()
            loop.set_exception_handler(None)

    def _on_helper_done(self, helper: asyncio.Task[None]) -> None:
        if not helper.cancelled():
            self._fail(helper.exception())

    def _fail(self, error: BaseException | None) -> None:
        """Remember the first thing that broke the box, and switch it off."""
        if self.trouble is None:
            self.trouble = _one_line(error)
        if self._box is not None:
            self._box.console.switch_off()

    # Hands

    def on_key(self, event: events.Key) -> None:
        """Queue a stroke for the key of a button; a capital that repeats itself holds on."""
        key = event.character or ""
        if key.lower() in KEYS and key != self._holding:
            with contextlib.suppress(asyncio.QueueFull):
                self._strokes.put_nowait(key)

    async def _play_strokes(self, box: VirtualBox) -> None:
        """Press and release buttons as the keys say, one after the other."""
        stroke_s = 2 * self._config.buttons.debounce_ms / 1000
        while True:
            key = await self._strokes.get()
            button = KEYS[key.lower()]
            self._holding = key if key.isupper() else None
            self._move(box, button, True)
            await asyncio.sleep(self._hold_s if self._holding else stroke_s)
            self._holding = None
            self._move(box, button, False)
            await asyncio.sleep(stroke_s)

    def on_lid_button_moved(self, message: LidButton.Moved) -> None:
        """Press or release the button under the mouse."""
        if not self.box.console.off:
            self._move(self.box, message.button, message.down)

    def _move(self, box: VirtualBox, button: Button, down: bool) -> None:
        if down == (button in self._down):
            return
        if down:
            self._down.add(button)
            box.parts.press(button)
        else:
            self._down.remove(button)
            box.parts.release(button)

    # Eyes

    async def _watch(self, box: VirtualBox) -> None:
        """Look at the box again and again, and draw what has changed."""
        seen_bytes = -1
        seen_lid: Any = None
        seen_room = self._scoreboard.size
        display = Display(box.scoreboard.port_name)
        while True:
            if box.parts.bytes_sent != seen_bytes:
                self._glass.show(await whole_picture(box.parts))
                seen_bytes = box.parts.bytes_sent
            table = box.console.table
            lid = (box.console.ui, table and table.state, box.parts.lit, frozenset(self._down))
            if lid != seen_lid:
                seen_lid = lid
                self._show_lid(box)
            pieces, room = box.scoreboard.take_history(), self._scoreboard.size
            for _, piece in pieces:
                display.read(piece)
            if pieces or room != seen_room:
                seen_room = room
                self._scoreboard.show(display.lines(room.width, room.height))
            await asyncio.sleep(LOOK_S)

    def _show_lid(self, box: VirtualBox) -> None:
        ui, prompt, lit = box.console.ui, box.console.prompt, box.parts.lit
        taps, held = deeds(ui, prompt), holds(ui, prompt)
        for button, widget in self._lid.items():
            widget.show(
                lit=button in lit,
                down=button in self._down,
                deed=taps[button].label if button in taps else "",
                hold=held[button].value if button in held else "",
            )

    def _on_decision(self, _before: Any, after: Any, happened: Sequence[Any]) -> None:
        self._chronicle.tell(told(after, happened))


async def whole_picture(parts: SimulatedParts) -> Image.Image:
    """What the glass shows once everything that is on its way has arrived."""
    sent = -1
    while sent != parts.bytes_sent:
        sent = parts.bytes_sent
        # The writer sends one span each time the loop comes round.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    return parts.picture()


def _one_line(error: BaseException | None) -> str:
    """What went wrong and where, for a report."""
    if error is None:
        return "the box broke"
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].name}, line {frames[-1].lineno})" if frames else ""
    message = " ".join(str(error).split())
    return f"the box broke: {type(error).__name__}: {message}{where}"
