"""What is told of a decision: something to draw for everything that can happen in a match."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.app import present
from kingsgold.app.games import GAMES
from kingsgold.app.show import Scene
from kingsgold.app.story import scenes
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Hand, Setup
from kingsgold.screens import draw
from kingsgold.screens import views as v
from kingsgold.table.dice import ChanceSource, ScriptedSource
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop

CREW = ("Anne", "Jack", "Mary")


class Told:
    """A match at a table, and the scenes of its last decision."""

    def __init__(self, loop: SimLoop, setup: Setup, source: Any) -> None:
        game = GAMES[setup.__struct_config__.tag]
        self.loop = loop
        self.scenes: list[Scene] = []
        self.table = Table(game, setup, source, loop, lambda: None)
        self.table.listen(self._on_decision)
        loop.run_until_complete(self.table.open())

    def _on_decision(self, before: Any, after: Any, events: Any) -> None:
        self.scenes = scenes(self.table, before, events)

    def act(self, *actions: Any) -> list[Scene]:
        for action in actions:
            self.loop.run_until_complete(self.table.act(action))
        return self.scenes


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


def kings_gold(loop: SimLoop, *dice: str, **rules: Any) -> Told:
    setup = kg.Setup(captains=CREW, starter=0, rules=kg.Rules(**rules))
    return Told(loop, setup, ScriptedSource(dice, ChanceSource()))


def voyages(loop: SimLoop, *dice: str, **rules: Any) -> Told:
    setup = vy.Setup(captains=CREW, rules=vy.Rules(**rules))
    return Told(loop, setup, ScriptedSource(dice, ChanceSource()))


def ends(found: list[Scene]) -> list[v.View]:
    """How the scenes look at their end."""
    return [scene.at(1.0) for scene in found]


class SeededSource:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        return "".join(self._rng.choice(faces) for faces in hand)


SETUPS: list[Setup] = [
    kg.Setup(captains=CREW, rules=kg.Rules(treasury_coins=6, elimination=True, turn_seconds=5)),
    kg.Setup(captains=CREW, rules=kg.Rules(treasury_coins=4, fast_roll=True, navy_rounds=3)),
    vy.Setup(captains=CREW, rules=vy.Rules(target=60, mettle=0, turn_seconds=5)),
    vy.Setup(captains=CREW, rules=vy.Rules(target=30, tie="sail_off", navy_rounds=3)),
]


@given(st.sampled_from(SETUPS), st.integers())
def test_everything_that_happens_can_be_drawn(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    loop = SimLoop()
    told = Told(loop, setup, SeededSource(rng))
    for _ in range(12):
        actions = told.table.game.legal_actions(told.table.state)
        if not actions:
            break
        for scene in told.act(rng.choice(list(actions))):
            assert scene.seconds > 0
            for progress in (0.0, rng.random()):
                draw(scene.at(progress))
    told.table.clock.stop()
    loop.close()


def test_dice_land_where_they_lie(loop: SimLoop) -> None:
    told = kings_gold(loop, "OONRX", "NN")
    told.act(kg.Throw(), kg.Lock(0), kg.Lock(3))
    (landing,) = told.act(kg.Throw())
    falling = landing.at(0.0)
    assert isinstance(falling, v.KingsTurn)
    assert [die.tumble is not None for die in falling.dice] == [False, True, True, False, False]
    landed = landing.at(1.0)
    assert isinstance(landed, v.KingsTurn)
    assert [(die.face, die.tumble) for die in landed.dice] == [(face, None) for face in "ONNRX"]


@pytest.mark.parametrize("shake", [0, 66, 67, 512])
def test_dice_tumble_on_from_where_they_were_in_the_cup(loop: SimLoop, shake: int) -> None:
    table = kings_gold(loop, "OONRX").table
    before, earlier = table.state, len(table.events)
    in_the_cup = present.turn(table, before, table.events, 0, shake)
    loop.run_until_complete(table.act(kg.Throw(), shake))
    (landing,) = scenes(table, before, table.events[earlier:], shake)
    falling = landing.at(0.0)
    assert isinstance(in_the_cup, v.KingsTurn)
    assert isinstance(falling, v.KingsTurn)
    assert [die.tumble for die in falling.dice] == [die.tumble for die in in_the_cup.dice]


def test_a_picture_of_the_cup_lasts_until_the_next_one_is_due() -> None:
    # Pictures are drawn every 15th of a second; the counter is in whole milliseconds.
    for picture in range(100):
        drawn, last = int(picture * 1000 / 15), int((picture + 1) * 1000 / 15 - 0.001)
        assert present.tumble_of(drawn) == picture
        assert present.tumble_of(last - 1) == picture


def test_the_die_of_the_roll_off_lies_before_who_threw_it(loop: SimLoop) -> None:
    told = Told(loop, kg.Setup(captains=CREW), ScriptedSource(["R"], ChanceSource()))
    (landing,) = told.act(kg.Throw())
    falling, landed = landing.at(0.0), landing.at(1.0)
    assert isinstance(falling, v.RollOff)
    assert isinstance(landed, v.RollOff)
    assert falling.tumble is not None
    assert landed.tumble is None
    assert falling.thrower == landed.thrower == 0
    assert landed.faces == ("R", None, None)


def test_locks_and_shots_on_the_way_are_not_told(loop: SimLoop) -> None:
    told = kings_gold(loop, "NNOOX")
    told.act(kg.Throw())
    assert told.act(kg.Lock(0)) == []
    assert told.act(kg.Stop()) == []
    assert told.act(kg.Fire(1)) == []


def lines(view: v.View) -> list[tuple[str, str, str]]:
    assert isinstance(view, v.Settlement)
    return [(line.icon, line.text, line.amount) for line in view.lines]


def test_a_turn_is_settled_line_by_line(loop: SimLoop) -> None:
    told = kings_gold(loop, "OOORX", "NNOOX")
    told.act(kg.Throw(), kg.Stop(), kg.Throw(), kg.Stop())
    (settlement,) = ends(told.act(kg.FireRest(0)))
    assert isinstance(settlement, v.Settlement)
    assert settlement.captain == "Jack"
    coins, shots = lines(settlement)
    assert (coins[0], coins[2]) == ("coin", "+2")
    assert (shots[0], shots[2]) == ("cannon", "+2")
    assert "Anne" in shots[1], "two shots at the same rival are one line"


def test_a_curse_that_breaks_a_doubloon_says_so(loop: SimLoop) -> None:
    told = kings_gold(loop, "ORNXX", "RRXXN", "RRXXN", "XXXOO")
    told.act(kg.Throw(), kg.Stop(), kg.FireRest(1), kg.Throw(), kg.Stop(), kg.FireRest(2))
    told.act(kg.Throw(), kg.Stop(), kg.FireRest(1))
    *_, moment, settlement = ends(told.act(kg.Throw()))
    assert moment == v.Moment("curse", "Anne", 2, 1.0)
    assert [icon for icon, _, _ in lines(settlement)] == ["change", "skull"]


def test_a_turn_that_brought_nothing_says_so(loop: SimLoop) -> None:
    told = kings_gold(loop, "XXXOO")
    *_, settlement = ends(told.act(kg.Throw()))
    assert lines(settlement)
    assert lines(settlement)[0][0] == "skull"


def test_two_shots_at_a_rival_who_has_nothing_are_one_line(loop: SimLoop) -> None:
    told = kings_gold(loop, "NNXRO")
    told.act(kg.Throw(), kg.Stop())
    (settlement,) = ends(told.act(kg.FireRest(2)))
    assert ("cannon", "Mary has nothing", "0") in lines(settlement)
    assert [text for _, text, _ in lines(settlement)].count("Mary has nothing") == 1


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("XXXOO", ("skull", "nothing to pay", "0")),
        ("XXXXX", ("skull", "nothing to lose", "0")),
        ("RRRRR", ("coin", "Skull Island is empty", "0")),
        ("NNNNN", ("cannon", "Mary has nothing", "0")),
    ],
)
def test_nobody_pays_plus_or_minus_nothing(
    loop: SimLoop, dice: str, told: tuple[str, str, str]
) -> None:
    *_, settlement = ends(kings_gold(loop, dice).act(kg.Throw()))
    assert told in lines(settlement)
    assert not {"+0", "-0"} & {amount for _, _, amount in lines(settlement)}


@pytest.mark.parametrize(
    ("dice", "moments"),
    [
        ("OOOOO", ["kings_ransom", "final_round"]),
        ("NNNNN", ["broadside_barrage"]),
        ("RRRRR", ["royal_amnesty"]),
        ("XXXXX", ["mutiny"]),
        ("XXXXN", ["curse"]),
    ],
)
def test_the_moments_of_kings_gold(loop: SimLoop, dice: str, moments: list[str]) -> None:
    views = ends(kings_gold(loop, dice).act(kg.Throw()))
    assert [view.kind for view in views if isinstance(view, v.Moment)] == moments


@pytest.mark.parametrize(
    ("dice", "moments"),
    [
        ("2222@", []),
        ("2234$", ["shipwrecked"]),
        ("6666^", ["rum_run"]),
        ("1111!", ["capsized"]),
    ],
)
def test_the_moments_of_a_first_throw_in_voyages(
    loop: SimLoop, dice: str, moments: list[str]
) -> None:
    views = ends(voyages(loop, dice).act(vy.Throw()))
    assert [view.kind for view in views if isinstance(view, v.Moment)] == moments


@pytest.mark.parametrize(
    ("first", "second", "moments"),
    [
        ("2222@", "2245$", ["boarding_action", "gold_fever"]),
        ("4444$", "2245$", ["armada", "gold_fever"]),
        ("5555%", "2245$", ["chest_o_gold", "gold_fever"]),
        ("44#36", "36", ["broadside", "aground"]),
        ("44#36", "35", ["broadside"]),
    ],
)
def test_the_moments_of_throwing_on_in_voyages(
    loop: SimLoop, first: str, second: str, moments: list[str]
) -> None:
    told = voyages(loop, first, second)
    told.act(vy.Throw())
    views = ends(told.act(vy.TakeAndThrow(0)))
    assert [view.kind for view in views if isinstance(view, v.Moment)] == moments


def test_hoarding_is_a_moment_and_so_is_the_final_round(loop: SimLoop) -> None:
    told = voyages(loop, "5511$", target=30, mettle=0)
    told.act(vy.Throw())
    views = ends(told.act(vy.TakeAndHoard(0)))
    assert views == [
        v.Moment("hoarded", "Anne", 30, 1.0),
        v.Moment("final_round", "Anne", 0, 1.0),
    ]


def test_with_fast_roll_only_the_settlement_is_told(loop: SimLoop) -> None:
    told = kings_gold(loop, "OONRX", "XXXOO", "OONRX", fast_roll=True)
    assert told.scenes == []
    told.act(kg.Stop())
    views = ends(told.act(kg.FireRest(1)))
    assert [type(view) for view in views] == [v.Settlement, v.Settlement]
    assert [view.captain for view in views if isinstance(view, v.Settlement)] == ["Anne", "Jack"]
