"""What a box in a terminal looks like: its glass, at two sizes, and what is told below it."""

from collections.abc import Sequence
from typing import ClassVar

from PIL import Image
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from kingsgold.virtual.pixels import braille, half_blocks

MIN_SIZE = (80, 24)
ROOMY_SIZE = (130, 42)
"""The columns and rows from which on the glass is drawn in half blocks."""


class Glass(Widget):
    """The OLED's glass: half blocks where the widget is wide enough for them, else braille."""

    _PIXELS = Style(color="bright_white", bgcolor="black")

    def __init__(self) -> None:
        super().__init__()
        self._picture = Image.new("1", (128, 64))
        self._lines: list[str] = []

    def show(self, picture: Image.Image) -> None:
        """Draw `picture` (mode "1", 128x64), only the lines that have changed."""
        self._picture = picture
        self._draw()

    def on_resize(self) -> None:
        """Draw the picture anew, for the room that there is now."""
        self._draw()

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        text = self._lines[y] if y < len(self._lines) else ""
        return Strip([Segment(text, self._PIXELS)]).adjust_cell_length(
            self.size.width, self._PIXELS
        )

    def _draw(self) -> None:
        roomy = self.size.width >= self._picture.width
        before = self._lines
        self._lines = half_blocks(self._picture) if roomy else braille(self._picture)
        if len(self._lines) != len(before):
            self.refresh()
            return
        for y, (old, new) in enumerate(zip(before, self._lines, strict=True)):
            if old != new:
                self.refresh(Region(0, y, self.size.width, 1))


class Lines(Widget):
    """Lines of text, each cut off where the widget ends; of too many, the last ones."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._lines: Sequence[str] = ()
        self._latest = 0

    def show(self, lines: Sequence[str], latest: int = 0) -> None:
        """Show these lines, and set apart the `latest` ones at the end."""
        if (lines, latest) != (self._lines, self._latest):
            self._lines, self._latest = lines, latest
            self.refresh()

    def render(self) -> Content:
        """The last lines that there is room for."""
        shown = self._lines[-self.size.height :]
        earlier = max(0, len(shown) - self._latest)
        return Content("\n").join(
            Content(line) if place < earlier else Content.styled(line, "bold")
            for place, line in enumerate(shown)
        )


class Chronicle(Lines):
    """What has happened, the latest at the bottom."""

    KEPT = 200
    """Lines that are remembered, in case that the terminal grows."""

    def tell(self, lines: Sequence[str]) -> None:
        """Add lines at the bottom."""
        self.show([*self._lines, *lines][-self.KEPT :], len(lines))


class GlassApp(App[None]):
    """A terminal with the glass in it, as large as there is room for.

    The rest of the box goes beside or below it into `#box`; below that goes what is told, of the
    class `told`, and a line of help. `#too-small` stands alone where there is no room for the box.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [("q,ctrl+c", "quit", "Leave")]
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    Screen.small #box, Screen.small .told, Screen.small #help { display: none; }
    #too-small { display: none; color: ansi_default; }
    Screen.small #too-small { display: block; }

    #box { layout: horizontal; height: 18; }
    Screen.roomy #box { layout: vertical; height: 38; width: 130; }
    Glass { width: 66; height: 18; border: outer ansi_bright_black; background: ansi_black; }
    Screen.roomy Glass { width: 130; height: 34; }

    Lines {
        height: 1fr; background: ansi_default; color: ansi_default;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    #help { height: 1; background: ansi_default; color: ansi_default; }
    """

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self._glass = Glass()
        self._chronicle = Chronicle()
        self._too_small = Static(id="too-small", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Choose how to draw the glass, and whether there is room for it at all."""
        width, height = event.size
        small = width < MIN_SIZE[0] or height < MIN_SIZE[1]
        self.screen.set_class(small, "small")
        self.screen.set_class(width >= ROOMY_SIZE[0] and height >= ROOMY_SIZE[1], "roomy")
        self._too_small.update(
            f"Too small: {width}x{height}, the box needs {MIN_SIZE[0]}x{MIN_SIZE[1]}"
        )
