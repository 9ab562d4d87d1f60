"""Matches of Voyages, told in the words of the rules."""

from typing import Any

import msgspec
import pytest

from kingsgold.games import protocol, voyages
from kingsgold.games.protocol import Hand, IllegalAction
from kingsgold.games.voyages import (
    Action,
    ChooseScoring,
    Event,
    InHand,
    MatchOver,
    RollAgain,
    Rules,
    Scoring,
    Setup,
    TakeAndHoard,
    TakeAndThrow,
    Throw,
    TimeUp,
    ToRoll,
)

# One toss that is worth these points and can be hoarded at once, if mettle allows.
WORTH = {5: "2245$", 10: "2241$", 15: "2451$", 20: "2411$", 25: "2511$", 30: "5511$"}
WRECK = "2234$"
RUM_RUN = "6666^"
CAPSIZE = "1111!"


class Loaded:
    """Dice that show what a test says, once."""

    def __init__(self, toss: str | None) -> None:
        self._toss = toss

    def toss(self, hand: Hand) -> str:
        toss, self._toss = self._toss, None
        assert toss is not None, "a toss that the test did not expect"
        assert len(toss) == len(hand), f"{toss} for a hand of {len(hand)}"
        assert all(bone in faces for bone, faces in zip(toss, hand, strict=True)), toss
        return toss

    @property
    def thrown(self) -> bool:
        return self._toss is None


class Match:
    """A match whose dice are loaded."""

    def __init__(self, captains: str = "AB", starter: int | None = None, **rules: Any) -> None:
        setup = Setup(captains=tuple(captains), starter=starter, rules=Rules(**rules))
        self.state = voyages.start(setup)
        self.events: list[Event] = []

    def do(self, action: Action, toss: str | None = None) -> list[str]:
        """Take an action that throws `toss` (None: nothing) and name the events."""
        dice = Loaded(toss)
        events = voyages.decide(self.state, action, dice)
        assert dice.thrown, "nothing was thrown"
        for event in events:
            self.state = voyages.evolve(self.state, event)
        self.events += events
        return [type(event).__name__ for event in events]

    def throw(self, toss: str) -> list[str]:
        return self.do(Throw(), toss)

    def on(self, toss: str, *, take: int = 0) -> list[str]:
        return self.do(TakeAndThrow(take), toss)

    def hoard(self, take: int = 0) -> list[str]:
        return self.do(TakeAndHoard(take))

    def voyage(self, points: int) -> None:
        """A whole voyage of one toss; 0 is a shipwreck."""
        if points == 0:
            self.throw(WRECK)
        else:
            self.throw(WORTH[points])
            self.hoard()

    def sail(self, *points: int) -> None:
        for each in points:
            self.voyage(each)

    @property
    def options(self) -> tuple[Scoring, ...]:
        prompt = voyages.prompt(self.state)
        assert isinstance(prompt, ChooseScoring)
        return prompt.options

    def illegal(self, action: Action, reason: str) -> None:
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalAction, match=reason):
            voyages.decide(self.state, action, Loaded(None))
        assert msgspec.json.encode(self.state) == before


def eager(captains: str = "AB", starter: int | None = None, **rules: Any) -> Match:
    """A match in which any tally can be hoarded."""
    return Match(captains, starter, **{"mettle": 0, **rules})


def test_satisfies_the_protocol() -> None:
    game: protocol.Game = voyages
    match = eager()
    match.sail(10, 20)
    assert protocol.replay(game, match.state.setup, match.events) == match.state
    assert voyages.view(match.state, None) is match.state


def test_a_match_begins_with_the_starters_voyage() -> None:
    match = Match("ABC", starter=2)
    assert voyages.prompt(match.state) == ToRoll(captain=2)
    assert (match.state.round, match.state.turn, match.state.phase) == (1, 1, "to_roll")
    assert match.state.in_hand == InHand(white=4, black=True)
    assert Match("ABC").state.captain == 0


# Voyages


