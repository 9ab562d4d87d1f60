"""The games in the box, by name, and what differs between them where the table can't know."""

from collections.abc import Mapping

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Action, Game
from kingsgold.table.table import Table

GAMES: Mapping[object, Game] = {"kings-gold": kings_gold, "voyages": voyages}


def time_up(table: Table, pointer: int) -> Action:
    """What the clock does when it runs out; in Voyages it takes the pointed scoring (V-9)."""
    if table.game is voyages:
        chosen = isinstance(table.prompt, voyages.ChooseScoring)
        return voyages.TimeUp(pointer if chosen else 0)
    return kings_gold.TimeUp()
