"""A short run of the torture; `make torture` does a long one."""

from pathlib import Path

from tests.torture.kill import Torture


def test_a_killed_box_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    torture = Torture(tmp_path, seed=2026, longest_life_s=0.06)
    for _ in range(100):
        torture.kill_one()
    torture.check_fairness()
