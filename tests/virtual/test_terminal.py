"""The terminal box, played by Textual's pilot in simulated time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from PIL import Image, ImageOps
from textual.pilot import Pilot
from textual.widgets import Static

from kingsgold.app import ui as u
from kingsgold.app.boxloop import BoxLoop
from kingsgold.app.config import Config
from kingsgold.app.helm import deeds
from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.parts import Button
from kingsgold.box.simulated import SimulatedParts
from kingsgold.games import kings_gold, voyages
from kingsgold.virtual import terminal
from kingsgold.virtual.glass import Chronicle, Glass
from kingsgold.virtual.simtime import SimLoop
from kingsgold.virtual.terminal import BoxApp, TerminalBox, whole_picture
from tests.virtual.test_pixels import Bits, braille_bits, half_block_bits, picture_bits

SETTLED_S = 1.0
DIMS_S = 60.0
SMALLEST = (80, 24)
ROOMY = (130, 42)


class Player:
    """Somebody at the terminal: what they see, and their hands."""

    def __init__(self, app: BoxApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def console(self) -> BoxLoop:
        return self.app.box.console

    async def wait(self, seconds: float = SETTLED_S) -> None:
        await asyncio.sleep(seconds)

    async def type(self, keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.wait()

    async def hold_mouse(self, button: Button, seconds: float) -> None:
        await self.pilot.mouse_down(f"#{button}")
        await self.wait(seconds)
        await self.pilot.mouse_up(f"#{button}")
        await self.wait()

    @property
    def glass(self) -> Bits:
        glass = self.app.query_one(Glass)
        lines = [glass.render_line(y).text for y in range(glass.size.height)]
        return half_block_bits(lines) if glass.size.width == 128 else braille_bits(lines)

    @property
    def picture(self) -> Bits:
        return picture_bits(self.app.box.parts.picture())

    def on_button(self, button: Button) -> list[str]:
        """The lines of text on a button: lamp, key and name, then what it does."""
        texts = self.app.query_one(f"#{button}").query(Static)
        return [str(text.content) for text in texts if text.display and text.content]

    @property
    def lamps(self) -> set[Button]:
        return {button for button in Button if self.on_button(button)[0].startswith("●")}

    @property
    def told(self) -> list[str]:
        return str(self.app.query_one(Chronicle).render()).splitlines()

    @property
    def presses(self) -> list[tuple[Button, bool]]:
        return [(button, down) for _, button, down in self.app.box.parts.presses]

    async def start(self, setup: Any, *tosses: str) -> None:
        await self.console.begin(setup, tosses)
        await self.wait()


Scenario = Callable[[Player], Coroutine[Any, Any, None]]


@asynccontextmanager
async def playing(
    size: tuple[int, int] = SMALLEST, config: Config | None = None
) -> AsyncIterator[Player]:
    app = BoxApp(config or Config())
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await player.wait()
        yield player
        app.exit()
    assert app.trouble is None


def play(
    scenario: Scenario, size: tuple[int, int] = SMALLEST, config: Config | None = None
) -> None:
    async def run() -> None:
        async with playing(size, config) as player:
            await scenario(player)

    simulate(run())


def simulate(scenario: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=SimLoop) as runner:
        runner.run(scenario)


KINGS = kings_gold.Setup(captains=("Anne", "Jack"), starter=0)
THREE = kings_gold.Setup(captains=("Anne", "Jack", "Mary"), starter=0)
VOYAGES = voyages.Setup(captains=("Anne", "Jack"))


@pytest.mark.parametrize(
    ("size", "columns"), [(SMALLEST, 64), ((129, 60), 64), ((200, 41), 64), (ROOMY, 128)]
)
def test_the_glass_shows_the_bits_of_the_chip(size: tuple[int, int], columns: int) -> None:
    async def scenario(player: Player) -> None:
        assert player.app.query_one(Glass).size == (columns, columns // 4)
        title = player.picture
        assert player.glass == title
        await player.type("r")
        assert player.glass == player.picture != title

    play(scenario, size)


def test_the_glass_follows_a_resize() -> None:
    async def scenario(player: Player) -> None:
        for size in (ROOMY, SMALLEST):
            await player.pilot.resize_terminal(*size)
            await player.wait()
            assert player.app.query_one(Glass).size.width == (128 if size == ROOMY else 64)
            assert player.glass == player.picture

    play(scenario)


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5)])
def test_too_small_a_terminal_says_so(size: tuple[int, int]) -> None:
    async def scenario(player: Player) -> None:
        shown = [widget for widget in player.app.query(Static) if widget.size.area]
        assert [str(widget.content) for widget in shown] == [
            f"Too small: {size[0]}x{size[1]}, the box needs 80x24"
        ]
        assert player.app.query_one(Glass).size.area == 0
        await player.pilot.resize_terminal(*SMALLEST)
        await player.wait()
        assert player.glass == player.picture

    play(scenario, size)


@pytest.mark.parametrize("size", [SMALLEST, ROOMY])
def test_everything_fits_where_the_glass_does(size: tuple[int, int]) -> None:
    async def scenario(player: Player) -> None:
        await player.start(VOYAGES, "234#6")
        for text in player.app.query("LidButton Static"):
            if text.display:
                assert text.region in text.parent.region
        for button in player.app.query("LidButton"):
            assert button.region in player.app.screen.region
        assert player.app.query_one(Chronicle).size.height >= 3

    play(scenario, size)


def test_a_button_says_what_it_does() -> None:
    async def scenario(player: Player) -> None:
        assert player.on_button(Button.ROLL) == ["● r ROLL", "set up a match"]
        assert player.on_button(Button.STOP) == ["○ s STOP", "hold: power menu"]
        assert player.on_button(Button.LOCK) == ["○ l LOCK"]
        await player.type("r")
        assert player.on_button(Button.ROLL) == ["● r ROLL", "set sail"]
        assert player.on_button(Button.STOP) == ["● s STOP", "back"]

    play(scenario)


def test_the_lamps_are_those_of_the_box() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "OONRX", "OO")
        for keys in ("r", "l", "tl", "r", "s"):
            await player.type(keys)
            assert player.lamps == player.app.box.parts.lit
            assert player.lamps == set(deeds(player.console.ui, player.console.prompt))

    play(scenario)


def test_keys_play_a_turn_of_kings_gold() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "OONRX", "OO")
        await player.type("rltlr")
        state = player.console.table and player.console.table.state
        assert isinstance(state, kings_gold.State)
        assert state.dice == "OOOOX"
        await player.type("s")
        assert player.told[-3:] == [
            "Anne plunders 4 coins",
            "Anne ends the turn with 4 Coins, Skull: a heist of 4",
            "Round 1: Jack takes the dice",
        ]

    play(scenario)


def test_a_capital_letter_holds_its_button() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS)
        await player.pilot.press("S")
        await player.wait(1.4)
        assert isinstance(player.console.ui, u.InMatch)
        await player.wait(0.2)
        assert isinstance(player.console.ui, u.Paused)
        assert (Button.STOP, False) not in player.presses
        await player.wait(0.5)
        assert player.presses[-1] == (Button.STOP, False)

    play(scenario)


def test_a_hold_lasts_long_enough_for_the_menu_as_configured() -> None:
    async def scenario(player: Player) -> None:
        help_line = player.app.query_one("#help", Static)
        assert "L R S T hold 5.5 seconds" in str(help_line.content)
        await player.pilot.press("S")
        await player.wait(5.6)
        assert isinstance(player.console.ui, u.Power)

    play(scenario, config=Config(buttons=ButtonsConfig(hold_s=5.0)))


def test_a_capital_letter_that_repeats_itself_holds_once() -> None:
    async def scenario(player: Player) -> None:
        for _ in range(10):
            await player.pilot.press("L")
        await player.wait(10)
        assert player.presses == [(Button.LOCK, True), (Button.LOCK, False)]

    play(scenario)


@pytest.mark.parametrize("debounce_ms", [1, 20, 100])
def test_keys_typed_at_once_are_played_one_after_the_other(debounce_ms: int) -> None:
    async def scenario(player: Player) -> None:
        await player.start(THREE, "NNNRR")
        await player.type("rs")
        for key in "tttt":
            player.app.simulate_key(key)
        await player.wait(2)
        assert player.presses[-8:] == [(Button.TARGET, True), (Button.TARGET, False)] * 4
        assert player.console.ui == u.InMatch(player.console.ui.draft, pointer=0)
        player.app.simulate_key("t")
        player.app.simulate_key("r")
        await player.wait(2)
        assert player.told[-1] == "Anne fires at Mary: no coins"

    play(scenario, config=Config(buttons=ButtonsConfig(debounce_ms=debounce_ms)))


def test_the_mouse_taps() -> None:
    async def scenario(player: Player) -> None:
        await player.pilot.click("#roll")
        await player.wait()
        assert isinstance(player.console.ui, u.SetUp)

    play(scenario)


def test_a_button_is_down_while_the_mouse_is() -> None:
    async def scenario(player: Player) -> None:
        await player.pilot.mouse_down("#stop")
        await player.wait(1.4)
        assert isinstance(player.console.ui, u.Title)
        await player.wait(0.2)
        assert isinstance(player.console.ui, u.Power)
        assert player.presses == [(Button.STOP, True)]
        assert player.app.query_one("#stop").has_class("down")
        await player.pilot.mouse_up("#stop")
        await player.wait()
        assert player.presses[-1] == (Button.STOP, False)
        assert not player.app.query_one("#stop").has_class("down")

    play(scenario)


def test_a_button_is_released_wherever_the_mouse_is_by_then() -> None:
    async def scenario(player: Player) -> None:
        await player.pilot.mouse_down("#lock")
        await player.pilot.mouse_up("Glass")
        await player.wait()
        assert player.presses == [(Button.LOCK, True), (Button.LOCK, False)]

    play(scenario)


def test_a_key_and_the_mouse_on_one_button_press_it_once() -> None:
    async def scenario(player: Player) -> None:
        await player.pilot.press("L")
        await player.hold_mouse(Button.LOCK, 0.5)
        await player.wait(2)
        assert player.presses == [(Button.LOCK, True), (Button.LOCK, False)]

    play(scenario)


def test_the_chronicle_keeps_the_latest_lines_that_fit() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "XXXON", "XXXNO")
        await player.type("rr")
        assert len(player.told) == player.app.query_one(Chronicle).size.height
        assert player.told[-1] == "Round 2: Anne takes the dice"

    play(scenario)


def test_an_idle_box_draws_nothing() -> None:
    async def scenario(player: Player) -> None:
        drawn: list[object] = []
        glass = player.app.query_one(Glass)
        glass.show = drawn.append  # type: ignore[method-assign]
        await player.wait(DIMS_S - 2 * SETTLED_S)
        assert drawn == []
        await player.type("r")
        assert len(drawn) == 1

    play(scenario)


def test_a_picture_is_whole_when_it_is_drawn() -> None:
    async def run() -> None:
        parts = SimulatedParts(asyncio.get_running_loop())
        stripes = Image.new("1", (128, 64))
        for x in range(0, 128, 16):
            stripes.paste(1, (x, 0, x + 2, 64))
        parts.screen.show(stripes)
        assert picture_bits(await whole_picture(parts)) == picture_bits(stripes)
        inverse = ImageOps.invert(stripes)
        parts.screen.show(inverse)
        for _ in range(5):
            await asyncio.sleep(0)
        assert picture_bits(parts.picture()) not in (picture_bits(stripes), picture_bits(inverse))
        assert picture_bits(await whole_picture(parts)) == picture_bits(inverse)
        parts.close()

    simulate(run())


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_a_key_leaves_the_box(key: str) -> None:
    async def run() -> None:
        async with playing() as player:
            await player.pilot.press(key)
            await player.wait()
            assert not player.app.is_running
            assert player.app.box.parts.lit == frozenset()

    simulate(run())


def test_switching_the_box_off_ends_the_app() -> None:
    async def run() -> None:
        async with playing() as player:
            await player.type("S")
            await player.wait()
            await player.type("tr")
            assert not player.app.is_running

    simulate(run())


def test_an_app_that_ends_otherwise_closes_its_box() -> None:
    apps: list[BoxApp] = []

    async def scenario(player: Player) -> None:
        apps.append(player.app)

    play(scenario)
    assert apps[0].box.parts.lit == frozenset()


class Leak(Exception):  # noqa: N818 - boats have them
    pass


def leak(*_: object) -> None:
    raise Leak("water\nin the hold")


def broken_by(cause: Callable[[Player], Coroutine[Any, Any, None]]) -> str:
    troubles: list[str | None] = []

    async def run() -> None:
        app = BoxApp(Config())
        async with app.run_test(size=SMALLEST) as pilot:
            player = Player(app, pilot)
            await player.wait()
            await cause(player)
            await player.wait()
            assert not app.is_running
            troubles.append(app.trouble)

    simulate(run())
    assert troubles[0] is not None
    return troubles[0]


def test_a_box_that_breaks_ends_the_app_with_one_line() -> None:
    async def in_a_decision(player: Player) -> None:
        player.console.listen(leak)
        await player.type("rr")
        await player.type("r")

    async def in_a_timer(player: Player) -> None:
        asyncio.get_running_loop().call_later(0.1, leak)

    for cause in (in_a_decision, in_a_timer):
        assert broken_by(cause).startswith("the box broke: Leak: water in the hold (leak, line ")


def test_eyes_that_break_end_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    async def in_the_eyes(player: Player) -> None:
        monkeypatch.setattr(terminal, "deeds", leak)
        await player.type("r")

    assert broken_by(in_the_eyes).startswith("the box broke: Leak: ")


def test_the_line_goes_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(app: BoxApp) -> None:
        app.trouble = "the box broke"

    monkeypatch.setattr(BoxApp, "run", run)
    with pytest.raises(SystemExit, match=r"^kingsgold: the box broke$"):
        TerminalBox(Config()).run()


def test_leaving_a_sound_box_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoxApp, "run", lambda _: None)
    TerminalBox(Config()).run()
