"""Pixel art in the source becomes one-bit pictures."""

from functools import cache

from PIL import Image

WHITE, BLACK = 255, 0
"""The two values of a pixel; Pillow would also take 1 for white, and then tell it from 255."""


@cache
def bitmap(art: str) -> Image.Image:
    """The picture that `art` draws: a line for each row, `#` is ink. Shared, so never draw on it.

    Raises ValueError when the rows differ in length.
    """
    rows = art.split()
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        raise ValueError(f"rows of different length in:\n{art}")
    pixels = bytes(WHITE if pixel == "#" else BLACK for row in rows for pixel in row)
    return Image.frombytes("L", (width, len(rows)), pixels).convert("1")


def sheet(text: str) -> dict[str, tuple[str, ...]]:
    """Cut a sheet of glyphs (see `kingsgold.screens.glyphs`) into rows of pixels for each name.

    Raises ValueError when a line does not have a piece for each name, or widths differ.
    """
    glyphs: dict[str, tuple[str, ...]] = {}
    for block in text.strip().split("\n\n"):
        names, *lines = (line.split() for line in block.splitlines())
        for name, *rows in zip(names, *lines, strict=True):
            if len({len(row) for row in rows}) != 1:
                raise ValueError(f"rows of different length in glyph {name}")
            glyphs[name] = tuple(rows)
    return glyphs
