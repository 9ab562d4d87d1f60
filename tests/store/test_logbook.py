"""The journal: every decision is kept, a match goes on where it was, and a full disk is no end."""

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Setup
from kingsgold.store import Store, StoreError, files, matches
from kingsgold.store.logbook import LONGEST_THOUGHT_S, RETRY_S
from kingsgold.table.dice import TossMisfit
from tests.store.played import KINGS_GOLD, SETUPS, VOYAGES, Box, play_on


@pytest.mark.parametrize("setup", SETUPS)
def test_a_match_is_kept_decision_by_decision(box: Box, setup: Setup) -> None:
    match, decisions = box.play(setup)
    kept = box.store.match(match.id)
    assert box.store.decisions(kept) == decisions
    assert kept == replace(match, status="finished")
    assert box.faults == []


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("most", [0, 1, 5, 12])
def test_a_match_goes_on_exactly_where_it_was(tmp_path: Path, setup: Setup, most: int) -> None:
    with Box(tmp_path) as box:
        while True:  # Now and then one that is played with fair dice is very short.
            match = box.store.new_match(setup)
            table, shelf = box.open(match)
            box.run(play_on(table, Random(3), most))
            if not table.state.over:
                break
        before, decisions = table.state, shelf.decisions
    with Box(tmp_path) as box:
        table, shelf = box.go_on()
        assert box.store.unfinished is not None
        assert box.store.unfinished.match == match
        assert table.state == before
        box.run(play_on(table, Random(4)))
        assert box.store.decisions(match) == [*decisions, *shelf.decisions]
    with Box(tmp_path) as box:
        assert box.store.unfinished is None


def test_the_clock_goes_on_as_of_the_last_event(tmp_path: Path) -> None:
    setup = voyages.Setup(captains=("Anne", "Jack"), rules=voyages.Rules(turn_seconds=30))
    with Box(tmp_path) as box:
        table, _ = box.open(box.store.new_match(setup))
        while not isinstance(table.prompt, voyages.ChooseScoring):
            box.run(table.act(voyages.Throw()))
        box.loop.advance(7)
        table.clock.stop()
        action = voyages.TakeAndThrow(0)
        turn = table.state.turn
        box.run(table.act(action))
        left_s = table.clock.left_s()
        assert left_s == (23.0 if table.state.turn == turn else 30.0)
        box.loop.advance(0)
        table.clock.stop()
    with Box(tmp_path) as box:
        table, _ = box.go_on()
        assert table.clock.left_s() == left_s
        table.clock.stop()


def test_scripted_dice_go_on_with_their_script(tmp_path: Path) -> None:
    setup = kings_gold.Setup(captains=("Anne", "Jack"), starter=0)
    with Box(tmp_path) as box:
        table, _ = box.open(box.store.new_match(setup, ["OONRN", "OORRN", "XX"]))
        box.run(table.act(kings_gold.Throw()))
        assert table.state.dice == "OONRN"
    with Box(tmp_path) as box:
        table, _ = box.go_on()
        box.run(table.act(kings_gold.Throw()))
        assert table.state.dice == "OORRN"
        with pytest.raises(TossMisfit):
            box.run(table.act(kings_gold.Throw()))


def test_a_match_that_is_replaced_is_abandoned(box: Box) -> None:
    first, _ = box.play(VOYAGES, most=3)
    second, _ = box.play(KINGS_GOLD, most=3)
    assert [(m.id, m.status) for m in box.store.matches()] == [
        (second.id, "unfinished"),
        (first.id, "abandoned"),
    ]


