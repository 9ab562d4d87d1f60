"""What is told after something has happened: scenes that follow one another and can be ended."""

from collections.abc import Callable, Sequence

import msgspec

from kingsgold.screens.views import View


class Scene(msgspec.Struct, frozen=True):
    """One picture, or a moving one: `at` draws it for a progress of 0.0 to 1.0."""

    seconds: float
    at: Callable[[float], View]
    moving: bool = True


class Show:
    """Scenes from a starting time on, in seconds of the loop's clock."""

    def __init__(self, scenes: Sequence[Scene], start_s: float) -> None:
        self._scenes = scenes
        self._start_s = start_s
        self.end_s = start_s + sum(scene.seconds for scene in scenes)

    def view(self, now_s: float) -> View | None:
        """What is shown at `now_s`; None when the show is over."""
        begins_s = self._start_s
        for scene in self._scenes:
            if now_s < begins_s + scene.seconds:
                return scene.at((now_s - begins_s) / scene.seconds)
            begins_s += scene.seconds
        return None

    def next_change_s(self, now_s: float, frame_s: float) -> float:
        """When the picture changes next, with `frame_s` between the frames of a moving one."""
        begins_s = self._start_s
        for scene in self._scenes:
            ends_s = begins_s + scene.seconds
            if now_s < ends_s:
                return min(ends_s, now_s + frame_s) if scene.moving else ends_s
            begins_s = ends_s
        return now_s
