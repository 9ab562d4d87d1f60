"""What can be chosen in the set-up: always something that can be played."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingsgold.app.draft import CREW, HOUSE_RULES, Draft, house_rules
from kingsgold.games import kings_gold, voyages


def play_with(draft: Draft, rng: random.Random) -> Draft:
    match rng.randrange(5):
        case 0:
            return draft.step_game()
        case 1:
            return draft.step_mode()
        case 2:
            return draft.step_captains()
        case _:
            return draft.step_rule(rng.choice(draft.rules))


@given(st.integers())
def test_whatever_is_chosen_can_be_played(seed: int) -> None:
    rng = random.Random(seed)
    draft = Draft()
    for _ in range(60):
        draft = play_with(draft, rng)
        setup = draft.setup()
        assert setup.captains == CREW[: draft.captains]
        shown = {rule.key: draft.value(rule) for rule in draft.rules}
        played = msgspec.to_builtins(setup)["rules"]
        turn_seconds = shown.pop("turn_seconds")
        assert setup.turn_seconds == turn_seconds
        assert shown == {key: played[key] for key in shown}


@pytest.mark.parametrize(
    ("game", "rules"),
    [("kings-gold", kings_gold.Rules()), ("voyages", voyages.Rules())],
)
def test_every_house_rule_is_offered_and_begins_with_its_default(game: str, rules: object) -> None:
    offered = {rule.key: rule.choices[0] for rule in HOUSE_RULES[game]}
    defaults = msgspec.to_builtins(rules)
    assert offered.keys() == defaults.keys()
    set_ = {key: value for key, value in defaults.items() if value is not None}
    assert offered == {"turn_seconds": 0, **set_}


@pytest.mark.parametrize("mode", ["campaign", "blitz"])
def test_no_choice_is_offered_twice(mode: str) -> None:
    for game in HOUSE_RULES:
        for rule in house_rules(game, mode):
            assert len(set(rule.choices)) == len(rule.choices) >= 2, rule.key


def test_a_blitz_always_has_a_clock_of_at_most_ten_seconds() -> None:
    draft = Draft(mode="blitz")
    clock = next(rule for rule in draft.rules if rule.key == "turn_seconds")
    assert draft.setup().turn_seconds == 10
    for _ in clock.choices:
        assert 1 <= draft.setup().turn_seconds <= 10
        draft = draft.step_rule(clock)
    assert draft.setup().turn_seconds == 10


def test_a_rule_of_the_campaign_that_a_blitz_lacks_comes_back() -> None:
    draft = Draft()
    clock = draft.rules[0]
    for _ in range(3):
        draft = draft.step_rule(clock)
    assert draft.setup().turn_seconds == 30
    assert draft.step_mode().setup().turn_seconds == 10
    assert draft.step_mode().step_mode().setup().turn_seconds == 30


def test_the_games_keep_their_house_rules_apart() -> None:
    draft = Draft().step_rule(next(rule for rule in Draft().rules if rule.key == "navy_rounds"))
    assert draft.setup() == kings_gold.Setup(
        captains=CREW[:2], rules=kings_gold.Rules(navy_rounds=5)
    )
    assert draft.step_game().setup(1) == voyages.Setup(captains=CREW[:2], starter=1)


def test_a_captain_who_is_renamed_keeps_the_name() -> None:
    draft = Draft().rename(1, "Zoë")
    assert draft.names == ("Anne", "Zoë")
    assert draft.step_captains().names == ("Anne", "Zoë", "Mary")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn_seconds", 0, "off"),
        ("turn_seconds", 10, "10"),
        ("coin_value", 0, "0"),
        ("fast_roll", True, "on"),
        ("elimination", False, "off"),
        ("tie", "sail_off", "sail-off"),
    ],
)
def test_values_in_words(key: str, value: object, words: str) -> None:
    rules = {rule.key: rule for rules in HOUSE_RULES.values() for rule in rules}
    assert rules[key].words(value) == words
