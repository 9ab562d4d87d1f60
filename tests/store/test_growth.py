"""The box stays quick, however much it remembers: every question is answered by an index."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kingsgold.games import kings_gold
from kingsgold.store import Store, files
from tests.store.played import KINGS_GOLD, VOYAGES, Box

OPEN_ONES = "matches_to_go_on_with"
"""The index that holds nothing but matches that are on, so that going through it is no effort."""


def asked_during(box: Box, work: Callable[[], Any]) -> list[str]:
    """Every statement that the store's own connection runs meanwhile."""
    asked: list[str] = []
    db = box.store._db
    db.set_trace_callback(asked.append)
    try:
        work()
    finally:
        db.set_trace_callback(None)
    return asked


def scans(path: Path, statements: list[str]) -> list[str]:
    """The steps of the query plans that read through a table that grows with the matches."""
    db = sqlite3.connect(path)
    found: list[str] = []
    for sql in statements:
        if sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            for *_, step in db.execute(f"EXPLAIN QUERY PLAN {sql}"):
                words = set(step.split())
                if "SCAN" in words and words.intersection(files.GROWING) and OPEN_ONES not in words:
                    found.append(f"{step}: {sql}")
    db.close()
    return found


@pytest.fixture
def opened(tmp_path: Path) -> list[str]:
    """What is asked while a box starts and plays a match."""
    asked: list[str] = []

    def connect(path: Path) -> sqlite3.Connection:
        connection = files.connect(path)
        connection.set_trace_callback(asked.append)
        return connection

    with Store(tmp_path) as store:
        store.add_captain("Anne")
    with Box(tmp_path, connect=connect) as box:
        box.play(VOYAGES, most=3)
    with Box(tmp_path, connect=connect) as box:
        box.go_on()
        box.play(KINGS_GOLD)
    return asked


def test_neither_start_nor_play_reads_through_all_matches(
    opened: list[str], tmp_path: Path
) -> None:
    assert any("FROM matches WHERE status" in sql for sql in opened)
    assert any("INSERT INTO tallies" in sql for sql in opened)
    assert scans(tmp_path / files.DATABASE, opened) == []


def test_neither_leaderboards_nor_captains_read_through_all_matches(
    box: Box, tmp_path: Path
) -> None:
    anne = box.store.add_captain("Anne")
    match, _ = box.play(kings_gold.Setup(captains=("Anne", "Jack")))

    def everything() -> None:
        box.store.leaderboard()
        box.store.statistics(anne)
        box.store.captains()
        box.store.match(match.id)
        box.store.decisions(match)
        box.store.rename_captain("Anne", "Annie")
        box.store.remove_captain("Annie")

    asked = asked_during(box, everything)
    assert any("rank() OVER" in sql for sql in asked)
    assert scans(tmp_path / files.DATABASE, asked) == []


def test_a_scan_would_be_found(box: Box, tmp_path: Path) -> None:
    assert scans(tmp_path / files.DATABASE, ["SELECT * FROM matches WHERE started = '1'"]) != []
