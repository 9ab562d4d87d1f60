"""The display writer: what the glass shows and what is wanted -> the next bytes to send. Pure.

SSD1306, SSD1309 and SH1106 keep a picture as 8 pages of 8 rows; a byte is 8 pixels of one column,
its lowest bit the uppermost pixel. All three understand page addressing (page, column, then data),
which is also the cheapest way to reach a few columns. A transfer is one span of one page, so the
writer can turn to a newer picture every few milliseconds, in the middle of an older one.
"""

from typing import Final, Literal, NamedTuple

from PIL import Image

Rotation = Literal[0, 180]
"""How a picture is turned on the glass, in degrees."""

COLUMNS = 128
PAGES = 8

SPAN_COST_BYTES = 16
"""What one more span costs, as bytes of data that could be sent instead. On I2C it takes 7 on the
wire: device address and control byte twice, three commands. One more transfer keeps the processor
busy for longer than that; so an animation is sent with 5 % more bytes in a third fewer spans."""

Frame = tuple[bytes, ...]
"""A picture as the display's RAM holds it: 8 pages of 128 columns."""

BLANK: Final[Frame] = (bytes(COLUMNS),) * PAGES


class Span(NamedTuple):
    """Some columns of one page, as they shall become."""

    page: int
    column: int
    data: bytes

    def addressing(self, column_offset: int) -> bytes:
        """The commands that make the data land here, on glass that starts at `column_offset`."""
        column = self.column + column_offset
        return bytes((0xB0 | self.page, column & 0x0F, 0x10 | column >> 4))


class Glass(NamedTuple):
    """What is known of the display's RAM, and where the writer looks first for changes."""

    pages: tuple[bytes | None, ...] = (None,) * PAGES
    """Each page's content; None where it is unknown."""
    turn: int = 0
    """The page that is looked at first: pages take turns, so that none waits for ever below an
    animation."""

    @property
    def complete(self) -> bool:
        """Whether every page's content is known."""
        return None not in self.pages

    def after(self, span: Span) -> "Glass":
        """The glass when `span` has arrived."""
        pages = list(self.pages)
        old = pages[span.page] or span.data
        end = span.column + len(span.data)
        pages[span.page] = old[: span.column] + span.data + old[end:]
        return Glass(tuple(pages), (span.page + 1) % PAGES)


def pack(picture: Image.Image, rotation_deg: Rotation = 0) -> Frame:
    """`picture` (mode "1", 128x64) as the display's RAM holds it, turned by `rotation_deg`."""
    # On its side, a picture's rows are the display's columns; whole-image operations do in
    # microseconds what a loop over pixels does in milliseconds on a small Pi.
    turn = Image.Transpose.ROTATE_270 if rotation_deg == 0 else Image.Transpose.ROTATE_90
    columns = picture.transpose(turn).tobytes()
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def next_span(glass: Glass, wanted: Frame) -> Span | None:
    """The next thing to send, or None when the glass shows what is wanted.

    Changes that are so close that addressing anew would cost more than what lies between them go
    in one span. A page of unknown content goes whole.
    """
    if glass.pages == wanted:
        return None
    for step in range(PAGES):
        page = (glass.turn + step) % PAGES
        old, new = glass.pages[page], wanted[page]
        if old is None:
            return Span(page, 0, new)
        if old != new:
            return _first_change(page, old, new)
    return None


def _first_change(page: int, old: bytes, new: bytes) -> Span:
    # As numbers, all columns are compared at once.
    changes = (int.from_bytes(old) ^ int.from_bytes(new)).to_bytes(COLUMNS)
    start = COLUMNS - len(changes.lstrip(b"\0"))
    end = changes.find(_GAP, start)
    if end < 0:
        end = len(changes.rstrip(b"\0"))
    return Span(page, start, new[start:end])


_GAP = bytes(SPAN_COST_BYTES + 1)
"""Unchanged columns that it pays to leave out."""
