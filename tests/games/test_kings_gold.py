import msgspec
import pytest
from msgspec.structs import replace

from kingsgold.games import kings_gold as kg
from kingsgold.games.protocol import Game, IllegalAction
from tests.games.kings_gold_table import (
    RiggedDice,
    chests,
    kinds,
    new_match,
    play,
    turn,
    turns,
    with_table,
)

RULES_GAME: Game = kg


# Setting up


def test_a_blitz_turn_has_ten_seconds_unless_the_rules_say_fewer() -> None:
    assert new_match(mode="blitz").setup.turn_seconds == 10
    assert new_match(mode="blitz", turn_seconds=3).setup.turn_seconds == 3
    assert new_match().setup.turn_seconds == 0
    assert new_match(turn_seconds=45).setup.turn_seconds == 45


@pytest.mark.parametrize("seconds", [0, 11])
def test_a_blitz_without_a_fitting_clock_is_refused(seconds: int) -> None:
    with pytest.raises(ValueError, match="turn_seconds in blitz is 1 to 10"):
        new_match(mode="blitz", turn_seconds=seconds)


@pytest.mark.parametrize(
    "rules",
    [
        {"treasury_coins": 0},
        {"turn_seconds": -1},
        {"turn_seconds": 3601},
        {"navy_rounds": -1},
        {"navy_rounds": 1000},
        {"treasury_coins": 1000},
        {"treasury_doubloons": 1000},
        {"coin_value": 10**400},
        {"doubloon_value": 1000},
        {"shield_value": 1000},
        {"master_pirate_bonus": 1000},
        {"curse_penalty": 1000},
        {"broadside_steal": 1000},
        {"crests_per_shield": 1000},
        {"locks": "loose"},
        {"crest_conversion": "two"},
        {"elimination": 1},
    ],
)
def test_rules_out_of_range_are_refused_in_code_and_in_json(rules: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"rules: .*{next(iter(rules))}"):
        new_match(**rules)
    written = msgspec.json.encode({"game": "kings-gold", "captains": ["A", "B"], "rules": rules})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written, type=kg.Setup)


def test_a_crew_that_cannot_play_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 6 captains"):
        kg.Setup(captains=("Anne",))
    with pytest.raises(ValueError, match="starter"):
        kg.Setup(captains=("Anne", "Bart"), starter=2)


def test_the_banks_are_filled_and_the_chests_are_empty() -> None:
    state = new_match(3)
    assert (state.treasury, state.island) == (kg.Gold(60, 20), 0)
    assert chests(state) == [(0, 0, 0)] * 3
    assert (state.phase, state.round, state.turn, state.rolls_left) == ("to_roll", 1, 1, 3)


# The roll-off


def roll_off(captains: int, *faces: str) -> tuple[kg.State, list[kg.Event]]:
    state = kg.start(kg.Setup(captains=tuple("ABCDEF"[:captains])))
    assert kg.prompt(state) == kg.RollOff(captain=0)
    return play(state, *[kg.Throw()] * len(faces), tosses=faces)


@pytest.mark.parametrize(("faces", "starter"), [("RO", 0), ("NO", 1), ("XN", 1), ("XR", 1)])
def test_the_best_face_begins(faces: str, starter: int) -> None:
    state, events = roll_off(2, *faces)
    assert (state.starter, state.captain, state.phase) == (starter, starter, "to_roll")
    assert kinds(events)[-2:] == ["StarterFound", "TurnBegan"]
    assert (state.round, state.turn) == (1, 1)


def test_tied_leaders_throw_again_among_themselves() -> None:
    state, events = roll_off(4, "O", "N", "O", "O")
    assert events[-1] == kg.RollOffTied(captains=(0, 2, 3))
    assert kg.prompt(state) == kg.RollOff(captain=0)
    asked: list[int] = []
    for face in "XXXNXN":
        asked.append(state.captain)
        state, _ = play(state, kg.Throw(), tosses=[face])
    assert asked == [0, 2, 3, 0, 2, 3]
    assert kg.prompt(state) == kg.RollOff(captain=0)
    state, _ = play(state, kg.Throw(), kg.Throw(), tosses=["X", "N"])
    assert (state.starter, kg.prompt(state)) == (3, kg.ToRoll(captain=3))


