"""The pictures in the README: what a box shows while it is played. `make gallery` makes them.

python docs/pictures.py DIRECTORY
"""

import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageOps

from kingsgold.testing import LOCK, ROLL, STOP, TARGET, Box

SCALE = 4
FRAME_MS = 70

Film = list[tuple[Image.Image, int]]
"""Pictures, each with its milliseconds."""


def stills() -> dict[str, Image.Image]:
    """The README's pictures that stand still, by the names of their files."""
    return {
        "title.png": still(lambda box: None),
        "kings-turn.png": still(kings_turn),
        "kings-ransom.png": still(kings_ransom),
        "voyages-turn.png": still(voyages_turn),
    }


def still(play: Callable[[Box], None]) -> Image.Image:
    """What a box shows when it has been played like this."""
    with Box() as box:
        play(box)
        return enlarged(box.screen.picture)


def kings_turn(box: Box) -> None:
    """Two dice are locked, and a Skull is chained."""
    box.throws("OORNX")
    box.match("kings-gold", "Anne Bonny", "Jack")
    box.tap(ROLL)
    box.advance(2)
    box.tap(LOCK, TARGET, LOCK, TARGET)


def kings_ransom(box: Box) -> None:
    """Five Coins; the picture of it is half told."""
    box.throws("OOOOO")
    box.match("kings-gold", "Anne Bonny", "Jack")
    box.tap(ROLL)
    box.advance(2)


def voyages_turn(box: Box) -> None:
    """The Black Flag makes a Broadside of a pair."""
    box.throws("44#36")
    box.match("voyages", "Mary Read", "Jack")
    box.tap(ROLL)
    box.advance(2)


def turn() -> Film:
    """A turn of King's Gold: throw, lock, throw again, stop, and how it settles."""
    film: Film = []
    with Box() as box:

        def watch(seconds: float) -> None:
            for _ in range(round(seconds * 1000 / FRAME_MS)):
                box.advance(FRAME_MS / 1000)
                picture = enlarged(box.screen.picture)
                if film and film[-1][0].tobytes() == picture.tobytes():
                    film[-1] = picture, film[-1][1] + FRAME_MS
                else:
                    film.append((picture, FRAME_MS))

        box.throws("OONRX", "OR")
        box.match("kings-gold", "Anne Bonny", "Jack")
        watch(0.9)
        shake(box, watch, 0.7)
        watch(2.2)
        for button in (LOCK, TARGET, LOCK, TARGET):
            box.tap(button)
            watch(0.6)
        shake(box, watch, 0.5)
        watch(2.2)
        box.tap(STOP)
        watch(3.0)
    return film


def shake(box: Box, watch: Callable[[float], None], seconds: float) -> None:
    """Hold ROLL, watching, and let go."""
    box.press(ROLL)
    watch(seconds)
    box.release(ROLL)


def enlarged(picture: Image.Image) -> Image.Image:
    """`picture` with every pixel as a square."""
    return ImageOps.scale(picture, SCALE, Image.Resampling.NEAREST)


def main(directory: Path) -> None:
    """Write all pictures into `directory`."""
    for name, picture in stills().items():
        picture.save(directory / name, optimize=True)
    (first, _), *rest = film = turn()
    first.save(
        directory / "turn.gif",
        save_all=True,
        append_images=[picture for picture, _ in rest],
        duration=[milliseconds for _, milliseconds in film],
        loop=0,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
