"""The display of text on the scoreboard's line, fed by the encoder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.scoreboard.board import Announcement, Board, CaptainLine, StandingLine, TurnLine
from kingsgold.scoreboard.native import NativeDriver
from kingsgold.virtual.display import Display

NAMES = ("Anne", "Jack", "Mary", "Bartholomew-", "Grace", "Ned")
PLAYING = Board(
    game="kings-gold",
    mode="blitz",
    phase="final-round",
    round=12,
    captains=tuple(
        CaptainLine(name=name, coins=1, doubloons=0, points=1000 + seat, shields=0, out=seat == 5)
        for seat, name in enumerate(NAMES)
    ),
    turn=TurnLine(
        captain=3, round=12, seconds=9, tally=7, dice="OONRX", locked=(False,) * 5, rolls_left=2
    ),
)
OVER = Board(
    game="voyages",
    phase="over",
    round=20,
    captains=tuple(CaptainLine(name=name, points=1) for name in NAMES[:2]),
    standings=(
        StandingLine(captain=1, score=510, winner=True),
        StandingLine(captain=0, score=40, winner=False),
    ),
)


def shown(
    board: Board, width: int = 80, height: int = 5, *, heist: Announcement | None = None
) -> list[str]:
    driver, display = NativeDriver(), Display("/dev/pts/7")
    for piece in driver.state(board):
        display.read(piece)
    if heist is not None:
        display.read(driver.announce(heist))
    return display.lines(width, height)


def test_it_says_where_it_is_and_that_nothing_is_on() -> None:
    assert shown(Board())[0] == "Scoreboard on /dev/pts/7: no match"


def test_captains_points_and_turn_are_shown() -> None:
    lines = shown(PLAYING)
    assert lines[:3] == [
        "Scoreboard on /dev/pts/7: final round, round 12, 9 s, tally 7, OONRX",
        "  Anne         1000   Jack         1001   Mary         1002 ▶ Bartholomew- 1003 ",
        "  Grace        1004 ✗ Ned          1005 ",
    ]


def test_the_rows_that_are_left_show_the_last_sentences() -> None:
    *_, turn, dice = shown(PLAYING)
    assert turn.startswith("$KGTRN,3,12,9,7*")
    assert dice.startswith("$KGDCE,OONRX,00000,2*")
    assert len(shown(PLAYING, height=3)) == 3


def test_the_last_announcement_stays() -> None:
    heist = Announcement(captain=3, kind="kings-ransom", points=42)
    assert shown(PLAYING, heist=heist)[3] == "Bartholomew-: kings ransom, 42 points"
    curse = Announcement(captain=0, kind="curse", points=0)
    assert shown(PLAYING, heist=curse)[3] == "Anne: curse"


def test_an_announcement_goes_with_its_match() -> None:
    driver, display = NativeDriver(), Display("/dev/pts/7")
    display.read(driver.announce(Announcement(captain=0, kind="curse", points=0)))
    for piece in driver.state(Board()):
        display.read(piece)
    assert not any(line.startswith("curse") for line in display.lines(80, 5))


def test_the_end_shows_final_scores_and_winners() -> None:
    head, captains, *_ = shown(OVER)
    assert head.endswith(": over, round 20")
    assert captains == "  Anne           40 ★ Jack          510 "


def test_what_a_state_tells_no_more_is_gone() -> None:
    driver, display = NativeDriver(), Display("/dev/pts/7")
    for board in (PLAYING, OVER):
        for piece in driver.state(board):
            display.read(piece)
    assert display.lines(80, 5)[:2] == shown(OVER)[:2]


@pytest.mark.parametrize(("width", "height"), [(80, 5), (49, 5), (59, 6), (130, 3)])
def test_six_captains_fit(width: int, height: int) -> None:
    lines = shown(PLAYING, width, height)
    assert len(lines) <= height
    for name in NAMES:
        assert sum(f" {name} " in line[:width] for line in lines if "$" not in line) == 1


@given(st.lists(st.binary(max_size=90)), st.integers(1, 200), st.integers(0, 10))
def test_any_bytes_leave_it_standing(pieces: list[bytes], width: int, height: int) -> None:
    display = Display("/dev/pts/7")
    for piece in pieces:
        display.read(piece)
    assert len(display.lines(width, height)) <= height
