"""Short runs of the torture; `make torture` does long ones."""

from pathlib import Path

from tests.torture.garble import Garbling
from tests.torture.kill import Torture

COPIES = 50


def test_a_killed_box_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    torture = Torture(tmp_path, seed=2026, longest_life_s=0.06)
    for _ in range(100):
        torture.kill_one()
    torture.check_fairness()


def test_what_was_never_durable_may_be_anything(tmp_path: Path) -> None:
    garbling = Garbling(tmp_path, seed=5)
    for _ in range(COPIES):
        garbling.spoil_what_was_never_durable()


def test_whatever_happens_to_its_files_the_box_starts(tmp_path: Path) -> None:
    garbling = Garbling(tmp_path, seed=6)
    for _ in range(COPIES):
        garbling.spoil_anything()
    assert 0 < garbling.set_aside < COPIES
