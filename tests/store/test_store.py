"""The store: matches that go on, captains who play there, and files that are damaged."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.played import KINGS_GOLD, VOYAGES, Played

from kingsgold.games.protocol import replay
from kingsgold.store import Store, StoreError


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    box = Played(tmp_path)
    yield box
    box.close()


@pytest.mark.parametrize("setup", [KINGS_GOLD, VOYAGES])
def test_a_match_is_kept_and_finished(played: Played, setup: object) -> None:
    match, decisions = played.play(setup)
    kept = played.store.match(match.id)
    assert kept.status == "finished"
    assert played.store.decisions(kept) == decisions
    assert played.faults.heard == []
