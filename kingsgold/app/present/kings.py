"""The screens of King's Gold."""

from kingsgold.app.present.common import BADGES, rounds_left, standings
from kingsgold.games import kings_gold
from kingsgold.screens import views as v


def roll_off(state: kings_gold.State, tumble: int | None) -> v.RollOff:
    """Who starts."""
    contest = state.roll_off
    assert contest is not None
    names = state.setup.captains
    faces: list[str | None] = [None] * len(names)
    for captain, face in zip(contest.captains, contest.faces, strict=False):
        faces[captain] = face
    tied = contest.captains if len(contest.captains) < len(names) else ()
    return v.RollOff(names, tuple(faces), state.captain, tumble, tied)


def kings_turn(
    state: kings_gold.State, pointer: int | None, tumble: int | None, seconds: int | None
) -> v.KingsTurn:
    """A turn; the pointer and what a stop would bring only while something is asked."""
    dice = state.dice or (None,) * 5
    prompt = kings_gold.prompt(state)
    if isinstance(prompt, kings_gold.RollOrStop):
        fixed = prompt.fixed
    else:
        fixed = tuple(face == "X" for face in dice)
    asked = pointer is not None and state.phase == "locking"
    chest = state.chests[state.captain]
    return v.KingsTurn(
        captain=state.setup.captains[state.captain],
        dice=tuple(
            v.DieView(
                face,
                locked=state.locked[place],
                bound=fixed[place],
                tumble=None if state.locked[place] or tumble is None else tumble + place,
            )
            for place, face in enumerate(dice)
        ),
        rolls_left=state.rolls_left,
        pointer=pointer if asked and tumble is None else None,
        gain=_gain(state) if asked and tumble is None else None,
        coins=chest.coins,
        doubloons=chest.doubloons,
        shields=chest.shields,
        round=state.round,
        seconds=seconds,
        navy_rounds=rounds_left(state),
        final_round=state.final_round,
    )


def _gain(state: kings_gold.State) -> v.Gain | None:
    prospect = kings_gold.would_resolve(state)
    if prospect is None:
        return None
    return v.Gain(
        coins=prospect.coins,
        doubloons=prospect.doubloons,
        shields=prospect.shields,
        shots=prospect.shots,
        curse=prospect.outcome == "curse",
        heist=None if prospect.outcome in ("payout", "curse") else _heist(prospect.outcome),
    )


def name_shot(state: kings_gold.State, pointer: int, seconds: int | None) -> v.NameShot:
    """The rivals that can be shot at; `pointer` is the place of one of them."""
    names = state.setup.captains
    return v.NameShot(
        captain=names[state.captain],
        shots_left=state.shots_left,
        rivals=tuple(
            v.RivalView(
                names[rival],
                state.chests[rival].coins,
                state.chests[rival].doubloons,
                state.chests[rival].shields,
            )
            for rival in state.rivals
        ),
        pointed=pointer,
        seconds=seconds,
    )


def kings_ledger(state: kings_gold.State) -> v.KingsLedger:
    """What every captain has, and the banks."""
    names = state.setup.captains
    rows = tuple(
        v.KingsRow(
            names[line.captain],
            line.points,
            line.coins,
            line.doubloons,
            line.shields,
            line.threat,
            line.captain in state.out,
        )
        for line in kings_gold.ledger(state)
    )
    return v.KingsLedger(
        rows=rows,
        treasury_coins=state.treasury.coins,
        treasury_doubloons=state.treasury.doubloons,
        skull_island=state.island,
        captain=state.captain,
    )


def kings_ending(state: kings_gold.State, page: int) -> v.View:
    """A page of the end: who won, then a score sheet and a report for each captain."""
    names = state.setup.captains
    lines = kings_gold.standings(state)
    if page == 0:
        return standings(names, [(line, line.score) for line in lines])
    line = lines[(page - 1) // 2]
    if page % 2:
        return _score_sheet(state, line)
    report = kings_gold.report(state)[line.captain]
    return v.Report(
        name=names[line.captain],
        plunder=report.plunder,
        stolen=report.stolen,
        lost=report.lost,
        survived=report.two_skull_turns,
        curses=report.curses + report.mutinies,
        heists=tuple(_heist(outcome) for outcome in report.grand_heists),
        largest=report.largest_heist,
    )


def _heist(outcome: kings_gold.Outcome) -> v.Heist:
    assert outcome not in ("payout", "curse")
    return outcome


def _score_sheet(state: kings_gold.State, line: kings_gold.Standing) -> v.ScoreSheet:
    chest = state.chests[line.captain]
    return v.ScoreSheet(
        name=state.setup.captains[line.captain],
        lines=(
            v.SumLine(_counted("coin", chest.coins), line.coins, chest.coins),
            v.SumLine(_counted("doubloon", chest.doubloons), line.doubloons, chest.doubloons),
            v.SumLine(_counted("shield", chest.shields), line.shields, chest.shields),
            v.SumLine("Master Pirate", line.master_pirate),
        ),
        total=line.score,
        badges=tuple(BADGES[badge] for badge in line.badges),
    )


def _counted(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing}s"
