"""What the box remembers: every match, decision by decision, and the captains who played them.

`Store` is the data directory, opened. A playing process opens it `to_play` and writes through a
`Logbook`, whose `MatchJournal` is the journal of a table. Match files are in `matchfile`.
"""

from kingsgold.store.captains import SKINS, UNLOCKED_BY, Captain, Skin, Statistics
from kingsgold.store.files import DiskError, StoreError, data_directory
from kingsgold.store.leaderboard import Board, Place
from kingsgold.store.logbook import Logbook, MatchJournal
from kingsgold.store.matches import Match, Unfinished
from kingsgold.store.store import Store

__all__ = [
    "SKINS",
    "UNLOCKED_BY",
    "Board",
    "Captain",
    "DiskError",
    "Logbook",
    "Match",
    "MatchJournal",
    "Place",
    "Skin",
    "Statistics",
    "Store",
    "StoreError",
    "Unfinished",
    "data_directory",
]
