"""Captains: names, dice and badges; statistics and leaderboards against a recount by hand."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kingsgold.games import kings_gold, voyages
from kingsgold.games.protocol import Event, Setup, replay
from kingsgold.store import Store, StoreError
from kingsgold.store.captains import Statistics
from kingsgold.store.service import is_ranked, services
from tests.store.played import Box, play_on

CREW = ("Anne", "Jack", "Mary")


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path) as store:
        yield store


def test_captains_are_remembered_by_name(store: Store) -> None:
    jack, anne = store.add_captain("jack"), store.add_captain("Änne")
    assert store.captains() == [jack, anne]
    assert store.captain("JACK") == store.captain(jack.id) == jack


@pytest.mark.parametrize("name", ["", "a name too long", "back\\slash", " Anne", "🏴"])
def test_a_name_has_to_fit_the_box(store: Store, name: str) -> None:
    anne = store.add_captain("Anne")
    with pytest.raises(StoreError):
        store.add_captain(name)
    with pytest.raises(StoreError):
        store.rename_captain("Anne", name)
    assert store.captains() == [anne]


def test_no_two_captains_have_the_same_name(store: Store) -> None:
    store.add_captain("Anne")
    store.add_captain("Jack")
    with pytest.raises(StoreError, match="a captain is called 'Anne' already"):
        store.add_captain("ANNE")
    with pytest.raises(StoreError, match="a captain is called 'Anne' already"):
        store.rename_captain("Jack", "anne")
    assert store.rename_captain("Jack", "JACK").name == "JACK"


def test_nobody_is_called_that(store: Store) -> None:
    for edit in (store.captain, store.remove_captain, lambda name: store.set_skin(name, "bone")):
        with pytest.raises(StoreError, match="no captain is called 'Nobody'"):
            edit("Nobody")


def test_a_renamed_captain_stays_the_same_and_matches_keep_the_old_name(box: Box) -> None:
    anne = box.store.add_captain("Anne")
    match, _ = box.play(kings_gold.Setup(captains=CREW))
    renamed = box.store.rename_captain("anne", "Annie")
    assert renamed.id == anne.id
    assert box.store.statistics(renamed)[0].matches == 1
    assert box.store.match(match.id).setup.captains == CREW


def test_a_removed_captain_leaves_the_matches(box: Box) -> None:
    box.store.add_captain("Anne")
    match, decisions = box.play(kings_gold.Setup(captains=CREW))
    box.store.remove_captain("Anne")
    assert box.store.captains() == []
    assert box.store.leaderboard() == []
    assert box.store.match(match.id).setup.captains == CREW
    assert box.store.decisions(match) == decisions
    again = box.store.add_captain("Anne")
    assert box.store.statistics(again) == []


def test_a_captain_can_be_removed_during_a_match(box: Box) -> None:
    box.store.add_captain("Anne")
    box.store.add_captain("Jack")
    table, _ = box.open(box.store.new_match(voyages.Setup(captains=CREW)))
    box.store.remove_captain("Anne")
    box.run(play_on(table, Random(1)))
    assert box.faults == []
    assert box.store.statistics(box.store.captain("Jack"))[0].matches == 1


# Dice


def with_badge(store: Store, name: str, badge: str) -> None:
    captain = store.captain(name)
    with store._writing() as db:
        db.execute("INSERT INTO badges VALUES (?, ?, 1)", (captain.id, badge))


def test_a_skin_needs_its_badge(store: Store) -> None:
    store.add_captain("Anne")
    assert store.captain("Anne").skins == ("bone",)
    with pytest.raises(StoreError, match="Anne needs the badge Bronze Anchor for dice of ebony"):
        store.set_skin("Anne", "ebony")
    with_badge(store, "Anne", "bronze_anchor")
    assert store.captain("Anne").skins == ("bone", "ebony")
    store.set_skin("Anne", "ebony")
    assert store.captain("Anne").skin == "ebony"
    with pytest.raises(StoreError, match="Silver Cutlass"):
        store.set_skin("Anne", "gold")
    with_badge(store, "Anne", "silver_cutlass")
    assert store.set_skin("Anne", "gold").skin == "gold"
    assert store.captains()[0].skins == ("bone", "ebony", "gold")


def test_a_skin_that_somebody_else_wrote_there_is_bone(store: Store) -> None:
    store.add_captain("Anne")
    with store._writing() as db:
        db.execute("UPDATE captains SET skin = 'plaid'")
    assert store.captain("Anne").skin == "bone"
    assert store.captains()[0].skin == "bone"


# Statistics and leaderboards

SHORT = kings_gold.Rules(navy_rounds=6)
PLAYED: list[tuple[Setup, dict[str, Any]]] = [
    (kings_gold.Setup(captains=CREW), {}),
    *((kings_gold.Setup(captains=CREW, rules=SHORT), {}) for _ in range(5)),
    *((kings_gold.Setup(captains=CREW, mode="blitz", rules=SHORT), {}) for _ in range(3)),
    (kings_gold.Setup(captains=CREW, rules=kings_gold.Rules(coin_value=9, navy_rounds=6)), {}),
    (kings_gold.Setup(captains=CREW, rules=SHORT), {"script": []}),
    # Left so early that not even a King's Ransom can have ended it: three throw for the start.
    (kings_gold.Setup(captains=CREW), {"most": 5}),
    *((voyages.Setup(captains=CREW), {}) for _ in range(3)),
    (voyages.Setup(captains=CREW, rules=voyages.Rules(target=60)), {}),
    (voyages.Setup(captains=CREW), {"script": ["2222@"]}),
    (voyages.Setup(captains=("Ned", "Grace")), {}),
]

History = list[tuple[Setup, Sequence[Event]]]


@pytest.fixture(scope="module")
def sailed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A box after many matches, and the events of those that count."""
    with Box(tmp_path_factory.mktemp("sailed")) as box:
        for name in ("Anne", "Jack"):
            box.store.add_captain(name)
        history: History = []
        for seed, (setup, options) in enumerate(PLAYED):
            _, decisions = box.play(setup, seed, **options)
            if not options:
                events = [event for decision in decisions for event in decision.events]
                history.append((setup, events))
        yield box.store, history


