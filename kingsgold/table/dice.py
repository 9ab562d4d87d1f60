"""Where tosses come from.

A source answers for toss number k of a match, counted from 0. It keeps no place of its own, so a
decision that is not taken after all has used up nothing.
"""

import secrets
from collections.abc import Sequence
from typing import Protocol

from kingsgold.games.protocol import Hand
from kingsgold.games.voyages import BLACK_BONE


class TossMisfit(ValueError):  # noqa: N818 - it says what happened
    """A scripted toss that does not fit the dice in hand."""


class Source(Protocol):
    """Where the tosses of a match come from."""

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        """One face for each die in `hand`, for toss `k` of the match.

        `shake` is where the counter stood when the captain let go of the cup; 0 where nobody shook.
        """
        ...


class ChanceSource:
    """Tosses by the operating system's randomness, without bias."""

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        """One face for each die in `hand`."""
        return "".join(secrets.choice(faces) for faces in hand)


class ScriptedSource:
    """Tosses from a list, then from another source."""

    def __init__(self, tosses: Sequence[str], then: Source) -> None:
        self._tosses = tuple(tosses)
        self._then = then

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        """Toss `k` of the list; raises `TossMisfit` when it does not fit the hand."""
        if k < len(self._tosses):
            return fit(self._tosses[k], hand)
        return self._then.toss(k, shake, hand)


def fit(toss: str, hand: Hand) -> str:
    """The faces of `toss` in the order of the dice in `hand`, or `TossMisfit`.

    Dice with the same faces take theirs in the order in which they are written; a die with faces
    of its own (the black bone) may be written anywhere.
    """
    left = list(toss)
    if len(left) != len(hand):
        dice = "1 die is" if len(hand) == 1 else f"{len(hand)} dice are"
        faces = "1 face" if len(left) == 1 else f"{len(left)} faces"
        raise TossMisfit(f"toss {toss!r} has {faces}, and {dice} in hand")
    thrown = ""
    for faces in hand:
        face = next((face for face in left if face in faces), None)
        if face is None and faces == BLACK_BONE:
            raise TossMisfit(f"the black bone is missing in toss {toss!r}: one of {BLACK_BONE}")
        if face is None:
            raise TossMisfit(f"toss {toss!r} has no face left for a die of {faces!r}")
        left.remove(face)
        thrown += face
    return thrown
