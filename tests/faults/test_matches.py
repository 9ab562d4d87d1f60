"""A short run of the fault suite; `make faults` makes long ones."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from kingsgold.games import voyages
from kingsgold.games.protocol import Action
from kingsgold.store.verify import verify
from tests.faults.matches import Rehearsed
from tests.faults.recorded import GAMES
from tests.faults.scene import ALL_IS_WELL_S, Scene
from tests.faults.troubles import TROUBLES, Trouble, all_at_once
from tests.store.played import choose


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rehearsed]:
    return {game: Rehearsed(game, 22, tmp_path_factory.mktemp(game)) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.name)
def test_a_match_ends_the_same_whatever_goes_wrong(
    rehearsed: dict[str, Rehearsed], game: str, trouble: Trouble, tmp_path: Path
) -> None:
    rehearsed[game].suffer(trouble, 1, tmp_path)


def test_fair_dice_stay_fair_on_a_bad_day(tmp_path: Path) -> None:
    rng = Random(1)
    with Scene(tmp_path, "fair", length_s=20) as scene:

        def wanted(_: int) -> Action | None:
            table = scene.table
            return None if table.state.over else choose(table.game, table.state, rng)

        all_at_once(scene)
        rules = voyages.Rules(target=60, navy_rounds=3)
        scene.driven.begin(voyages.Setup(captains=("Anne", "Jack"), starter=0, rules=rules))
        scene.hands.do_all(wanted)
        scene.recover(0)
        decisions = scene.store.decisions(scene.kept)
        assert verify(scene.kept, decisions).answer == "fair"
        assert [event for made in decisions for event in made.events] == scene.driven.events


# What it finds


@pytest.fixture
def short(rehearsed: dict[str, Rehearsed]) -> Rehearsed:
    return rehearsed["kings-gold"]


def at_the_end(scene: Scene) -> float:
    return scene.length_s + ALL_IS_WELL_S - 1


def never_comes_back(scene: Scene) -> None:
    scene.at_times(1, scene.parts.bus.unplug)


def spoils_the_glass(scene: Scene) -> None:
    scene.loop.call_later(at_the_end(scene), lambda: scene.parts.chip.ram[3].reverse())


def leaves_the_scoreboard_deaf(scene: Scene) -> None:
    scene.loop.call_later(at_the_end(scene), scene.wall.plug_in)


def loses_a_decision(scene: Scene) -> None:
    def lose() -> None:
        with contextlib.closing(sqlite3.connect(scene.store.path)) as db, db:
            db.execute("DELETE FROM decisions WHERE place = (SELECT max(place) FROM decisions)")
        db.close()

    scene.loop.call_later(at_the_end(scene), lose)


def forgets_that_it_ended(scene: Scene) -> None:
    def forget() -> None:
        with contextlib.closing(sqlite3.connect(scene.store.path)) as db, db:
            db.execute("UPDATE matches SET status = 'unfinished'")
        db.close()

    scene.loop.call_later(at_the_end(scene), forget)


@pytest.mark.parametrize(
    ("happens", "told", "found"),
    [
        (never_comes_back, "screen", "a fault is still there"),
        (spoils_the_glass, None, "not on the glass"),
        (leaves_the_scoreboard_deaf, None, "the scoreboard is wrong"),
        (loses_a_decision, None, "the journal is not complete"),
        (forgets_that_it_ended, None, "the journal has no end"),
        (lambda _: None, "screen", "nobody was told"),
        (lambda scene: scene.at_times(1, lambda: scene.parts.bus.refuse(1)), None, "none"),
    ],
)
def test_a_box_that_does_not_recover_is_found(
    short: Rehearsed,
    tmp_path: Path,
    happens: Callable[[Scene], None],
    told: str | None,
    found: str,
) -> None:
    with pytest.raises(AssertionError, match=found) as caught:
        short.suffer(Trouble("trouble", happens, told), 1, tmp_path)
    assert caught.value.__notes__ == ["trouble, seed 1"]


def test_another_event_is_found(short: Rehearsed, tmp_path: Path) -> None:
    match = replace(short.match, events=short.match.events[:-1])
    with Scene(tmp_path, "other") as scene, pytest.raises(AssertionError, match="something else"):
        scene.play(match)


def test_hands_that_get_nowhere_are_found(short: Rehearsed, tmp_path: Path) -> None:
    with Scene(tmp_path, "nowhere") as scene:
        scene.driven.begin(short.match.setup, short.match.tosses)
        with pytest.raises(AssertionError, match="can't be done"):
            scene.hands.do_all(lambda _: voyages.TakeAndHoard(5))