def test_nothing_but_throwing_is_possible_in_the_roll_off() -> None:
    state = kg.start(kg.Setup(captains=("A", "B"), mode="blitz"))
    assert kg.legal_actions(state) == [kg.Throw()]


# Rolling and locking


def test_skulls_lock_and_only_unlocked_dice_are_thrown_again() -> None:
    state, events = play(new_match(), kg.Throw(), tosses=["OXNRX"])
    assert kinds(events) == ["Thrown", "SkullsLocked"]
    assert kg.prompt(state) == kg.RollOrStop(
        captain=0,
        dice="OXNRX",
        locked=(False, True, False, False, True),
        fixed=(False, True, False, False, True),
        rolls_left=2,
    )
    state, events = play(state, kg.Lock(0), kg.Throw(), tosses=["OO"])
    assert events[-1] == kg.Thrown(captain=0, places=(2, 3), faces="OO")
    assert (state.dice, state.rolls_left) == ("OXOOX", 1)


def test_the_turn_resolves_after_the_third_roll() -> None:
    state, events = play(new_match(), *[kg.Throw()] * 3, tosses=["OOOON", "OOOON", "OOONR"])
    assert kg.TurnResolved(captain=0, dice="OOONR", outcome="payout", heist=7) in events
    assert "Stopped" not in kinds(events)
    assert (state.captain, chests(state)[0]) == (1, (2, 1, 0))


def test_a_lock_may_be_lifted_before_the_next_roll_and_after_it() -> None:  # KG-2
    state, _ = play(new_match(), kg.Throw(), kg.Lock(0), kg.Throw(), tosses=["OONRR", "ONRR"])
    assert kg.Unlock(0) in kg.legal_actions(state)
    state, _ = play(state, kg.Unlock(0), kg.Lock(1), kg.Unlock(1))
    assert state.locked == (False,) * 5


def test_a_final_lock_binds_once_the_next_roll_is_thrown() -> None:  # KG-2
    state, _ = play(new_match(locks="final"), kg.Throw(), kg.Lock(0), tosses=["OONRR"])
    state, _ = play(state, kg.Unlock(0), kg.Lock(0), kg.Throw(), tosses=["ONRR"])
    asked = kg.prompt(state)
    assert isinstance(asked, kg.RollOrStop)
    assert asked.fixed == (True, False, False, False, False)
    with pytest.raises(IllegalAction, match="KG-2"):
        play(state, kg.Unlock(0))
    state, _ = play(state, kg.Lock(1), kg.Unlock(1))
    assert kg.Unlock(0) not in kg.legal_actions(state)


def test_with_every_die_locked_nothing_is_rolled() -> None:
    state, _ = play(new_match(), kg.Throw(), *map(kg.Lock, range(4)), tosses=["OONRX"])
    with pytest.raises(IllegalAction, match="every die is locked"):
        kg.decide(state, kg.Throw(), RiggedDice())
    state, _ = play(state, kg.Unlock(3), kg.Throw(), tosses=["O"])
    assert state.dice == "OONOX"


@pytest.mark.parametrize(
    ("actions", "refused", "reason"),
    [
        ([], kg.Stop(), "throw first"),
        ([], kg.Lock(0), "throw first"),
        ([], kg.Fire(1), "no shot to fire"),
        ([kg.Throw()], kg.Unlock(4), "Skull"),
        ([kg.Throw()], kg.Lock(4), "locked already"),
        ([kg.Throw()], kg.Unlock(0), "not locked"),
        ([kg.Throw()], kg.Lock(5), "no die in place 5: places are 0 to 4"),
        ([kg.Throw()], kg.Lock(-1), "no die in place -1"),
        ([kg.Throw()], kg.TimeUp(), "no turn clock"),
        ([kg.Throw()], kg.FireRest(1), "no shot to fire"),
        ([kg.Throw(), kg.Stop()], kg.Throw(), "name a rival"),
        ([kg.Throw(), kg.Stop()], kg.Fire(0), "no rival"),
        ([kg.Throw(), kg.Stop()], kg.FireRest(3), "no rival"),
    ],
)
def test_an_illegal_action_is_refused_with_its_reason(
    actions: list[kg.Action], refused: kg.Action, reason: str
) -> None:
    state, _ = play(new_match(3), *actions, tosses=["OONRX"] if actions else [])
    with pytest.raises(IllegalAction, match=reason):
        kg.decide(state, refused, RiggedDice())


