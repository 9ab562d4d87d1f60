"""Whole matches with troubles in them, against the same matches without."""

from pathlib import Path

from tests.faults.recorded import Recorded, record
from tests.faults.scene import Scene
from tests.faults.troubles import Trouble


class Rehearsed:
    """A match, and how long it takes on a box that nothing is wrong with."""

    def __init__(self, game: str, seed: int, directory: Path) -> None:
        self.match: Recorded = record(game, seed)
        with Scene(directory, f"{game}/{seed}") as scene:
            self.length_s = scene.play(self.match)
            assert scene.reported == [], "there was no trouble"

    def suffer(self, trouble: Trouble, seed: int, directory: Path) -> None:
        """Play it with `trouble`, which comes at moments that `seed` picks.

        Raises AssertionError when the trouble changed anything, when nobody was told of it, or
        when it was not over for the box after it was over.
        """
        try:
            with Scene(directory, f"{trouble.name}/{seed}", self.length_s) as scene:
                trouble.happens(scene)
                scene.play(self.match)
                if trouble.told is None:
                    assert scene.reported == [], "a fault was told of that was none"
                else:
                    assert any(trouble.told in fault for fault in scene.reported), "nobody was told"
        except BaseException as error:
            error.add_note(f"{trouble.name}, seed {seed}")
            raise
