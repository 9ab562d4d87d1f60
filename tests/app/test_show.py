"""Scenes that follow one another."""

from kingsgold.app.show import Scene, Show
from kingsgold.screens import views as v

STILL = Scene(2.0, lambda progress: v.Notice("still", str(progress)), moving=False)
MOVING = Scene(1.0, lambda progress: v.Moment("curse", "Anne", 0, progress))


def test_scenes_follow_one_another_and_end() -> None:
    show = Show([MOVING, STILL], start_s=10)
    assert show.view(10) == v.Moment("curse", "Anne", 0, 0.0)
    assert show.view(10.25) == v.Moment("curse", "Anne", 0, 0.25)
    assert show.view(11) == v.Notice("still", "0.0")
    assert show.view(12.5) == v.Notice("still", "0.75")
    assert show.view(13) is None
    assert show.end_s == 13


def test_a_moving_scene_changes_with_every_frame_and_a_still_one_at_its_end() -> None:
    show = Show([MOVING, STILL], start_s=0)
    assert show.next_change_s(0, 0.1) == 0.1
    assert show.next_change_s(0.95, 0.1) == 1
    assert show.next_change_s(1, 0.1) == 3
    assert show.next_change_s(2.9, 0.1) == 3


def test_after_the_last_scene_nothing_changes_any_more() -> None:
    assert Show([STILL], start_s=0).next_change_s(7, 0.1) == 7
    assert Show([], start_s=5).view(5) is None
