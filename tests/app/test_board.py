"""What a scoreboard shows of a match, in both games and every phase of theirs."""

import asyncio
import contextlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.app.board import announcements, board
from kingsgold.app.games import GAMES
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Action, Hand, Setup
from kingsgold.scoreboard.board import (
    Announcement,
    Board,
    CaptainLine,
    StandingLine,
    TurnLine,
)
from kingsgold.table.dice import ChanceSource, ScriptedSource
from kingsgold.table.table import Table
from kingsgold.virtual.simtime import SimLoop

CREW = ("Anne", "Jack", "Mary")


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


def table_of(loop: asyncio.AbstractEventLoop, setup: Setup, *dice: str) -> Table:
    game = GAMES[setup.__struct_config__.tag]
    table = Table(game, setup, ScriptedSource(list(dice), ChanceSource()), loop, lambda: None)
    loop.run_until_complete(table.open())
    return table


def act(loop: asyncio.AbstractEventLoop, table: Table, *actions: Action) -> None:
    for action in actions:
        loop.run_until_complete(table.act(action))


def kings(loop: SimLoop, *dice: str, starter: int | None = 0, **rules: object) -> Table:
    setup = kg.Setup(captains=CREW, starter=starter, rules=kg.Rules(**rules))  # pyright: ignore[reportArgumentType]
    return table_of(loop, setup, *dice)


def sail(loop: SimLoop, *dice: str, **rules: object) -> Table:
    setup = vy.Setup(captains=CREW, rules=vy.Rules(**rules))  # pyright: ignore[reportArgumentType]
    return table_of(loop, setup, *dice)


def turn_of(table: Table) -> TurnLine:
    turn = board(table).turn
    assert turn is not None
    return turn


def test_nobody_plays() -> None:
    assert board(None) == Board()


# King's Gold


def test_the_roll_off_has_a_thrower_and_no_dice(loop: SimLoop) -> None:
    table = kings(loop, "O", starter=None)
    act(loop, table, kg.Throw())
    shown = board(table)
    assert shown.phase == "roll-off"
    assert shown.turn == TurnLine(captain=1, round=1)


def test_a_turn_shows_dice_locks_rolls_and_what_a_stop_would_bring(loop: SimLoop) -> None:
    table = kings(loop, "OORNX", turn_seconds=30)
    act(loop, table, kg.Throw(), kg.Lock(0))
    loop.advance(4.2)
    shown = board(table)
    assert (shown.game, shown.mode, shown.phase, shown.round) == (
        "kings-gold",
        "campaign",
        "playing",
        1,
    )
    # Two coins, of which the Crest turns one into a doubloon: 1 + 5 points.
    assert shown.turn == TurnLine(
        captain=0,
        round=1,
        seconds=26,
        tally=6,
        dice="OORNX",
        locked=(True, False, False, False, True),
        rolls_left=2,
    )
    assert shown.captains[2] == CaptainLine(name="Mary", coins=0, doubloons=0, shields=0)


def test_before_the_first_throw_there_are_no_dice(loop: SimLoop) -> None:
    assert turn_of(kings(loop)) == TurnLine(captain=0, round=1, rolls_left=3)


def test_the_tally_counts_what_a_stop_would_bring_by_the_house_s_values(loop: SimLoop) -> None:
    table = kings(
        loop, "OORRR", coin_value=3, doubloon_value=4, shield_value=7, crests_per_shield=1
    )
    act(loop, table, kg.Throw())
    assert turn_of(table).tally == 2 * 4 + 7


def test_while_shots_are_named_there_is_no_tally(loop: SimLoop) -> None:
    table = kings(loop, "OONNX")
    act(loop, table, kg.Throw(), kg.Stop())
    turn = turn_of(table)
    assert (turn.captain, turn.dice, turn.rolls_left, turn.tally) == (0, "OONNX", 0, None)


def test_the_points_are_those_of_the_ledger(loop: SimLoop) -> None:
    table = kings(loop, "ORRRX", coin_value=3, shield_value=7)
    act(loop, table, kg.Throw(), kg.Stop())
    line = board(table).captains[0]
    assert line == CaptainLine(name="Anne", coins=0, doubloons=1, points=12, shields=1)
    assert line.points == kg.ledger(table.state)[0].points


def test_the_final_round_and_the_end(loop: SimLoop) -> None:
    table = kings(loop, "OOOOO", "XXXON", "RRNNX")
    act(loop, table, kg.Throw())
    assert board(table).phase == "final-round"
    act(loop, table, kg.Throw(), kg.Throw(), kg.Stop(), kg.Fire(0), kg.Fire(0))
    shown = board(table)
    assert (shown.phase, shown.turn) == ("over", None)
    assert [line.captain for line in shown.standings] == [0, 2, 1]
    assert [line.winner for line in shown.standings] == [True, False, False]
    assert shown.standings[0].score == kg.standings(table.state)[0].score
    assert shown.captains[0].badges == ("bronze_anchor", "silver_cutlass", "gold_pirate_king")
    assert shown.captains[1].badges == ()


def test_who_is_out_is_marked(loop: SimLoop) -> None:
    table = kings(loop, "XXXXX", elimination=True)
    act(loop, table, kg.Throw())
    assert [line.out for line in board(table).captains] == [True, False, False]


# Voyages


