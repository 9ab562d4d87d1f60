"""Whole matches for the tests of the store, played by captains who choose at random."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Game, Setup
from kingsgold.store import Logbook, Match, MatchJournal, Store
from kingsgold.table.journal import Bookmark, Decision
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop

KINGS_GOLD = kings_gold.Setup(captains=("Anne", "Jack"), rules=kings_gold.Rules(navy_rounds=3))
VOYAGES = voyages.Setup(captains=("Anne", "Jack", "Mary"), rules=voyages.Rules(target=100))
SETUPS: list[Setup] = [KINGS_GOLD, VOYAGES]


def choose(game: Game, state: Any, chance: Random) -> Action:
    """Any legal action, but mostly one that gets on: with locks alone a turn has no end."""
    actions = list(game.legal_actions(state))
    if chance.random() < 0.8:
        actions = [
            action
            for action in actions
            if not isinstance(action, kings_gold.Lock | kings_gold.Unlock)
        ]
    return chance.choice(actions)


async def play_on(table: Table, chance: Random, most: int | None = None) -> None:
    """Play to the end, or take `most` decisions."""
    taken = 0
    while not table.state.over and taken != most:
        await table.act(choose(table.game, table.state, chance), shake=chance.randrange(100))
        taken += 1
    table.clock.stop()


class Shelf:
    """A journal that keeps the decisions in memory as well as with another one."""

    def __init__(self, then: MatchJournal) -> None:
        self.decisions: list[Decision] = []
        self.after: Any = None
        self._then = then

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        await self._then.write(decision, after, turn)
        self.decisions.append(decision)
        self.after = after


class Box:
    """A store that plays, and a loop to play on; `faults` is what the logbook told."""

    def __init__(self, directory: Path, **options: Any) -> None:
        self.faults: list[str | None] = []
        self.loop = SimLoop()
        self.store = Store(directory, to_play=True, **options)
        self.logbook = Logbook(self.store, self.loop, self.faults.append)

    def __enter__(self) -> "Box":
        return self

    def __exit__(self, *_: object) -> None:
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
        table, shelf = self.open(match)
        self.run(play_on(table, Random(seed), most))
        return match, shelf.decisions

    def open(self, match: Match) -> tuple[Table, Shelf]:
        """A table at which `match` begins, and its journal."""
        shelf = Shelf(self.run(self.logbook.begin(match)))
        table = self.table(match, shelf)
        self.run(table.open())
        return table, shelf

    def go_on(self) -> tuple[Table, Shelf]:
        """A table at which the unfinished match goes on, and its journal."""
        unfinished = self.store.unfinished
        assert unfinished is not None
        shelf = Shelf(self.logbook.go_on(unfinished))
        table = self.table(unfinished.match, shelf)
        table.resume(unfinished.decisions, unfinished.turn)
        return table, shelf

    def table(self, match: Match, journal: Shelf) -> Table:
        return Table(match.game, match.setup, match.source(), self.loop, lambda: None, journal)

    def run(self, work: Any) -> Any:
        """Run a coroutine to its end."""
        return self.loop.run_until_complete(work)
