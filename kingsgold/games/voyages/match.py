"""A match of Voyages, decided and evolved."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from kingsgold.games.protocol import Dice, IllegalAction
from kingsgold.games.voyages.bones import (
    BROADSIDE_NAMES,
    BROADSIDES,
    PRIZES,
    canonical,
    face,
    is_black,
)
from kingsgold.games.voyages.model import (
    SAIL_OFF_ROUNDS,
    Action,
    BroadsideFired,
    Capsized,
    ChooseScoring,
    Ending,
    Event,
    Figures,
    FinalRoundBegan,
    GoldFever,
    Hoarded,
    InHand,
    MatchEnded,
    MatchOver,
    MettleProved,
    PrizeCaptured,
    Prompt,
    RanAground,
    RollAgain,
    RumRun,
    SailOffBegan,
    Setup,
    Standing,
    State,
    TakeAndHoard,
    TakeAndThrow,
    Tallied,
    Throw,
    Thrown,
    TimeRanOut,
    TimeUp,
    ToRoll,
    Voided,
    VoyageBegan,
)
from kingsgold.games.voyages.scoring import Scoring, score

_WHY_NOT = {
    "gold_fever": "Gold Fever: all five bones must be thrown again",
    "reload": "the cannons must be reloaded before hoarding",
    "mettle": "a first hoarding needs a tally of at least {mettle}",
}


def start(setup: Setup) -> State:
    """The match before its first throw: the starter's first voyage has begun."""
    count = len(setup.captains)
    return State(
        setup=setup,
        hoards=(0,) * count,
        proved=(False,) * count,
        capsized=(False,) * count,
        figures=(Figures(),) * count,
        captain=setup.starter or 0,
    )


def prompt(state: State) -> Prompt:
    """Whose decision it is, and between what."""
    if state.over:
        return MatchOver()
    if state.toss is None:
        return ToRoll(captain=state.captain)
    if state.void and state.guard:
        return RollAgain(
            captain=state.captain,
            toss=state.toss,
            guard=state.guard,
            white=state.in_hand.white,
            black=state.in_hand.black,
        )
    return ChooseScoring(captain=state.captain, toss=state.toss, options=_options(state))


def legal_actions(state: State) -> Sequence[Action]:
    """Every action that `decide` accepts in this state; empty when the match is over."""
    clocked = state.setup.rules.turn_seconds > 0
    match state.phase:
        case "over":
            return ()
        case "to_roll" | "void":
            return (Throw(), TimeUp()) if clocked else (Throw(),)
        case "choosing":
            options = _options(state)
            actions: list[Action] = []
            for place, option in enumerate(options):
                actions.append(TakeAndThrow(place))
                if option.why_not is None:
                    actions.append(TakeAndHoard(place))
                if clocked:
                    actions.append(TimeUp(place))
            return actions


def decide(state: State, action: Action, dice: Dice) -> list[Event]:
    """What happens when `action` is taken, up to the next prompt. At most one toss is thrown.

    Raises `IllegalAction` with the reason, or what `dice` raises.
    """
    if state.over:
        raise IllegalAction("the match is over")
    story = _Story(state)
    match action:
        case Throw():
            if state.phase == "choosing":
                raise IllegalAction("a scoring must be taken first")
            _throw(story, dice)
        case TakeAndThrow(place):
            _take(story, _option(state, place))
            _throw(story, dice)
        case TakeAndHoard(place):
            option = _option(state, place)
            if option.why_not is not None:
                raise IllegalAction(
                    _WHY_NOT[option.why_not].format(mettle=state.setup.rules.mettle)
                )
            _take(story, option)
            _hoard(story)
        case TimeUp(place):
            _time_up(story, place, dice)
    return story.events


def view(state: State, viewer: int | None) -> State:
    """The state itself: the game has no secrets."""
    return state


def standings(state: State) -> list[Standing]:
    """The captains, best first: winners, then by hoard, equal ones in turn order, capsized last.

    Nobody is a winner before the match is over.
    """
    count = len(state.hoards)

    def place(captain: int) -> tuple[bool, bool, int, int]:
        seat = (captain - state.starter) % count
        return captain not in state.winners, state.capsized[captain], -state.hoards[captain], seat

    return [
        Standing(captain=captain, hoard=state.hoards[captain], winner=captain in state.winners)
        for captain in sorted(range(count), key=place)
    ]


@dataclass
class _Story:
    """The events of one decision, and the state that they have led to so far."""

    state: State
    events: list[Event] = field(default_factory=list[Event])

    def tell(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)


def _options(state: State) -> tuple[Scoring, ...]:
    """The scorings of the toss that is being chosen from, with what forbids hoarding each."""
    if state.toss is None:
        return ()
    _, options = score(state.toss, state.guard)
    needed = 0 if state.proved[state.captain] else state.setup.rules.mettle
    return tuple(
        msgspec.structs.replace(option, why_not="mettle")
        if option.why_not is None and state.tally + option.points < needed
        else option
        for option in options
    )