def test_hoarding_adds_the_tally_and_passes_the_bones() -> None:
    match = eager()
    assert match.throw("2411$") == ["Thrown"]
    assert match.options[0].points == 20
    assert match.on("54$") == ["Tallied", "Thrown"]
    assert (match.state.tally, match.state.in_hand) == (20, InHand(2, True))
    assert match.hoard() == ["Tallied", "MettleProved", "Hoarded", "VoyageBegan"]
    assert match.state.hoards == (25, 0)
    assert voyages.prompt(match.state) == ToRoll(captain=1)
    assert match.state.turn == 2


def test_running_aground_loses_the_tally_only() -> None:
    match = eager()
    match.sail(20, 0)
    match.throw("2451$")
    assert match.on("24$") == ["Tallied", "Thrown", "RanAground", "VoyageBegan"]
    assert match.events[-2] == voyages.RanAground(captain=0, lost=15, shipwrecked=False)
    assert match.state.hoards == (20, 0)


def test_a_shipwreck_is_five_bones_that_score_nothing() -> None:
    match = Match()
    assert match.throw(WRECK) == ["Thrown", "RanAground", "VoyageBegan"]
    assert match.events[1] == voyages.RanAground(captain=0, lost=0, shipwrecked=True)


def test_a_shipwreck_after_gold_fever_loses_the_tally() -> None:
    match = Match()
    match.throw("5511%")  # a Five Coin Broadside and two Tens
    match.on(WRECK)
    assert match.events[-2] == voyages.RanAground(captain=0, lost=70, shipwrecked=True)


def test_a_toss_is_written_in_one_order() -> None:
    match = Match()
    match.throw("1542#")
    assert match.state.toss == "2451#"


# Prove Yer Mettle


def test_mettle_needs_35_and_is_proved_once() -> None:
    match = Match()
    match.throw("2411$")
    assert match.options[0].why_not == "mettle"
    match.illegal(TakeAndHoard(0), "at least 35")
    match.on("25!")
    assert match.options[0].points == 15
    assert match.hoard() == ["Tallied", "MettleProved", "Hoarded", "VoyageBegan"]
    assert match.state.hoards == (35, 0)
    match.throw(WRECK)
    match.throw(WORTH[5])
    assert match.hoard() == ["Tallied", "Hoarded", "VoyageBegan"]
    assert match.state.hoards == (40, 0)


def test_without_a_tally_to_reach_mettle_is_proved_by_the_first_hoarding() -> None:
    match = Match(mettle=0)
    assert match.state.proved == (False, False)
    match.throw(WORTH[10])
    match.hoard()
    assert match.state.proved == (True, False)


def test_mettle_sinks_with_the_ship() -> None:
    match = Match()
    match.throw("2411$")
    match.on("25!")
    match.on("2")
    assert match.state.proved == (False, False)
    match.throw(WRECK)
    match.throw(WORTH[30])
    assert match.options[0].why_not == "mettle"


def test_the_strongest_reason_against_hoarding_is_told() -> None:
    match = Match()
    match.throw("5511#")
    assert [option.why_not for option in match.options] == ["gold_fever", "gold_fever"]
    match = Match()
    match.throw("2224^")
    assert match.options[0].why_not == "reload"
    match.illegal(TakeAndHoard(0), "reloaded")


# Gold Fever and prizes


def test_gold_fever_over_several_rolls() -> None:
    match = eager()
    match.throw("2411$")
    match.on("55$")
    match.on("!")
    assert match.options[0].why_not == "gold_fever"
    match.illegal(TakeAndHoard(0), "Gold Fever")
    assert match.on("2241$") == ["Tallied", "GoldFever", "Thrown"]
    assert match.state.tally == 40
    assert match.hoard() == ["Tallied", "MettleProved", "Hoarded", "VoyageBegan"]
    assert match.state.hoards == (50, 0)


@pytest.mark.parametrize(
    ("toss", "name", "points"),
    [
        ("2222@", "Boarding Action", 200),
        ("4444$", "Armada", 400),
        ("5555%", "Chest O' Gold", 500),
    ],
)
@pytest.mark.parametrize("guard_gold_fever", [False, True])
def test_prizes_need_no_reload(toss: str, name: str, points: int, guard_gold_fever: bool) -> None:
    match = eager(guard_gold_fever=guard_gold_fever)
    match.throw(toss)
    assert [(o.points, o.gold_fever, o.why_not) for o in match.options] == [
        (points, True, "gold_fever")
    ]
    assert match.on(WORTH[5]) == ["PrizeCaptured", "Tallied", "GoldFever", "Thrown"]
    assert match.state.guard is None
    match.hoard()
    assert match.state.hoards == (points + 5, 0)
    assert match.state.figures[0].prizes == {name: 1}
    assert match.state.figures[0].broadsides == {}


