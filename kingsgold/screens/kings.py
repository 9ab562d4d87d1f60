"""The screens of King's Gold."""

from msgspec.structs import replace

from kingsgold.screens import views
from kingsgold.screens.art import BLACK, WHITE, bitmap
from kingsgold.screens.canvas import HEIGHT, WIDTH, Canvas, wrap
from kingsgold.screens.dice import KINGS_FACES, SIZE, Skin, die, tumbling
from kingsgold.screens.drawings import CHAIN
from kingsgold.screens.fonts import NORMAL, SMALL, Font
from kingsgold.screens.frame import BODY, HEAD, amount, head, money, table_line

_LETTERS = "".join(KINGS_FACES)
_STEP = SIZE + 3
_FREE = BODY
_LOCKED = BODY + 6
_RAIL = _LOCKED + SIZE
_HEIST_NAMES: dict[views.Heist, str] = {
    "kings_ransom": "King's Ransom",
    "broadside_barrage": "Broadside Barrage",
    "royal_amnesty": "Royal Amnesty",
    "mutiny": "Mutiny",
}
_SHORT_NAMES: dict[views.Heist, str] = {
    "kings_ransom": "Ransom",
    "broadside_barrage": "Barrage",
    "royal_amnesty": "Amnesty",
    "mutiny": "Mutiny",
}


def turn(canvas: Canvas, view: views.KingsTurn, skin: Skin) -> None:
    """Five dice above a rail; those that are locked stand on it, Skulls in chains."""
    head(
        canvas,
        view.captain,
        round_number=view.round,
        seconds=view.seconds,
        navy_rounds=view.navy_rounds,
        final_round=view.final_round,
    )
    canvas.draw.rectangle((0, _RAIL, WIDTH - 1, _RAIL + 1), fill=WHITE)
    for index, one in enumerate(view.dice):
        _die(canvas, 3 + index * _STEP, index, one, skin, index == view.pointer)
    _offer(canvas, 44, view)
    money(canvas, 55, view.coins, view.doubloons, view.shields)


def _die(canvas: Canvas, x: int, index: int, one: views.DieView, skin: Skin, pointed: bool) -> None:
    held = one.locked or one.bound
    y = _LOCKED if held else _FREE
    if one.tumble is None:
        picture = die(one.face, skin)
    else:
        picture = tumbling(one.tumble + index * 3, skin, letters=_LETTERS)
    canvas.die(x, y, picture, one.face or "")
    middle = x + SIZE // 2
    if pointed:
        canvas.icon(
            middle, _FREE + 1 if held else _FREE + SIZE + 1, "down" if held else "up", "center"
        )
    elif one.bound:
        canvas.stamp(x, _FREE, bitmap(CHAIN))
    elif one.locked:
        canvas.icon(middle, _FREE, "padlock", "center")


def _offer(canvas: Canvas, y: int, view: views.KingsTurn) -> None:
    """What STOP brings, or the shake, at the left, and at the right how many throws are left."""
    end = 0
    if view.gain is not None:
        end = _gain(canvas, canvas.chip(0, y + 1, "STOP") + 4, y, view.gain)
    elif view.shake is not None:
        end = canvas.text(0, y + 2, f"shake {view.shake}", SMALL)
    if view.rolls_left:
        x = WIDTH
        for _ in range(view.rolls_left):
            canvas.icon(x, y + 1, "die", "right")
            x -= 9
        # The dice say it too; the word goes where a rich offer needs its room.
        if x - 1 - end >= 24:
            canvas.chip(x - 1, y + 1, "ROLL", "right")


def _gain(canvas: Canvas, x: int, y: int, gain: views.Gain) -> int:
    if gain.heist is not None:
        return canvas.fit(x, y + 1, _HEIST_NAMES[gain.heist], WIDTH - x)
    shown = [
        (icon, text)
        for icon, text, number in (
            ("skull", "curse", gain.curse),
            ("coin", f"{gain.coins:+}", gain.coins),
            ("doubloon", f"{gain.doubloons:+}", gain.doubloons),
            ("shield", f"{gain.shields:+}", gain.shields),
            ("cannon", f"{gain.shots}", gain.shots),
        )
        if number
    ]
    if not shown:
        return canvas.text(x, y + 2, "nothing", SMALL)
    for icon, text in shown:
        x = amount(canvas, x, y, icon, text, SMALL) + 3
    return x - 3


