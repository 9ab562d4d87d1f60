"""The native driver: a board becomes sentences, and never more than the line can carry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.scoreboard import sentences as s
from kingsgold.scoreboard.board import Announcement, Board, CaptainLine, StandingLine, TurnLine
from kingsgold.scoreboard.driver import Alive, Greeting, Tapped
from kingsgold.scoreboard.native import NativeDriver

BUDGET = 480

LATIN_1 = "".join(chr(code) for code in range(32, 256) if chr(code).isalnum()) + " -'"
amounts = st.integers(0, 10**7)
maybe = st.none() | amounts
captains = st.builds(
    CaptainLine,
    name=st.text(LATIN_1, min_size=1, max_size=12) | st.just("ÆÆÆÆÆÆÆÆÆÆÆÆ"),
    coins=maybe,
    doubloons=maybe,
    points=amounts,
    shields=maybe,
    out=st.booleans(),
    badges=st.just(("bronze_anchor", "silver_cutlass", "gold_pirate_king")) | st.just(()),
)
turns = st.builds(
    TurnLine,
    captain=st.integers(0, 5),
    round=amounts,
    seconds=maybe,
    tally=maybe,
    dice=st.text("ONRX", min_size=5, max_size=5),
    locked=st.tuples(*[st.booleans()] * 5),
    rolls_left=st.none() | st.integers(0, 3),
)
standings = st.lists(
    st.builds(StandingLine, captain=st.integers(0, 5), score=amounts, winner=st.booleans()),
    min_size=6,
    max_size=6,
).map(tuple)


def boards(**parts: st.SearchStrategy[object]) -> st.SearchStrategy[Board]:
    return st.builds(
        Board,
        game=st.just("kings-gold"),
        mode=st.just("campaign"),
        round=amounts,
        captains=st.lists(captains, min_size=6, max_size=6).map(tuple),
        **parts,
    )


during = boards(phase=st.sampled_from(["roll-off", "playing", "final-round"]), turn=turns)
after = boards(phase=st.just("over"), standings=standings)


@given(during | after)
def test_six_captains_always_fit_the_budget(board: Board) -> None:
    pieces = NativeDriver().state(board)
    assert sum(map(len, pieces)) <= BUDGET
    assert max(map(len, pieces)) <= s.LONGEST


@given(during | after)
def test_everything_that_is_told_is_understood(board: Board) -> None:
    told = s.Decoder().feed(b"".join(NativeDriver().state(board)))
    assert [type(sentence) for sentence in told[:2]] == [s.Hello, s.Match]
    assert sum(isinstance(sentence, s.Captain) for sentence in told) == len(board.captains)
    assert len(told) == len(NativeDriver().state(board))


def told(board: Board) -> list[str]:
    return [piece.decode().split("*")[0] for piece in NativeDriver().state(board)]


def test_without_a_match_there_is_a_greeting_and_that_nobody_plays() -> None:
    assert told(Board()) == ["$KGHEL,1", "$KGMAT,,,0,,idle,"]


def test_a_turn_of_kings_gold_is_told() -> None:
    board = Board(
        game="kings-gold",
        mode="blitz",
        phase="playing",
        round=4,
        captains=(
            CaptainLine(name="Zoë", coins=14, doubloons=3, points=31, shields=1),
            CaptainLine(name="Jack", coins=0, doubloons=0, points=0, shields=0, out=True),
        ),
        turn=TurnLine(
            captain=0,
            round=4,
            seconds=7,
            tally=6,
            dice="OORNX",
            locked=(True, True, False, False, True),
            rolls_left=1,
        ),
    )
    assert told(board) == [
        "$KGHEL,1",
        "$KGMAT,kings-gold,blitz,2,4,playing,1",
        "$KGCAP,0,Zoe,14,3,31,1,",
        "$KGCAP,1,Jack,0,0,0,0,",
        "$KGTRN,0,4,7,6",
        "$KGDCE,OORNX,11001,1",
    ]


def test_the_end_of_voyages_is_told() -> None:
    board = Board(
        game="voyages",
        phase="over",
        round=12,
        captains=(CaptainLine(name="Anne", points=365), CaptainLine(name="Jack", points=510)),
        standings=(
            StandingLine(captain=1, score=510, winner=True),
            StandingLine(captain=0, score=365, winner=False),
        ),
    )
    assert told(board) == [
        "$KGHEL,1",
        "$KGMAT,voyages,,2,12,over,",
        "$KGCAP,0,Anne,,,365,,",
        "$KGCAP,1,Jack,,,510,,",
        "$KGSTD,1,10,510,365",
    ]


def test_badges_are_letters() -> None:
    line = CaptainLine(name="Anne", badges=("bronze_anchor", "silver_cutlass", "gold_pirate_king"))
    assert told(Board(captains=(line,)))[2] == "$KGCAP,0,Anne,,,0,,BSG"


def test_an_announcement_is_one_sentence() -> None:
    piece = NativeDriver().announce(Announcement(1, "kings-ransom", 87))
    assert s.Decoder().feed(piece) == [s.Heist(1, "kings-ransom", 87)]


@pytest.mark.parametrize(
    ("sentence", "answers"),
    [
        (s.DisplayHello(1, "wall"), [Greeting("wall", understood=True)]),
        (s.DisplayHello(2, "wall"), [Greeting("wall", understood=False)]),
        (s.DisplayAlive(), [Alive()]),
        (s.DisplayButton("roll"), [Tapped("roll")]),
        (s.Hello(1), []),
    ],
)
def test_a_display_is_heard(sentence: s.Sentence, answers: list[object]) -> None:
    driver = NativeDriver()
    wire = s.encode(sentence)
    assert driver.hear(b"\xff$KGDAL*00\r\n" + wire[:4]) == []
    assert driver.hear(wire[4:]) == answers
