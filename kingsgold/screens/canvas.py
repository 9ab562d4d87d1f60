"""A drawing surface that remembers what was placed on it, so that a picture can be checked."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from kingsgold.screens.art import BLACK, WHITE
from kingsgold.screens.fonts import NORMAL, SMALL, Font
from kingsgold.screens.icons import icon as icon_bitmap

WIDTH, HEIGHT = 128, 64

Kind = Literal["text", "icon", "die", "art"]
Align = Literal["left", "center", "right"]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are just outside."""


class Item(NamedTuple):
    """Something with a meaning on a picture, and the box of its ink."""

    kind: Kind
    text: str
    box: Box


class Picture(NamedTuple):
    """A finished picture of 128x64 pixels (mode "1"), and what is on it."""

    image: Image.Image
    items: tuple[Item, ...]

    def text(self) -> str:
        """The words on the picture, a line for each line, from left to right."""
        lines: list[list[Item]] = []
        words = [item for item in self.items if item.kind == "text"]
        for word in sorted(words, key=lambda item: item.box[1] + item.box[3]):
            middle = (word.box[1] + word.box[3]) / 2
            if lines and lines[-1][0].box[1] <= middle < lines[-1][0].box[3]:
                lines[-1].append(word)
            else:
                lines.append([word])
        return "\n".join(
            " ".join(word.text for word in sorted(line, key=lambda item: item.box[0]))
            for line in lines
        )

    def faults(self) -> list[str]:
        """What is cut off by the edge of the glass, and what lies over something else."""
        found = [
            f"{item.kind} {item.text!r} is cut off: {item.box}"
            for item in self.items
            if not (
                0 <= item.box[0] < item.box[2] <= WIDTH and 0 <= item.box[1] < item.box[3] <= HEIGHT
            )
        ]
        for i, a in enumerate(self.items):
            found += [
                f"{a.kind} {a.text!r} {a.box} overlaps {b.kind} {b.text!r} {b.box}"
                for b in self.items[i + 1 :]
                if a.box[0] < b.box[2]
                and b.box[0] < a.box[2]
                and a.box[1] < b.box[3]
                and b.box[1] < a.box[3]
            ]
        return found


class Canvas:
    """A black picture to draw on.

    Coordinates are pixels from the top left; `ink` is WHITE or BLACK.
    """

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.draw = ImageDraw.Draw(self.image)
        self._items: list[Item] = []

    def picture(self) -> Picture:
        """The finished picture."""
        return Picture(self.image, tuple(self._items))

    def text(
        self,
        x: int,
        y: int,
        text: str,
        font: Font = NORMAL,
        align: Align = "left",
        ink: int = WHITE,
    ) -> int:
        """Write one line; `y` is the top of its capitals, `x` its left, centre or right.

        Answers with the column after the text.
        """
        if not text:
            return x
        mask = font.render(text)
        if align == "right":
            x -= mask.width
        elif align == "center":
            x -= mask.width // 2
        self._place("text", text, mask, x, y - font.above, ink)
        return x + mask.width

    def fit(
        self,
        x: int,
        y: int,
        text: str,
        width: int,
        fonts: Sequence[Font] = (NORMAL, SMALL),
        align: Align = "left",
        ink: int = WHITE,
    ) -> int:
        """Write `text` in the first of `fonts` in which it is at most `width` pixels wide.

        `y` is the top of the capitals of the first font; a smaller one stands on the same baseline.
        What is too wide even for the last font loses its end.
        """
        font = next((font for font in fonts if font.width(text) <= width), fonts[-1])
        text = elide(text, font, width)
        return self.text(x, y + fonts[0].ascent - font.ascent, text, font, align, ink)

    def paragraph(
        self, y: int, text: str, room: int, fonts: Sequence[Font] = (NORMAL, SMALL), pad: int = 2
    ) -> None:
        """Wrap `text` into `room` rows from `y`, centred, in the first of `fonts` that fits."""
        for font in fonts:
            lines = wrap(text, font, WIDTH - 2 * pad)
            fitting = room // font.height
            if len(lines) <= fitting or font is fonts[-1]:
                if len(lines) > fitting:
                    rest = " ".join(lines[fitting - 1 :])
                    lines = [*lines[: fitting - 1], elide(rest, font, WIDTH - 2 * pad)]
                y += (room - len(lines) * font.height) // 2 + font.above
                for line in lines:
                    self.text(WIDTH // 2, y, line, font, "center")
                    y += font.height
                return

    def icon(self, x: int, y: int, name: str, align: Align = "left", ink: int = WHITE) -> int:
        """Draw the icon `name` with its top at `y`; answers with the column after it."""
        mask = icon_bitmap(name)
        if align == "right":
            x -= mask.width
        elif align == "center":
            x -= mask.width // 2
        self._place("icon", name, mask, x, y, ink)
        return x + mask.width

    def die(self, x: int, y: int, image: Image.Image, label: str) -> None:
        """Place a die."""
        self.image.paste(image, (x, y))
        self._items.append(Item("die", label, (x, y, x + image.width, y + image.height)))

    def art(self, x: int, y: int, mask: Image.Image, label: str, ink: int = WHITE) -> None:
        """Place a drawing that nothing else may cover."""
        self._place("art", label, mask, x, y, ink)

    def stamp(self, x: int, y: int, mask: Image.Image, ink: int = WHITE) -> None:
        """Draw `mask` as decoration, which is not recorded and may be covered or cut off."""
        self.draw.bitmap((x, y), mask, fill=ink)

    def chip(self, x: int, y: int, text: str, align: Align = "left") -> int:
        """A small word on a white plate of 7 rows; answers with the column after the plate."""
        width = SMALL.width(text) + 4
        if align == "right":
            x -= width
        self.draw.rectangle((x, y, x + width - 1, y + 6), fill=WHITE)
        self.text(x + 2, y + 1, text, SMALL, ink=BLACK)
        return x + width

    def _place(
        self,
        kind: Kind,
        text: str,
        mask: Image.Image,
        x: int,
        y: int,
        ink: int,
    ) -> None:
        self.draw.bitmap((x, y), mask, fill=ink)
        ink_box = mask.getbbox()
        if ink_box:
            left, top, right, bottom = ink_box
            self._items.append(Item(kind, text, (x + left, y + top, x + right, y + bottom)))


def elide(text: str, font: Font, width: int) -> str:
    """`text`, or as much of its beginning as fits into `width` pixels, and dots."""
    if font.width(text) <= width:
        return text
    kept = ""
    for character in text:
        if font.width(f"{kept}{character}..") > width:
            break
        kept += character
    return f"{kept}.."


def wrap(text: str, font: Font, width: int) -> list[str]:
    """Break `text` into lines of at most `width` pixels; a word that is wider is broken too."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if font.width(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = ""
        for character in word:
            if font.width(line + character) > width:
                lines.append(line)
                line = ""
            line += character
    return [*lines, line] if line else lines
