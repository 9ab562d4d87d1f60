"""Every screen on one sheet, with its extremes: `python -m kingsgold.screens.gallery OUT.png`.

A name that ends in `.gif` gets a turn of King's Gold in motion instead.
"""

import sys
from pathlib import Path

from PIL import Image, ImageOps

from kingsgold.screens import BONE, SKINS, Skin, draw, views
from kingsgold.screens.canvas import HEIGHT, WIDTH
from kingsgold.screens.fonts import NORMAL
from kingsgold.screens.samples import SAMPLES, kings_dice

_SCALE = 4
_COLUMNS = 6
_MARGIN = 3


def contact_sheet(samples: dict[str, views.View], columns: int = _COLUMNS) -> Image.Image:
    """All of `samples` with their names below, enlarged four times; dice screens in every skin."""
    cells: list[tuple[str, Image.Image]] = []
    for name, view in samples.items():
        skins = SKINS if name in ("kings-choice", "voyages-choice") else (BONE,)
        cells += [(_caption(name, skin), draw(view, skin).image) for skin in skins]
    rows = -(-len(cells) // columns)
    cell_width, cell_height = WIDTH + 2 * _MARGIN, HEIGHT + 2 * _MARGIN + NORMAL.height
    sheet = Image.new("L", (columns * cell_width, rows * cell_height), 60)
    for i, (caption, picture) in enumerate(cells):
        x = i % columns * cell_width + _MARGIN
        y = i // columns * cell_height + _MARGIN
        sheet.paste(picture, (x, y))
        words = NORMAL.render(caption)
        sheet.paste(200, (x, y + HEIGHT + 1, x + words.width, y + HEIGHT + 1 + words.height), words)
    return ImageOps.scale(sheet, _SCALE, Image.Resampling.NEAREST)


def _caption(name: str, skin: Skin) -> str:
    return name if skin == BONE else f"{name} {skin.name}"


def turn_frames() -> list[tuple[views.View, int]]:
    """A turn of King's Gold, from the first throw to its story; each view with its milliseconds."""
    captain, coins, doubloons = "Anne Bonny", 12, 2

    def turn(
        dice: tuple[views.DieView, ...],
        rolls_left: int,
        gain: views.Gain | None = None,
        pointer: int | None = None,
    ) -> views.KingsTurn:
        return views.KingsTurn(
            captain=captain,
            dice=dice,
            rolls_left=rolls_left,
            pointer=pointer,
            gain=gain,
            coins=coins,
            doubloons=doubloons,
            shields=1,
            round=4,
        )

    def throw(locked: str, bound: str, faces: str, rolls_left: int) -> list[tuple[views.View, int]]:
        return [
            (turn(kings_dice(faces, locked, bound, frame), rolls_left), 60) for frame in range(10)
        ]

    first = views.Gain(coins=1, shots=2)
    second = views.Gain(doubloons=1, shots=1)
    third = views.Gain(coins=1, doubloons=1)
    story = (
        views.StoryLine("coin", "from the Treasury", "+2"),
        views.StoryLine("crest", "makes a doubloon", "+4"),
    )
    return [
        (turn(kings_dice("....."), 3), 900),
        *throw("", "", ".....", 2),
        (turn(kings_dice("NOXNX", bound="24"), 2, first, 0), 900),
        (turn(kings_dice("NOXNX", bound="24"), 2, first, 1), 500),
        (turn(kings_dice("NOXNX", "1", "24"), 2, first, 1), 900),
        *throw("1", "24", "NOXNX", 1),
        (turn(kings_dice("ROXNX", "1", "24"), 1, second, 0), 900),
        (turn(kings_dice("ROXNX", "01", "24"), 1, second, 0), 500),
        *throw("01", "24", "ROXNX", 0),
        (turn(kings_dice("ROXOX", "01", "24"), 0, third), 1200),
        (views.Settlement(captain, "plunders", story), 2000),
    ]


def turn_gif(path: Path) -> None:
    """Write a turn of King's Gold as an animated GIF to `path`, enlarged; OSError if it can't."""
    frames = turn_frames()
    pictures = [
        ImageOps.scale(draw(view).image.convert("L"), _SCALE, Image.Resampling.NEAREST)
        for view, _ in frames
    ]
    pictures[0].save(
        path,
        format="GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[milliseconds for _, milliseconds in frames],
        loop=0,
    )


def main(arguments: list[str]) -> int:
    """Write the sheet (`.png`) or the turn (`.gif`) that `arguments` name; the exit code."""
    if len(arguments) != 1 or Path(arguments[0]).suffix not in (".png", ".gif"):
        sys.stderr.write("usage: python -m kingsgold.screens.gallery OUT.png|OUT.gif\n")
        return 2
    path = Path(arguments[0])
    if path.suffix == ".gif":
        turn_gif(path)
    else:
        contact_sheet(SAMPLES).save(path, format="PNG")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
