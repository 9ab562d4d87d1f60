"""Whether the dice of a match were fair, as anybody can work out."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from kingsgold.games.protocol import replay
from kingsgold.store.matches import Match
from kingsgold.table.fair import Flaw, find_flaw
from kingsgold.table.journal import Decision


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said of a match: the answer, why, and in which decision the flaw is."""

    answer: Literal["fair", "not fair", "unfinished", "scripted"]
    why: str = ""
    decision: int | None = None


def verify(match: Match, decisions: Sequence[Decision]) -> Verdict:
    """Make every toss again and take every decision again.

    Of a match whose dice were told what to show, or that has not ended, nothing can be said.
    """
    if match.scripted:
        return Verdict(answer="scripted", why="the dice were told what to show")
    if match.status == "unfinished":
        return Verdict(answer="unfinished", why="the seed is revealed when the match has ended")
    flaw = _find_flaw(match, decisions)
    if flaw is None:
        return Verdict(answer="fair")
    return Verdict(answer="not fair", why=flaw.text, decision=flaw.decision)


def _find_flaw(match: Match, decisions: Sequence[Decision]) -> Flaw | None:
    if match.seed is None:
        return Flaw(None, "the match has ended, and its seed is not revealed")
    flaw = find_flaw(match.game, match.setup, match.id, match.commitment, match.seed, decisions)
    if flaw is not None:
        return flaw
    events = [event for decision in decisions for event in decision.events]
    over = replay(match.game, match.setup, events).over
    if over != (match.status == "finished"):
        last = len(decisions) - 1 if decisions else None
        return Flaw(last, f"the match is {match.status}, and yet {'over' if over else 'not over'}")
    return None
