"""Three fonts for 128x64 pixels: every letter of Latin-1, digits, and the punctuation in use.

Letters with accents are composed: the base letter of the sheet, and the mark above or below it.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image

from kingsgold.screens import glyphs
from kingsgold.screens.art import sheet

_MARKS = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "circumflex",
    "\u0303": "tilde",
    "\u0308": "diaeresis",
    "\u030a": "ring",
    "\u0327": "cedilla",
}
_LOOKALIKES = str.maketrans("\u2019\u2018\u2013\u2014\u00d7", "''--x")


class Font:
    """A proportional font, one bit.

    `ascent` rows lie above the baseline without accents (the height of a capital), `above` rows
    higher up belong to accents, and `below` rows to descenders and the cedilla. With
    `capitals_only` small letters are shown as capitals; with `squeeze` a capital under an accent
    gives up one row. Where nothing may hang below, a letter with a cedilla gives up one row.
    """

    def __init__(
        self,
        letters: str,
        marks: str,
        *,
        ascent: int,
        above: int,
        below: int,
        gap: int = 1,
        capitals_only: bool = False,
        squeeze: bool = False,
    ) -> None:
        self.ascent = ascent
        self.above = above
        self.below = below
        self.height = above + ascent + below
        self._gap = gap
        self._capitals_only = capitals_only
        self._squeeze = squeeze
        self._letters = sheet(letters)
        self._marks: dict[str, tuple[str, ...]] = {
            name: tuple(row for row in rows if _ink(row)) for name, rows in sheet(marks).items()
        }
        self._space = 4 if ascent > 7 else 3 if ascent > 5 else 2
        self.glyph = cache(self._glyph)
        self.render = lru_cache(maxsize=512)(self._render)

    def has(self, character: str) -> bool:
        """Whether the font can show `character` as itself."""
        return character == " " or self._split(character) is not None

    def shown(self, character: str) -> str:
        """The character that `character` is shown as: itself, its capital, or a simpler sign."""
        character = character.translate(_LOOKALIKES)
        if self._capitals_only and character not in "ßµ":
            return character.upper()
        return character

    def width(self, text: str) -> int:
        """How many pixels `text` takes from its first to its last column."""
        if not text:
            return 0
        return sum(self.glyph(c).width for c in text) + self._gap * (len(text) - 1)

    def _split(self, character: str) -> tuple[str, str | None] | None:
        """The glyph and the mark (if any) that make up `character`."""
        character = self.shown(character)
        if character in self._letters:
            return character, None
        base, *marks = unicodedata.normalize("NFD", character)
        if len(marks) != 1 or marks[0] not in _MARKS:
            return None
        base = "[i]" if base == "i" else base
        return (base, _MARKS[marks[0]]) if base in self._letters else None

    def _glyph(self, character: str) -> Image.Image:
        if character == " ":
            return Image.new("1", (self._space, self.height))
        base, mark = self._split(character) or ("[]", None)
        rows = list(self._letters[base])
        top = self.above
        if mark == "cedilla" and self.below == 0:
            rows = _squeezed(rows)
        elif mark and mark != "cedilla" and self._squeeze and _ink(rows[0]):
            rows = _squeezed(rows)
            top += 1
        sign = list(self._marks[mark]) if mark else [""]
        width = max(len(rows[0]), len(sign[0]))
        image = Image.new("1", (width, self.height))
        _stamp(image, rows, (width - len(rows[0])) // 2, top)
        if mark == "cedilla":
            y = self.above + min(self.ascent, len(rows))
        else:
            first = next(i for i, row in enumerate(rows) if _ink(row))
            # A ring is a row taller than the other marks, so it sits on the letter itself.
            room = 1 if len(sign) < 3 else 0
            y = max(0, top + first - room - len(sign))
        _stamp(image, sign, (width - len(sign[0])) // 2, y)
        return image

    def _render(self, text: str) -> Image.Image:
        image = Image.new("1", (max(1, self.width(text)), self.height))
        x = 0
        for character in text:
            glyph = self.glyph(character)
            image.paste(glyph, (x, 0))
            x += glyph.width + self._gap
        return image


def _ink(row: str) -> bool:
    return "#" in row


def _squeezed(rows: list[str]) -> list[str]:
    """One row less: of two equal neighbours that are nearest to the middle, one goes."""
    twins = [i for i in range(len(rows) - 1) if rows[i] == rows[i + 1] and _ink(rows[i])]
    goes = min(twins, key=lambda i: abs(i - 2))
    return rows[:goes] + rows[goes + 1 :]


def _stamp(image: Image.Image, rows: Sequence[str], x: int, y: int) -> None:
    for dy, row in enumerate(rows):
        for dx, pixel in enumerate(row):
            if pixel == "#":
                image.putpixel((x + dx, y + dy), 255)


SMALL = Font(glyphs.SMALL, glyphs.SMALL_MARKS, ascent=5, above=3, below=0, capitals_only=True)
NORMAL = Font(glyphs.NORMAL, glyphs.NORMAL_MARKS, ascent=7, above=2, below=2, squeeze=True)
BIG = Font(glyphs.BIG, glyphs.BIG_MARKS, ascent=10, above=3, below=2, capitals_only=True)
