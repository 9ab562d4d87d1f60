"""A journal in memory."""

from typing import Any

from kingsgold.table.journal import Bookmark, Decision

Written = tuple[Decision, Bookmark]
"""What a journal is given to keep."""


class Remembered(list[Written]):
    """A journal that is the list of all it has been given."""

    async def write(self, decision: Decision, after: Any, turn: Bookmark) -> None:
        self.append((decision, turn))
