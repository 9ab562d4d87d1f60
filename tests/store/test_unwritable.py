"""Directories in which nothing can be written: what is remembered there can still be read."""

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kingsgold.store import DiskError, Store, StoreError, files
from tests.full_disk import no_room
from tests.store.played import KINGS_GOLD, Box

NOBODY = 65534


@contextmanager
def no_rights(directory: Path) -> Generator[None]:
    """Nobody may write in `directory` or to its files, also when the tests are run by root."""
    for file in directory.iterdir():
        file.chmod(0o444)
    directory.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        directory.chmod(0o755)


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory that everybody can find, which pytest's are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(params=["closed", "with its log", "with its log and index"])
def left(request: pytest.FixtureRequest, directory: Path) -> Path:
    """A directory as a box leaves it, or as the plug does."""
    left = directory / "left"
    with Box(directory / "box") as box:
        box.store.add_captain("Anne")
        box.play(KINGS_GOLD)
        if request.param != "closed":
            shutil.copytree(directory / "box", left)
    if request.param == "closed":
        shutil.copytree(directory / "box", left)
    elif request.param == "with its log":
        (left / f"{files.DATABASE}-shm").unlink()
    return left


@pytest.mark.parametrize("obstacle", [no_rights, no_room])
def test_what_is_remembered_can_be_read(left: Path, obstacle: Any) -> None:
    before = {file.name for file in left.iterdir()}
    with obstacle(left), Store(left) as store:
        assert [captain.name for captain in store.captains()] == ["Anne"]
        (match,) = store.matches()
        assert store.decisions(match)
        with pytest.raises(StoreError, match=r"kingsgold\.db: can't be written.*--data"):
            store.add_captain("Jack")
    if obstacle is no_rights:
        assert {file.name for file in left.iterdir()} == before


@pytest.mark.parametrize("to_play", [False, True])
def test_nothing_is_left_where_nothing_could_be_written(directory: Path, to_play: bool) -> None:
    with no_room(directory), pytest.raises(DiskError, match=r"can't be written.*--data"):
        Store(directory, to_play=to_play)
    assert {file.name for file in directory.iterdir()} <= {files.LOCK}


def test_without_rights_a_new_database_is_refused_in_one_line(directory: Path) -> None:
    with no_rights(directory), pytest.raises(StoreError, match=r"can't be written.*--data"):
        Store(directory)
    with no_rights(directory), pytest.raises(StoreError, match="can't be written to: Permission"):
        Store(directory, to_play=True)