def name_shot(canvas: Canvas, view: views.NameShot) -> None:
    """The rivals and what they hold, the crosshair on one of them, a ball for each shot left."""
    head(canvas, view.captain, seconds=view.seconds)
    x = canvas.text(0, 15, "FIRE AT", SMALL) + 4
    for _ in range(view.shots_left):
        x = canvas.icon(x, 15, "ball") + 2
    _column_heads(canvas, 12)
    pitch = 14 if len(view.rivals) <= 3 else 8
    for line, rival in enumerate(view.rivals):
        top = 22 + line * pitch
        ink = WHITE
        if line == view.pointed:
            canvas.draw.rectangle((0, top, WIDTH - 1, top + pitch - 2), fill=WHITE)
            ink = BLACK
            canvas.icon(1, top + (pitch - 8) // 2, "crosshair", ink=ink)
        if pitch == 8:
            y = top + 2
            canvas.text(10, y, rival.name, SMALL, ink=ink)
        else:
            canvas.text(12, top + 3, rival.name, NORMAL, ink=ink)
            y = top + 5
        _riches(canvas, y, rival.coins, rival.doubloons, rival.shields, ink)


_POINTS, _COINS, _DOUBLOONS, _SHIELDS = 93, 108, 118, WIDTH
"""Right edges of the columns of numbers."""


def _column_heads(canvas: Canvas, y: int) -> None:
    canvas.icon(_COINS, y, "coin", "right")
    canvas.icon(_DOUBLOONS, y, "doubloon", "right")
    canvas.icon(_SHIELDS, y, "shield", "right")


def _riches(
    canvas: Canvas, y: int, coins: int, doubloons: int, shields: int | None, ink: int = WHITE
) -> None:
    canvas.text(_COINS, y, str(coins), SMALL, "right", ink)
    canvas.text(_DOUBLOONS, y, str(doubloons), SMALL, "right", ink)
    if shields is not None:
        canvas.text(_SHIELDS, y, str(shields), SMALL, "right", ink)


def ledger(canvas: Canvas, view: views.KingsLedger) -> None:
    """Every captain in a line under what is counted; above them Skull Island, below the Treasury.

    The higher the slope before a name, the higher the threat; whose turn it is has a white plate.
    """
    canvas.fit(0, 3, f"Skull Island {view.skull_island}", 76, (SMALL,))
    canvas.text(_POINTS, 3, "pts", SMALL, "right")
    _column_heads(canvas, 0)
    pitch = min(12, 48 // len(view.rows))
    for line, row in enumerate(view.rows):
        top = 9 + line * pitch
        y = top + 3
        canvas.icon(0, y, row.threat)
        ink = WHITE
        if line == view.captain:
            canvas.draw.rectangle((5, top, 6 + SMALL.width(row.name), top + 8), fill=WHITE)
            ink = BLACK
        end = canvas.text(6, y, row.name, SMALL, ink=ink)
        if row.out:
            canvas.draw.line((6, y + 2, end - 1, y + 2), fill=ink)
            canvas.text(WIDTH, y, "out", SMALL, "right")
            continue
        canvas.text(_POINTS, y, str(row.points), SMALL, "right")
        _riches(canvas, y, row.coins, row.doubloons, row.shields)
    canvas.text(0, 59, "Treasury", SMALL)
    canvas.draw.line((37, 61, 92, 61), fill=WHITE)
    _riches(canvas, 59, view.treasury_coins, view.treasury_doubloons, None)


def settlement(canvas: Canvas, view: views.Settlement) -> None:
    """The turn's story, line by line; an arrow says that there is more."""
    canvas.text(0, HEAD, view.captain, NORMAL)
    if _title_beside(view):
        canvas.text(WIDTH, HEAD + 2, view.title, SMALL, "right")
    else:
        canvas.fit(WIDTH, BODY + 3, view.title, WIDTH, (SMALL,), "right")
    font, pitch, y = _story_type(view)
    shown = _story(view)
    for line, rows in shown:
        canvas.icon(0, y + (pitch - 9) // 2, line.icon)
        canvas.text(WIDTH, y + 2, line.amount, NORMAL, "right")
        for row in rows:
            canvas.text(12, y + font.above, row, font)
            y += pitch
    if view.first + len(shown) < len(view.lines):
        canvas.icon(WIDTH // 2, HEIGHT - 4, "down", "center")


def settlement_pages(view: views.Settlement) -> tuple[int, ...]:
    """The value of `first` for each page that it takes to tell the whole story of `view`."""
    pages = [0]
    while (after := pages[-1] + len(_story(replace(view, first=pages[-1])))) < len(view.lines):
        pages.append(after)
    return tuple(pages)


def _title_beside(view: views.Settlement) -> bool:
    return NORMAL.width(view.captain) + 4 + SMALL.width(view.title) <= WIDTH


def _story_type(view: views.Settlement) -> tuple[Font, int, int]:
    """The font, the pitch of the rows, and the first row; all pages of a story look alike."""
    top = BODY if _title_beside(view) else BODY + 9
    if len(view.lines) * NORMAL.height <= HEIGHT - top and all(
        NORMAL.width(line.text) <= _story_room(line) for line in view.lines
    ):
        return NORMAL, NORMAL.height, top
    return SMALL, 9, top


def _story(view: views.Settlement) -> list[tuple[views.StoryLine, list[str]]]:
    """The lines of the page that begins at `view.first`, wrapped."""
    font, pitch, y = _story_type(view)
    page: list[tuple[views.StoryLine, list[str]]] = []
    for number, line in enumerate(view.lines[view.first :], view.first):
        # No more than a page holds, so that a page always shows one line at least.
        rows = wrap(line.text, font, _story_room(line))[:4]
        y += len(rows) * pitch
        room_for_arrow = 0 if number == len(view.lines) - 1 else 4
        if y > HEIGHT - room_for_arrow:
            break
        page.append((line, rows))
    return page


def _story_room(line: views.StoryLine) -> int:
    return WIDTH - 12 - (NORMAL.width(line.amount) + 4 if line.amount else 0)


def report(canvas: Canvas, view: views.Report) -> None:
    """How a captain fared, in the four things that the manual values, and the largest heist."""
    canvas.text(0, HEAD, view.name, NORMAL)
    rows = (
        ("Plundered", f"{view.plunder}"),
        ("Cannons won / lost", f"{view.stolen} / {view.lost}"),
        ("2 skulls survived", f"{view.survived}"),
        ("Curses", f"{view.curses}"),
        ("Largest heist", f"{view.largest}"),
    )
    for line, (label, value) in enumerate(rows):
        table_line(canvas, 13 + line * 7, label, value)
    words = _counted([_HEIST_NAMES[heist] for heist in view.heists])
    if len(wrap(words, SMALL, WIDTH - 4)) > 2:
        words = _counted([_SHORT_NAMES[heist] for heist in view.heists])
    canvas.paragraph(48, words or "no grand heist", HEIGHT - 48)


def _counted(names: list[str]) -> str:
    return ", ".join(
        f"{names.count(name)} {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    )