@pytest.mark.parametrize(
    ("pool", "outcome"), [("XXXOO", "curse"), ("XXXXO", "curse"), ("XXXXX", "mutiny")]
)
def test_three_skulls_end_the_turn_at_once_and_more_of_the_toss_count(
    pool: str, outcome: str
) -> None:  # KG-3
    state, events = play(new_match(), kg.Throw(), tosses=[pool])
    assert kg.TurnResolved(captain=0, dice=pool, outcome=outcome, heist=0) in events
    assert state.captain == 1


@pytest.mark.parametrize("face", "ONR")
def test_five_alike_end_the_turn_at_once(face: str) -> None:  # KG-4
    state, _ = play(new_match(), kg.Throw(), tosses=[face * 4 + "X"])
    assert state.captain == 0
    other = "N" if face == "O" else "O"
    state, _ = play(new_match(), kg.Throw(), kg.Throw(), tosses=[face * 4 + other, face * 5])
    assert state.captain == 1
    state, _ = play(new_match(), kg.Throw(), *map(kg.Lock, range(4)), tosses=[face * 4 + other])
    state, events = play(state, kg.Throw(), tosses=[face])
    assert state.captain == 1
    (resolved,) = [event for event in events if isinstance(event, kg.TurnResolved)]
    assert state.records[0].grand_heists == (resolved.outcome,)


# Skulls and grand heists


def test_a_mutiny_takes_gold_but_no_shields() -> None:  # KG-5
    state, _ = turn(with_table(new_match(), [(7, 3, 2), (1, 1, 1)], (50, 10)), "XXXXX")
    assert chests(state) == [(0, 0, 2), (1, 1, 1)]
    assert state.treasury == kg.Gold(57, 13)


def test_a_curse_breaks_a_doubloon_for_its_two_coins() -> None:  # KG-9
    state, events = turn(with_table(new_match(), [(1, 1, 0), (0, 0, 0)], (50, 10)), "XXXNO")
    assert kg.DoubloonsBroken(captain=0, doubloons=1, coins=5) in events
    assert (chests(state)[0], state.island) == ((4, 0, 0), 2)


def test_a_treasury_without_five_coins_gives_no_change() -> None:  # KG-9
    state, events = turn(with_table(new_match(), [(1, 1, 0), (0, 0, 0)], (4, 10)), "XXXNO")
    assert "DoubloonsBroken" not in kinds(events)
    assert (chests(state)[0], state.island) == ((0, 1, 0), 1)


def test_no_more_doubloons_are_broken_than_are_needed() -> None:  # KG-9
    state = with_table(new_match(broadside_steal=7), [(0, 0, 0), (1, 4, 0)], (30, 5))
    state, events = turn(state, "NNNNN")
    assert kg.DoubloonsBroken(captain=1, doubloons=2, coins=10) in events
    assert chests(state) == [(7, 0, 0), (4, 2, 0)]


def test_a_ransom_empties_the_treasury() -> None:
    state, events = turn(with_table(new_match(), [(1, 0, 0), (0, 0, 0)], (33, 12)), "OOOOO")
    assert (state.treasury, chests(state)[0]) == (kg.Gold(0, 0), (34, 12, 0))
    assert kg.TreasuryEmptied(captain=0) in events


def test_a_broadside_goes_round_clockwise_and_shields_stop_it() -> None:
    state = with_table(new_match(4), [(0, 0, 0), (5, 0, 0), (0, 0, 0), (3, 0, 1)])
    state = replace(state, captain=2)
    state, events = turn(state, "NNNNN")
    assert [event for event in events if isinstance(event, kg.BroadsideFired)] == [
        kg.BroadsideFired(captain=2, rival=3, coins=0, blocked=True),
        kg.BroadsideFired(captain=2, rival=0, coins=0, blocked=False),
        kg.BroadsideFired(captain=2, rival=1, coins=2, blocked=False),
    ]
    assert chests(state) == [(0, 0, 0), (3, 0, 0), (2, 0, 0), (3, 0, 0)]