def test_five_coins_of_two_faces_are_no_prize() -> None:
    match = eager()
    match.throw("5511%")
    assert match.on(WRECK)[:2] == ["BroadsideFired", "Tallied"]


def test_a_rum_run_wins_at_once() -> None:
    match = eager("ABC")
    match.voyage(30)
    assert match.throw(RUM_RUN) == ["Thrown", "RumRun", "MatchEnded"]
    assert voyages.prompt(match.state) == MatchOver()
    assert voyages.legal_actions(match.state) == ()
    assert [(s.captain, s.winner) for s in voyages.standings(match.state)] == [
        (1, True),
        (0, False),
        (2, False),
    ]
    match.illegal(Throw(), "over")


def test_capsizing_loses_hoard_and_tally_and_all_voyages() -> None:
    match = eager("ABC")
    match.sail(30, 10, 5)
    assert match.throw(CAPSIZE) == ["Thrown", "Capsized", "VoyageBegan"]
    assert match.events[-2] == voyages.Capsized(captain=0, tally=0, hoard=30)
    assert match.state.hoards == (0, 10, 5)
    match.sail(0, 0)
    assert (match.state.captain, match.state.round) == (1, 3)
    assert [s.captain for s in voyages.standings(match.state)] == [1, 2, 0]


def test_the_standings_list_who_capsized_below_an_empty_hoard() -> None:
    match = eager("ABC")
    match.throw(CAPSIZE)
    match.sail(0, 5)
    assert voyages.standings(match.state) == [
        voyages.Standing(captain=2, hoard=5, winner=False),
        voyages.Standing(captain=1, hoard=0, winner=False),
        voyages.Standing(captain=0, hoard=0, winner=False),
    ]


def test_the_last_captain_afloat_wins_at_once() -> None:
    match = eager("ABC")
    match.throw(CAPSIZE)
    match.voyage(0)
    assert match.throw(CAPSIZE) == ["Thrown", "Capsized", "MatchEnded"]
    assert (match.state.ending, match.state.winners) == ("last_afloat", (1,))


# Broadsides and reloading


def test_the_flag_completes_a_pair_and_the_rest_is_reloaded() -> None:
    match = eager()
    match.throw("3446#")
    assert [(o.points, o.leftover) for o in match.options] == [(40, "36")]
    assert match.on("25") == ["BroadsideFired", "Tallied", "Thrown"]
    assert match.state.guard == "4"
    assert match.options[0].why_not is None
    match.hoard()
    assert match.state.hoards == (45, 0)


def test_void_rolls_are_thrown_again_under_the_same_guard() -> None:
    match = eager()
    match.throw("2226^")
    assert match.on("2!") == ["BroadsideFired", "Tallied", "Thrown", "Voided"]
    assert voyages.prompt(match.state) == RollAgain(
        captain=0, toss="2!", guard="2", white=1, black=True
    )
    assert match.state.phase == "void"
    match.illegal(TakeAndHoard(0), "must be thrown")
    match.illegal(TakeAndThrow(0), "must be thrown")
    assert match.throw("1@") == ["Thrown", "Voided"]
    assert match.throw("4!") == ["Thrown"]
    match.on("2")  # The guard is lifted: a Blade no longer voids, it runs aground.
    assert match.events[-2] == voyages.RanAground(captain=0, lost=30, shipwrecked=False)


def test_running_aground_while_reloading() -> None:
    match = eager()
    match.throw("2226^")
    match.on("2^")
    assert match.throw("3^") == ["Thrown", "RanAground", "VoyageBegan"]
    assert match.events[-2] == voyages.RanAground(captain=0, lost=20, shipwrecked=False)


def test_the_flag_is_never_the_broadsides_face() -> None:
    match = eager()
    match.throw("5554$")
    assert match.on("2#") == ["BroadsideFired", "Tallied", "Thrown"]
    assert [o.points for o in match.options] == [10, 5]


