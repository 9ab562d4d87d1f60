"""A picture of one bit as lines of text: braille where room is scarce, else half blocks."""

from PIL import Image

_HALVES = {(0, 0): " ", (255, 0): "▀", (0, 255): "▄", (255, 255): "█"}
_DOTS = (
    (0, 0, 0x01),
    (0, 1, 0x02),
    (0, 2, 0x04),
    (1, 0, 0x08),
    (1, 1, 0x10),
    (1, 2, 0x20),
    (0, 3, 0x40),
    (1, 3, 0x80),
)
"""The dots of a braille cell: column, row, and the bit in the code point."""


def half_blocks(picture: Image.Image) -> list[str]:
    """`picture` (mode "1", an even number of rows), one column and two rows a character."""
    rows = _rows(picture)
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def braille(picture: Image.Image) -> list[str]:
    """`picture` (mode "1"), two columns and four rows a character; sides are multiples of those."""
    rows = _rows(picture)
    return [
        "".join(_cell(rows[y : y + 4], x) for x in range(0, picture.width, 2))
        for y in range(0, picture.height, 4)
    ]


def _cell(rows: list[bytes], x: int) -> str:
    dots = sum(bit for dx, dy, bit in _DOTS if rows[dy][x + dx])
    # Many fonts draw the empty braille cell as eight hollow dots.
    return chr(0x2800 + dots) if dots else " "


def _rows(picture: Image.Image) -> list[bytes]:
    """One byte a pixel, 0 or 255."""
    pixels = picture.convert("L").tobytes()
    return [pixels[start : start + picture.width] for start in range(0, len(pixels), picture.width)]
