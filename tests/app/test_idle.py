"""When the glass dims, blanks and wakes."""

from hypothesis import given
from hypothesis import strategies as st

from kingsgold.app.idle import Idle
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.parts import Brightness

FULL, DIM, DARK = Brightness.FULL, Brightness.DIM, Brightness.DARK


def changes(idle: Idle, now_s: float) -> list[tuple[float, Brightness]]:
    """What happens from `now_s` on while nobody presses."""
    seen = [(now_s, idle.brightness(now_s))]
    while (next_s := idle.next_change_s(seen[-1][0])) is not None:
        seen.append((next_s, idle.brightness(next_s)))
    return seen


def test_it_dims_after_a_minute_and_blanks_after_ten() -> None:
    config = ScreenConfig()
    idle = Idle(config.dim_after_s, config.blank_after_s, 100)
    assert changes(idle, 100) == [(100, FULL), (160, DIM), (700, DARK)]
    assert idle.brightness(159.9) is FULL
    assert idle.brightness(699.9) is DIM


def test_zero_is_never() -> None:
    assert changes(Idle(0, 0, 5), 5) == [(5, FULL)]
    assert changes(Idle(60, 0, 0), 0) == [(0, FULL), (60, DIM)]
    assert changes(Idle(0, 600, 0), 0) == [(0, FULL), (600, DARK)]


def test_who_blanks_before_dimming_just_blanks() -> None:
    assert changes(Idle(60, 30, 0), 0) == [(0, FULL), (30, DARK)]
    assert changes(Idle(60, 60, 0), 0) == [(0, FULL), (60, DARK)]


def test_any_press_wakes_and_only_the_one_that_finds_it_dark_is_swallowed() -> None:
    idle = Idle(60, 600, 0)
    for now_s, swallowed in ((30, False), (100, False), (700, True), (700.2, False)):
        idle, wakes = idle.pressed(now_s)
        assert wakes is swallowed
        assert idle.brightness(now_s) is FULL
    assert idle.next_change_s(700.2) == 760.2


@given(
    st.integers(0, 100),
    st.integers(0, 100),
    st.lists(st.floats(0, 150), max_size=10),
)
def test_the_timer_alone_tells_every_change(
    dim_after_s: int, blank_after_s: int, waits_s: list[float]
) -> None:
    idle, now_s = Idle(dim_after_s, blank_after_s, 0), 0.0
    for wait_s in waits_s:
        shown, looked_s = idle.brightness(now_s), now_s
        # Whoever looks at a time before the next change sees what was seen last.
        next_s = idle.next_change_s(looked_s)
        now_s += wait_s
        if next_s is None or now_s < next_s:
            assert idle.brightness(now_s) is shown
        else:
            assert idle.brightness(next_s) is not shown
        before = idle.brightness(now_s)
        idle, wakes = idle.pressed(now_s)
        assert wakes == (before is DARK)
