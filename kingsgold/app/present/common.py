"""What the screens of both games share."""

from collections.abc import Mapping, Sequence
from typing import Any

from kingsgold.games import kings_gold, voyages
from kingsgold.screens import views as v

BADGES: Mapping[str, v.Badge] = {
    "bronze_anchor": "anchor",
    "silver_cutlass": "cutlass",
    "gold_pirate_king": "king",
}


def rounds_left(state: Any) -> int | None:
    """Rounds until the navy comes, this one counted; None where it does not."""
    navy = state.setup.rules.navy_rounds
    return max(0, navy - state.round + 1) if navy else None


def standings(
    names: Sequence[str], lines: Sequence[tuple[kings_gold.Standing | voyages.Standing, int]]
) -> v.Standings:
    """Who won, and who follows, with the score of each line."""
    winners = [names[line.captain] for line, _ in lines if line.winner]
    title = f"{winners[0]} wins" if len(winners) == 1 else "A shared crown"
    return v.Standings(
        title,
        tuple(
            v.StandingsRow(
                place,
                names[line.captain],
                score,
                line.winner,
                tuple(BADGES[badge] for badge in line.badges),
            )
            for place, (line, score) in enumerate(lines, 1)
        ),
    )
