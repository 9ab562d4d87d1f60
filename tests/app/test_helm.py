"""The helm, without a box: every button of every prompt of random matches, and every menu."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kingsgold.app import ui as u
from kingsgold.app.draft import CREW, Draft
from kingsgold.app.games import GAMES
from kingsgold.app.helm import Hold, deeds, first_pointer, helm, holds, letter, lit
from kingsgold.box.parts import Button
from kingsgold.games import kings_gold as kg
from kingsgold.games import voyages as vy
from kingsgold.games.protocol import Action, Game, Hand, Setup
from kingsgold.screens.views import DONE_KEY, KEY_ROWS

LOCK, ROLL, STOP, TARGET = Button.LOCK, Button.ROLL, Button.STOP, Button.TARGET
DRAFT = Draft()


class FairDice:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def toss(self, hand: Hand) -> str:
        return "".join(self._rng.choice(faces) for faces in hand)


def pointed_from(ui: Any, prompt: Any) -> list[Any]:
    """Every screen that TARGET leads to from `ui`, round and round."""
    seen = [ui]
    while (following := helm(seen[-1], prompt, TARGET)[0]) not in seen:
        seen.append(following)
    assert following == ui, "TARGET goes round and round"
    return seen


def states(setup: Setup, seed: int) -> Iterator[tuple[Game, Any]]:
    """The states of a match of random legal actions, a locking that goes on for ever left out."""
    rng = random.Random(seed)
    game = GAMES[setup.__struct_config__.tag]
    state = game.start(setup)
    while True:
        yield game, state
        actions = list(game.legal_actions(state))
        if not actions:
            return
        for event in game.decide(state, rng.choice(actions), FairDice(rng)):
            state = game.evolve(state, event)


captains = st.integers(2, 6).map(lambda count: CREW[:count])
starters = st.sampled_from([None, 0, 1])
kings_gold_setups = st.builds(
    kg.Setup,
    captains=captains,
    starter=starters,
    rules=st.builds(
        kg.Rules,
        treasury_coins=st.integers(1, 12),
        elimination=st.booleans(),
        locks=st.sampled_from(["free", "final"]),
        turn_seconds=st.sampled_from([0, 9]),
    ),
)
voyages_setups = st.builds(
    vy.Setup,
    captains=captains,
    starter=starters,
    rules=st.builds(
        vy.Rules,
        target=st.integers(1, 150),
        mettle=st.sampled_from([0, 35]),
        guard_gold_fever=st.booleans(),
        turn_seconds=st.sampled_from([0, 9]),
    ),
)


@given(kings_gold_setups | voyages_setups, st.integers())
def test_lit_buttons_do_every_legal_action_and_nothing_else(setup: Setup, seed: int) -> None:
    for game, state in states(setup, seed):
        prompt = game.prompt(state)
        done: set[Action] = set()
        for ui in pointed_from(u.InMatch(DRAFT, first_pointer(prompt)), prompt):
            lamps = lit(ui, prompt)
            for button in Button:
                after, effect = helm(ui, prompt, button)
                assert (button in lamps) == ((after, effect) != (ui, None))
                if effect is not None:
                    assert isinstance(effect, Action)
                    assert after == ui, "the pointer is the screen's, an action the match's"
                    done.add(effect)
        legal = set(game.legal_actions(state))
        assert done == {act for act in legal if not isinstance(act, (kg.TimeUp, vy.TimeUp))}


@given(kings_gold_setups, st.integers())
def test_target_goes_over_the_dice_that_are_no_skulls(setup: kg.Setup, seed: int) -> None:
    for _, state in states(setup, seed):
        prompt = kg.prompt(state)
        if isinstance(prompt, kg.RollOrStop):
            screens = pointed_from(u.InMatch(DRAFT, first_pointer(prompt)), prompt)
            pointers = [ui.pointer for ui in screens]
            assert pointers == [place for place, face in enumerate(prompt.dice) if face != "X"]


@given(st.integers(), st.sampled_from(["kings-gold", "voyages"]))
def test_a_lit_button_does_something_in_every_menu_and_a_dark_one_nothing(
    seed: int, game: str
) -> None:
    rng = random.Random(seed)
    ui: u.Ui = u.Title(Draft(game=game))
    for _ in range(150):
        prompt = vy.ToRoll(captain=0) if isinstance(ui, u.InMatch) else None
        lamps = lit(ui, prompt)
        for button in Button:
            assert (button in lamps) == (helm(ui, prompt, button) != (ui, None))
        assert lamps, "a screen without a way out"
        button = rng.choice(sorted(lamps))
        ui, effect = helm(ui, prompt, button)
        match effect:
            case u.StartMatch(setup):
                assert setup.captains == ui.draft.names
                ui = rng.choice(
                    [u.InMatch(ui.draft), u.Ending(ui.draft, 5), u.Paused(u.InMatch(ui.draft))]
                )
            case vy.Throw():
                ui = u.Paused(u.InMatch(ui.draft))
            case _:
                pass


# King's Gold

DICE = kg.RollOrStop(
    captain=0,
    dice="XONRX",
    locked=(True, False, False, False, True),
    fixed=(True, False, False, False, True),
    rolls_left=2,
)


def in_match(pointer: int = 0) -> u.InMatch:
    return u.InMatch(DRAFT, pointer)


def test_the_pointer_starts_at_the_first_die_that_is_no_skull() -> None:
    assert first_pointer(DICE) == 1


@pytest.mark.parametrize(
    ("pointer", "locked", "effect"),
    [(1, False, kg.Lock(1)), (3, False, kg.Lock(3)), (2, True, kg.Unlock(2))],
)
def test_lock_toggles_the_pointed_die(pointer: int, locked: bool, effect: Action) -> None:
    flags = tuple(flag or (place == pointer and locked) for place, flag in enumerate(DICE.locked))
    prompt = replace(DICE, locked=flags)
    assert helm(in_match(pointer), prompt, LOCK) == (in_match(pointer), effect)


def test_lock_is_dark_on_a_die_that_was_kept_where_locks_are_final() -> None:
    prompt = replace(
        DICE, locked=(True, True, False, False, True), fixed=(True, True, False, False, True)
    )
    assert LOCK not in lit(in_match(1), prompt)


def test_roll_is_dark_when_every_die_is_locked() -> None:
    prompt = replace(DICE, locked=(True,) * 5)
    assert lit(in_match(1), prompt) == {LOCK, STOP, TARGET}
    assert holds(in_match(1), prompt) == {STOP: Hold.PAUSE, TARGET: Hold.LEDGER}


def test_shots_are_named_with_target_roll_and_stop() -> None:
    prompt = kg.NameShot(captain=1, rivals=(2, 0), shots_left=3)
    assert helm(in_match(0), prompt, TARGET) == (in_match(1), None)
    assert helm(in_match(1), prompt, TARGET) == (in_match(0), None)
    assert helm(in_match(1), prompt, ROLL)[1] == kg.Fire(0)
    assert helm(in_match(0), prompt, STOP)[1] == kg.FireRest(2)
    assert LOCK not in lit(in_match(), prompt)
    assert ROLL not in holds(in_match(), prompt), "a cannon is no cup"


# Voyages


def scoring(points: int, why_not: Any = None) -> vy.Scoring:
    return vy.Scoring(
        points=points, set_aside="1", leftover="23", gold_fever=False, why_not=why_not
    )


def test_scorings_are_stepped_taken_and_hoarded() -> None:
    prompt = vy.ChooseScoring(captain=0, toss="123", options=(scoring(10), scoring(5, "mettle")))
    assert helm(in_match(0), prompt, TARGET) == (in_match(1), None)
    assert helm(in_match(1), prompt, TARGET) == (in_match(0), None)
    assert helm(in_match(1), prompt, ROLL)[1] == vy.TakeAndThrow(1)
    assert helm(in_match(0), prompt, STOP)[1] == vy.TakeAndHoard(0)
    assert lit(in_match(1), prompt) == {ROLL, TARGET}


def test_a_single_scoring_is_offered_too() -> None:
    prompt = vy.ChooseScoring(captain=0, toss="123", options=(scoring(10),))
    assert lit(in_match(), prompt) == {ROLL, STOP}


def test_the_same_bones_are_thrown_after_a_void_toss() -> None:
    prompt = vy.RollAgain(captain=0, toss="46", guard="4", white=2, black=False)
    assert lit(in_match(), prompt) == {ROLL}
    assert helm(in_match(), prompt, ROLL)[1] == vy.Throw()


@pytest.mark.parametrize(
    "prompt",
    [
        kg.RollOff(captain=0),
        kg.ToRoll(captain=0),
        DICE,
        vy.ToRoll(captain=0),
        vy.RollAgain(captain=0, toss="46", guard="4", white=2, black=False),
        vy.ChooseScoring(captain=0, toss="123", options=(scoring(10),)),
    ],
)
def test_the_cup_is_shaken_wherever_roll_throws(prompt: Any) -> None:
    ui = in_match(first_pointer(prompt))
    assert holds(ui, prompt) == {STOP: Hold.PAUSE, TARGET: Hold.LEDGER, ROLL: Hold.CUP}


# Menus


@pytest.mark.parametrize(
    "ui",
    [
        u.SetUp(DRAFT),
        u.HouseRules(DRAFT),
        u.Names(DRAFT),
        u.Seat(DRAFT, 1),
        u.Spelling(u.Seat(DRAFT, 1)),
        u.Offer(DRAFT),
        u.Boards(DRAFT, ()),
        u.Youngest(DRAFT),
        u.Paused(u.InMatch(DRAFT)),
        u.LedgerOpen(u.Paused(u.InMatch(DRAFT))),
        u.Ending(DRAFT, 3),
        u.Power(u.Title(DRAFT)),
    ],
)
def test_menus_have_no_holds_and_remember_what_was_chosen(ui: u.Ui) -> None:
    assert holds(ui, None) == {}
    assert ui.draft == DRAFT


def test_stop_is_held_for_the_power_menu_at_the_title() -> None:
    assert holds(u.Title(DRAFT), None) == {STOP: Hold.POWER}
    assert lit(u.Title(DRAFT), None) == {ROLL, TARGET}


def test_the_pause_menu_resumes_shows_the_ledger_and_ends_the_match() -> None:
    match = in_match(3)
    assert helm(u.Paused(match, 0), None, ROLL) == (match, None)
    assert helm(u.Paused(match, 1), None, ROLL)[0] == u.LedgerOpen(u.Paused(match, 1))
    assert helm(u.LedgerOpen(u.Paused(match, 1)), None, STOP)[0] == u.Paused(match, 1)
    assert helm(u.Paused(match, 2), None, ROLL) == (u.Title(DRAFT), None)
    assert helm(u.Paused(match, 2), None, STOP) == (match, None)


def test_the_power_menu_does_not_begin_with_switching_off() -> None:
    title = u.Title(DRAFT)
    assert helm(u.Power(title), None, ROLL) == (title, None)
    assert helm(u.Power(title, 1), None, ROLL) == (title, u.SwitchOff())


def test_the_standings_are_leafed_through_and_left() -> None:
    assert helm(u.Ending(DRAFT, 3, 0), None, ROLL)[0] == u.Ending(DRAFT, 3, 1)
    assert helm(u.Ending(DRAFT, 3, 2), None, TARGET)[0] == u.Ending(DRAFT, 3, 0)
    assert helm(u.Ending(DRAFT, 3, 2), None, ROLL)[0] == u.Title(DRAFT)
    assert helm(u.Ending(DRAFT, 3, 1), None, STOP)[0] == u.Title(DRAFT)


# Names


def key(ui: u.Spelling, wanted: str) -> u.Spelling:
    """`ui` with the pointer on a key, got there by LOCK and TARGET."""
    for _ in KEY_ROWS:
        if wanted in KEY_ROWS[ui.row]:
            break
        ui = helm(ui, None, LOCK)[0]
    for _ in KEY_ROWS[ui.row]:
        if KEY_ROWS[ui.row][ui.column] == wanted:
            return ui
        ui = helm(ui, None, TARGET)[0]
    raise AssertionError(f"no key {wanted!r}")


def spell(name: str) -> u.Spelling:
    ui = u.Spelling(u.Seat(DRAFT, 1))
    for character in name:
        ui = helm(key(ui, character.upper()), None, ROLL)[0]
    return key(ui, DONE_KEY)


@pytest.mark.parametrize("name", ["Z", "Élise", "Mary-Ann O'D", "Jack 2", "Þór"])
def test_a_name_is_spelled_key_by_key(name: str) -> None:
    ui = spell(name)
    assert ui.text == name
    after, effect = helm(ui, None, ROLL)
    assert isinstance(after, u.Names)
    assert effect == u.Remember(name)
    assert after.draft.crew[1] == name


@pytest.mark.parametrize("name", ["", "Anne", "Mary", "Jack "])
def test_a_name_that_cannot_be_taken_leaves_roll_dark(name: str) -> None:
    assert ROLL not in lit(spell(name), None)


def test_a_captain_may_keep_the_name() -> None:
    assert ROLL in lit(spell("Jack"), None)


def test_twelve_letters_are_enough() -> None:
    ui = spell("Abcdefghijkl")
    assert ROLL in lit(ui, None)
    assert ROLL not in lit(key(ui, "M"), None)


def test_stop_takes_letters_back_and_then_leads_back() -> None:
    ui = spell("Zo")
    for _ in range(2):
        ui = helm(ui, None, STOP)[0]
    assert ui.text == ""
    assert helm(ui, None, STOP)[0] == u.Seat(DRAFT, 1)


def test_words_begin_with_capitals() -> None:
    text = ""
    for pressed in "MARY-ANN O'DEA":
        text += letter(text, pressed)
    assert text == "Mary-Ann O'Dea"


def test_deeds_are_in_words() -> None:
    assert {button: deed.label for button, deed in deeds(in_match(1), DICE).items()} == {
        TARGET: "next die",
        STOP: "stop rolling",
        LOCK: "lock the die",
        ROLL: "throw 3 dice",
    }