def test_an_amnesty_raises_its_shield_whatever_crests_are_worth() -> None:
    state = with_table(new_match(crests_per_shield=0), [(0, 0, 0), (0, 0, 0)], (50, 20), 10)
    state, _ = turn(state, "RRRRR")
    assert (chests(state)[0], state.island) == ((10, 0, 1), 0)


# Plunder, shields, cannons


@pytest.mark.parametrize(
    ("pool", "rules", "bank", "chest"),
    [
        ("OOORX", {}, (60, 20), (2, 1, 0)),
        ("OOORX", {"crest_conversion": "all"}, (60, 20), (0, 3, 0)),
        ("OOORX", {"crest_conversion": "all"}, (60, 2), (1, 2, 0)),
        ("OOORX", {}, (2, 20), (1, 1, 0)),
        ("OORRX", {}, (60, 0), (2, 0, 0)),
        ("OORRR", {}, (1, 20), (0, 1, 1)),
        ("RRRRX", {}, (60, 20), (0, 0, 1)),
        ("ORRXX", {}, (60, 20), (0, 1, 0)),
        ("ORRXX", {"crests_per_shield": 1}, (60, 20), (0, 1, 1)),
        ("RRRRX", {"crests_per_shield": 0}, (60, 20), (0, 0, 0)),
        ("ORRRX", {"crest_conversion": "all"}, (60, 20), (0, 1, 0)),
    ],
)
def test_plunder_and_shields(
    pool: str, rules: dict[str, object], bank: tuple[int, int], chest: tuple[int, int, int]
) -> None:  # KG-6, KG-7
    state, _ = turn(with_table(new_match(**rules), [(0, 0, 0)] * 2, bank), pool)
    assert chests(state)[0] == chest


def test_shots_are_named_one_by_one_and_each_is_paid_first() -> None:  # KG-14
    state = with_table(new_match(3), [(0, 0, 0), (4, 0, 0), (4, 0, 0)])
    state, events = turn(state, "NNNXX")
    assert events[-1] == kg.CannonsLoaded(captain=0, shots=3)
    assert kg.prompt(state) == kg.NameShot(captain=0, rivals=(1, 2), shots_left=3)
    state, _ = play(state, kg.Fire(2))
    assert (chests(state), state.shots_left) == ([(1, 0, 0), (4, 0, 0), (3, 0, 0)], 2)
    state, events = play(state, kg.FireRest(1))
    assert chests(state) == [(3, 0, 0), (2, 0, 0), (3, 0, 0)]
    assert kinds(events) == ["ShotFired", "ShotFired", "TurnResolved", "TurnBegan"]


def test_one_rival_is_fired_at_without_asking() -> None:  # KG-14
    state, events = turn(with_table(new_match(), [(0, 0, 0), (1, 0, 0)]), "NNXXR")
    shots = [event.coins for event in events if isinstance(event, kg.ShotFired)]
    assert (shots, chests(state)) == ([1, 0], [(1, 0, 0), (0, 0, 0)])


def test_one_shield_stops_all_shots_of_one_turn_at_its_captain() -> None:  # KG-8
    state, _ = turn(with_table(new_match(3), [(0, 0, 0), (4, 0, 2), (4, 0, 0)]), "NNNNX")
    state, events = play(state, kg.Fire(1), kg.Fire(2), kg.FireRest(1))
    shots = [event for event in events if isinstance(event, kg.ShotFired)]
    assert [(shot.blocked, shot.shield_spent) for shot in shots] == [
        (True, True),
        (False, False),
        (True, False),
        (True, False),
    ]
    assert chests(state) == [(1, 0, 0), (4, 0, 1), (3, 0, 0)]
    state, _ = turn(turns(state, "OOXXR"), "NOXXR")
    state, events = play(state, kg.Fire(1))
    assert events[0].shield_spent


