"""The driver of displays that speak the box's own protocol."""

from collections.abc import Mapping

from kingsgold.scoreboard import sentences as s
from kingsgold.scoreboard.board import Announcement, Badge, Board, Pledge
from kingsgold.scoreboard.driver import Alive, Answer, Greeting, Tapped

_BADGES: Mapping[Badge, str] = {
    "bronze_anchor": "B",
    "silver_cutlass": "S",
    "gold_pirate_king": "G",
}


class NativeDriver:
    """Speaks the sentences of `firmware/PROTOCOL.md`."""

    def __init__(self) -> None:
        self._decoder = s.Decoder()

    def state(self, board: Board) -> tuple[bytes, ...]:
        """The whole state, a sentence each: what is played, the captains, the turn or the end."""
        return tuple(s.encode(sentence) for sentence in whole_state(board))

    def announce(self, announcement: Announcement) -> bytes:
        """The sentence for something great that has happened."""
        return s.encode(
            s.Heist(announcement.captain, kind=announcement.kind, points=announcement.points)
        )

    def pledge(self, pledge: Pledge) -> bytes:
        """The commitment, and when the match has ended the seed after it."""
        sealed = s.encode(s.Commitment(pledge.sha256))
        return sealed if pledge.seed is None else sealed + s.encode(s.Seed(pledge.seed))

    def hear(self, data: bytes) -> list[Answer]:
        """What a display says with `data`; the rest of its bytes is skipped."""
        return [
            answer
            for sentence in self._decoder.feed(data)
            if (answer := _answer(sentence)) is not None
        ]


def whole_state(board: Board) -> list[s.Sentence]:
    """The sentences that tell everything on `board`, in the order in which they are sent."""
    told: list[s.Sentence] = [
        s.Hello(s.VERSION),
        s.Match(
            game=board.game,
            mode=board.mode,
            captains=len(board.captains),
            round=board.round,
            phase=board.phase,
            out="".join(str(slot) for slot, line in enumerate(board.captains) if line.out),
        ),
    ]
    told += [
        s.Captain(
            slot,
            s.fold(line.name, s.NAME_LENGTH),
            line.coins,
            line.doubloons,
            line.points,
            line.shields,
            "".join(_BADGES[badge] for badge in line.badges),
        )
        for slot, line in enumerate(board.captains)
    ]
    if (turn := board.turn) is not None:
        told += [
            s.Turn(turn.captain, turn.round, turn.seconds, turn.tally),
            s.Dice(
                turn.dice, "".join("1" if lock else "0" for lock in turn.locked), turn.rolls_left
            ),
        ]
    if board.standings:
        told.append(
            s.Standing(
                winners="".join(str(line.captain) for line in board.standings if line.winner),
                order="".join(str(line.captain) for line in board.standings),
                scores=tuple(line.score for line in board.standings),
            )
        )
    return told


def _answer(sentence: s.Sentence) -> Answer | None:
    match sentence:
        case s.DisplayHello():
            return Greeting(sentence.name, understood=sentence.version == s.VERSION)
        case s.DisplayAlive():
            return Alive()
        case s.DisplayButton():
            return Tapped(sentence.button)
        case _:
            return None
