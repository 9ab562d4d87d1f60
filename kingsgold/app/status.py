"""One line that tells how the box is, for `systemctl status kingsgold`."""

from collections.abc import Sequence

from kingsgold.app.draft import TITLES
from kingsgold.table.table import Table


def status_line(table: Table | None, faults: Sequence[str]) -> str:
    """The match at `table`, whose decision it is, and what is wrong with the box."""
    return "; ".join((_match(table), *faults))


def _match(table: Table | None) -> str:
    if table is None:
        return "no match"
    name = TITLES[str(table.setup.__struct_config__.tag)]
    captain = table.prompt.captain
    if captain is None:
        return f"{name}, the match is over"
    return f"{name}, {table.setup.captains[captain]} decides"