def test_stopping_is_foreseen_without_firing() -> None:
    state = with_table(new_match(), [(0, 2, 0), (9, 0, 0)])
    thrown, _ = play(state, kg.Throw(), tosses=["ORRNN"])
    assert kg.would_resolve(thrown) == kg.Prospect("payout", 0, 1, 0, 2)
    assert kg.would_resolve(state) is None
    assert kg.would_resolve(replace(thrown, dice="XXXON")) == kg.Prospect("curse", 3, -1, 0, 0)
    assert kg.would_resolve(replace(thrown, dice="XXXXX")) == kg.Prospect("mutiny", 0, -2, 0, 0)


# Rounds and the end


@pytest.mark.parametrize("starter", [0, 1, 2])
@pytest.mark.parametrize("emptied_by", [0, 1, 2])
def test_the_round_is_completed_when_the_treasury_is_empty(starter: int, emptied_by: int) -> None:
    state = kg.start(kg.Setup(captains=("A", "B", "C"), starter=starter))
    state = turns(state, *["XXXOO"] * 3)
    assert (state.round, state.captain) == (2, starter)
    for seat in range(3):
        assert not state.over
        state = turns(state, "OOOOO" if seat == emptied_by else "XXXOO")
    assert (state.end, state.round) == ("treasury", 2)
    assert [record.turns for record in state.records] == [2, 2, 2]


def test_the_end_stands_though_a_mutiny_refills_the_treasury() -> None:  # KG-1
    state = with_table(new_match(3), [(0, 0, 0), (9, 0, 0), (0, 0, 0)], (3, 20))
    state, events = turn(state, "OOOXX")
    assert kg.TreasuryEmptied(captain=0) in events
    state, events = turn(state, "XXXXX")
    assert state.treasury.coins == 9
    assert not state.over
    state, events = turn(state, "OOOXX")
    assert state.treasury.coins == 6
    assert events[-1] == kg.MatchEnded(reason="treasury")
    assert "TreasuryEmptied" not in kinds(events)


def test_coins_given_as_change_can_empty_the_treasury() -> None:  # KG-1
    state = with_table(new_match(), [(0, 1, 0), (0, 0, 0)], (5, 19))
    state, events = turn(state, "XXXOO")
    assert kinds(events)[-2:] == ["TreasuryEmptied", "TurnBegan"]
    assert state.final_round


def test_a_treasury_emptied_and_refilled_within_a_turn_is_not_empty() -> None:  # KG-1
    state = with_table(new_match(), [(0, 0, 0), (0, 0, 0)], (1, 1))
    state, _ = turn(state, "ORXXN")
    assert state.treasury == kg.Gold(1, 0)
    assert not state.final_round


def test_the_navy_settles_the_match_after_its_round() -> None:
    state = turns(new_match(navy_rounds=2), "XXXOO", "XXXOO", "XXXOO")
    assert not state.over
    state, events = turn(state, "OOXXR")
    assert events[-1] == kg.MatchEnded(reason="navy")
    assert kg.prompt(state) == kg.MatchOver()


# Elimination


def test_a_mutiny_does_not_put_anybody_out_unless_the_house_says_so() -> None:
    assert turns(new_match(3), "XXXXX").out == ()


def test_who_is_out_takes_no_turns_and_is_no_rival() -> None:
    state = with_table(new_match(4, elimination=True), [(1, 0, 0)] * 4)
    state, events = turn(state, "XXXXX")
    assert kg.CaptainOut(captain=0) in events
    state = turns(state, "XXXOO", "XXXOO", "XXXOO")
    assert (state.captain, state.round) == (1, 2)
    state, _ = turn(state, "NOXXR")
    assert kg.prompt(state) == kg.NameShot(captain=1, rivals=(2, 3), shots_left=1)
    with pytest.raises(IllegalAction, match="no rival"):
        kg.decide(state, kg.Fire(0), RiggedDice())
    state, _ = play(state, kg.Fire(2))
    _, events = turn(state, "NNNNN")
    hit = [event.rival for event in events if isinstance(event, kg.BroadsideFired)]
    assert hit == [3, 1]


