"""The game as the table plays it: start, prompt, legal actions, decide, view."""

from kingsgold.games.kings_gold.events import (
    CaptainOut,
    Event,
    Locked,
    MatchEnded,
    RollOffThrown,
    RollOffTied,
    SkullsLocked,
    StarterFound,
    Stopped,
    Thrown,
    TimeRanOut,
    TreasuryEmptied,
    TurnBegan,
    TurnResolved,
    Unlocked,
)
from kingsgold.games.kings_gold.moves import (
    Action,
    Fire,
    FireRest,
    Lock,
    MatchOver,
    NameShot,
    Prompt,
    RollOff,
    RollOrStop,
    Stop,
    Throw,
    TimeUp,
    ToRoll,
    Unlock,
)
from kingsgold.games.kings_gold.resolution import (
    CURSED,
    Course,
    fire,
    five_alike,
    heist_points,
    outcome_of,
    resolve_pool,
    richest_rival,
)
from kingsgold.games.kings_gold.setup import Setup
from kingsgold.games.kings_gold.state import (
    DIE,
    POOL,
    SKULL,
    Chest,
    Contest,
    Flags,
    Gold,
    Record,
    State,
    clockwise,
)
from kingsgold.games.protocol import Dice, IllegalAction

ROLL_OFF_ORDER = "XNOR"
"""Faces from lowest to highest, for who begins."""


def start(setup: Setup) -> State:
    """The state before the first decision: the roll-off, or the starter's first toss."""
    rules, captains = setup.rules, len(setup.captains)
    decided = setup.starter is not None
    return State(
        setup=setup,
        treasury=Gold(coins=rules.treasury_coins, doubloons=rules.treasury_doubloons),
        chests=(Chest(),) * captains,
        records=(Record(),) * captains,
        starter=setup.starter,
        captain=setup.starter or 0,
        turn=int(decided),
        roll_off=None if decided else Contest(captains=tuple(range(captains))),
    )


def prompt(state: State) -> Prompt:
    """Whose decision it is, and between what."""
    match state.phase:
        case "over":
            return MatchOver()
        case "roll_off":
            return RollOff(captain=state.captain)
        case "to_roll":
            return ToRoll(captain=state.captain)
        case "locking":
            return RollOrStop(
                captain=state.captain,
                dice=_dice(state),
                locked=state.locked,
                fixed=_fixed(state),
                rolls_left=state.rolls_left,
            )
        case "naming_shots":
            return NameShot(captain=state.captain, rivals=state.rivals, shots_left=state.shots_left)


def legal_actions(state: State) -> list[Action]:
    """Every action that `decide` accepts in this state; empty when the match is over."""
    actions: list[Action] = []
    match state.phase:
        case "over":
            return actions
        case "roll_off":
            return [Throw()]
        case "to_roll":
            actions.append(Throw())
        case "locking":
            if not all(state.locked):
                actions.append(Throw())
            actions.append(Stop())
            fixed = _fixed(state)
            for die, locked in enumerate(state.locked):
                if not locked:
                    actions.append(Lock(die))
                elif not fixed[die]:
                    actions.append(Unlock(die))
        case "naming_shots":
            actions.extend(Fire(rival) for rival in state.rivals)
            actions.extend(FireRest(rival) for rival in state.rivals)
    if state.setup.turn_seconds:
        actions.append(TimeUp())
    return actions


def decide(state: State, action: Action, dice: Dice) -> list[Event]:
    """What happens when `action` is taken, up to the next prompt. At most one toss is thrown.

    Raises `IllegalAction` with the reason, or what `dice` raises.
    """
    _check(state, action)
    course = Course(state)
    captain = state.captain
    match action:
        case Throw() if state.roll_off is not None:
            _roll_off(course, state.roll_off, dice)
        case Throw():
            _toss(course, dice)
            if course.state.rolls_left == 0 or _ends_turn(_dice(course.state)):
                _resolve(course)
        case Lock():
            course.happen(Locked(captain=captain, die=action.die))
        case Unlock():
            course.happen(Unlocked(captain=captain, die=action.die))
        case Stop():
            course.happen(Stopped(captain=captain))
            _resolve(course)
        case Fire():
            fire(course, action.rival)
            _end_turn_after_last_shot(course)
        case FireRest():
            while course.state.shots_left:
                fire(course, action.rival)
            _end_turn_after_last_shot(course)
        case TimeUp():
            _run_out_of_time(course, dice)
    return course.events


def view(state: State, viewer: int | None) -> State:
    """The state as `viewer` may see it: there are no secrets in King's Gold."""
    return state


def _check(state: State, action: Action) -> None:
    if action not in legal_actions(state):
        raise IllegalAction(_why_not(state, action))


def _why_not(state: State, action: Action) -> str:
    match action:
        case _ if state.phase == "over":
            return "the match is over"
        case TimeUp() if state.setup.turn_seconds == 0:
            return "this match has no turn clock"
        case TimeUp():
            return "no clock runs in the roll-off"
        case Fire() | FireRest() if state.phase == "naming_shots":
            return f"captain number {action.rival} is no rival who can be shot at"
        case Fire() | FireRest():
            return "there is no shot to fire now"
        case _ if state.phase == "naming_shots":
            return "the dice are down: name a rival for the next shot"
        case Throw():
            return "every die is locked: lift a lock or stop"
        case Stop() | Lock() | Unlock() if state.phase != "locking":
            return "no dice lie yet: throw first"
        case Stop():
            return "stopping is not possible now"
        case Lock() | Unlock():
            return _why_no_lock(state, action)


