"""What one roll is worth: its outcome, and every scoring that the rules allow."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal

import msgspec

from kingsgold.games.voyages.bones import (
    BROADSIDES,
    COINS,
    FIVE,
    FLAG,
    PRIZES,
    RUM,
    TEN,
    canonical,
    check_guard,
    face,
    is_black,
    parse_roll,
)

Outcome = Literal["score", "prize", "void", "aground", "shipwrecked", "rum_run", "capsized"]
WhyNot = Literal["gold_fever", "reload", "mettle"]


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """One legal way to score a roll.

    `flag` is the face that the Black Flag counts as, None if there is none or it stays
    non-scoring. `broadside` is the face of the Broadside. `why_not` says what forbids hoarding
    after it, None if nothing does; only a match knows about "mettle".
    """

    points: int
    set_aside: str
    leftover: str
    flag: str | None = None
    broadside: str | None = None
    gold_fever: bool
    why_not: WhyNot | None


class _Case(msgspec.Struct, forbid_unknown_fields=True):
    """A scoring case as the vectors hold it; the answers are not read."""

    roll: str
    guard: str | None = None
    outcome: Any = None
    options: Any = None


def score(roll: str, guard: str | None = None) -> tuple[Outcome, tuple[Scoring, ...]]:
    """The outcome of one roll and its legal scorings, most points first.

    `roll` is written in the bones' faces, in any order; `guard` is the face of the Broadside that
    the roll reloads, None if it reloads none. Any bone of that face, even five, voids the roll; the
    Flag is never that face (V-7). Among equal points the scoring that leaves the black bone in
    hand comes first, since it is the better one to throw (V-6).
    """
    faces = Counter(face(bone) for bone in roll)
    if guard is not None and faces[guard]:
        return "void", ()
    if len(roll) == 5 and len(faces) == 1:
        (kind,) = faces
        if kind == RUM:
            return "rum_run", ()
        if kind == TEN:
            return "capsized", ()
        if kind in PRIZES:
            points = PRIZES[kind][1]
            return "prize", (_scoring(points, set_aside=canonical(roll), leftover=""),)
    scorings = set(_scorings(canonical(roll)))
    if not scorings:
        return "shipwrecked" if len(roll) == 5 else "aground", ()
    return "score", tuple(sorted(scorings, key=_preference))


def score_case(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to one case of the scoring vectors, in their own shape.

    `case` holds `roll`, and may hold `guard`; answers that it may also hold are ignored. Raises
    ValueError with the reason if it is no such case.
    """
    wanted = msgspec.convert(case, _Case)
    check_guard(wanted.guard)
    outcome, options = score(parse_roll(wanted.roll), wanted.guard)
    return {
        "outcome": outcome,
        "options": [
            {
                "points": option.points,
                "set_aside": option.set_aside,
                "leftover": option.leftover,
                "flag": option.flag,
                "broadside": option.broadside,
                "gold_fever": option.gold_fever,
            }
            for option in options
        ],
    }


def _preference(scoring: Scoring) -> tuple[int, bool, str]:
    return -scoring.points, any(map(is_black, scoring.set_aside)), scoring.set_aside


def _scorings(bones: str) -> Iterator[Scoring]:
    """Every legal scoring of bones that are no Captured Prize, some of them more than once."""
    for broadside in _broadsides(bones):
        rest = Counter(bones)
        rest.subtract(broadside)
        # Coins must be taken, also a fourth one beside a Broadside of its own face (V-5).
        coins = [bone for bone in rest.elements() if face(bone) in COINS]
        fired = face(broadside[0]) if broadside else None
        points = BROADSIDES[fired] if fired else 0
        points += sum(COINS[face(coin)] for coin in coins)
        flag_is_free = FLAG in bones and FLAG not in broadside
        for flag in (TEN, FIVE, None) if flag_is_free else (None,):
            taken = [*broadside, *coins, *([FLAG] if flag else [])]
            if not taken:
                continue
            left = Counter(bones)
            left.subtract(taken)
            yield _scoring(
                points + (COINS[flag] if flag else 0),
                set_aside=canonical(taken),
                leftover=canonical(left.elements()),
                flag=fired if FLAG in broadside else flag,
                broadside=fired,
            )


def _broadsides(bones: str) -> Iterator[tuple[str, ...]]:
    """The bones of every Broadside that may be fired, the Flag last; once () if there is none.

    A natural three must be taken, and a Flag beside a pair must complete it. A Flag beside a
    natural three may take one bone's place. Which of four equal bones fire is free (V-6). No roll
    of five bones has both a natural three and, beside the Flag, another pair.
    """
    faces = Counter(face(bone) for bone in bones if bone != FLAG)
    natural = [kind for kind, count in faces.items() if count >= 3]
    flagged = [kind for kind, count in faces.items() if count >= 2] if FLAG in bones else []
    for kind in natural:
        yield from combinations([bone for bone in bones if face(bone) == kind], 3)
    for kind in flagged:
        for pair in combinations([bone for bone in bones if face(bone) == kind], 2):
            yield *pair, FLAG
    if not natural and not flagged:
        yield ()


def _scoring(
    points: int,
    *,
    set_aside: str,
    leftover: str,
    flag: str | None = None,
    broadside: str | None = None,
) -> Scoring:
    why_not: WhyNot | None = None
    if not leftover:
        why_not = "gold_fever"
    elif broadside:
        why_not = "reload"
    return Scoring(
        points=points,
        set_aside=set_aside,
        leftover=leftover,
        flag=flag,
        broadside=broadside,
        gold_fever=not leftover,
        why_not=why_not,
    )