def test_gold_fever_after_reloading_has_no_guard() -> None:
    match = eager(guard_gold_fever=True)
    match.throw("2226^")
    match.on("5!")
    match.on(WORTH[10])
    assert match.state.guard is None
    assert match.options[0].why_not is None


def test_gold_fever_takes_the_place_of_reloading() -> None:
    match = eager()
    match.throw("2225!")
    assert match.on("2241$") == ["BroadsideFired", "Tallied", "GoldFever", "Thrown"]
    assert match.state.guard is None
    assert match.options[0].why_not is None


def test_guarded_gold_fever() -> None:
    match = eager(guard_gold_fever=True)
    match.throw("2225!")
    assert match.on("2222@") == ["BroadsideFired", "Tallied", "GoldFever", "Thrown", "Voided"]
    assert match.throw("3334!") == ["Thrown"]
    match.on("3")  # Its own guard replaces the old one.
    assert (match.state.phase, match.state.guard) == ("void", "3")
    assert match.throw("2") == ["Thrown", "RanAground", "VoyageBegan"]
    assert match.events[-2] == voyages.RanAground(captain=0, lost=75, shipwrecked=False)


def test_choosing_the_scoring_decides_what_is_thrown() -> None:
    match = eager()
    match.throw("2224@")
    match.on("36", take=1)
    assert (match.state.in_hand, match.state.guard) == (InHand(), None)  # aground, bones passed
    match.voyage(0)
    match.throw("2224@")
    match.on("3!", take=0)
    assert match.state.in_hand == InHand(1, True)
    match.illegal(TakeAndThrow(1), "no scoring 1")
    match.illegal(TakeAndThrow(-1), "no scoring -1")


def test_a_toss_must_be_taken_before_the_next() -> None:
    match = eager()
    match.illegal(TakeAndHoard(0), "must be thrown")
    match.throw(WORTH[5])
    match.illegal(Throw(), "taken first")


# The end


def test_the_final_round_gives_every_other_captain_one_more_voyage() -> None:
    match = eager("ABC", target=30)
    match.voyage(10)
    match.throw(WORTH[30])
    assert match.hoard() == ["Tallied", "MettleProved", "Hoarded", "FinalRoundBegan", "VoyageBegan"]
    assert match.state.final_round
    assert (match.state.captain, match.state.owed) == (2, (0,))
    match.voyage(30)  # Level with the leader, and nobody extends the final round (V-2).
    assert (match.state.captain, match.state.owed, match.state.round) == (0, (), 2)
    match.throw(WORTH[5])
    assert match.hoard() == ["Tallied", "Hoarded", "MatchEnded"]
    assert (match.state.ending, match.state.winners) == ("final_round", (1, 2))


def test_the_final_round_can_overtake() -> None:
    match = eager(target=20)
    match.sail(20, 30)
    assert match.state.winners == (1,)
    assert voyages.standings(match.state) == [
        voyages.Standing(captain=1, hoard=30, winner=True),
        voyages.Standing(captain=0, hoard=20, winner=False),
    ]


def test_the_final_round_skips_who_capsized() -> None:
    match = eager("ABC", target=30)
    match.throw(CAPSIZE)
    match.sail(30, 0)
    assert (match.state.ending, match.state.winners) == ("final_round", (1,))


def test_capsizing_in_the_final_round() -> None:
    match = eager("ABC", target=30)
    match.voyage(30)
    match.throw(CAPSIZE)
    match.voyage(0)
    assert match.state.winners == (0,)


def test_the_navy_ends_the_round_and_owed_voyages_lapse() -> None:
    match = eager("ABC", starter=1, target=30, navy_rounds=2)
    match.sail(0, 0, 0, 0)
    assert (match.state.captain, match.state.round) == (2, 2)
    match.sail(30, 5)  # A sails after the final round began; B's voyage would be in round 3.
    assert (match.state.ending, match.state.winners) == ("navy", (2,))
    assert match.state.final_round