def test_the_last_captain_who_is_not_out_wins_at_once() -> None:
    state = with_table(new_match(3, elimination=True), [(30, 0, 0), (2, 0, 0), (40, 0, 9)])
    state = turns(state, "XXXOO", "XXXOO", "XXXXX", "XXXXX")
    assert (state.end, state.out) == ("elimination", (2, 0))
    accounts = kg.standings(state)
    assert [account.captain for account in accounts] == [1, 2, 0]
    assert [account.winner for account in accounts] == [True, False, False]


def test_with_one_rival_left_in_play_shots_fire_without_asking() -> None:  # KG-14
    state = with_table(new_match(3, elimination=True), [(3, 0, 0)] * 3)
    state, _ = turn(turns(state, "XXXXX"), "NNXXR")
    assert chests(state) == [(0, 0, 0), (5, 0, 0), (1, 0, 0)]


def test_who_is_out_gets_no_bonus_and_no_badge() -> None:
    state = new_match(3, elimination=True, navy_rounds=2)
    state = turns(state, "OOORR", "OXXRR", "OOXXR", "XXXXX", "XXXOO", "XXXOO")
    assert state.end == "navy"
    assert state.records[0].largest_heist == 11
    assert state.master_pirate == 2
    last = kg.standings(replace(state, chests=(kg.Chest(0, 0, 20), *state.chests[1:])))[-1]
    assert (last.captain, last.score, last.master_pirate, last.badges) == (0, 40, 0, ())
    assert kg.report(state)[0].mutinies == 1


# The turn clock


def test_time_up_before_the_first_roll_rolls_once_and_resolves() -> None:  # KG-13
    state, events = play(new_match(mode="blitz"), kg.TimeUp(), tosses=["OONRX"])
    assert kinds(events)[:3] == ["TimeRanOut", "Thrown", "SkullsLocked"]
    assert (state.captain, chests(state)[0]) == (1, (1, 1, 0))


def test_time_up_while_locking_resolves_the_dice_as_they_lie() -> None:  # KG-13
    state, _ = play(new_match(turn_seconds=9), kg.Throw(), kg.Lock(0), tosses=["OORXX"])
    state, events = play(state, kg.TimeUp())
    assert (state.captain, chests(state)[0]) == (1, (1, 1, 0))
    assert "Thrown" not in kinds(events)


def test_shots_not_named_in_time_go_to_whoever_is_richest_at_each_shot() -> None:  # KG-13
    state = with_table(new_match(4, mode="blitz"), [(0, 0, 0), (4, 0, 0), (0, 1, 0), (6, 0, 0)])
    state, _ = turn(state, "NNNNX")
    state, events = play(state, kg.Fire(1), kg.TimeUp())
    shots = [event.rival for event in events if isinstance(event, kg.ShotFired)]
    assert shots == [1, 3, 2, 3]
    assert state.captain == 1


def test_the_richest_is_the_first_clockwise_among_equals_by_value() -> None:  # KG-13
    state = with_table(new_match(4), [(9, 0, 0), (0, 1, 0), (0, 0, 0), (5, 0, 9)])
    assert kg.richest_rival(replace(state, captain=2)) == 0
    assert kg.richest_rival(replace(state, captain=0)) == 1
    valued = new_match(4, doubloon_value=4)
    assert kg.richest_rival(with_table(valued, [(0, 0, 0), (0, 1, 0), (0, 0, 0), (5, 0, 0)])) == 3


# The settlement


def ended(state: kg.State) -> kg.State:
    return kg.evolve(state, kg.MatchEnded(reason="navy"))


def test_an_equal_later_heist_does_not_take_the_bonus_away() -> None:  # KG-10
    state = turns(new_match(), "OORXX", "OORXX")
    assert (state.master_pirate, state.largest_heist) == (0, 6)
    assert turns(state, "XXXOO", "OORRX").master_pirate == 1


def test_the_first_to_reach_a_heist_keeps_it_whatever_the_seat() -> None:  # KG-10
    state = turns(new_match(), "XXXOO", "OORXX", "OORXX")
    assert state.master_pirate == 1


def test_without_a_heist_there_is_no_bonus() -> None:  # KG-12
    state = turns(new_match(navy_rounds=1), "XXXOO", "XXXOO")
    assert state.over
    assert [account.score for account in kg.standings(state)] == [0, 0]


