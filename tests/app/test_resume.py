"""A match that goes on from a bookmark is the one that was left, in every respect."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kingsgold.app import present
from kingsgold.app import ui as u
from kingsgold.app.board import board
from kingsgold.app.draft import Draft
from kingsgold.app.helm import first_pointer
from kingsgold.app.story import scenes
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Game, Setup
from kingsgold.store.codec import decode_bookmark, encode
from kingsgold.table.fair import FairSource
from kingsgold.table.journal import Decision
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop
from tests.table.remembered import Remembered

CREW = ("Anne", "Jack", "Mary")
MATCHES: dict[str, tuple[Game, Setup]] = {
    "campaign": (kings_gold, kings_gold.Setup(captains=CREW)),
    "blitz": (kings_gold, kings_gold.Setup(captains=CREW, mode="blitz", starter=1)),
    "voyages": (voyages, voyages.Setup(captains=CREW, rules=voyages.Rules(target=200))),
}
LONGEST = 300
"""Decisions after which a match of captains who lock and unlock for ever is left."""


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("seed", range(3))
def test_a_bookmark_and_what_came_after_it_are_the_match(
    loop: SimLoop, name: str, seed: int
) -> None:
    game, setup = MATCHES[name]
    rng = Random(seed)
    source = FairSource(rng.randbytes(32), "match")
    written, written_again = Remembered(), Remembered()

    def lay(journal: Remembered) -> Table:
        return Table(game, setup, source, loop, lambda: None, journal)

    def act(table: Table) -> Any:
        before = table.state
        loop.run_until_complete(table.act(action, shake))
        return before

    table, again = lay(written), lay(written_again)
    loop.run_until_complete(table.open())
    loop.run_until_complete(again.open())
    assert written == written_again
    while not table.state.over and len(written) < LONGEST:
        action, shake = rng.choice(game.legal_actions(table.state)), rng.randrange(9)
        before = act(table)
        assert act(again) == before
        assert written[-1] == written_again[-1]
        assert seen(again, before, written[-1][0]) == seen(table, before, written[-1][0])
        # At the other table the box has been switched off and on.
        turn = decode_bookmark(encode(written[-1][1]), setup)
        again.clock.stop()
        again = lay(written_again)
        again.resume([decision for decision, _ in written[turn.decisions :]], turn)
        assert again.state == table.state
    for each in (table, again):
        each.clock.stop()
    turns = [turn.decisions for _, turn in written]
    assert turns == sorted(turns)
    assert len(set(turns)) > 5


def seen(table: Table, before: Any, decision: Decision) -> list[Any]:
    """The clock, the picture, what the scoreboard says, and how the last decision is told."""
    ui = u.InMatch(Draft(), first_pointer(table.prompt))
    told = [scene.at(1.0) for scene in scenes(table, before, decision.events)]
    return [table.clock.left_s(), present.view(ui, table, None), board(table), told]