def _option(state: State, place: int) -> Scoring:
    if state.phase != "choosing":
        raise IllegalAction("there is nothing to take, the bones must be thrown")
    options = _options(state)
    if not 0 <= place < len(options):
        raise IllegalAction(f"there is no scoring {place}, the roll has {len(options)}")
    return options[place]


def _throw(story: _Story, dice: Dice) -> None:
    """Throw the bones in hand and settle what leaves no choice."""
    captain = story.state.captain
    toss = canonical(dice.toss(story.state.in_hand.hand))
    story.tell(Thrown(captain=captain, toss=toss))
    outcome, _ = score(toss, story.state.guard)
    match outcome:
        case "void":
            story.tell(Voided(captain=captain))
        case "aground" | "shipwrecked":
            _run_aground(story, shipwrecked=outcome == "shipwrecked")
        case "rum_run":
            story.tell(RumRun(captain=captain), MatchEnded(ending="rum_run", winners=(captain,)))
        case "capsized":
            state = story.state
            story.tell(Capsized(captain=captain, tally=state.tally, hoard=state.hoards[captain]))
            _pass_the_bones(story)
        case "score" | "prize":
            pass


def _take(story: _Story, option: Scoring) -> None:
    """Tally a scoring and leave in hand what is to be thrown next."""
    state = story.state
    captain = state.captain
    if option.broadside:
        points = BROADSIDES[option.broadside]
        story.tell(BroadsideFired(captain=captain, face=option.broadside, points=points))
    elif len(option.set_aside) == 5:
        # Five bones that all score without a Broadside are five of a kind.
        kind = face(option.set_aside[0])
        name, points = PRIZES[kind]
        story.tell(PrizeCaptured(captain=captain, face=kind, name=name, points=points))
    story.tell(
        Tallied(
            captain=captain,
            points=option.points,
            set_aside=option.set_aside,
            flag=option.flag,
            tally=state.tally + option.points,
            in_hand=InHand(
                white=sum(not is_black(bone) for bone in option.leftover),
                black=any(map(is_black, option.leftover)),
            ),
            guard=option.broadside,
        )
    )
    if option.gold_fever:
        # "All remaining bones must be rerolled" has no object when none remains (V-8).
        guard = option.broadside if state.setup.rules.guard_gold_fever else None
        story.tell(GoldFever(captain=captain, guard=guard))


def _hoard(story: _Story) -> None:
    state = story.state
    captain = state.captain
    if not state.proved[captain]:
        story.tell(MettleProved(captain=captain))
    hoard = state.hoards[captain] + state.tally
    story.tell(Hoarded(captain=captain, amount=state.tally, hoard=hoard))
    _pass_the_bones(story)


def _run_aground(story: _Story, *, shipwrecked: bool = False) -> None:
    state = story.state
    story.tell(RanAground(captain=state.captain, lost=state.tally, shipwrecked=shipwrecked))
    _pass_the_bones(story)


def _time_up(story: _Story, place: int, dice: Dice) -> None:
    """Take the pointed scoring and hoard it if that may be, else run aground (V-9).

    If nothing was thrown yet the box throws once. After a void toss there is nothing to take.
    """
    state = story.state
    if state.setup.rules.turn_seconds == 0:
        raise IllegalAction("this match has no clock")
    if state.phase == "choosing":
        _option(state, place)
    elif place != 0:
        raise IllegalAction("no scoring can be pointed at before the bones are thrown")
    story.tell(TimeRanOut(captain=state.captain))
    if state.phase == "to_roll":
        _throw(story, dice)
    if story.state.phase == "choosing":
        option = _option(story.state, place)
        _take(story, option)
        if option.why_not is None:
            _hoard(story)
        else:
            _run_aground(story)
    elif state.phase == "void":
        _run_aground(story)


def _pass_the_bones(story: _Story) -> None:
    """Go on after a voyage: the next captain's, a final round, a sail-off, or the end."""
    state = story.state
    if len(state.afloat) == 1:
        story.tell(MatchEnded(ending="last_afloat", winners=state.afloat))
    elif state.sail_off_round:
        if state.owed:
            story.tell(VoyageBegan(captain=state.owed[0], round=state.round))
        else:
            _settle(story, "sail_off")
    elif state.final_round and not state.owed:
        _settle(story, "final_round")
    else:
        _next_voyage(story)


