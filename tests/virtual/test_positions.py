"""A replay's positions: held against the box in play, and against the events folded anew."""

from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kingsgold.box.parts import Button
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Setup
from kingsgold.games.protocol import replay as fold
from kingsgold.screens import BONE, SKINS, draw
from kingsgold.screens.views import KingsTurn, Moment, NameShot, Settlement, Standings
from kingsgold.store import Captain, Match, Store, StoreError
from kingsgold.table.journal import Decision
from kingsgold.virtual.driven import DrivenBox
from kingsgold.virtual.positions import Replay
from kingsgold.virtual.simtime import SimLoop
from tests.store.played import KINGS_GOLD, SETUPS, VOYAGES, Box

THREE = kg.Setup(captains=("Anne", "Jack", "Mary"), rules=kg.Rules(navy_rounds=2))
SHORT = vy.Setup(captains=("Anne", "Jack", "Mary"), rules=vy.Rules(navy_rounds=2))


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(tmp_path) as box:
        yield box


def replay(
    loop: SimLoop,
    played: tuple[Match, Sequence[Decision]],
    captains: Sequence[Captain] = (),
) -> Replay:
    return Replay(*played, captains, loop)


@pytest.mark.parametrize("setup", [THREE, SHORT], ids=["kings-gold", "voyages"])
def test_the_pictures_are_those_of_the_match(setup: Setup, tmp_path: Path) -> None:
    """Somebody plays the box by its lamps; what is on the glass after each decision is kept."""
    loop, chance = SimLoop(), Random(7)
    with Store(tmp_path, to_play=True) as store:
        box = DrivenBox(loop, store=store)
        seen: list[bytes] = []
        box.console.listen(lambda *_: seen.append(b""))
        box.begin(setup)
        while not (table := box.console.table) or not table.state.over:
            lit = sorted(box.box.parts.lit - {Button.TARGET} if chance.random() < 0.8 else Button)
            before = len(seen)
            box.hold(chance.choice(lit))
            box.advance(20)
            if len(seen) > before:
                seen[-1] = box.box.parts.picture().tobytes()
        match = store.matches()[0]
        told = replay(loop, (match, store.decisions(match)))
        box.close()
    assert len(seen) == told.last > 10
    pictures = [draw(position.view).image.tobytes() for position in told.positions[1:]]
    assert pictures == seen


@pytest.mark.parametrize("setup", SETUPS, ids=["kings-gold", "voyages"])
def test_a_position_is_what_the_events_so_far_lead_to(
    setup: Setup, box: Box, loop: SimLoop
) -> None:
    match, decisions = box.play(setup)
    told = replay(loop, (match, decisions))
    assert [position.number for position in told.positions] == [*range(len(decisions) + 1)]
    for position in told.positions:
        events = [event for d in decisions[: position.number] for event in d.events]
        assert position.state == fold(match.game, setup, events)
        assert position.events == (decisions[position.number - 1].events if events else ())
        assert len(position.lines) == len(position.events)
        assert position.captain == setup.captains[position.state.captain]
    assert isinstance(told.positions[-1].view, Standings)


def test_a_clock_stands_where_it_stood(box: Box, loop: SimLoop) -> None:
    setup = kg.Setup(captains=("Anne", "Jack"), mode="blitz", starter=0)
    match = box.store.new_match(setup)
    table, shelf = box.open(match)

    async def play() -> None:
        await table.act(kg.Throw())

    box.run(play())
    box.loop.advance(3.2)
    if table.state.phase == "locking":
        box.run(table.act(kg.Stop()))
    table.clock.stop()
    for position, decision in zip(
        replay(loop, (match, shelf.decisions)).positions[1:], shelf.decisions, strict=True
    ):
        if isinstance(position.view, (KingsTurn, NameShot)):
            assert position.view.seconds == ceil(decision.left_s)
    loop.advance(3600)


def test_the_pointer_is_where_a_die_was_locked(box: Box, loop: SimLoop) -> None:
    match = box.store.new_match(KINGS_GOLD, ["O", "N", "OONRX"])
    table, shelf = box.open(match)
    for action in (kg.Throw(), kg.Throw(), kg.Throw(), kg.Lock(2), kg.Lock(1), kg.Unlock(2)):
        box.run(table.act(action))
    views: list[Any] = [
        position.view for position in replay(loop, (match, shelf.decisions)).positions
    ]
    assert [view.pointer for view in views[-4:]] == [0, 2, 1, 2]


def test_a_decision_is_told_as_in_play(box: Box, loop: SimLoop) -> None:
    setup = kg.Setup(captains=("Anne", "Jack"), starter=0)
    match = box.store.new_match(setup, ["XXXOO"])
    table, shelf = box.open(match)
    box.run(table.act(kg.Throw(), shake=412))
    landing, *others = replay(loop, (match, shelf.decisions)).scenes(1)
    thrown = landing.at(1.0)
    assert isinstance(thrown, KingsTurn)
    assert thrown.shake == 412
    assert "".join(str(die.face) for die in thrown.dice) == "XXXOO"
    assert [type(scene.at(0.5)) for scene in others] == [Moment, Settlement]


@pytest.mark.parametrize("setup", SETUPS, ids=["kings-gold", "voyages"])
def test_turns_are_found_in_both_directions(setup: Setup, box: Box, loop: SimLoop) -> None:
    told = replay(loop, box.play(setup, seed=3))
    whose = [(p.state.captain, p.state.phase == "roll_off") for p in told.positions]
    begun = [at for at in range(1, len(whose)) if whose[at] != whose[at - 1] and not whose[at][1]]
    stops = sorted({0, *begun, told.last})
    for at in range(told.last + 1):
        assert told.turn(at, 1) == min((n for n in stops if n > at), default=told.last)
        assert told.turn(at, -1) == max((n for n in stops if n < at), default=0)


def test_captains_who_are_remembered_throw_their_own_dice(box: Box, loop: SimLoop) -> None:
    anne = replace(box.store.add_captain("anne"), skin="gold")
    told = replay(loop, box.play(KINGS_GOLD), [anne])
    skins = {position.captain: told.skin(position.state) for position in told.positions}
    assert skins == {"Anne": next(skin for skin in SKINS if skin.name == "Gold"), "Jack": BONE}


@pytest.mark.parametrize(
    ("setup", "event"),
    [
        (KINGS_GOLD, kg.Thrown(captain=9, places=(0, 9), faces="O")),
        (KINGS_GOLD, kg.RollOffThrown(captain=9, face="?")),
        (VOYAGES, vy.Hoarded(captain=9, amount=5, hoard=5)),
    ],
)
def test_decisions_of_no_match_are_refused_in_one_line(
    setup: Setup, event: Any, box: Box, loop: SimLoop
) -> None:
    match, decisions = box.play(setup, most=4)
    wrong = replace(decisions[2], events=(event,))
    with pytest.raises(StoreError, match=rf"^match {match.id} can't be replayed: decision 2 .*$"):
        replay(loop, (match, [*decisions[:2], wrong, *decisions[3:]]))
