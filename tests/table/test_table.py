"""A match at the table: decisions in, events out, and what the box does by itself."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Event, IllegalAction, replay
from kingsgold.table.dice import ChanceSource, ScriptedSource, TossMisfit
from kingsgold.table.journal import Bookmark, Decision
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop


class Match:
    """A table with scripted dice, and everything that it told."""

    def __init__(self, game: Any, setup: Any, *dice: str) -> None:
        self.loop = SimLoop()
        self.told: list[tuple[Any, Any, Sequence[Event]]] = []
        self.times_up = 0
        source = ScriptedSource(dice, ChanceSource())
        self.table = Table(game, setup, source, self.loop, self._time_up, self)
        self.table.listen(lambda *told: self.told.append(told))
        self.written: list[tuple[Decision, Any]] = []

    def _time_up(self) -> None:
        self.times_up += 1

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        await asyncio.sleep(0.5)
        assert not any(events[-1] is decision.events[-1] for _, _, events in self.told)
        self.written.append((decision, after))

    def open(self) -> None:
        self.loop.run_until_complete(self.table.open())

    def act(self, *actions: Any) -> None:
        for action in actions:
            self.loop.run_until_complete(self.table.act(action))

    @property
    def state(self) -> Any:
        return self.table.state


@pytest.fixture
def matches() -> Iterator[list[Match]]:
    matches: list[Match] = []
    yield matches
    for match in matches:
        match.loop.close()


@pytest.fixture
def kings_gold(matches: list[Match]) -> Any:
    def begin(*dice: str, starter: int | None = 0, mode: Any = "campaign", **rules: Any) -> Match:
        setup = kg.Setup(
            captains=("Anne", "Jack"), starter=starter, mode=mode, rules=kg.Rules(**rules)
        )
        matches.append(match := Match(kg, setup, *dice))
        match.open()
        return match

    return begin


def test_a_decision_is_written_then_told_and_can_be_replayed(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OO")
    match.act(kg.Throw(), kg.Lock(2), kg.Lock(3), kg.Throw(), kg.Stop())
    table = match.table
    assert [event for _, _, events in match.told for event in events] == table.events
    assert [decision.number for decision, _ in match.written] == [0, 1, 2, 3, 4]
    assert [decision.events for decision, _ in match.written] == [
        tuple(events) for _, _, events in match.told
    ]
    assert [after for _, after in match.written] == [after for _, after, _ in match.told]
    assert match.written[0][0].tosses[0].faces == "OONRX"
    befores = [before for before, _, _ in match.told]
    assert befores[1:] == [after for _, after, _ in match.told][:-1]
    assert replay(kg, table.setup, table.events) == match.state


def test_nothing_happens_when_an_action_is_illegal(kings_gold: Any) -> None:
    match = kings_gold("OONRX")
    with pytest.raises(IllegalAction):
        match.act(kg.Stop())
    assert match.table.events == match.told == match.written == []


def test_a_toss_that_does_not_fit_is_not_used_up(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OO")
    match.act(kg.Throw())
    before = match.state
    for _ in range(2):
        with pytest.raises(TossMisfit):
            match.act(kg.Throw())
        assert match.state == before
    match.act(kg.Lock(0), kg.Lock(1), kg.Throw())
    assert match.state.dice == "OOOOX"


def test_fast_roll_throws_the_first_roll_of_every_turn(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OOOOX", fast_roll=True)
    assert match.state.dice == "OONRX"
    match.act(kg.Stop())
    assert (match.state.captain, match.state.dice) == (1, "OOOOX")
    actions = [decision.actions for decision, _ in match.written]
    assert actions == [(kg.Throw(),), (kg.Stop(), kg.Throw())]


def test_fast_roll_goes_on_while_turns_end_with_the_first_roll(kings_gold: Any) -> None:
    match = kings_gold("XXXOO", "XXXXO", "OONRX", fast_roll=True)
    assert (match.state.turn, match.state.captain, match.state.dice) == (3, 0, "OONRX")
    assert len(match.told) == 1


def test_fast_roll_does_not_throw_the_roll_off(kings_gold: Any) -> None:
    match = kings_gold("X", "R", "OONRX", starter=None, fast_roll=True)
    assert match.state.phase == "roll_off"
    match.act(kg.Throw(), kg.Throw())
    assert (match.state.captain, match.state.dice) == (1, "OONRX")


def test_a_misfit_in_what_follows_by_itself_takes_the_decision_back(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OO", fast_roll=True)
    before = match.state
    with pytest.raises(TossMisfit):
        match.act(kg.Stop())
    assert match.state == before


def test_a_misfit_in_what_follows_a_time_out_lets_the_time_out_stand(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OO", mode="blitz", fast_roll=True)
    match.loop.advance(10)
    with pytest.raises(TossMisfit):
        match.loop.run_until_complete(match.table.run_out(kg.TimeUp()))
    assert (match.state.captain, match.state.phase) == (1, "to_roll")
    assert match.table.clock.left_s() == 10
    decision, after = match.written[-1]
    assert (decision.actions, decision.tosses, after) == ((kg.TimeUp(),), (), match.state)
    assert match.told[-1][1] == match.state


def test_a_misfit_in_the_time_out_itself_takes_it_back(kings_gold: Any) -> None:
    match = kings_gold("OO", mode="blitz")
    match.loop.advance(10)
    before = match.state
    with pytest.raises(TossMisfit):
        match.loop.run_until_complete(match.table.run_out(kg.TimeUp()))
    assert match.state == before
    assert match.written == []


def test_the_clock_starts_with_the_match_and_with_every_turn(kings_gold: Any) -> None:
    match = kings_gold("OONRX", mode="blitz")
    match.loop.advance(3)
    match.act(kg.Throw())
    assert match.table.clock.left_s() == pytest.approx(6.5)
    match.act(kg.Stop())
    assert match.table.clock.left_s() == 10
    match.loop.advance(30)
    assert match.times_up == 1


def test_the_clock_waits_for_the_end_of_the_roll_off(kings_gold: Any) -> None:
    match = kings_gold("X", "R", starter=None, mode="blitz")
    match.act(kg.Throw())
    match.loop.advance(60)
    assert match.times_up == 0
    match.act(kg.Throw())
    assert match.table.clock.left_s() == 10


def test_the_clock_stops_with_the_match(kings_gold: Any) -> None:
    match = kings_gold("OOOOO", "XXXOO", mode="blitz")
    match.act(kg.Throw(), kg.Throw())
    assert match.state.over
    assert not match.table.clock.running
    match.loop.advance(60)
    assert match.times_up == 0


def test_a_match_without_a_clock_has_none(kings_gold: Any) -> None:
    match = kings_gold("OONRX")
    match.act(kg.Throw(), kg.Stop())
    assert not match.table.clock.running


def test_voyages_are_played_at_the_same_table(matches: list[Match]) -> None:
    setup = vy.Setup(captains=("Anne", "Jack"), rules=vy.Rules(mettle=0, fast_roll=True))
    matches.append(match := Match(vy, setup, "2245$", "#4436"))
    match.open()
    assert match.state.toss == "2245$"
    match.act(vy.TakeAndHoard(0))
    assert match.state.hoards == (5, 0)
    assert (match.state.captain, match.state.toss) == (1, "3446#")


def test_a_match_is_resumed_where_its_decisions_had_led(kings_gold: Any) -> None:
    match = kings_gold("OONRX", "OOOOX", "RRNOO", mode="blitz")
    match.act(kg.Throw(), kg.Stop())
    match.loop.advance(3)
    match.act(kg.Throw())
    again = kings_gold("OONRX", "OOOOX", "RRNOO", mode="blitz")
    again.table.clock.stop()
    again.table.resume([decision for decision, _ in match.written])
    assert again.state == match.state
    assert again.table.events == match.table.events
    assert again.table.clock.left_s() == pytest.approx(7)
    again.act(kg.Stop(), kg.Throw())
    assert again.state.dice == "RRNOO"
