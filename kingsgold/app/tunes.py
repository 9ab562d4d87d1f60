"""What is heard of what happens."""

from collections.abc import Sequence

from kingsgold.box.parts import Tune
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Event

_LOUDEST_FIRST = (
    Tune.WIN,
    Tune.HEIST,
    Tune.CURSE,
    Tune.CANNON,
    Tune.COIN,
    Tune.THROW,
    Tune.LOCK,
)


def tune(events: Sequence[Event]) -> Tune | None:
    """The one tune for what was decided: that of the greatest thing that happened."""
    heard = {found for event in events if (found := _tune_of(event)) is not None}
    return next((found for found in _LOUDEST_FIRST if found in heard), None)


def _tune_of(event: Event) -> Tune | None:
    match event:
        case kg.MatchEnded() | vy.MatchEnded():
            return Tune.WIN
        case kg.KingsRansom() | kg.RoyalAmnesty() | vy.PrizeCaptured() | vy.GoldFever():
            return Tune.HEIST
        case kg.RoyalCurse() | kg.Mutiny() | vy.RanAground() | vy.Capsized():
            return Tune.CURSE
        case kg.ShotFired() | kg.BroadsideFired() | vy.BroadsideFired():
            return Tune.CANNON
        case kg.Plundered() | vy.Hoarded():
            return Tune.COIN
        case kg.Thrown() | kg.RollOffThrown() | vy.Thrown():
            return Tune.THROW
        case kg.Locked() | kg.Unlocked():
            return Tune.LOCK
        case _:
            return None
