"""The replay in a terminal, looked through by Textual's pilot in simulated time."""

import asyncio
import contextlib
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Static

from kingsgold.cli import main
from kingsgold.games import kings_gold as kg
from kingsgold.screens import draw
from kingsgold.store import Match
from kingsgold.table.journal import Decision
from kingsgold.virtual.glass import Chronicle, Glass
from kingsgold.virtual.positions import Replay
from kingsgold.virtual.replay import ReplayApp
from kingsgold.virtual.simtime import SimLoop
from tests.store.played import KINGS_GOLD, VOYAGES, Box
from tests.virtual.test_pixels import Bits, braille_bits, half_block_bits, picture_bits

SMALLEST = (80, 24)
ROOMY = (130, 42)
LONG_S = 3600.0


class Onlooker:
    """Somebody at the terminal: what they see, and their keys."""

    def __init__(self, app: ReplayApp, pilot: Pilot[None], replay: Replay) -> None:
        self.app = app
        self.pilot = pilot
        self.replay = replay

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    @property
    def glass(self) -> Bits:
        glass = self.app.query_one(Glass)
        lines = [glass.render_line(y).text for y in range(glass.size.height)]
        return half_block_bits(lines) if glass.size.width == 128 else braille_bits(lines)

    def shows(self, number: int) -> bool:
        """Whether everything on the terminal is that of position `number`."""
        position = self.replay.positions[number]
        told = str(self.app.query_one(Chronicle).render()).splitlines()
        height = self.app.query_one(Chronicle).size.height
        lines = [line for p in self.replay.positions[: number + 1] for line in p.lines]
        return (
            self.app.position == position
            and self.glass == picture_bits(draw(position.view).image)
            and told == lines[-height:]
            and f"{number} of {self.replay.last}" in self.text("where")
        )

    def text(self, part: str) -> str:
        return str(self.app.query_one(f"#{part}", Static).content)