def test_the_navy_may_come_before_a_final_round() -> None:
    match = eager(target=30, navy_rounds=1)
    match.sail(0, 30)
    assert (match.state.ending, match.state.winners) == ("navy", (1,))
    assert not match.state.final_round


def test_the_navys_round_ends_also_when_its_last_captain_has_capsized() -> None:
    match = eager("ABC", navy_rounds=2)
    match.sail(10, 0)
    match.throw(CAPSIZE)
    assert match.state.round == 2
    match.sail(0, 0)
    assert (match.state.ending, match.state.winners) == ("navy", (0,))


def test_a_navy_tie_is_shared_or_sailed_off() -> None:
    match = eager(navy_rounds=1)
    match.sail(10, 10)
    assert (match.state.ending, match.state.winners) == ("navy", (0, 1))
    match = eager(navy_rounds=1, tie="sail_off")
    match.sail(10, 10)
    assert match.state.sail_off_round == 1
    match.sail(0, 5)
    assert (match.state.ending, match.state.winners) == ("sail_off", (1,))


# Sail-offs


def level(captains: str = "ABC", starter: int | None = None, **rules: Any) -> Match:
    """A match whose captains are level at 30 after the final round, at the start of a sail-off."""
    match = eager(captains, starter, target=30, tie="sail_off", **rules)
    match.sail(*[30] * len(captains))
    assert match.state.sail_off_round == 1
    return match


def test_a_sail_off_goes_on_among_those_still_level() -> None:
    match = level(starter=1)
    assert match.state.sail_off == (1, 2, 0)
    match.sail(20, 5)
    match.throw(WORTH[20])
    assert match.hoard() == ["Tallied", "Hoarded", "SailOffBegan", "VoyageBegan"]
    assert (match.state.sail_off, match.state.sail_off_round) == ((1, 0), 2)
    match.sail(5, 10)
    assert (match.state.ending, match.state.winners) == ("sail_off", (0,))
    assert match.state.hoards == (60, 55, 35)


def test_only_the_leaders_sail_off() -> None:
    match = eager("ABC", target=30, tie="sail_off")
    match.sail(30, 5, 30)
    assert match.state.sail_off == (0, 2)
    match.sail(0, 0)
    assert (match.state.sail_off, match.state.sail_off_round) == ((0, 2), 2)


def test_after_five_rounds_they_share() -> None:
    match = level("AB")
    match.sail(*[0, 0] * 4)
    assert match.state.sail_off_round == 5
    match.sail(5, 5)
    assert (match.state.ending, match.state.winners) == ("sail_off", (0, 1))


def test_who_capsizes_in_a_sail_off_drops_out_and_the_others_still_sail() -> None:
    match = level("ABC")
    match.throw(CAPSIZE)
    match.voyage(0)
    assert match.state.captain == 2
    match.voyage(5)
    assert (match.state.ending, match.state.winners) == ("sail_off", (2,))


def test_if_all_of_them_capsize_the_best_hoard_afloat_wins() -> None:
    match = eager("ABCD", target=30, tie="sail_off")
    match.sail(30, 5, 30, 10)
    match.throw(CAPSIZE)
    match.throw(CAPSIZE)
    assert (match.state.ending, match.state.winners) == ("sail_off", (3,))


def test_a_tie_among_those_left_is_the_next_round() -> None:
    match = eager("ABCD", target=30, tie="sail_off")
    match.sail(30, 10, 30, 10)
    match.throw(CAPSIZE)
    match.throw(CAPSIZE)
    assert (match.state.sail_off, match.state.sail_off_round) == ((1, 3), 2)
    match.sail(0, 5)
    assert match.state.winners == (3,)


def test_one_captain_afloat_wins_a_sail_off_at_once() -> None:
    match = level("AB")
    match.throw(CAPSIZE)
    assert (match.state.ending, match.state.winners) == ("last_afloat", (1,))


# The clock (V-9)


def test_time_up_hoards_the_pointed_scoring_if_it_may() -> None:
    match = eager(turn_seconds=20)
    match.throw("2411$")
    assert match.do(TimeUp(0)) == [
        "TimeRanOut",
        "Tallied",
        "MettleProved",
        "Hoarded",
        "VoyageBegan",
    ]
    match.throw("2461#")
    match.do(TimeUp(2))
    assert match.state.hoards == (20, 10)


