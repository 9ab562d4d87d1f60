"""What the screens have in common: the head with the captain and the clock, marks, hints."""

from kingsgold.screens.art import BLACK, WHITE
from kingsgold.screens.canvas import WIDTH, Canvas
from kingsgold.screens.fonts import NORMAL, SMALL, Font

HEAD = 2
"""Top of the capitals in the head; accents lie above, descenders end at row 10."""

BODY = 12
"""First row below the head."""


def head(
    canvas: Canvas,
    name: str,
    *,
    round_number: int | None = None,
    seconds: int | None = None,
    navy_rounds: int | None = None,
    final_round: bool = False,
) -> None:
    """The captain at the top left, at the top right the clock and how far the match has come.

    The last round matters more than the navy, and the navy more than the round's number.
    """
    left = canvas.text(0, HEAD, name, NORMAL) + 3
    x = WIDTH
    if seconds is not None:
        x = canvas.text(x, HEAD, str(seconds), NORMAL, "right") - NORMAL.width(str(seconds))
        canvas.icon(x - 2, HEAD - 1, "hourglass", "right")
        x -= 12
    if final_round:
        canvas.chip(x, HEAD + 1, _that_fits(("LAST ROUND", "LAST"), x - left - 4), "right")
    elif navy_rounds is not None:
        canvas.text(x, HEAD + 2, str(navy_rounds), SMALL, "right")
        canvas.icon(x - SMALL.width(str(navy_rounds)) - 2, HEAD - 1, "ship", "right")
    elif round_number is not None:
        words = (f"ROUND {round_number}", f"R{round_number}")
        canvas.text(x, HEAD + 2, _that_fits(words, x - left), SMALL, "right")


def heading(canvas: Canvas, title: str) -> None:
    """A title across the top, black on white."""
    canvas.draw.rectangle((0, 0, WIDTH - 1, 10), fill=WHITE)
    canvas.fit(WIDTH // 2, HEAD, title, WIDTH - 4, (NORMAL, SMALL), "center", ink=BLACK)


def hint(canvas: Canvas, text: str) -> None:
    """What to press, in the last line."""
    canvas.fit(WIDTH // 2, 58, text, WIDTH, (SMALL,), "center")


def amount(canvas: Canvas, x: int, y: int, icon: str, text: str, font: Font = NORMAL) -> int:
    """An icon and the number that belongs to it; answers with the column after both."""
    after = canvas.icon(x, y, icon)
    return canvas.text(after + 2, y + (9 - font.ascent) // 2, text, font)


def money(canvas: Canvas, y: int, coins: int, doubloons: int, shields: int) -> None:
    """A captain's riches, always in the same place."""
    x = canvas.icon(0, y, "chest") + 6
    x = amount(canvas, x, y, "coin", str(coins)) + 7
    x = amount(canvas, x, y, "doubloon", str(doubloons)) + 7
    amount(canvas, x, y, "shield", str(shields))


def table_line(canvas: Canvas, y: int, label: str, value: str) -> None:
    """A label at the left, its value at the right, and dots that lead from one to the other."""
    start = canvas.fit(0, y, label, WIDTH - SMALL.width(value) - 4, (SMALL,)) + 2
    stop = WIDTH - SMALL.width(value) - 2
    for x in range(start + (WIDTH - start) % 3, stop, 3):
        canvas.draw.point((x, y + 4), fill=WHITE)
    canvas.text(WIDTH, y, value, SMALL, "right")


def more_marks(canvas: Canvas, above: bool, below: bool, top: int, bottom: int) -> None:
    """Show at the right edge that a list goes on above or below; rows in pixels."""
    if above:
        canvas.icon(WIDTH, top, "up", "right")
    if below:
        canvas.icon(WIDTH, bottom - 4, "down", "right")


def window(count: int, shown: int, pointed: int) -> int:
    """The first of `shown` lines out of `count` such that `pointed` is in sight, and neighbours."""
    return max(0, min(pointed - shown // 2, count - shown))


def _that_fits(texts: tuple[str, ...], width: int) -> str:
    return next((text for text in texts if SMALL.width(text) <= width), texts[-1])
