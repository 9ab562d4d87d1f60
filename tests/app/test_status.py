"""The line for `systemctl status`."""

from kingsgold.app.games import GAMES
from kingsgold.app.status import status_line
from kingsgold.games import voyages
from kingsgold.table.dice import ChanceSource
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop


def test_no_match() -> None:
    assert status_line(None, ()) == "no match"


def test_faults_follow() -> None:
    assert status_line(None, ("no screen", "no scoreboard")) == "no match; no screen; no scoreboard"


def test_the_match_and_whose_decision_it_is() -> None:
    loop = SimLoop()
    setup = voyages.Setup(captains=("Anne", "Jack"), starter=1)
    table = Table(GAMES["voyages"], setup, ChanceSource(), loop, lambda: None)
    assert status_line(table, ()) == "Voyages, Jack decides"
    loop.close()
