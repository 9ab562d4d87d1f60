"""The screens of Voyages."""

from collections.abc import Sequence

from kingsgold.app.present.common import rounds_left, standings
from kingsgold.games import voyages
from kingsgold.games.protocol import Event
from kingsgold.screens import views as v


def voyages_turn(
    state: voyages.State,
    events: Sequence[Event],
    pointer: int | None,
    tumble: int | None,
    seconds: int | None,
) -> v.VoyagesTurn:
    """A voyage: the bones, and the pointed scoring where there is one to take."""
    option = _pointed(state, pointer)
    scoring = None
    if option is None:
        keeps: tuple[int, ...] = ()
        barred: str | None = "void: throw again" if state.void else "throw first"
        to_roll = state.in_hand.white + state.in_hand.black
    else:
        keeps = _places(option.set_aside, state.toss or "")
        barred = _barred(option, state)
        to_roll = 5 if option.gold_fever else len(option.leftover)
        scoring = _scoring(state, pointer or 0, option, keeps)
    return v.VoyagesTurn(
        captain=state.setup.captains[state.captain],
        bones=_bones(state, set_aside(events), option, keeps, tumble),
        hoard=state.hoards[state.captain],
        tally=state.tally,
        to_roll=to_roll,
        scoring=scoring if tumble is None else None,
        barred=barred,
        guard=state.guard if option is None else None,
        void=state.void,
        round=state.round,
        seconds=seconds,
        navy_rounds=rounds_left(state),
        final_round=state.final_round,
    )


def _pointed(state: voyages.State, pointer: int | None) -> voyages.Scoring | None:
    prompt = voyages.prompt(state)
    if pointer is None or not isinstance(prompt, voyages.ChooseScoring):
        return None
    return prompt.options[pointer]


def _barred(option: voyages.Scoring, state: voyages.State) -> str | None:
    """Why STOP does not hoard with this scoring, in a few words."""
    match option.why_not:
        case None:
            return None
        case "mettle":
            return f"prove your mettle: {state.setup.rules.mettle}"
        case why_not:
            return why_not.replace("_", " ")


def _scoring(
    state: voyages.State, pointer: int, option: voyages.Scoring, keeps: tuple[int, ...]
) -> v.ScoringView:
    prompt = voyages.prompt(state)
    assert isinstance(prompt, voyages.ChooseScoring)
    return v.ScoringView(pointer + 1, len(prompt.options), option.points, keeps, option.flag)


def _bones(
    state: voyages.State,
    aside: str,
    option: voyages.Scoring | None,
    keeps: tuple[int, ...],
    tumble: int | None,
) -> tuple[v.BoneView, ...]:
    """The bones of the toss, then those that have scored before; all five before a first throw."""
    if state.toss is None:
        return tuple(
            v.BoneView(black=place == 4, tumble=None if tumble is None else tumble + place)
            for place in range(5)
        )
    if tumble is not None and option is not None and option.gold_fever:
        # All five are in the cup again.
        keeps, aside = (), ""
    bones = [
        v.BoneView(
            face,
            black=face in voyages.BLACK_BONE,
            tumble=None if tumble is None or place in keeps else tumble + place,
        )
        for place, face in enumerate(state.toss)
    ]
    bones += [v.BoneView(face, black=face in voyages.BLACK_BONE, aside=True) for face in aside]
    return tuple(bones)


def set_aside(events: Sequence[Event]) -> str:
    """The bones that lie aside: what was taken since all five were last in hand."""
    aside = ""
    for event in reversed(events):
        if isinstance(event, (voyages.VoyageBegan, voyages.GoldFever)):
            break
        if isinstance(event, voyages.Tallied):
            aside = event.set_aside + aside
    return aside


def _places(faces: str, toss: str) -> tuple[int, ...]:
    """Where `faces` lie in `toss`."""
    places: list[int] = []
    for face in faces:
        places.append(next(i for i, f in enumerate(toss) if f == face and i not in places))
    return tuple(sorted(places))


def voyages_ledger(state: voyages.State) -> v.VoyagesLedger:
    """Every captain's hoard."""
    return v.VoyagesLedger(
        rows=tuple(
            v.VoyagesRow(name, hoard, proved, capsized)
            for name, hoard, proved, capsized in zip(
                state.setup.captains, state.hoards, state.proved, state.capsized, strict=True
            )
        ),
        target=state.setup.rules.target,
        captain=state.captain,
    )


def voyages_ending(state: voyages.State, page: int) -> v.View:
    """A page of the end: who won, then a report for each captain."""
    names = state.setup.captains
    lines = voyages.standings(state)
    if page == 0:
        return standings(names, [(line, line.hoard) for line in lines])
    line = lines[page - 1]
    figures = state.figures[line.captain]
    return v.VoyageReport(
        name=names[line.captain],
        hoard=line.hoard,
        best_voyage=figures.best_voyage,
        voyages=figures.voyages,
        busts=figures.busts,
    )