def test_a_voyage_shows_the_bones_and_those_set_aside(loop: SimLoop) -> None:
    table = sail(loop, "23461", "2346#")
    setup_turn = turn_of(table)
    assert setup_turn == TurnLine(captain=0, round=1, tally=0)
    table = sail(loop, "2341@", "346$", turn_seconds=60)
    act(loop, table, vy.Throw())
    assert turn_of(table) == TurnLine(
        captain=0, round=1, seconds=60, tally=0, dice="2341B", locked=(False,) * 5
    )
    act(loop, table, vy.TakeAndThrow(0))
    shown = board(table)
    assert (shown.game, shown.mode, shown.phase) == ("voyages", "", "playing")
    # Nothing scores: the bones have gone to the next captain.
    assert shown.turn == TurnLine(captain=1, round=1, seconds=60, tally=0)


def test_bones_that_were_set_aside_are_locked(loop: SimLoop) -> None:
    table = sail(loop, "2341@", "356$")
    act(loop, table, vy.Throw(), vy.TakeAndThrow(0))
    assert turn_of(table) == TurnLine(
        captain=0, round=1, tally=10, dice="356S1", locked=(False, False, False, False, True)
    )


def test_every_face_of_the_black_bone_has_a_letter_of_its_own(loop: SimLoop) -> None:
    letters = ""
    for face in vy.BLACK_BONE:
        table = sail(loop, f"2351{face}")
        act(loop, table, vy.Throw())
        letters += turn_of(table).dice[4]
    assert letters == "BSCRTF"


def test_a_hoard_wins_and_the_capsized_are_out(loop: SimLoop) -> None:
    table = sail(loop, "1111!", "5555%", "2346!", "66346", "2346^")
    act(loop, table, vy.Throw())
    assert [line.out for line in board(table).captains] == [True, False, False]
    act(loop, table, vy.Throw(), vy.TakeAndThrow(0), vy.TakeAndHoard(0))
    shown = board(table)
    assert shown.phase == "final-round"
    assert [line.points for line in shown.captains] == [0, 510, 0]
    assert shown.captains[1] == CaptainLine(name="Jack", points=510)


def test_equal_hoards_share_the_win_or_sail_off(loop: SimLoop) -> None:
    misses = ["2346^"] * 3
    table = sail(loop, *misses, navy_rounds=1)
    act(loop, table, *[vy.Throw()] * 3)
    shown = board(table)
    assert (shown.phase, shown.turn) == ("over", None)
    assert shown.standings == tuple(
        StandingLine(captain=captain, score=0, winner=True) for captain in range(3)
    )
    table = sail(loop, *misses, navy_rounds=1, tie="sail_off")
    act(loop, table, *[vy.Throw()] * 3)
    assert board(table).phase == "sail-off"


# Announcements


@pytest.mark.parametrize(
    ("pool", "announcement"),
    [
        ("OOOOO", Announcement(0, "kings-ransom", 160)),
        ("NNNNN", Announcement(0, "broadside-barrage", 0)),
        ("RRRRR", Announcement(0, "royal-amnesty", 0)),
        ("XXXXX", Announcement(0, "mutiny", 0)),
        ("XXXOO", Announcement(0, "curse", 0)),
    ],
)
def test_a_turn_of_kings_gold_that_is_announced(
    loop: SimLoop, pool: str, announcement: Announcement
) -> None:
    table = kings(loop, pool)
    act(loop, table, kg.Throw())
    assert announcements(table.events) == [announcement]


def test_an_ordinary_turn_is_not_announced(loop: SimLoop) -> None:
    table = kings(loop, "OORXX")
    act(loop, table, kg.Throw(), kg.Stop())
    assert announcements(table.events) == []


@pytest.mark.parametrize(
    ("toss", "announcement"),
    [
        ("4443@", Announcement(0, "broadside", 40)),
        ("2222@", Announcement(0, "boarding-action", 200)),
        ("4444$", Announcement(0, "armada", 400)),
        ("5555%", Announcement(0, "chest-o-gold", 500)),
        ("6666^", Announcement(0, "rum-run", 0)),
        ("1111!", Announcement(0, "capsized", 0)),
    ],
)
def test_a_roll_of_voyages_that_is_announced(
    loop: SimLoop, toss: str, announcement: Announcement
) -> None:
    table = sail(loop, toss)
    act(loop, table, vy.Throw())
    if not table.state.over and table.state.phase == "choosing":
        act(loop, table, vy.TakeAndThrow(0))
    assert announcements(table.events)[0] == announcement


# Whatever happens


class Drawn:
    """Dice that fall as hypothesis wants them to."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        return "".join(self._data.draw(st.sampled_from(die)) for die in hand)


@given(st.sampled_from([kg.Setup(captains=CREW), vy.Setup(captains=CREW)]), st.data())
def test_the_board_of_any_position_is_whole(setup: Setup, data: st.DataObject) -> None:
    with contextlib.closing(SimLoop()) as loop:
        # Chance would make a failure come and go.
        table = Table(GAMES[setup.__struct_config__.tag], setup, Drawn(data), loop, lambda: None)
        loop.run_until_complete(table.open())
        for _ in range(data.draw(st.integers(0, 25))):
            if table.state.over:
                break
            act(loop, table, data.draw(st.sampled_from(table.game.legal_actions(table.state))))
    shown = board(table)
    assert [line.name for line in shown.captains] == list(CREW)
    assert (shown.turn is None) == (shown.phase == "over") == bool(shown.standings)
    if shown.turn is not None:
        assert len(shown.turn.dice) == len(shown.turn.locked)
        assert len(shown.turn.dice) in (0, 5)
        assert shown.turn.captain == table.state.captain