def test_the_score_is_the_sum_of_its_lines_at_the_house_values() -> None:
    state = new_match(
        coin_value=2, doubloon_value=7, shield_value=3, master_pirate_bonus=20, navy_rounds=1
    )
    state = turns(state, "OORXX", "RRXXN")
    first, second = kg.standings(state)
    assert (first.coins, first.doubloons, first.shields, first.master_pirate) == (0, 7, 0, 20)
    assert (second.coins, second.doubloons, second.shields, second.score) == (2, 0, 3, 5)


@pytest.mark.parametrize(
    ("first", "second", "forfeits", "order", "winners"),
    [
        ((10, 0, 0), (6, 0, 2), (0, 0), [0, 1], [0]),
        ((10, 0, 0), (9, 0, 1), (0, 0), [1, 0], [1]),
        ((8, 0, 1), (5, 1, 0), (0, 0), [1, 0], [1]),
        ((10, 0, 0), (5, 1, 0), (1, 0), [1, 0], [1]),
        ((10, 0, 0), (5, 1, 0), (1, 1), [0, 1], [0, 1]),
    ],
)
def test_equal_scores_are_decided_by_gold_then_forfeits_else_shared(
    first: tuple[int, int, int],
    second: tuple[int, int, int],
    forfeits: tuple[int, int],
    order: list[int],
    winners: list[int],
) -> None:  # KG-11
    records = (kg.Record(curses=forfeits[0]), kg.Record(mutinies=forfeits[1]))
    state = ended(replace(with_table(new_match(), [first, second]), records=records))
    accounts = kg.standings(state)
    assert [account.captain for account in accounts] == order
    assert [account.captain for account in accounts if account.winner] == winners


@pytest.mark.parametrize(
    ("coins", "record", "badges"),
    [
        (19, kg.Record(), ()),
        (20, kg.Record(), ("bronze_anchor",)),
        (50, kg.Record(), ("bronze_anchor",)),
        (51, kg.Record(), ("bronze_anchor", "silver_cutlass")),
        (75, kg.Record(), ("bronze_anchor", "silver_cutlass")),
        (76, kg.Record(), ("bronze_anchor", "silver_cutlass", "gold_pirate_king")),
        (76, kg.Record(curses=1), ("bronze_anchor", "silver_cutlass")),
        (76, kg.Record(mutinies=1), ("bronze_anchor", "silver_cutlass")),
    ],
)
def test_badges_of_the_winner(coins: int, record: kg.Record, badges: tuple[str, ...]) -> None:
    state = with_table(new_match(), [(coins, 0, 0), (0, 0, 0)])
    state = ended(replace(state, records=(record, kg.Record())))
    assert kg.standings(state)[0].badges == badges


def test_who_does_not_win_gets_the_bronze_anchor_only() -> None:
    state = ended(with_table(new_match(), [(90, 0, 0), (91, 0, 0)]))
    assert kg.standings(state)[1].badges == ("bronze_anchor",)


def test_the_ledger_rates_threats_by_points_with_shields() -> None:
    state = with_table(new_match(5), [(10, 0, 0), (4, 0, 3), (0, 1, 0), (4, 0, 0), (0, 0, 0)])
    lines = kg.ledger(state)
    assert [line.points for line in lines] == [10, 10, 5, 4, 0]
    assert [line.threat for line in lines] == ["high", "high", "medium", "low", "low"]


def test_the_report_counts_what_happened() -> None:
    state = with_table(new_match(), [(0, 0, 0), (9, 0, 0)], (51, 20))
    state = turns(state, "OORXN", "XXXOO", "NNNNN", "OOXXR", "RRRRR", "XXXXX")
    first, second = kg.report(state)
    assert (first.plunder, first.stolen, first.lost) == (6, 3, 0)
    assert (second.plunder, second.stolen, second.lost) == (6, 0, 3)
    assert first.grand_heists == ("broadside_barrage", "royal_amnesty")
    assert (second.two_skull_turns, second.curses, second.mutinies) == (1, 1, 1)
    assert (first.largest_heist, second.largest_heist) == (7, 6)
