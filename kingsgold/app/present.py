"""From what is going on to what is shown: fills the views of `kingsgold.screens`."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from msgspec.structs import replace

from kingsgold.app import ui as u
from kingsgold.app.draft import TITLES, Draft
from kingsgold.app.games import GAMES
from kingsgold.app.hands import SHAKES_A_SECOND
from kingsgold.app.helm import (
    SET_UP_ITEMS,
    name_trouble,
    pause_items,
    power_items,
    seat_items,
)
from kingsgold.app.keeper import Kept
from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event, replay
from kingsgold.screens import views as v
from kingsgold.store import Board
from kingsgold.table.journal import Decision
from kingsgold.table.table import Table

BADGES: dict[str, v.Badge] = {
    "bronze_anchor": "anchor",
    "silver_cutlass": "cutlass",
    "gold_pirate_king": "king",
}


def dice_moved(events: Sequence[Event]) -> bool:
    """Whether dice were thrown, so that the pointer starts anew."""
    return any(
        isinstance(event, (kings_gold.Thrown, kings_gold.RollOffThrown, voyages.Thrown))
        for event in events
    )


# Menus


def menu(ui: u.Ui) -> v.View:
    """The screen of a `ui` that needs no match."""
    match ui:
        case u.SetUp():
            items = tuple(_set_up_item(ui, key) for key in SET_UP_ITEMS[ui.draft.game])
            return v.Menu("Set-up", items, ui.pointed, "ROLL sets sail")
        case u.HouseRules():
            rules = tuple(
                v.MenuItem(rule.label, rule.words(ui.draft.value(rule))) for rule in ui.draft.rules
            )
            return v.Menu("House rules", rules, ui.pointed, "LOCK changes")
        case u.Names():
            return v.Menu("Captains", _items(ui.draft.names), ui.pointed, "LOCK changes")
        case u.Spelling():
            trouble = name_trouble(ui) if v.KEY_ROWS[ui.row][ui.column] == v.DONE_KEY else None
            who = f"Captain {ui.seat.seat + 1}"
            return v.NameEntry(trouble if trouble and ui.text else who, ui.text, ui.row, ui.column)
        case u.Seat():
            items = tuple(_seat_item(ui, key) for key in seat_items(ui))
            return v.Menu(f"Captain {ui.seat + 1}", items, ui.pointed, "LOCK changes")
        case u.Offer():
            return v.Question("Go on?", ui.text, "go on", "title")
        case u.Boards():
            return ui.pages[ui.page]
        case u.Youngest():
            items = _items(ui.draft.names)
            return v.Menu("Who is youngest?", items, ui.pointed, "ROLL starts")
        case u.Power():
            return v.Menu("Power", _with_volume(ui.draft, power_items(ui.draft)), ui.pointed)
        case _:
            return v.Title()


def _items(labels: Sequence[str]) -> tuple[v.MenuItem, ...]:
    return tuple(v.MenuItem(label) for label in labels)


def _with_volume(draft: Draft, labels: Sequence[str]) -> tuple[v.MenuItem, ...]:
    volume = "mute" if draft.volume == 0 else str(draft.volume)
    return tuple(v.MenuItem(label, volume if label == "volume" else None) for label in labels)


def _set_up_item(ui: u.SetUp, key: str) -> v.MenuItem:
    draft = ui.draft
    match key:
        case "game":
            return v.MenuItem("Game", TITLES[draft.game])
        case "mode":
            return v.MenuItem("Mode", TITLES[draft.mode])
        case "captains":
            return v.MenuItem("Captains", str(draft.captains))
        case "names":
            return v.MenuItem("Names", "...")
        case _:
            changed = sum(draft.value(rule) != rule.choices[0] for rule in draft.rules)
            return v.MenuItem("House rules", f"{changed} changed" if changed else "...")


def _seat_item(ui: u.Seat, key: str) -> v.MenuItem:
    match key:
        case "name":
            return v.MenuItem("Name", ui.name)
        case "dice":
            return v.MenuItem("Dice", ui.draft.skin(ui.name))
        case _:
            return v.MenuItem("New name", "...")


def offered(kept: Kept, decisions: Sequence[Decision]) -> str:
    """Which match is offered to be gone on with, in a few words."""
    setup: Any = kept.setup
    events = [event for decision in decisions for event in decision.events]
    state = replay(GAMES[setup.__struct_config__.tag], setup, events)
    game = TITLES[str(setup.__struct_config__.tag)]
    return f"{game}, {len(setup.captains)} captains, round {state.round}"


_BOARD_TITLES = {
    "wins": "wins",
    "points": "best",
    "largest_heist": "heist",
    "fastest_hoard": "fastest 500",
}


def boards(found: Sequence[Board]) -> tuple[v.Standings, ...]:
    """The leaderboards as pages of at most six captains."""
    return tuple(
        v.Standings(
            f"{TITLES[board.mode or board.game]}: {_BOARD_TITLES[board.board]}",
            tuple(
                v.StandingsRow(place.place, place.name, place.value, place.place == 1)
                for place in board.places[:6]
            ),
        )
        for board in found
    )


# A match


TUMBLES_A_SECOND = 15


def view(ui: u.Ui, table: Table, shake: int | None) -> v.View:
    """The screen of a match; `shake` counts up while the cup is being shaken."""
    match ui:
        case u.InMatch():
            return turn(table, table.state, table.events, ui.pointer, shake)
        case u.Paused():
            return v.Menu("Pause", _with_volume(ui.draft, pause_items(ui.draft)), ui.pointed)
        case u.LedgerOpen():
            return ledger(table)
        case u.Ending():
            return _ending(table, ui.page)
        case _:
            return menu(ui)


def turn(
    table: Table, state: Any, events: Sequence[Event], pointer: int | None, shake: int | None
) -> v.View:
    """A turn at `state`, which `events` led to; without a pointer nothing is asked.

    `shake` is where the counter stands while the dice are in the cup.
    """
    tumble = None if shake is None else tumble_of(shake)
    return with_shake(_turn(table, state, events, pointer, tumble), shake)


def tumble_of(shake: int) -> int:
    """How far the dice in the cup have tumbled when the counter stands at `shake`.

    The counter has lost its fraction, so it is taken for the next number: a picture that is drawn
    just when the dice tumble on shows it.
    """
    return (shake + 1) * TUMBLES_A_SECOND // SHAKES_A_SECOND


def with_shake(picture: v.View, shake: int | None) -> v.View:
    """The picture of a toss, with where the shake stands or stood still."""
    if isinstance(picture, (v.KingsTurn, v.VoyagesTurn, v.RollOff)):
        return replace(picture, shake=shake)
    return picture


def _turn(
    table: Table, state: Any, events: Sequence[Event], pointer: int | None, tumble: int | None
) -> v.View:
    seconds = ceil(table.clock.left_s()) if table.setup.turn_seconds else None
    if isinstance(state, voyages.State):
        return _voyage(state, events, pointer, tumble, seconds)
    if state.roll_off is not None:
        return _roll_off(state, tumble)
    if state.phase == "naming_shots" and pointer is not None:
        return _name_shot(state, pointer, seconds)
    return _kings_turn(state, pointer, tumble, seconds)


def _rounds_left(state: Any) -> int | None:
    navy = state.setup.rules.navy_rounds
    return max(0, navy - state.round + 1) if navy else None


def _roll_off(state: kings_gold.State, tumble: int | None) -> v.RollOff:
    contest = state.roll_off
    assert contest is not None
    names = state.setup.captains
    faces: list[str | None] = [None] * len(names)
    for captain, face in zip(contest.captains, contest.faces, strict=False):
        faces[captain] = face
    tied = contest.captains if len(contest.captains) < len(names) else ()
    return v.RollOff(names, tuple(faces), state.captain, tumble, tied)


def _kings_turn(
    state: kings_gold.State, pointer: int | None, tumble: int | None, seconds: int | None
) -> v.KingsTurn:
    dice = state.dice or (None,) * 5
    fixed = (False,) * 5
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
        navy_rounds=_rounds_left(state),
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


def _name_shot(state: kings_gold.State, pointer: int, seconds: int | None) -> v.NameShot:
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


def _voyage(
    state: voyages.State,
    events: Sequence[Event],
    pointer: int | None,
    tumble: int | None,
    seconds: int | None,
) -> v.VoyagesTurn:
    toss = state.toss or ""
    aside = set_aside(events)
    prompt = voyages.prompt(state)
    scoring = None
    keeps: tuple[int, ...] = ()
    if pointer is not None and isinstance(prompt, voyages.ChooseScoring):
        option = prompt.options[pointer]
        keeps = _places(option.set_aside, toss)
        barred = {
            None: None,
            "mettle": f"prove your mettle: {state.setup.rules.mettle}",
            "reload": "reload",
            "gold_fever": "gold fever",
        }[option.why_not]
        scoring = v.ScoringView(pointer + 1, len(prompt.options), option.points, keeps, option.flag)
        to_roll = 5 if option.gold_fever else len(option.leftover)
        if option.gold_fever and tumble is not None:
            keeps, aside = (), ""
    else:
        barred = "void: throw again" if state.void else "throw first"
        to_roll = state.in_hand.white + state.in_hand.black
    if toss:
        bones = [
            v.BoneView(
                face,
                black=face in voyages.BLACK_BONE,
                tumble=None if tumble is None or place in keeps else tumble + place,
            )
            for place, face in enumerate(toss)
        ]
        if tumble is not None and len(bones) + len(aside) < 5:
            aside = ""
    else:
        bones = [
            v.BoneView(black=place == 4, tumble=None if tumble is None else tumble + place)
            for place in range(5)
        ]
        aside = ""
    bones += [v.BoneView(face, black=face in voyages.BLACK_BONE, aside=True) for face in aside]
    return v.VoyagesTurn(
        captain=state.setup.captains[state.captain],
        bones=tuple(bones[:5]),
        hoard=state.hoards[state.captain],
        tally=state.tally,
        to_roll=to_roll,
        scoring=scoring if tumble is None else None,
        barred=barred,
        guard=state.guard if scoring is None else None,
        void=state.void,
        round=state.round,
        seconds=seconds,
        navy_rounds=_rounds_left(state),
        final_round=state.final_round,
    )


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


# Ledger and standings


def ledger(table: Table) -> v.View:
    """What every captain has."""
    state = table.state
    names = state.setup.captains
    if isinstance(state, voyages.State):
        return v.VoyagesLedger(
            rows=tuple(
                v.VoyagesRow(name, hoard, proved, capsized)
                for name, hoard, proved, capsized in zip(
                    names, state.hoards, state.proved, state.capsized, strict=True
                )
            ),
            target=state.setup.rules.target,
            captain=state.captain,
        )
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


def ending_pages(table: Table) -> int:
    """How many pages the end of a match has: who won, then one or two for each captain."""
    captains = len(table.setup.captains)
    return 1 + captains * (1 if isinstance(table.state, voyages.State) else 2)


def _ending(table: Table, page: int) -> v.View:
    state = table.state
    names = state.setup.captains
    if isinstance(state, voyages.State):
        lines = voyages.standings(state)
        if page == 0:
            return _standings(names, [(line, line.hoard) for line in lines])
        line = lines[page - 1]
        figures = state.figures[line.captain]
        return v.VoyageReport(
            name=names[line.captain],
            hoard=line.hoard,
            best_voyage=figures.best_voyage,
            voyages=figures.voyages,
            busts=figures.busts,
        )
    lines = kings_gold.standings(state)
    if page == 0:
        return _standings(names, [(line, line.score) for line in lines])
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
            v.SumLine("coins", line.coins, chest.coins),
            v.SumLine("doubloons", line.doubloons, chest.doubloons),
            v.SumLine("shields", line.shields, chest.shields),
            v.SumLine("Master Pirate", line.master_pirate),
        ),
        total=line.score,
        badges=tuple(BADGES[badge] for badge in line.badges),
    )


def _standings(
    names: Sequence[str], lines: Sequence[tuple[kings_gold.Standing | voyages.Standing, int]]
) -> v.Standings:
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


def after_landing(picture: v.View, landed: int, order: Sequence[int], frame: int) -> v.View:
    """A turn's picture while dice land: the first `landed` of those in `order` lie still."""
    in_the_air = set(order[landed:])
    if isinstance(picture, v.KingsTurn):
        dice = tuple(
            replace(die, tumble=frame + place, locked=False, bound=False)
            if place in in_the_air
            else die
            for place, die in enumerate(picture.dice)
        )
        return replace(picture, dice=dice)
    if isinstance(picture, v.VoyagesTurn):
        bones = tuple(
            replace(bone, tumble=frame + place) if place in in_the_air else bone
            for place, bone in enumerate(picture.bones)
        )
        return replace(picture, bones=bones)
    if isinstance(picture, v.RollOff) and in_the_air:
        return replace(picture, tumble=frame)
    return picture
