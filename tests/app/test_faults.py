"""What the captains are told of what is wrong, and how often."""

import pytest

from kingsgold.app.faults import QUIET_S, Faults


class Watched:
    """Faults, a clock that is set by hand, and what the captains were told."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.told: list[str] = []
        self.faults = Faults(lambda: self.now_s)
        self.faults.on_fault = self.told.append
        self.screen = self.faults.noter("screen")
        self.buttons = self.faults.noter("buttons")


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_a_fault_is_there_until_all_is_well(watched: Watched) -> None:
    watched.screen("dark")
    watched.buttons("ROLL is stuck")
    watched.screen("dark")
    assert watched.faults.present == ("dark", "ROLL is stuck")
    watched.screen(None)
    watched.screen(None)
    assert watched.faults.present == ("ROLL is stuck",)
    assert watched.told == ["dark", "ROLL is stuck"]


def test_of_a_device_that_comes_and_goes_is_told_once_a_minute(watched: Watched) -> None:
    for second in range(150):
        watched.now_s = float(second)
        watched.screen(f"error {second}")
        assert watched.faults.present == (f"error {second}",)
        watched.screen(None)
    assert watched.told == ["error 0", f"error {QUIET_S:.0f}", f"error {2 * QUIET_S:.0f}"]


def test_what_gets_worse_is_told_at_once(watched: Watched) -> None:
    watched.buttons("ROLL is stuck")
    watched.buttons("ROLL and LOCK are stuck")
    watched.buttons("LOCK is stuck")
    assert watched.told == ["ROLL is stuck", "ROLL and LOCK are stuck", "LOCK is stuck"]