@pytest.mark.parametrize("toss", ["2226$", "2225!", "4444$"])
def test_time_up_runs_aground_where_hoarding_is_forbidden(toss: str) -> None:
    match = eager(turn_seconds=20)
    match.throw(toss)
    points = match.options[0].points
    assert match.do(TimeUp(0))[-2:] == ["RanAground", "VoyageBegan"]
    assert match.events[-2] == voyages.RanAground(captain=0, lost=points, shipwrecked=False)
    assert match.state.hoards == (0, 0)


def test_time_up_does_not_prove_mettle() -> None:
    match = Match(turn_seconds=20)
    match.throw(WORTH[30])
    match.do(TimeUp(0))
    assert match.state.hoards == (0, 0)
    assert match.state.proved == (False, False)


def test_time_up_before_the_first_throw_lets_the_box_throw_once() -> None:
    match = eager(turn_seconds=20)
    assert match.do(TimeUp(0), WORTH[15]) == [
        "TimeRanOut",
        "Thrown",
        "Tallied",
        "MettleProved",
        "Hoarded",
        "VoyageBegan",
    ]
    assert match.do(TimeUp(0), WRECK) == ["TimeRanOut", "Thrown", "RanAground", "VoyageBegan"]
    assert match.do(TimeUp(0), "2226$")[-2:] == ["RanAground", "VoyageBegan"]
    match.illegal(TimeUp(1), "before the bones are thrown")
    assert match.do(TimeUp(0), RUM_RUN)[-1] == "MatchEnded"


def test_time_up_after_a_void_toss_runs_aground() -> None:
    match = eager(turn_seconds=20)
    match.throw("2226$")
    match.on("2!")
    assert match.do(TimeUp(0)) == ["TimeRanOut", "RanAground", "VoyageBegan"]
    assert match.events[-2] == voyages.RanAground(captain=0, lost=20, shipwrecked=False)


def test_time_up_needs_a_clock_and_a_scoring() -> None:
    eager().illegal(TimeUp(0), "no clock")
    match = eager(turn_seconds=20)
    match.throw(WORTH[5])
    match.illegal(TimeUp(1), "no scoring 1")


# The report, the set-up


def test_figures_for_the_report() -> None:
    match = eager()
    match.throw("2226^")
    match.on("5!")
    match.on(WORTH[10])
    match.hoard()
    match.voyage(0)
    match.voyage(0)
    assert match.state.figures[0] == voyages.Figures(
        voyages=2, busts=1, best_voyage=45, broadsides={"Blades": 1}
    )
    match.throw(RUM_RUN)
    assert match.state.figures[1] == voyages.Figures(voyages=2, busts=1, prizes={"Rum Run": 1})


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"target": 0}, ">= 1"),
        ({"target": 10_000}, "<= 9999"),
        ({"mettle": -1}, ">= 0"),
        ({"mettle": 10_000}, "<= 9999"),
        ({"navy_rounds": -1}, ">= 0"),
        ({"navy_rounds": 1000}, "<= 999"),
        ({"turn_seconds": -1}, ">= 0"),
        ({"turn_seconds": 3601}, "<= 3600"),
    ],
)
def test_bad_rules_are_refused(rules: dict[str, int], reason: str) -> None:
    reason = rf"{reason} - at `\$\.{next(iter(rules))}`"
    with pytest.raises(ValueError, match=f"rules: .*{reason}"):
        Setup(captains=("Anne", "Jack"), rules=Rules(**rules))  # pyright: ignore[reportArgumentType]
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(rules, Rules)


@pytest.mark.parametrize("wrong", [{"tie": "toss"}, {"targets": 300}, {"target": "500"}])
def test_rules_from_a_file_are_strict(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Rules)


def test_a_setup_survives_json() -> None:
    setup = Setup(captains=("Anne", "Jack"), starter=1, rules=Rules(turn_seconds=30))
    wire = msgspec.json.encode(setup)
    assert b'"game":"voyages"' in wire
    assert msgspec.json.decode(wire, type=Setup) == setup
    assert setup.turn_seconds == 30


def test_a_crew_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 6 captains"):
        Setup(captains=("Anne",))