def recount_kings_gold(history: History, name: str, mode: str) -> dict[str, Any]:
    """From the events alone, without the records that the game keeps."""
    seat = CREW.index(name)
    total: Counter[str] = Counter()
    heists: Counter[str] = Counter()
    best_points = largest = 0
    for setup, events in history:
        if not isinstance(setup, kings_gold.Setup) or setup.mode != mode:
            continue
        state = replay(kings_gold, setup, events)
        mine = next(s for s in kings_gold.standings(state) if s.captain == seat)
        total["matches"] += 1
        total["wins"] += mine.winner
        total["points"] += mine.score
        best_points = max(best_points, mine.score)
        for event in events:
            if isinstance(event, kings_gold.TurnResolved) and event.captain == seat:
                largest = max(largest, event.heist)
                total["skull_forfeits"] += event.outcome in ("curse", "mutiny")
                if event.outcome not in ("curse", "mutiny", "payout"):
                    heists[event.outcome.replace("_", " ")] += 1
    return {
        **{key: total[key] for key in ("matches", "wins", "points", "skull_forfeits")},
        "best_points": best_points,
        "largest_heist": largest,
        "heists": dict(heists),
    }


def recount_voyages(history: History, name: str) -> dict[str, Any]:
    seat = CREW.index(name)
    total: Counter[str] = Counter()
    heists: Counter[str] = Counter()
    best_points = best_voyage = 0
    fastest: list[int] = []
    for setup, events in history:
        if not isinstance(setup, voyages.Setup) or name not in setup.captains:
            continue
        hoard = sailed = 0
        total["matches"] += 1
        for event in events:
            if isinstance(event, voyages.MatchEnded):
                total["wins"] += seat in event.winners
            if getattr(event, "captain", None) != seat:
                continue
            match event:
                case voyages.Hoarded():
                    sailed += 1
                    hoard = event.hoard
                    total["hoarded"] += event.amount
                    best_voyage = max(best_voyage, event.amount)
                    if hoard >= 500 > hoard - event.amount:
                        fastest.append(sailed)
                case voyages.RanAground():
                    sailed += 1
                    total["busts"] += 1
                case voyages.Capsized():
                    sailed += 1
                    hoard = 0
                case voyages.RumRun():
                    sailed += 1
                    heists["Rum Run"] += 1
                case voyages.PrizeCaptured():
                    heists[event.name] += 1
                case _:
                    pass
        total["voyages"] += sailed
        total["points"] += hoard
        best_points = max(best_points, hoard)
    keys = ("matches", "wins", "points", "hoarded", "busts", "voyages")
    return {
        **{key: total[key] for key in keys},
        "best_points": best_points,
        "best_voyage": best_voyage,
        "fastest_hoard": min(fastest, default=None),
        "heists": dict(heists),
    }


def statistics_of(store: Store, name: str, game: str, mode: str | None) -> Statistics:
    (found,) = [
        part
        for part in store.statistics(store.captain(name))
        if (part.game, part.mode) == (game, mode)
    ]
    return found


@pytest.mark.parametrize("name", ["Anne", "Jack"])
@pytest.mark.parametrize("mode", ["campaign", "blitz"])
def test_statistics_of_kings_gold_are_those_of_the_journal(
    sailed: tuple[Store, History], name: str, mode: str
) -> None:
    store, history = sailed
    found = statistics_of(store, name, "kings-gold", mode)
    expected = recount_kings_gold(history, name, mode)
    assert {key: getattr(found, key) for key in expected} == expected
    assert found.average_voyage is None


