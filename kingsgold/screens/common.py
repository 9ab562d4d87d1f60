"""The screens that belong to no game: title, menus, names, notices, results."""

from kingsgold.screens import views
from kingsgold.screens.art import BLACK, WHITE, bitmap
from kingsgold.screens.canvas import HEIGHT, WIDTH, Canvas, elide
from kingsgold.screens.dice import SIZE, Skin, die, tumbling
from kingsgold.screens.drawings import ISLAND, SEA, SHIP, SKULL, waves
from kingsgold.screens.fonts import BIG, NORMAL, SMALL
from kingsgold.screens.frame import BODY, HEAD, heading, hint, more_marks, table_line, window


def title(canvas: Canvas, view: views.Title) -> None:
    """The galleon on a moving sea, and the name of the game."""
    bob = (0, 0, 1, 1, 1, 0)[view.frame // 2 % 6]
    ship = bitmap(SHIP)
    canvas.text(WIDTH // 2, 3, "KING'S GOLD", BIG, "center")
    canvas.art(3, 30, bitmap(ISLAND), "island")
    canvas.draw.ellipse((104, 18, 117, 31), fill=WHITE)
    canvas.draw.ellipse((100, 16, 113, 29), fill=BLACK)
    canvas.draw.point(((14, 20), (30, 26), (38, 18), (94, 22), (92, 38), (120, 38)), fill=WHITE)
    canvas.art((WIDTH - ship.width) // 2, 16 + bob, ship, "ship")
    for x, y in waves(48, view.frame):
        canvas.stamp(x, y, bitmap(SEA))
    hint(canvas, view.hint)


def menu(canvas: Canvas, view: views.Menu) -> None:
    """A list with a pointer; values stand at the right."""
    heading(canvas, view.title)
    pitch = 11
    shown = 3 if view.hint else 4
    first = window(len(view.items), shown, view.pointed)
    last = min(len(view.items), first + shown)
    for row, index in enumerate(range(first, last)):
        item = view.items[index]
        y = BODY + 3 + row * pitch
        if index == view.pointed:
            canvas.icon(1, y, "pointer")
        right = WIDTH - 10
        if item.value is not None:
            room = right - 10 - min(NORMAL.width(item.label), SMALL.width(item.label)) - 5
            right -= _fitted_width(item.value, room) + 5
            canvas.fit(WIDTH - 10, y, item.value, room, align="right")
        canvas.fit(9, y, item.label, right - 9)
    more_marks(canvas, first > 0, last < len(view.items), BODY + 2, BODY + 1 + shown * pitch)
    if view.hint:
        hint(canvas, view.hint)


def _fitted_width(text: str, room: int) -> int:
    width = NORMAL.width(text)
    return width if width <= room else SMALL.width(text)


def name_entry(canvas: Canvas, view: views.NameEntry) -> None:
    """The name so far, and a keyboard with the pointed key inverted."""
    arrows = [(1, "TARGET", "pointer"), (11, "LOCK", "down")]
    if SMALL.width(view.title) > 82:
        # A reason why the name can't be taken is worth more than a reminder of the buttons.
        arrows = []
    canvas.fit(0, 3, view.title, WIDTH, (SMALL,))
    for y, button, arrow in arrows:
        canvas.chip(WIDTH - 9, y, button, "right")
        canvas.icon(WIDTH - 4, y + (0 if arrow == "pointer" else 2), arrow, "center")
    end = canvas.text(0, 13, view.text, NORMAL)
    cursor = end + 1 if view.text else 0
    canvas.draw.rectangle((cursor, 19, cursor + 4, 20), fill=WHITE)
    canvas.draw.line((0, 23, WIDTH - 1, 23), fill=WHITE)
    shown = 4
    first = window(len(views.KEY_ROWS), shown, view.row)
    for line in range(shown):
        row = first + line
        for column, key in enumerate(views.KEY_ROWS[row]):
            x, y = column * 12, 24 + line * 10
            pointed = (row, column) == (view.row, view.column)
            if pointed:
                canvas.draw.rectangle((x, y, x + 11, y + 9), fill=WHITE)
            _key(canvas, x + 6, y, key, BLACK if pointed else WHITE)
    more_marks(canvas, first > 0, first + shown < len(views.KEY_ROWS), 26, HEIGHT)


def _key(canvas: Canvas, x: int, y: int, key: str, ink: int) -> None:
    if key == views.SPACE_KEY:
        canvas.icon(x, y + 4, "space", "center", ink)
    elif key == views.DONE_KEY:
        canvas.icon(x, y + 2, "done", "center", ink)
    else:
        canvas.text(x, y + 3, key, SMALL, "center", ink)


def question(canvas: Canvas, view: views.Question) -> None:
    """A question, and what ROLL and STOP answer."""
    heading(canvas, view.title)
    canvas.paragraph(BODY, view.text, 40)
    x = canvas.chip(0, 55, "ROLL")
    room = WIDTH // 2 - x - 6
    canvas.fit(x + 3, 57, view.roll, room, (SMALL,))
    stop = elide(view.stop, SMALL, room)
    canvas.text(WIDTH, 57, stop, SMALL, "right")
    canvas.chip(WIDTH - SMALL.width(stop) - 3, 55, "STOP", "right")


_FACE_ICONS = {"O": "coin", "N": "cannon", "R": "crest", "X": "skull"}


def roll_off(canvas: Canvas, view: views.RollOff, skin: Skin) -> None:
    """The captains with what they threw at the left, the die of the one who throws at the right."""
    for line, word in enumerate(
        ("Tied:", "throw", "again") if view.tied else ("Who", "sails", "1st?")
    ):
        canvas.text(_SIDE, 5 + line * 9, word, SMALL, "center")
    for line, (name, face) in enumerate(zip(view.names, view.faces, strict=True)):
        top = 2 + line * 10
        if line == view.thrower:
            canvas.icon(0, top + 1, "pointer")
        if face is not None:
            canvas.icon(7, top, _FACE_ICONS[face])
        ink = WHITE
        if line in view.tied:
            canvas.draw.rectangle((19, top, 21 + SMALL.width(name), top + 8), fill=WHITE)
            ink = BLACK
        canvas.text(20, top + 3, name, SMALL, ink=ink)
    if view.thrower is not None:
        face = view.faces[view.thrower]
        still = view.tumble is None
        picture = die(face, skin) if still else tumbling(view.tumble, skin, letters="ONRX")
        canvas.die(_SIDE - SIZE // 2, 36, picture, face or "")
        if view.shake is not None:
            canvas.text(_SIDE, 58, str(view.shake), SMALL, "center")


_SIDE = 110


def standings(canvas: Canvas, view: views.Standings) -> None:
    """Places, names, badges and scores; a crown for who has won."""
    heading(canvas, view.title)
    large = len(view.rows) <= 4
    pitch = 13 if large else 8
    for line, row in enumerate(view.rows):
        y = BODY + 4 + line * pitch
        font = NORMAL if large else SMALL
        if row.winner:
            canvas.icon(0, y + (0 if large else -1), "king")
        else:
            canvas.text(2, y, str(row.place), font)
        canvas.text(9, y, row.name, font)
        for number, badge in enumerate(row.badges):
            canvas.icon(82 + number * 9, y + (0 if large else -1), badge)
        canvas.fit(WIDTH, y, str(row.score), 16, (font, SMALL), "right")


def score_sheet(canvas: Canvas, view: views.ScoreSheet) -> None:
    """A sum: what counts, and the total below the line."""
    canvas.text(0, HEAD, view.name, NORMAL)
    for number, line in enumerate(view.lines):
        label = line.label if line.count is None else f"{line.count} {line.label}"
        table_line(canvas, 14 + number * 8, label, str(line.points))
    canvas.draw.line((88, 46, WIDTH - 1, 46), fill=WHITE)
    total = str(view.total)
    canvas.text(WIDTH, 50, total, BIG, "right")
    canvas.text(WIDTH - BIG.width(total) - 5, 53, "Total", NORMAL, "right")
    for number, badge in enumerate(view.badges):
        canvas.icon(number * 11, 53, badge)


def notice(canvas: Canvas, view: views.Notice) -> None:
    """A message under its title."""
    heading(canvas, view.title)
    canvas.paragraph(BODY, view.text, 42 if view.hint else 51)
    if view.hint:
        hint(canvas, view.hint)


def goodbye(canvas: Canvas) -> None:
    """A skull, and a wish."""
    skull = bitmap(SKULL)
    canvas.art((WIDTH - skull.width) // 2, 2, skull, "skull")
    canvas.text(WIDTH // 2, 35, "FAREWELL", BIG, "center")
    canvas.text(WIDTH // 2, 53, "fair winds, captains", SMALL, "center")


def test_card(canvas: Canvas) -> None:
    """A frame at the outermost pixels, and columns with their numbers."""
    canvas.draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=WHITE)
    for x in range(0, WIDTH, 8):
        canvas.draw.line((x, 0, x, 3 if x % 16 else 6), fill=WHITE)
        canvas.draw.line((x, HEIGHT - 1, x, HEIGHT - (4 if x % 16 else 7)), fill=WHITE)
    for x in range(16, WIDTH, 16):
        canvas.text(x, 9, str(x), SMALL, "center")
    canvas.text(WIDTH // 2, 22, f"{WIDTH}x{HEIGHT}", BIG, "center")
    canvas.text(WIDTH // 2, 41, "All four edges lit?", NORMAL, "center")
