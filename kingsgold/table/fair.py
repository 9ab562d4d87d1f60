"""Fair dice: tosses that were settled by a secret seed before the match, and the check of them.

At the start the box draws a seed and publishes its SHA-256, the commitment. Toss k of the match is
made from HMAC-SHA256 over the match, k and the shake, under that seed; at the end the seed is
revealed, and everybody can make the tosses again. The page `kingsgold/games/rules/fair-dice.md`
tells players what that shows, and programmers how to write another verifier.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

import msgspec

from kingsgold.games.protocol import Game, Hand, IllegalAction, Setup
from kingsgold.table.journal import Decision, Toss

SEED_BYTES = 32


def draw_seed() -> bytes:
    """A new secret seed from the operating system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published of a seed before the first toss: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class FairSource:
    """The tosses of one match, fixed by its seed, its id and the captains' shakes."""

    def __init__(self, seed: bytes, match_id: str) -> None:
        self._seed = seed
        self._match_id = match_id

    def toss(self, k: int, shake: int, hand: Hand) -> str:
        """One face for each die in `hand`, for toss `k` shaken until `shake`; without bias.

        Every die takes the next number from the stream that its faces divide evenly, and skips the
        others: a remainder alone would favour the first faces.
        """
        stream = self._stream(k, shake)
        return "".join(faces[_below(len(faces), stream)] for faces in hand)

    def _stream(self, k: int, shake: int) -> Iterator[int]:
        """The bytes of HMAC-SHA256(seed, "ID/k/shake/block"), for block 0, 1, 2 and so on."""
        block = 0
        while True:
            message = f"{self._match_id}/{k}/{shake}/{block}".encode("ascii")
            yield from hmac.digest(self._seed, message, "sha256")
            block += 1


def _below(count: int, stream: Iterator[int]) -> int:
    """A number from 0 to `count` - 1, all equally likely if the bytes of `stream` are."""
    width = max(1, ((count - 1).bit_length() + 7) // 8)
    fair = 256**width // count * count
    while True:
        number = int.from_bytes([next(stream) for _ in range(width)], "big")
        if number < fair:
            return number % count


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong in a match, and in which of its decisions; None when in none of them."""

    decision: int | None
    text: str


def find_flaw(
    game: Game,
    setup: Setup,
    match_id: str,
    committed: str,
    seed: bytes,
    decisions: Sequence[Decision],
) -> Flaw | None:
    """The first thing that a fair match could not have in it; None if the match is fair.

    Every toss is made again from `seed`, and every decision is taken again with these tosses, so
    that neither a face nor what it led to can have been changed.
    """
    if commitment(seed) != committed:
        return Flaw(None, "the revealed seed is not the one that was committed to")
    source = FairSource(seed, match_id)
    state = game.start(setup)
    tosses = 0
    for number, decision in enumerate(decisions):
        if decision.number != number:
            return Flaw(number, f"decision {number} is missing, decision {decision.number} follows")
        for toss in decision.tosses:
            if (wrong := _wrong_toss(source, tosses, toss)) is not None:
                return Flaw(number, wrong)
            tosses += 1
        recorded = _Recorded(decision.tosses)
        events: list[object] = []
        try:
            for action in decision.actions:
                recorded.next_action()
                for event in game.decide(state, action, recorded):
                    state = game.evolve(state, event)
                    events.append(event)
        except (IllegalAction, _MisfitError) as error:
            return Flaw(number, f"decision {number} could not be taken: {error}")
        if recorded.left:
            return Flaw(number, f"toss {recorded.left[0].k} was not called for")
        if tuple(events) != decision.events:
            return Flaw(number, f"decision {number} did not lead to the events that are written")
    return None


def _wrong_toss(source: FairSource, k: int, toss: Toss) -> str | None:
    if toss.k != k:
        return f"toss {k} is missing, toss {toss.k} stands in its place"
    if any(not faces for faces in toss.hand):
        return f"toss {k} has a die without faces"
    faces = source.toss(k, toss.shake, toss.hand)
    if faces != toss.faces:
        return f"toss {k} shows {toss.faces}, and the seed gives {faces}"
    return None


class _MisfitError(ValueError):
    """A toss that the decision can't have been taken with."""


class _Recorded:
    """The tosses of one decision, handed out again."""

    def __init__(self, tosses: Sequence[Toss]) -> None:
        self.left = list(tosses)
        self._actions = 0

    def next_action(self) -> None:
        self._actions += 1

    def toss(self, hand: Hand) -> str:
        if not self.left:
            raise _MisfitError("a toss is missing")
        toss = self.left.pop(0)
        if toss.hand != hand:
            raise _MisfitError(f"toss {toss.k} was thrown with other dice than those in hand")
        if self._actions > 1 and toss.shake:
            raise _MisfitError(f"nobody shook toss {toss.k}, which the box threw by itself")
        return toss.faces
