"""Nothing is cut off, nothing lies over anything else, and every name is there whole."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kingsgold.games.protocol import check_name
from kingsgold.screens import Picture, draw, settlement_pages, views
from kingsgold.screens.canvas import Canvas, elide, wrap
from kingsgold.screens.fonts import BIG, NORMAL, SMALL, Font
from kingsgold.screens.icons import ICONS, icon
from kingsgold.screens.samples import SAMPLES, WIDE_CREW, bones, kings_dice

LETTERS = "".join(c for c in map(chr, range(256)) if c.isalpha()) + "0123456789 -'"
names = st.text(LETTERS, min_size=1, max_size=12).map(str.strip).filter(bool) | st.sampled_from(
    WIDE_CREW
)
money = st.tuples(st.integers(0, 999), st.integers(0, 99), st.integers(0, 99))


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_is_cut_off_or_overlaps_in(name: str) -> None:
    assert draw(SAMPLES[name]).faults() == []


def test_the_longest_names_are_valid_names() -> None:
    for name in WIDE_CREW:
        check_name(name)


def shown_names(view: Any) -> list[str]:
    single = [getattr(view, field, None) for field in ("captain", "name")]
    rows = getattr(view, "rows", ()) or getattr(view, "rivals", ())
    listed = list(getattr(view, "names", ())) + [row.name for row in rows]
    return [name for name in single + listed if isinstance(name, str)]


@pytest.mark.parametrize("name", SAMPLES)
def test_names_are_never_shortened_in(name: str) -> None:
    view = SAMPLES[name]
    texts = {item.text for item in draw(view).items if item.kind == "text"}
    assert set(shown_names(view)) <= texts


def canvas_with(*texts: tuple[int, int, str]) -> Picture:
    canvas = Canvas()
    for x, y, text in texts:
        canvas.text(x, y, text, NORMAL)
    return canvas.picture()


def test_a_text_beyond_each_edge_is_a_fault() -> None:
    assert canvas_with((2, 20, "gold")).faults() == []
    for x, y in ((-1, 20), (120, 20), (2, -3), (2, 58)):
        (fault,) = canvas_with((x, y, "gold")).faults()
        assert fault.startswith("text 'gold' is cut off")


def test_texts_that_touch_are_fine_and_texts_that_share_a_row_and_column_are_not() -> None:
    below = 20 + NORMAL.ascent
    assert canvas_with((2, 20, "HOLD"), (2, below, "HOLD")).faults() == []
    (fault,) = canvas_with((2, 20, "HOLD"), (2, below - 1, "HOLD")).faults()
    assert "overlaps" in fault


def test_an_icon_over_a_word_is_a_fault() -> None:
    canvas = Canvas()
    canvas.text(10, 20, "gold")
    canvas.icon(12, 20, "coin")
    assert "overlaps" in canvas.picture().faults()[0]


@given(
    captain=names,
    riches=money,
    gain=st.builds(
        views.Gain,
        coins=st.integers(0, 5),
        doubloons=st.integers(0, 5),
        shields=st.integers(0, 1),
        shots=st.integers(0, 4),
    ),
    pointer=st.none() | st.integers(0, 4),
    locked=st.sets(st.sampled_from("01234")),
    rolls_left=st.integers(0, 2),  # nothing can be gained before the first throw
    round_number=st.integers(1, 999),
    seconds=st.none() | st.integers(0, 120),
    navy_rounds=st.none() | st.integers(0, 99),
    final_round=st.booleans(),
)
def test_every_turn_of_kings_gold_fits(
    captain: str,
    riches: tuple[int, int, int],
    gain: views.Gain,
    pointer: int | None,
    locked: set[str],
    rolls_left: int,
    round_number: int,
    seconds: int | None,
    navy_rounds: int | None,
    final_round: bool,
) -> None:
    picture = draw(
        views.KingsTurn(
            captain=captain,
            dice=kings_dice("OONRR", "".join(locked)),
            rolls_left=rolls_left,
            pointer=pointer,
            gain=gain,
            coins=riches[0],
            doubloons=riches[1],
            shields=riches[2],
            round=round_number,
            seconds=seconds,
            navy_rounds=navy_rounds,
            final_round=final_round,
        )
    )
    assert picture.faults() == []
    assert captain in picture.text()


@given(
    captain=names,
    tally=st.integers(0, 9999),
    hoard=st.integers(0, 9999),
    to_roll=st.integers(0, 5),
    scoring=st.none()
    | st.builds(
        views.ScoringView,
        number=st.integers(1, 12),
        count=st.integers(1, 12),
        points=st.integers(5, 1000),
        keeps=st.sets(st.integers(0, 4)).map(tuple),
        flag=st.none() | st.sampled_from("123456"),
    ),
    barred=st.sampled_from([None, "gold fever", "reload", "prove your mettle: 9999"]),
    guard=st.none() | st.sampled_from("123456"),
    void=st.booleans(),
)
def test_every_voyage_fits(
    captain: str,
    tally: int,
    hoard: int,
    to_roll: int,
    scoring: views.ScoringView | None,
    barred: str | None,
    guard: str | None,
    void: bool,
) -> None:
    picture = draw(
        views.VoyagesTurn(
            captain=captain,
            bones=bones("4436#"),
            hoard=hoard,
            tally=tally,
            to_roll=to_roll,
            scoring=scoring,
            barred=barred,
            guard=guard,
            void=void,
            round=12,
            seconds=90,
        )
    )
    assert picture.faults() == []
    assert barred is None or barred in picture.text()


crews = st.lists(names, min_size=2, max_size=6)


@given(crew=crews, riches=money, points=st.integers(0, 9999), data=st.data())
def test_every_ledger_and_result_fits(
    crew: list[str], riches: tuple[int, int, int], points: int, data: st.DataObject
) -> None:
    captain = data.draw(st.integers(0, len(crew) - 1))
    threats: st.SearchStrategy[views.Threat] = st.sampled_from(("high", "medium", "low"))
    rows = tuple(
        views.KingsRow(name, points, *riches, data.draw(threats), data.draw(st.booleans()))
        for name in crew
    )
    ledger = views.KingsLedger(
        rows=rows, treasury_coins=999, treasury_doubloons=99, skull_island=999, captain=captain
    )
    voyages = views.VoyagesLedger(
        rows=tuple(
            views.VoyagesRow(name, points, data.draw(st.booleans()), data.draw(st.booleans()))
            for name in crew
        ),
        target=9999,
        captain=captain,
    )
    rivals = tuple(views.RivalView(name, *riches) for name in crew[1:])
    shot = views.NameShot(captain=crew[0], shots_left=4, rivals=rivals, seconds=10)
    standings = views.Standings(
        "The match is over",
        tuple(
            views.StandingsRow(i + 1, name, points, data.draw(st.booleans()), ("anchor", "king"))
            for i, name in enumerate(crew)
        ),
    )
    roll_off = views.RollOff(tuple(crew), ("R",) * len(crew), captain, 3, (0,))
    for view in (ledger, voyages, shot, standings, roll_off):
        picture = draw(view)
        assert picture.faults() == []
        assert {*crew} <= {item.text for item in picture.items}


@given(name=names, icons=st.lists(st.sampled_from(("coin", "change", "blocked")), max_size=12))
def test_every_story_fits(name: str, icons: list[views.StoryIcon]) -> None:
    lines = tuple(views.StoryLine(icon, f"{name} pays the captain", "+2") for icon in icons)
    for first in range(max(1, len(lines))):
        assert draw(views.Settlement(name, "fires a barrage", lines, first)).faults() == []


@given(
    name=st.sampled_from(WIDE_CREW),
    texts=st.lists(st.text("aW", min_size=1, max_size=99), max_size=12),
)
def test_the_pages_of_a_story_tell_every_line_once(name: str, texts: list[str]) -> None:
    lines = tuple(views.StoryLine("coin", text, str(i)) for i, text in enumerate(texts))
    story = views.Settlement(name, "fires a barrage", lines)
    told: list[str] = []
    for first in settlement_pages(story):
        items = draw(replace(story, first=first)).items
        told += [item.text for item in items if item.kind == "text" and item.text.isdecimal()]
        assert ("down" in {item.text for item in items}) == (first != settlement_pages(story)[-1])
    assert [text for text in told if text] == [line.amount for line in lines]


@given(text=st.text(LETTERS + ".,:;!?", max_size=300), hint=st.sampled_from(["", "any button"]))
def test_every_message_fits(text: str, hint: str) -> None:
    assert draw(views.Notice("Can't do that", text, hint)).faults() == []
    assert draw(views.Question("Really?", text)).faults() == []


words = st.text(LETTERS, max_size=60)
items = st.builds(views.MenuItem, words, st.none() | words)


@given(title=words, items=st.lists(items, max_size=9), hint=words, data=st.data())
def test_words_of_any_length_stay_on_the_glass(
    title: str, items: list[views.MenuItem], hint: str, data: st.DataObject
) -> None:
    pointed = data.draw(st.integers(0, max(0, len(items) - 1)))
    for view in (
        views.Title(hint),
        views.Menu(title, tuple(items), pointed, hint),
        views.Question(title, hint, title, hint),
        views.NameEntry(title),
        views.Notice(title, hint, hint),
        views.Standings(title, ()),
        views.ScoreSheet("Zoë", (views.SumLine(title, 9999, 999),), 9999),
        views.VoyagesTurn(
            captain="Zoë", bones=bones("22345"), barred=title.encode("ascii", "ignore").decode()
        ),
    ):
        assert draw(view).faults() == []


@given(data=st.data())
def test_every_key_of_the_keyboard_can_be_pointed_at(data: st.DataObject) -> None:
    row = data.draw(st.integers(0, len(views.KEY_ROWS) - 1))
    column = data.draw(st.integers(0, len(views.KEY_ROWS[row]) - 1))
    picture = draw(views.NameEntry("Captain 1 of 6", data.draw(names), row, column))
    key = views.KEY_ROWS[row][column]
    assert picture.faults() == []
    shown = {item.text for item in picture.items}
    assert {views.SPACE_KEY: "space", views.DONE_KEY: "done"}.get(key, key) in shown


def test_a_menu_keeps_the_pointed_item_in_sight_and_marks_what_is_beyond() -> None:
    items = tuple(views.MenuItem(f"item {i}") for i in range(9))
    for pointed in range(9):
        picture = draw(views.Menu("Rules", items, pointed))
        shown = {item.text for item in picture.items}
        assert picture.faults() == []
        assert f"item {pointed}" in shown
        assert ("up" in shown) == ("item 0" not in shown)
        assert ("down" in shown) == ("item 8" not in shown)


def test_a_picture_reads_as_lines_from_left_to_right() -> None:
    picture = draw(
        views.KingsLedger(
            rows=(
                views.KingsRow("Zoë", 17, 7, 2, 1),
                views.KingsRow("Al", 3, 3, 0, 0, "low", True),
            ),
            treasury_coins=50,
            treasury_doubloons=18,
            skull_island=2,
        )
    )
    assert picture.text().splitlines() == [
        "Skull Island 2 pts",
        "Zoë 17 7 2 1",
        "Al out",
        "Treasury 50 18",
    ]


def test_lines_break_between_words_and_long_words_break_too() -> None:
    assert wrap("gold and rum", NORMAL, NORMAL.width("gold and")) == ["gold and", "rum"]
    assert wrap("", NORMAL, 50) == []
    assert wrap("WWWW", NORMAL, NORMAL.width("WW")) == ["WW", "WW"]


@given(text=st.text(LETTERS, max_size=80), font=st.sampled_from((SMALL, NORMAL, BIG)))
def test_wrapped_text_is_whole_and_no_line_is_too_wide(text: str, font: Font) -> None:
    lines = wrap(text, font, 60)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(font.width(line) <= 60 for line in lines)
    assert font.width(elide(text, font, 60)) <= 60


def test_every_icon_can_be_drawn() -> None:
    for name in ICONS:
        assert icon(name).getbbox() is not None