def test_a_match_that_is_left_is_not_offered_again(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        match, _ = box.play(VOYAGES, most=3)
        box.run(box.logbook.abandon(match))
    with Box(tmp_path) as box:
        assert box.store.unfinished is None
        assert box.store.match(match.id).status == "abandoned"


def test_a_match_that_has_ended_can_not_be_abandoned(box: Box) -> None:
    match, _ = box.play(VOYAGES)
    box.run(box.logbook.abandon(match))
    assert box.store.match(match.id).status == "finished"


def test_every_match_has_an_id_and_a_seed_of_its_own(box: Box) -> None:
    made = [box.store.new_match(VOYAGES) for _ in range(100)]
    assert len({match.id for match in made}) == 100
    assert len({match.seed for match in made}) == 100


def test_time_is_counted_as_it_passes_but_not_the_night(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.store.add_captain("Anne")
        table, _ = box.open(box.store.new_match(VOYAGES))
        box.loop.advance(20)
        box.run(play_on(table, Random(1), 1))
        box.loop.advance(8 * 3600)
        box.run(play_on(table, Random(1), 1))
    with Box(tmp_path) as box:
        table, _ = box.go_on()
        box.loop.advance(5)
        box.run(play_on(table, Random(1)))
        (statistics,) = box.store.statistics(box.store.captain("Anne"))
        assert statistics.played_s == 20 + LONGEST_THOUGHT_S + 5


# Disks that fail


class Disk:
    """Opens databases that can't grow while it is full, and none at all while it is gone."""

    def __init__(self) -> None:
        self.full = False
        self.gone = False
        self._opened: list[sqlite3.Connection] = []

    def connect(self, path: Path) -> sqlite3.Connection:
        if self.gone:
            raise OSError("no such device")
        self._opened.append(files.connect(path))
        if self.full:
            self._limit()
        return self._opened[-1]

    def fill(self) -> None:
        """Leave no room, also for the connection that was opened last, the logbook's."""
        self.full = True
        self._limit()

    def _limit(self) -> None:
        # As many pages as there are now: a database does not shrink.
        self._opened[-1].execute("PRAGMA max_page_count = 1")


WAYS = ["with the next decision", "by itself", "at the end"]


@pytest.mark.parametrize("written", WAYS)
def test_on_a_full_disk_the_match_goes_on_in_memory(tmp_path: Path, written: str) -> None:
    disk = Disk()
    with Box(tmp_path, connect=disk.connect) as box:
        # Its dice are fair; it must not end before the disk is full.
        match = box.store.new_match(voyages.Setup(captains=("Anne", "Jack", "Mary")))
        table, shelf = box.open(match)
        chance = Random(1)
        box.run(play_on(table, chance, 5))
        disk.fill()
        while not box.faults:
            box.run(play_on(table, chance, 1))
            assert not table.state.over
        box.run(play_on(table, chance, 5))
        fault = box.faults[0]
        assert fault is not None
        assert "full" in fault
        assert box.faults == [fault]
        kept = box.store.decisions(match)
        assert len(kept) < len(shelf.decisions)
        assert kept == shelf.decisions[: len(kept)]
        disk.full = False
        if written == "with the next decision":
            box.run(play_on(table, chance, 1))
        elif written == "by itself":
            box.loop.advance(RETRY_S)
        if written != "at the end":
            assert box.faults == [fault, None]
            assert box.store.decisions(match) == shelf.decisions
    with Store(tmp_path) as store:
        assert store.decisions(match) == shelf.decisions


def test_a_match_can_begin_and_end_while_the_disk_is_gone(tmp_path: Path) -> None:
    disk = Disk()
    with Box(tmp_path, connect=disk.connect) as box:
        box.store.add_captain("Anne")
        disk.gone = True
        match, decisions = box.play(KINGS_GOLD)
        assert len(box.faults) == 1
        with pytest.raises(StoreError):
            box.store.match(match.id)
        disk.gone = False
        box.loop.advance(RETRY_S)
        assert box.faults[1:] == [None]
        assert box.store.decisions(match) == decisions
        assert box.store.match(match.id).status == "finished"
        (statistics,) = box.store.statistics(box.store.captain("Anne"))
        assert statistics.matches == 1


def test_it_is_tried_again_and_again(tmp_path: Path) -> None:
    disk = Disk()
    with Box(tmp_path, connect=disk.connect) as box:
        disk.gone = True
        match, decisions = box.play(KINGS_GOLD, most=2)
        box.loop.advance(10 * RETRY_S)
        disk.gone = False
        box.loop.advance(RETRY_S)
        assert box.store.decisions(match) == decisions


def test_what_can_never_be_written_is_left_out_and_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    encode = matches.encode

    def encode_all_but_one(value: Any) -> bytes:
        if getattr(value, "number", None) == 3:
            raise OverflowError("int too big to convert")
        return encode(value)

    monkeypatch.setattr(matches, "encode", encode_all_but_one)
    with Box(tmp_path) as box:
        match, decisions = box.play(KINGS_GOLD)
        assert box.faults == [
            "The match is not kept any more (int too big to convert). It goes on in memory"
        ]
        assert "OverflowError" in caplog.text
        assert box.store.decisions(match) == decisions[:3]
        monkeypatch.setattr(matches, "encode", encode)
        after, decisions = box.play(VOYAGES)
        assert box.store.decisions(after) == decisions
        box.loop.advance(10 * RETRY_S)
        assert len(box.faults) == 1
    with Box(tmp_path) as box:
        assert box.store.notice is None


def test_what_the_database_will_never_take_is_left_out(tmp_path: Path) -> None:
    with Box(tmp_path) as box:

        def twice(db: sqlite3.Connection) -> None:
            for _ in range(2):
                db.execute("INSERT INTO captains VALUES ('a', 'Anne', 'anne', 'bone')")

        box.run(box.logbook.write(twice))
        assert "is not kept any more" in (box.faults[-1] or "")
        match, decisions = box.play(KINGS_GOLD)
        assert box.store.decisions(match) == decisions


class Answerless(sqlite3.Connection):
    """A connection whose commits succeed, and say that they have failed."""

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        cursor = super().execute(sql, *args)
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return cursor


def test_what_reached_the_disk_after_all_is_not_written_twice(tmp_path: Path) -> None:
    turns = 0

    def connect(path: Path) -> sqlite3.Connection:
        nonlocal turns
        turns += 1
        if turns % 2:
            return files.connect(path)
        return Answerless(path, isolation_level=None, check_same_thread=False)

    with Store(tmp_path) as store:
        store.add_captain("Jack")
    with Box(tmp_path, connect=connect) as box:
        match, decisions = box.play(KINGS_GOLD)
        box.loop.advance(RETRY_S)
        assert box.store.decisions(match) == decisions
        (statistics,) = box.store.statistics(box.store.captain("Jack"))
        assert statistics.matches == 1
        assert turns > 2
