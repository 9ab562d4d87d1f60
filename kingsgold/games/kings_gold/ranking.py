"""Who stands where: the ledger during the match, the standings and the report at its end."""

from typing import Literal

import msgspec

from kingsgold.games.kings_gold.state import Outcome, State

Badge = Literal["bronze_anchor", "silver_cutlass", "gold_pirate_king"]
Threat = Literal["high", "medium", "low"]

BRONZE_FROM = 20
SILVER_ABOVE = 50
GOLD_ABOVE = 75
MEDIUM_WITHIN = 5
"""Points behind the leader up to which a captain is a medium threat."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One captain's final account; all numbers are points and add up to `score`."""

    captain: int
    score: int
    coins: int
    doubloons: int
    shields: int
    master_pirate: int
    winner: bool
    badges: tuple[Badge, ...]


class LedgerLine(msgspec.Struct, frozen=True, kw_only=True):
    """What lies open about one captain: pieces, points without the bonus, and the threat."""

    captain: int
    coins: int
    doubloons: int
    shields: int
    points: int
    threat: Threat


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One captain's performance; plunder, stolen, lost and largest heist are points.

    `two_skull_turns` are turns survived with two Skulls, `curses` and `mutinies` those suffered;
    `grand_heists` are in the order in which they were thrown.
    """

    captain: int
    plunder: int
    stolen: int
    lost: int
    two_skull_turns: int
    curses: int
    mutinies: int
    grand_heists: tuple[Outcome, ...]
    largest_heist: int


def standings(state: State) -> list[Standing]:
    """The accounts, best first, those who are out last.

    Equal scores are ordered by gold, then by fewer skull forfeits (KG-11). Winners and badges are
    named when the match is over; whoever is equal to the best in all three has won too (KG-12).
    """
    best_first = sorted(range(len(state.chests)), key=lambda captain: _rank(state, captain))
    best = _rank(state, best_first[0])
    return [_standing(state, captain, _rank(state, captain) == best) for captain in best_first]


def ledger(state: State) -> list[LedgerLine]:
    """What every captain owns and how dangerous each is, in seat order.

    The threat is "high" for the leader in points (all of them, if tied), "medium" within 5 points
    of the leader, else "low"; whoever is out is no threat.
    """
    points = [_points(state, captain) for captain in range(len(state.chests))]
    most = max(points[captain] for captain in range(len(points)) if captain not in state.out)
    return [
        LedgerLine(
            captain=captain,
            coins=chest.coins,
            doubloons=chest.doubloons,
            shields=chest.shields,
            points=points[captain],
            threat="low" if captain in state.out else _threat(most - points[captain]),
        )
        for captain, chest in enumerate(state.chests)
    ]


def report(state: State) -> list[Report]:
    """The performance of every captain, in seat order, also of those who are out."""
    rules = state.setup.rules
    return [
        Report(
            captain=captain,
            plunder=record.plundered_coins * rules.coin_value
            + record.plundered_doubloons * rules.doubloon_value,
            stolen=record.stolen_coins * rules.coin_value,
            lost=record.lost_coins * rules.coin_value,
            two_skull_turns=record.two_skull_turns,
            curses=record.curses,
            mutinies=record.mutinies,
            grand_heists=record.grand_heists,
            largest_heist=record.largest_heist,
        )
        for captain, record in enumerate(state.records)
    ]


def _threat(behind: int) -> Threat:
    if behind == 0:
        return "high"
    return "medium" if behind <= MEDIUM_WITHIN else "low"


def _points(state: State, captain: int) -> int:
    chest, rules = state.chests[captain], state.setup.rules
    return chest.value(rules) + chest.shields * rules.shield_value


def _bonus(state: State, captain: int) -> int:
    return state.setup.rules.master_pirate_bonus if captain == state.master_pirate else 0


def _rank(state: State, captain: int) -> tuple[bool, int, int, int]:
    """Sorts the best first."""
    return (
        captain in state.out,
        -(_points(state, captain) + _bonus(state, captain)),
        -state.chests[captain].value(state.setup.rules),
        state.records[captain].skull_forfeits,
    )


def _standing(state: State, captain: int, leads: bool) -> Standing:
    chest, rules = state.chests[captain], state.setup.rules
    score = _points(state, captain) + _bonus(state, captain)
    winner = leads and state.over
    badges: list[Badge] = []
    if state.over and captain not in state.out and score >= BRONZE_FROM:
        badges.append("bronze_anchor")
    if winner and score > SILVER_ABOVE:
        badges.append("silver_cutlass")
    if winner and score > GOLD_ABOVE and state.records[captain].skull_forfeits == 0:
        badges.append("gold_pirate_king")
    return Standing(
        captain=captain,
        score=score,
        coins=chest.coins * rules.coin_value,
        doubloons=chest.doubloons * rules.doubloon_value,
        shields=chest.shields * rules.shield_value,
        master_pirate=_bonus(state, captain),
        winner=winner,
        badges=tuple(badges),
    )