def _why_no_lock(state: State, action: Lock | Unlock) -> str:
    if not 0 <= action.die < POOL:
        return f"there is no die in place {action.die}: places are 0 to {POOL - 1}"
    if isinstance(action, Lock):
        return f"the die in place {action.die} is locked already"
    if not state.locked[action.die]:
        return f"the die in place {action.die} is not locked"
    if _dice(state)[action.die] == SKULL:
        return f"the die in place {action.die} is a Skull and stays locked"
    return f"the die in place {action.die} was kept through a roll and stays locked (KG-2)"


def _dice(state: State) -> str:
    """The pool that lies, of a state where one does."""
    if state.dice is None:
        raise ValueError("no dice lie")
    return state.dice


def _fixed(state: State) -> Flags:
    """The dice whose lock can't be changed: Skulls, and with locks "final" kept dice (KG-2)."""
    binding = state.setup.rules.locks == "final"
    one, two, three, four, five = (
        face == SKULL or (binding and held)
        for face, held in zip(_dice(state), state.held, strict=True)
    )
    return one, two, three, four, five


def _ends_turn(dice: str) -> bool:
    """Whether the turn resolves at once: three Skulls (KG-3) or five alike (KG-4)."""
    return dice.count(SKULL) >= CURSED or five_alike(dice)


def _roll_off(course: Course, contest: Contest, dice: Dice) -> None:
    face = dice.toss((DIE,))
    course.happen(RollOffThrown(captain=course.state.captain, face=face))
    faces = contest.faces + face
    if len(faces) < len(contest.captains):
        return
    highest = max(faces, key=ROLL_OFF_ORDER.index)
    leaders = tuple(
        captain
        for captain, thrown in zip(contest.captains, faces, strict=True)
        if thrown == highest
    )
    if len(leaders) == 1:
        course.happen(StarterFound(captain=leaders[0]))
        course.happen(TurnBegan(captain=leaders[0], round=1, turn=1))
    else:
        course.happen(RollOffTied(captains=leaders))


def _toss(course: Course, dice: Dice) -> None:
    state = course.state
    places = tuple(place for place, locked in enumerate(state.locked) if not locked)
    faces = dice.toss((DIE,) * len(places))
    course.happen(Thrown(captain=state.captain, places=places, faces=faces))
    skulls = tuple(place for place, face in zip(places, faces, strict=True) if face == SKULL)
    if skulls:
        course.happen(SkullsLocked(captain=state.captain, places=skulls))


def _run_out_of_time(course: Course, dice: Dice) -> None:
    """Finish the turn for its captain (KG-13)."""
    phase = course.state.phase
    course.happen(TimeRanOut(captain=course.state.captain))
    if phase == "to_roll":
        _toss(course, dice)
    if phase != "naming_shots":
        resolve_pool(course, _dice(course.state))
    while course.state.shots_left:
        fire(course, richest_rival(course.state))
    _end_turn(course)


def _resolve(course: Course) -> None:
    resolve_pool(course, _dice(course.state))
    if len(course.state.rivals) == 1:  # KG-14
        while course.state.shots_left:
            fire(course, course.state.rivals[0])
    _end_turn_after_last_shot(course)


def _end_turn_after_last_shot(course: Course) -> None:
    if course.state.shots_left == 0:
        _end_turn(course)


def _end_turn(course: Course) -> None:
    """Close the turn; end the match or hand the dice on clockwise."""
    captain, rules = course.state.captain, course.state.setup.rules
    pool = _dice(course.state)
    outcome = outcome_of(pool)
    heist = heist_points(course.state)
    course.happen(TurnResolved(captain=captain, dice=pool, outcome=outcome, heist=heist))
    if rules.elimination and outcome == "mutiny":
        course.happen(CaptainOut(captain=captain))
        if len(course.state.rivals) == 1:
            course.happen(MatchEnded(reason="elimination"))
            return
    state = course.state
    if state.treasury.coins == 0 and not state.final_round:  # KG-1
        course.happen(TreasuryEmptied(captain=captain))
    following, new_round = _next_captain(course.state)
    if new_round and course.state.final_round:
        course.happen(MatchEnded(reason="treasury"))
    elif new_round and state.round == rules.navy_rounds:
        course.happen(MatchEnded(reason="navy"))
    else:
        course.happen(
            TurnBegan(captain=following, round=state.round + new_round, turn=state.turn + 1)
        )


def _next_captain(state: State) -> tuple[int, bool]:
    """Who is next, and whether that passes the starter's seat, so that a new round begins.

    A starter who is out still marks where rounds begin: all in play have had equal turns there.
    """
    new_round = False
    for captain in clockwise(state.captain, len(state.chests)):
        new_round = new_round or captain == state.starter
        if captain not in state.out:
            return captain, new_round
    raise AssertionError("nobody is in play")
