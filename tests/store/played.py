"""Whole matches for the tests of the store, played by captains who choose at random."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Game, Setup
from kingsgold.store import Logbook, Match, MatchJournal, Store
from kingsgold.store.codec import game_of
from kingsgold.table.journal import Decision, Journal
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop

KINGS_GOLD = kings_gold.Setup(captains=("Anne", "Jack"), rules=kings_gold.Rules(navy_rounds=3))
VOYAGES = voyages.Setup(captains=("Anne", "Jack", "Mary"), rules=voyages.Rules(target=100))


class Faults:
    """Hears of the faults of a logbook."""

    def __init__(self) -> None:
        self.heard: list[str | None] = []

    def __call__(self, fault: str | None) -> None:
        self.heard.append(fault)


class Shelf(Journal):
    """Keeps the decisions of a match in memory."""

    def __init__(self, then: Journal | None = None) -> None:
        self.decisions: list[Decision] = []
        self._then = then

    async def write(self, decision: Decision, after: Any) -> None:
        self.decisions.append(decision)
        if self._then is not None:
            await self._then.write(decision, after)


def choose(game: Game, state: Any, chance: Random) -> Action:
    """Any legal action, but the locks are left alone mostly, or a turn would have no end."""
    actions = game.legal_actions(state)
    quick = [act for act in actions if not isinstance(act, kings_gold.Lock | kings_gold.Unlock)]
    return chance.choice(actions if chance.random() < 0.2 else quick)


def table_of(loop: SimLoop, match: Match, journal: Journal) -> Table:
    """A table for `match` that writes to `journal`."""
    return Table(game_of(match.setup), match.setup, match.source(), loop, lambda: None, journal)


async def play_on(table: Table, chance: Random, most: int | None = None) -> None:
    """Play to the end, or take `most` decisions."""
    taken = 0
    while not table.state.over and taken != most:
        await table.act(choose(table.game, table.state, chance), shake=chance.randrange(100))
        taken += 1


class Played:
    """A store, and a loop to play on."""

    def __init__(self, directory: Path, **options: Any) -> None:
        self.faults = Faults()
        self.loop = SimLoop()
        self.store = Store(directory, to_play=True, **options)
        self.logbook = Logbook(self.store, self.loop, self.faults)

    def close(self) -> None:
        self.logbook.close()
        self.store.close()
        self.loop.close()

    def play(
        self,
        setup: Setup,
        seed: int = 0,
        *,
        most: int | None = None,
        script: list[str] | None = None,
    ) -> tuple[Match, Sequence[Decision]]:
        """Begin a match of `setup` and play it; return it and what was decided."""
        match = self.store.new_match(setup, script)
        journal = self.run(self.logbook.begin(match))
        assert isinstance(journal, MatchJournal)
        shelf = Shelf(journal)
        table = table_of(self.loop, match, shelf)
        self.run(table.open())
        self.run(play_on(table, Random(seed), most))
        table.clock.stop()
        return match, shelf.decisions

    def run(self, work: Any) -> Any:
        """Run a coroutine to its end."""
        return self.loop.run_until_complete(asyncio.ensure_future(work, loop=self.loop))