@pytest.mark.parametrize("name", ["Anne", "Jack"])
def test_statistics_of_voyages_are_those_of_the_journal(
    sailed: tuple[Store, History], name: str
) -> None:
    store, history = sailed
    found = statistics_of(store, name, "voyages", None)
    expected = recount_voyages(history, name)
    assert {key: getattr(found, key) for key in expected} == expected
    assert found.average_voyage == expected["hoarded"] / expected["voyages"]


def test_boards_rank_those_who_are_remembered_in_matches_that_compare(
    sailed: tuple[Store, History],
) -> None:
    store, history = sailed
    usual = [(setup, events) for setup, events in history if is_ranked(setup)]
    assert len(usual) == len(history) - 1
    expected: dict[tuple[str, str, str | None], dict[str, int | None]] = {}
    for name in ("Anne", "Jack"):
        for mode in ("campaign", "blitz"):
            counts = recount_kings_gold(usual, name, mode)
            for board, key in (
                ("wins", "wins"),
                ("points", "best_points"),
                ("largest_heist", "largest_heist"),
            ):
                expected.setdefault((board, "kings-gold", mode), {})[name] = counts[key]
        counts = recount_voyages(usual, name)
        for board, key in (
            ("wins", "wins"),
            ("points", "best_points"),
            ("fastest_hoard", "fastest_hoard"),
        ):
            expected.setdefault((board, "voyages", None), {})[name] = counts[key]
    expected = {
        board: {name: value for name, value in values.items() if value}
        for board, values in expected.items()
    }
    boards = store.leaderboard()
    found = {(b.board, b.game, b.mode): {p.name: p.value for p in b.places} for b in boards}
    assert found == {board: values for board, values in expected.items() if values}
    for board in boards:
        values = [place.value for place in board.places]
        assert values == sorted(values, reverse=board.board != "fastest_hoard")
        assert [place.place for place in board.places] == [
            1 + sum((v < w) if board.board == "fastest_hoard" else (v > w) for v in values)
            for w in values
        ]


def test_boards_can_be_asked_for_by_game_and_mode(sailed: tuple[Store, History]) -> None:
    store, _ = sailed
    assert {board.game for board in store.leaderboard("voyages")} == {"voyages"}
    assert {board.mode for board in store.leaderboard(mode="blitz")} == {"blitz"}
    assert store.leaderboard("voyages", "blitz") == []


def test_badges_are_those_of_the_ranked_matches(sailed: tuple[Store, History]) -> None:
    store, history = sailed
    for name in ("Anne", "Jack"):
        badges: Counter[str] = Counter()
        for setup, events in history:
            if isinstance(setup, kings_gold.Setup) and is_ranked(setup):
                standings = kings_gold.standings(replay(kings_gold, setup, events))
                badges.update(next(s for s in standings if s.captain == CREW.index(name)).badges)
        assert store.captain(name).badges == dict(badges)


@pytest.mark.parametrize(
    "rules",
    [
        {"treasury_coins": 61},
        {"treasury_doubloons": 21},
        {"coin_value": 2},
        {"doubloon_value": 6},
        {"shield_value": 3},
        {"master_pirate_bonus": 11},
    ],
)
def test_a_changed_bank_or_valuation_is_not_ranked(rules: dict[str, int]) -> None:
    assert not is_ranked(kings_gold.Setup(captains=CREW, rules=kings_gold.Rules(**rules)))


def test_house_rules_that_change_no_value_are_ranked() -> None:
    rules = kings_gold.Rules(elimination=True, locks="final", navy_rounds=9, turn_seconds=7)
    assert is_ranked(kings_gold.Setup(captains=CREW, rules=rules))


def test_a_hoard_of_500_is_counted_in_voyages_whatever_the_target() -> None:
    setup = voyages.Setup(captains=("Anne", "Jack"), rules=voyages.Rules(target=1000))
    began = voyages.VoyageBegan(captain=0, round=1)
    aground = voyages.RanAground(captain=0, lost=5, shipwrecked=False)
    events: list[Event] = [
        voyages.Hoarded(captain=0, amount=300, hoard=300),
        voyages.Hoarded(captain=1, amount=499, hoard=499),
        began,
        aground,
        voyages.Hoarded(captain=0, amount=200, hoard=500),
        voyages.Hoarded(captain=0, amount=500, hoard=1000),
        voyages.MatchEnded(ending="final_round", winners=(0,)),
    ]
    anne, jack = services(setup, events)
    assert (anne.fastest_hoard, anne.voyages, anne.busts, anne.hoarded) == (3, 4, 1, 1000)
    assert (jack.fastest_hoard, jack.voyages, jack.busts, jack.hoarded) == (None, 1, 0, 499)