def _next_voyage(story: _Story) -> None:
    state = story.state
    others = _others_afloat(state)
    crossed = not state.final_round and state.hoards[state.captain] >= state.setup.rules.target
    captain = state.owed[0] if state.final_round else others[0]
    round_ = state.round + (_seat(state, captain) < _seat(state, state.captain))
    if 0 < state.setup.rules.navy_rounds < round_:
        _settle(story, "navy")
        return
    if crossed:
        story.tell(FinalRoundBegan(captain=state.captain, owed=others))
    story.tell(VoyageBegan(captain=captain, round=round_))


def _settle(story: _Story, ending: Ending) -> None:
    """End the match for the largest hoard afloat, or sail off a tie (V-3).

    Hoards only fall by capsizing, so the leaders are those still level at the top of a sail-off
    if one of them is afloat, and the best of the others if all of them capsized.
    """
    state = story.state
    best = max(state.hoards[captain] for captain in state.afloat)
    leaders = tuple(captain for captain in state.afloat if state.hoards[captain] == best)
    sail_off = state.setup.rules.tie == "sail_off" and state.sail_off_round < SAIL_OFF_ROUNDS
    if len(leaders) > 1 and sail_off:
        story.tell(
            SailOffBegan(round=state.sail_off_round + 1, captains=leaders),
            VoyageBegan(captain=leaders[0], round=state.round),
        )
    else:
        story.tell(MatchEnded(ending=ending, winners=leaders))


def _seat(state: State, captain: int) -> int:
    """A captain's place in the turn order, 0 for the starter."""
    return (captain - state.starter) % len(state.hoards)


def _others_afloat(state: State) -> tuple[int, ...]:
    """The captains afloat but the current one, in turn order from the current one's left."""
    count = len(state.hoards)
    return tuple(
        sorted(
            (captain for captain in state.afloat if captain != state.captain),
            key=lambda captain: (captain - state.captain) % count,
        )
    )


def evolve(state: State, event: Event) -> State:
    """The state after `event`; total, without rules or chance."""
    change = msgspec.structs.replace
    match event:
        case VoyageBegan():
            return change(
                state,
                captain=event.captain,
                round=event.round,
                turn=state.turn + 1,
                toss=None,
                void=False,
                in_hand=InHand(),
                guard=None,
                owed=tuple(captain for captain in state.owed if captain != event.captain),
            )
        case Thrown():
            return change(state, toss=event.toss, void=False)
        case Voided():
            return change(state, void=True)
        case BroadsideFired():
            figures = state.figures[event.captain]
            counts = _count(figures.broadsides, BROADSIDE_NAMES[event.face])
            return _with_figures(state, event.captain, change(figures, broadsides=counts))
        case PrizeCaptured():
            figures = state.figures[event.captain]
            counts = _count(figures.prizes, event.name)
            return _with_figures(state, event.captain, change(figures, prizes=counts))
        case Tallied():
            return change(
                state, tally=event.tally, toss=None, in_hand=event.in_hand, guard=event.guard
            )
        case GoldFever():
            return change(state, in_hand=InHand(), guard=event.guard)
        case MettleProved():
            return change(state, proved=_put(state.proved, event.captain, True))
        case Hoarded():
            figures = state.figures[event.captain]
            figures = change(
                figures,
                voyages=figures.voyages + 1,
                best_voyage=max(figures.best_voyage, event.amount),
            )
            hoards = _put(state.hoards, event.captain, event.hoard)
            return _with_figures(change(state, tally=0, hoards=hoards), event.captain, figures)
        case RanAground():
            figures = state.figures[event.captain]
            figures = change(figures, voyages=figures.voyages + 1, busts=figures.busts + 1)
            return _with_figures(change(state, tally=0), event.captain, figures)
        case RumRun():
            figures = state.figures[event.captain]
            figures = change(
                figures, voyages=figures.voyages + 1, prizes=_count(figures.prizes, "Rum Run")
            )
            return _with_figures(state, event.captain, figures)
        case Capsized():
            figures = state.figures[event.captain]
            figures = change(figures, voyages=figures.voyages + 1)
            state = change(
                state,
                tally=0,
                hoards=_put(state.hoards, event.captain, 0),
                capsized=_put(state.capsized, event.captain, True),
            )
            return _with_figures(state, event.captain, figures)
        case FinalRoundBegan():
            return change(state, final_round=True, owed=event.owed)
        case SailOffBegan():
            return change(
                state,
                owed=event.captains,
                sail_off=event.captains,
                sail_off_round=event.round,
            )
        case MatchEnded():
            return change(state, ending=event.ending, winners=event.winners)
        case TimeRanOut():
            return state


_T = TypeVar("_T")


def _put(items: tuple[_T, ...], place: int, item: _T) -> tuple[_T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _count(counts: dict[str, int], name: str) -> dict[str, int]:
    return {**counts, name: counts.get(name, 0) + 1}


def _with_figures(state: State, captain: int, figures: Figures) -> State:
    return msgspec.structs.replace(state, figures=_put(state.figures, captain, figures))
