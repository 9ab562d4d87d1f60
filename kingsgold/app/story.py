"""From events to the scenes that tell them: dice that land, great moments, how a turn settled."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from kingsgold.app import present
from kingsgold.app.show import Scene
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Event
from kingsgold.screens import settlement_pages
from kingsgold.screens import views as v
from kingsgold.table.table import Table

FIRST_LANDS_S = 0.3
NEXT_LANDS_S = 0.12
LIE_STILL_S = 0.3
MOMENT_S = 1.6
STORY_S = 2.0
STORY_LINE_S = 0.5
NOTICE_S = 4.0
FINGERPRINT_S = 2.0


def scenes(
    table: Table, before: Any, events: Sequence[Event], shake: int | None = None
) -> list[Scene]:
    """What is told of `events`, the last ones of `table.events`, that began at state `before`.

    `shake` is where the counter stood still for the first toss among them. With `fast_roll` only
    how a turn settled is told.
    """
    found: list[Scene] = []
    fast = table.setup.fast_roll
    state = before
    earlier = len(table.events) - len(events)
    for place, event in enumerate(events, 1):
        state = table.game.evolve(state, event)
        so_far = table.events[: earlier + place]
        if not fast:
            if (landing := _landing(table, state, event, so_far, shake)) is not None:
                found.append(landing)
            if (moment := _moment(table, event)) is not None:
                found.append(moment)
        if isinstance(event, kg.TurnResolved):
            found += _settlement(table, event, so_far)
    return found


def notice(text: str) -> list[Scene]:
    """A message for the captains that does not stop the match."""
    picture = v.Notice("Ahoy", text)
    return [Scene(NOTICE_S, lambda _: picture, moving=False)]


def fingerprint(commitment: str) -> list[Scene]:
    """The short form of what the box has committed its dice to."""
    words = " ".join(commitment[start : start + 4] for start in range(0, 16, 4))
    picture = v.Notice("Fair dice", f"sealed as {words}")
    return [Scene(FINGERPRINT_S, lambda _: picture, moving=False)]


# Dice that land


def _landing(
    table: Table, state: Any, event: Event, so_far: Sequence[Event], shake: int | None
) -> Scene | None:
    match event:
        case kg.Thrown():
            order: Sequence[int] = event.places
        case kg.RollOffThrown():
            picture = present.turn(table, state, so_far, None, None)
            assert isinstance(picture, v.RollOff)
            # The die lies before the captain who threw it, whoever throws next.
            thrown = replace(picture, thrower=event.captain, shake=shake)
            return _landing_scene(lambda: thrown, (0,), shake)
        case vy.Thrown():
            order = range(len(event.toss))
        case _:
            return None

    def picture_now() -> v.View:
        return present.with_shake(present.turn(table, state, so_far, None, None), shake)

    return _landing_scene(picture_now, order, shake)


def _landing_scene(picture: Callable[[], v.View], order: Sequence[int], shake: int | None) -> Scene:
    # What tumbles in the cup tumbles on from where it is: no jump, and nothing to send for it.
    in_the_cup = present.tumble_of(shake or 0)
    seconds = FIRST_LANDS_S + NEXT_LANDS_S * (len(order) - 1) + LIE_STILL_S

    def at(progress: float) -> v.View:
        now_s = progress * seconds
        landed = 0 if now_s < FIRST_LANDS_S else 1 + int((now_s - FIRST_LANDS_S) / NEXT_LANDS_S)
        tumble = in_the_cup + int(now_s * present.TUMBLES_A_SECOND)
        return present.after_landing(picture(), landed, order, tumble)

    return Scene(seconds, at)


# Moments


def _moment(table: Table, event: Event) -> Scene | None:
    found = _moment_of(table, event)
    if found is None:
        return None
    kind, captain, amount = found
    name = table.setup.captains[captain]
    return Scene(MOMENT_S, lambda progress: v.Moment(kind, name, amount, progress))


_PRIZES: dict[str, v.MomentKind] = {"2": "boarding_action", "4": "armada", "5": "chest_o_gold"}


def _moment_of(table: Table, event: Event) -> tuple[v.MomentKind, int, int] | None:
    """The moment that `event` is worth: its kind, whose it is, and the amount to show."""
    match event:
        case kg.Mutiny():
            rules: kg.Rules = table.state.setup.rules
            lost = event.coins * rules.coin_value + event.doubloons * rules.doubloon_value
            return "mutiny", event.captain, lost
        case kg.TurnResolved() if event.outcome not in ("payout", "curse", "mutiny"):
            return event.outcome, event.captain, event.heist
        case kg.RoyalCurse():
            return "curse", event.captain, event.coins
        case kg.TreasuryEmptied():
            return "final_round", event.captain, 0
        case vy.BroadsideFired():
            return "broadside", event.captain, event.points
        case vy.PrizeCaptured():
            return _PRIZES[event.face], event.captain, event.points
        case vy.GoldFever():
            return "gold_fever", event.captain, 0
        case vy.Hoarded():
            return "hoarded", event.captain, event.amount
        case vy.RanAground():
            kind = "shipwrecked" if event.shipwrecked else "aground"
            return kind, event.captain, event.lost
        case vy.RumRun():
            return "rum_run", event.captain, 0
        case vy.Capsized():
            return "capsized", event.captain, 0
        case vy.FinalRoundBegan():
            return "final_round", event.captain, 0
        case kg.MatchEnded(reason="navy"):
            return "navy", table.state.captain, 0
        case vy.MatchEnded(ending="navy"):
            return "navy", table.state.captain, 0
        case _:
            return None


# How a turn of King's Gold settled

_TITLES: dict[str, str] = {
    "payout": "settles the turn",
    "curse": "is cursed",
    "mutiny": "loses all in a Mutiny",
    "kings_ransom": "takes the King's Ransom",
    "broadside_barrage": "fires a Broadside Barrage",
    "royal_amnesty": "is granted a Royal Amnesty",
}


def _settlement(table: Table, resolved: kg.TurnResolved, so_far: Sequence[Event]) -> list[Scene]:
    """The turn as a short story, page by page."""
    begun = max((i for i, event in enumerate(so_far) if isinstance(event, kg.TurnBegan)), default=0)
    names = table.setup.captains
    lines = _joined([line for event in so_far[begun:] for line in _story_lines(names, event)])
    if not lines:
        lines = (v.StoryLine("skull" if "X" in resolved.dice else "coin", "nothing gained"),)
    story = v.Settlement(names[resolved.captain], _TITLES[resolved.outcome], lines)
    return [_page(story, first) for first in settlement_pages(story)]


def _page(story: v.Settlement, first: int) -> Scene:
    picture = replace(story, first=first)
    return Scene(STORY_S + STORY_LINE_S * len(story.lines), lambda _: picture, moving=False)


def _story_lines(names: Sequence[str], event: Event) -> list[v.StoryLine]:
    match event:
        case kg.Plundered() | kg.KingsRansom():
            coins = [v.StoryLine("coin", "from the Treasury", f"+{event.coins}")]
            doubloons = [v.StoryLine("doubloon", "from the Treasury", f"+{event.doubloons}")]
            return coins * bool(event.coins) + doubloons * bool(event.doubloons)
        case kg.RoyalAmnesty():
            if not event.coins:
                return [v.StoryLine("coin", "Skull Island is empty", "0")]
            return [v.StoryLine("coin", "from Skull Island", f"+{event.coins}")]
        case kg.ShieldRaised():
            return [v.StoryLine("shield", "a shield is raised", "+1")]
        case kg.ShotFired() | kg.BroadsideFired():
            rival = names[event.rival]
            if event.blocked:
                return [v.StoryLine("blocked", f"{rival} shielded", "0")]
            if not event.coins:
                return [v.StoryLine("cannon", f"{rival} has nothing", "0")]
            return [v.StoryLine("cannon", f"{rival} pays", f"+{event.coins}")]
        case kg.DoubloonsBroken():
            breaks = f"{names[event.captain]} breaks {event.doubloons}"
            return [v.StoryLine("change", breaks, f"{event.coins}")]
        case kg.RoyalCurse():
            if not event.coins:
                return [v.StoryLine("skull", "nothing to pay", "0")]
            return [v.StoryLine("skull", "to Skull Island", f"-{event.coins}")]
        case kg.Mutiny():
            if not event.coins and not event.doubloons:
                return [v.StoryLine("skull", "nothing to lose", "0")]
            coins = [v.StoryLine("coin", "to the Treasury", f"-{event.coins}")]
            doubloons = [v.StoryLine("doubloon", "to the Treasury", f"-{event.doubloons}")]
            return coins * bool(event.coins) + doubloons * bool(event.doubloons)
        case _:
            return []


def _joined(lines: Sequence[v.StoryLine]) -> tuple[v.StoryLine, ...]:
    """Shots at the same rival one after another become one line."""
    joined: list[v.StoryLine] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last == line and line.amount == "0":
            continue
        if last and last.icon == line.icon == "cannon" and last.text == line.text:
            joined[-1] = replace(line, amount=f"+{int(last.amount) + int(line.amount)}")
        else:
            joined.append(line)
    return tuple(joined)