Played = tuple[Match, Any]
Scenario = Callable[[Onlooker], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    matches: dict[str, Played] = {}
    for setup in (KINGS_GOLD, VOYAGES):
        with Box(tmp_path_factory.mktemp("data")) as box:
            match, decisions = box.play(setup, seed=5)
            matches[match.game_name] = match, decisions
    return matches


def look(
    played: tuple[Match, list[Decision]], scenario: Scenario, size: tuple[int, int] = SMALLEST
) -> None:
    async def run() -> None:
        replay = Replay(*played, (), asyncio.get_running_loop())
        app = ReplayApp(replay)
        async with app.run_test(size=size) as pilot:
            await scenario(Onlooker(app, pilot, replay))

    with asyncio.Runner(loop_factory=SimLoop) as runner:
        runner.run(run())


@pytest.mark.parametrize("game", ["kings-gold", "voyages"])
@pytest.mark.parametrize("size", [SMALLEST, ROOMY])
def test_steps_show_each_position(
    game: str, size: tuple[int, int], played: dict[str, Played]
) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        assert onlooker.shows(0)
        for number in range(1, 9):
            await onlooker.press("right")
            assert onlooker.shows(number)
        for number in range(7, -1, -1):
            await onlooker.press("left")
            assert onlooker.shows(number)
        await onlooker.press("left")
        assert onlooker.shows(0)

    look(played[game], scenario, size)


def test_home_end_and_turns(played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        replay = onlooker.replay
        await onlooker.press("end")
        assert onlooker.shows(replay.last)
        assert onlooker.text("where").endswith("over")
        await onlooker.press("right")
        assert onlooker.shows(replay.last)
        await onlooker.press("up")
        assert onlooker.shows(replay.turn(replay.last, -1))
        await onlooker.press("home")
        assert onlooker.shows(0)
        await onlooker.press("down", "down")
        assert onlooker.shows(replay.turn(replay.turn(0, 1), 1))

    look(played["kings-gold"], scenario)


@pytest.mark.parametrize("game", ["kings-gold", "voyages"])
def test_playing_shows_scenes_and_ends_at_the_end(game: str, played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        before = [picture_bits(draw(p.view).image) for p in onlooker.replay.positions]
        await onlooker.press("space")
        assert "playing" in onlooker.text("pace")
        await onlooker.wait(0.2)
        assert onlooker.glass not in before
        await onlooker.press("end", "up", "up", "plus", "plus", "plus", "space")
        await onlooker.wait(LONG_S)
        assert onlooker.shows(onlooker.replay.last)
        assert not onlooker.app.playing
        assert "paused" in onlooker.text("pace")

    look(played[game], scenario)


@pytest.mark.parametrize(("key", "step"), [("space", 0), ("left", -1), ("right", 1)])
def test_a_key_pauses_where_it_is(key: str, step: int, played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        await onlooker.press("space")
        await onlooker.wait(5)
        at = onlooker.app.position.number
        assert 0 < at < onlooker.replay.last
        await onlooker.press(key)
        await onlooker.wait(LONG_S)
        assert onlooker.shows(at + step)
        assert "paused" in onlooker.text("pace")

    look(played["kings-gold"], scenario)


def test_play_at_the_end_begins_anew(played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        await onlooker.press("end", "space")
        await onlooker.wait(0.1)
        assert onlooker.app.position.number == 1
        assert onlooker.app.playing

    look(played["voyages"], scenario)


def test_speeds_go_up_and_down(played: dict[str, Played]) -> None:
    reached: dict[str, int] = {}

    async def scenario(onlooker: Onlooker) -> None:
        for keys, speed in (("", "1"), ("+++++", "8"), ("------", "0.5")):
            await onlooker.press("home", *("plus" if key == "+" else "minus" for key in keys))
            assert onlooker.text("pace").endswith(f"speed {speed}")
            await onlooker.press("space")
            await onlooker.wait(10)
            reached[speed] = onlooker.app.position.number

    look(played["kings-gold"], scenario)
    assert reached["0.5"] < reached["1"] < reached["8"]


@pytest.mark.parametrize("size", [SMALLEST, ROOMY])
def test_it_says_what_is_played(size: tuple[int, int], played: dict[str, Played]) -> None:
    match, _ = played["kings-gold"]

    async def scenario(onlooker: Onlooker) -> None:
        said = onlooker.text("match").splitlines()
        assert said == [
            "King's Gold campaign",
            match.id,
            match.started[:10],
            "unfinished, scripted",
        ]
        for part in ("match", "where", "pace"):
            widget = onlooker.app.query_one(f"#{part}")
            assert widget.region in onlooker.app.query_one("#place").region
            room = widget.content_size
            rows = [
                row for line in onlooker.text(part).splitlines() for row in wrap(line, room.width)
            ]
            assert room.height >= len(rows)

    scripted = replace(match, script=("O",))
    look((scripted, played["kings-gold"][1]), scenario, size)


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_a_key_leaves_also_while_it_plays(key: str, played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        await onlooker.press("space")
        await onlooker.wait(1)
        await onlooker.press(key)
        await onlooker.wait(1)
        assert not onlooker.app.is_running

    look(played["voyages"], scenario)


def test_too_small_a_terminal_says_so(played: dict[str, Played]) -> None:
    async def scenario(onlooker: Onlooker) -> None:
        shown = [widget for widget in onlooker.app.query(Static) if widget.size.area]
        assert [str(widget.content) for widget in shown] == [
            "Too small: 79x24, the box needs 80x24"
        ]
        assert onlooker.app.query_one(Chronicle).size.area == 0
        await onlooker.pilot.resize_terminal(*SMALLEST)
        await onlooker.wait(1)
        assert onlooker.shows(0)

    look(played["kings-gold"], scenario, (79, 24))


# The command


def run(data: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, ["replay", *arguments, "--data", str(data)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with Box(tmp_path) as box:
        box.play(kg.Setup(captains=("Anne", "Jack"), starter=0), most=5)
    return tmp_path


def the_match(data: Path) -> str:
    with contextlib.closing(sqlite3.connect(data / "kingsgold.db")) as db, db:
        return db.execute("SELECT id FROM matches").fetchone()[0]


def test_without_a_terminal_there_is_a_hint(data: Path) -> None:
    match_id = the_match(data)
    result = run(data, match_id)
    assert result.exit_code == 2
    assert result.stderr.endswith(f"for scripts there is: kingsgold export {match_id}\n")


def test_an_unknown_match_is_one_line(data: Path) -> None:
    result = run(data, "nosuch")
    assert result.exit_code == 2
    assert result.stderr == (
        "kingsgold: there is no match 'nosuch'; kingsgold matches lists them\n"
    )


def test_a_damaged_match_is_one_line(data: Path) -> None:
    match_id = the_match(data)
    with contextlib.closing(sqlite3.connect(data / "kingsgold.db")) as db, db:
        db.execute("UPDATE decisions SET body = X'7B7D' WHERE place % (1 << 20) = 2")
    result = run(data, match_id)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"kingsgold: match {match_id}, decision 2: ")
    assert result.stderr.count("\n") == 1


def test_a_missing_extra_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual.app", None)
    monkeypatch.delitem(sys.modules, "kingsgold.virtual.replay")
    result = run(data, the_match(data))
    assert result.exit_code == 2
    assert "make play brings it" in result.stderr


def test_a_module_missing_from_the_package_is_no_missing_extra(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "kingsgold.virtual.replay", None)
    with pytest.raises(ModuleNotFoundError, match=r"kingsgold\.virtual\.replay"):
        run(data, the_match(data))
