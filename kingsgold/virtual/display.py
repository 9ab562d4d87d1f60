"""A display of text on the scoreboard's line: shows what the bytes say, and the bytes. Pure."""

from collections import deque
from collections.abc import Iterator

from kingsgold.scoreboard import sentences as s

CELL = 20
"""Characters that a captain takes: a mark, the longest name, and four digits."""

RAW_KEPT = 50
"""Sentences that are remembered as they came, more than any terminal shows."""


class Display:
    """What is plugged into the line called `port_name`; `read` its bytes, and look at `lines`."""

    def __init__(self, port_name: str) -> None:
        self._port_name = port_name
        self._decoder = s.Decoder()
        self._raw: deque[str] = deque(maxlen=RAW_KEPT)
        self._match = s.Match()
        self._captains: dict[int, s.Captain] = {}
        self._turn: s.Turn | None = None
        self._dice: s.Dice | None = None
        self._standing: s.Standing | None = None
        self._heist: s.Heist | None = None

    def read(self, piece: bytes) -> None:
        """Take in what came over the line."""
        self._raw += piece.decode("ascii", "replace").splitlines()
        for sentence in self._decoder.feed(piece):
            self._take(sentence)

    def lines(self, width: int, height: int) -> list[str]:
        """What is shown in `width` columns and at most `height` rows.

        Where it stands, the captains with their points, the last announcement; in the rows that
        are left, the last sentences as they came.
        """
        told = [f"Scoreboard on {self._port_name}: {', '.join(self._where())}"]
        cells = [self._cell(captain) for captain in self._captains.values()]
        columns = max(1, width // CELL)
        told += ["".join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
        if self._heist is not None:
            told.append(self._announcement(self._heist))
        room = height - len(told)
        return told + list(self._raw)[-room:] if room > 0 else told[:height]

    def _take(self, sentence: s.Sentence) -> None:
        match sentence:
            case s.Hello():
                # A whole state begins: what it does not tell any more is over.
                self._captains.clear()
                self._turn = self._dice = self._standing = None
            case s.Match():
                self._match = sentence
                if sentence.phase == "idle":
                    self._heist = None
            case s.Captain():
                self._captains[sentence.slot] = sentence
            case s.Turn():
                self._turn = sentence
            case s.Dice():
                self._dice = sentence
            case s.Standing():
                self._standing = sentence
            case s.Heist():
                self._heist = sentence
            case _:
                pass

    def _where(self) -> Iterator[str]:
        if self._match.phase == "idle":
            yield "no match"
            return
        yield self._match.phase.replace("-", " ")
        yield f"round {self._match.round}"
        if self._turn is not None and self._turn.seconds is not None:
            yield f"{self._turn.seconds} s"
        if self._turn is not None and self._turn.tally is not None:
            yield f"tally {self._turn.tally}"
        if self._dice is not None and self._dice.dice:
            yield self._dice.dice

    def _cell(self, captain: s.Captain) -> str:
        slot, points, mark = captain.slot, captain.points, " "
        if self._turn is not None and self._turn.slot == slot:
            mark = "▶"
        if str(slot) in self._match.out:
            mark = "✗"
        if self._standing is not None:
            scores = dict(zip(self._standing.order, self._standing.scores, strict=False))
            points = scores.get(str(slot), points)
            mark = "★" if str(slot) in self._standing.winners else mark
        return f"{mark} {captain.name:<{s.NAME_LENGTH}} {points:>4}".ljust(CELL)

    def _announcement(self, heist: s.Heist) -> str:
        captain = self._captains.get(heist.slot)
        who = f"{captain.name}: " if captain is not None else ""
        points = f", {heist.points} points" if heist.points else ""
        return f"{who}{heist.kind.replace('-', ' ')}{points}"
