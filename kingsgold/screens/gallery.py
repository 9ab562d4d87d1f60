"""Every screen on one sheet, with its extremes: `python -m kingsgold.screens.gallery OUT.png`."""

import sys
from pathlib import Path

from PIL import Image, ImageOps

from kingsgold.screens import BONE, SKINS, Skin, draw, views
from kingsgold.screens.canvas import HEIGHT, WIDTH
from kingsgold.screens.fonts import NORMAL
from kingsgold.screens.samples import SAMPLES

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


def main(arguments: list[str]) -> int:
    """Write the sheet to the file that `arguments` name; the exit code."""
    if len(arguments) != 1 or Path(arguments[0]).suffix != ".png":
        sys.stderr.write("usage: python -m kingsgold.screens.gallery OUT.png\n")
        return 2
    contact_sheet(SAMPLES).save(arguments[0], format="PNG")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
