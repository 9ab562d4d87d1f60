"""Lines of text hold the picture's bits: read back by the Unicode names of the characters."""

import re
import unicodedata
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from kingsgold.virtual.pixels import braille, half_blocks

Bits = list[list[bool]]

PICTURES = st.binary(min_size=16, max_size=16).map(
    lambda packed: Image.frombytes("1", (16, 8), packed)
)
HALVES = {
    "SPACE": (False, False),
    "UPPER HALF BLOCK": (True, False),
    "LOWER HALF BLOCK": (False, True),
    "FULL BLOCK": (True, True),
}


def picture_bits(picture: Image.Image) -> Bits:
    return [
        [bool(picture.getpixel((x, y))) for x in range(picture.width)]
        for y in range(picture.height)
    ]


def half_block_bits(lines: list[str]) -> Bits:
    cells = [[HALVES[unicodedata.name(character)] for character in line] for line in lines]
    return [[cell[half] for cell in line] for line in cells for half in (0, 1)]


def braille_bits(lines: list[str]) -> Bits:
    dots = [[braille_dots(character) for character in line] for line in lines]
    # Braille numbers its dots 1 2 3 7 down the left column and 4 5 6 8 down the right one.
    columns = ((1, 4), (2, 5), (3, 6), (7, 8))
    return [
        [dot in cell for cell in line for dot in columns[row]] for line in dots for row in range(4)
    ]


def braille_dots(character: str) -> set[int]:
    if character == " ":
        return set()
    name = re.fullmatch(r"BRAILLE PATTERN DOTS-(\d+)", unicodedata.name(character))
    assert name, character
    return {int(digit) for digit in name[1]}


@given(PICTURES)
def test_half_blocks_hold_the_picture(picture: Image.Image) -> None:
    assert half_block_bits(half_blocks(picture)) == picture_bits(picture)


@given(PICTURES)
def test_braille_holds_the_picture(picture: Image.Image) -> None:
    assert braille_bits(braille(picture)) == picture_bits(picture)


def test_a_line_is_as_wide_as_the_glass() -> None:
    picture = Image.new("1", (128, 64))
    shapes: dict[Callable[[Image.Image], list[str]], tuple[int, int]] = {
        half_blocks: (32, 128),
        braille: (16, 64),
    }
    for draw, (lines, width) in shapes.items():
        assert [len(line) for line in draw(picture)] == [width] * lines
