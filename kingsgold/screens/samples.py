"""A view of every kind, plain and at its extremes: for the gallery, and for the tests."""

from typing import get_args

from kingsgold.screens import views as v

WIDE = "WWWWWWWWWWWW"
ACCENTS = "ÅÄÖÉÈÊËÀÂÑÜÇ"
CREW = ("Anne Bonny", "Mary Read", "Blackbeard", "Calico Jack", "Ching Shih", "Zoë")
WIDE_CREW = (WIDE, ACCENTS, "MMMMMMMMMMMM", "ÿþðñòóôõöøùú", "Jean-Jacques", "O'Malley 007")


def kings_dice(
    faces: str, locked: str = "", bound: str = "", tumble: int | None = None
) -> tuple[v.DieView, ...]:
    """Dice with `faces` (`.` for none); `locked` and `bound` name dice by number, from 0."""
    return tuple(
        v.DieView(
            None if face == "." else face,
            locked=str(i) in locked,
            bound=str(i) in bound,
            tumble=None if str(i) in locked + bound else tumble,
        )
        for i, face in enumerate(faces)
    )


def bones(faces: str, aside: str = "", tumble: int | None = None) -> tuple[v.BoneView, ...]:
    """Four white bones and the black one with `faces` (`.` for none); `aside` names them from 0."""
    return tuple(
        v.BoneView(
            None if face == "." else face,
            black=i == 4,
            aside=str(i) in aside,
            tumble=None if str(i) in aside else tumble,
        )
        for i, face in enumerate(faces)
    )


def _kings_ledger(names: tuple[str, ...]) -> v.KingsLedger:
    threats: tuple[v.Threat, ...] = ("high", "medium", "low", "low", "medium", "high")
    return v.KingsLedger(
        rows=tuple(
            v.KingsRow(name, *numbers, threat=threat, out=i == 3)
            for i, (name, numbers, threat) in enumerate(
                zip(
                    names,
                    (
                        (1234, 120, 19, 12),
                        (47, 7, 8, 0),
                        (9, 9, 0, 0),
                        (0, 0, 0, 0),
                        (44, 2, 8, 1),
                        (9999, 999, 99, 99),
                    ),
                    threats,
                    strict=False,
                )
            )
        ),
        treasury_coins=999 if names is WIDE_CREW else 31,
        treasury_doubloons=99 if names is WIDE_CREW else 4,
        skull_island=999 if names is WIDE_CREW else 6,
        captain=1,
    )


def _samples() -> dict[str, v.View]:
    found: dict[str, v.View] = {
        "title": v.Title(),
        "title-sails": v.Title(frame=7),
        "menu": v.Menu(
            "New match",
            (
                v.MenuItem("King's Gold"),
                v.MenuItem("Voyages"),
                v.MenuItem("Captain's Duel"),
                v.MenuItem("Power off"),
            ),
            1,
        ),
        "menu-values": v.Menu(
            "House rules",
            (
                v.MenuItem("Turn clock", "off"),
                v.MenuItem("The navy comes", "round 12"),
                v.MenuItem("Total mutiny", "on"),
                v.MenuItem("Crests convert", "one"),
                v.MenuItem("Locks", "free"),
                v.MenuItem("Dice", "Ebony"),
            ),
            3,
            "LOCK changes  STOP done",
        ),
        "menu-youngest": v.Menu(
            "Who is the youngest?", tuple(v.MenuItem(name) for name in WIDE_CREW), 5
        ),
        "menu-long": v.Menu(
            "A rather long title here",
            (
                v.MenuItem("First item"),
                v.MenuItem("Crests needed to raise a shield", "2"),
                v.MenuItem(WIDE, WIDE[:7]),
            ),
            2,
        ),
        "name-empty": v.NameEntry("Captain 1 of 6"),
        "name": v.NameEntry("Captain 2 of 6", "Zo", 5, 1),
        "name-widest": v.NameEntry("Captain 6 of 6", WIDE, 2, 9),
        "name-space": v.NameEntry("Captain 3 of 6", "ANNE", 2, 8),
        "question": v.Question("Leave the match?", "The match is kept and can be resumed."),
        "question-long": v.Question(
            "Strike the colours?",
            "The box forgets this match, all its captains and every coin that they have won in it.",
            "strike",
            "sail on",
        ),
        "roll-off": v.RollOff(CREW[:4], ("R", "O", None, None), thrower=2, tumble=3, shake=412),
        "roll-off-tied": v.RollOff(
            CREW, ("R", "N", "R", "X", "O", "R"), thrower=None, tied=(0, 2, 5)
        ),
        "roll-off-widest": v.RollOff(
            WIDE_CREW, ("R", "O", "N", "X", None, None), thrower=4, tumble=1, shake=86_400_000
        ),
        "roll-off-two": v.RollOff(CREW[:2], (None, None), thrower=0),
        "kings-before": v.KingsTurn(
            captain="Anne Bonny", dice=kings_dice("....."), rolls_left=3, coins=12, doubloons=3
        ),
        "kings-tumble": v.KingsTurn(
            captain="Anne Bonny",
            dice=kings_dice("OOXNR", locked="0", bound="2", tumble=2),
            rolls_left=1,
            coins=12,
            doubloons=3,
            shields=1,
            round=4,
            shake=1375,
        ),
        "kings-choice": v.KingsTurn(
            captain="Mary Read",
            dice=kings_dice("OOXNR", locked="01", bound="2"),
            rolls_left=2,
            pointer=4,
            gain=v.Gain(coins=1, doubloons=1, shots=1),
            coins=12,
            doubloons=3,
            shields=1,
            round=4,
            seconds=8,
        ),
        "kings-pointed-lock": v.KingsTurn(
            captain="Blackbeard",
            dice=kings_dice("RRRXN", locked="02", bound="3"),
            rolls_left=1,
            pointer=2,
            gain=v.Gain(shields=1, shots=1),
            navy_rounds=3,
            seconds=10,
        ),
        "kings-nothing": v.KingsTurn(
            captain="Zoë",
            dice=kings_dice("RXXRX"[:4] + "R", bound="12"),
            rolls_left=2,
            pointer=0,
            gain=v.Gain(),
            coins=0,
        ),
        "kings-extreme": v.KingsTurn(
            captain=WIDE,
            dice=kings_dice("OOONR", locked="01", bound="2"),
            rolls_left=2,
            pointer=3,
            gain=v.Gain(coins=3, doubloons=2, shields=1, shots=3),
            coins=999,
            doubloons=99,
            shields=99,
            round=999,
            seconds=120,
            navy_rounds=99,
            final_round=True,
        ),
        "kings-extreme-round": v.KingsTurn(
            captain=ACCENTS,
            dice=kings_dice("XXXXR", bound="0123"),
            rolls_left=0,
            gain=v.Gain(coins=-2, curse=True),
            coins=999,
            doubloons=99,
            shields=99,
            round=999,
            seconds=99,
        ),
        "kings-mutiny": v.KingsTurn(
            captain=CREW[3],
            dice=kings_dice("XXXXX", bound="01234"),
            rolls_left=0,
            gain=v.Gain(heist="mutiny"),
            coins=55,
        ),
        "kings-ransom": v.KingsTurn(
            captain=CREW[3],
            dice=kings_dice("OOOOO", locked="012"),
            rolls_left=1,
            gain=v.Gain(heist="kings_ransom"),
            coins=55,
        ),
        "name-shot": v.NameShot(
            captain="Mary Read",
            shots_left=2,
            rivals=(
                v.RivalView("Anne Bonny", 12, 3, 0),
                v.RivalView("Blackbeard", 4, 1, 2),
                v.RivalView("Zoë", 0, 0, 0),
            ),
            pointed=1,
            seconds=7,
        ),
        "name-shot-widest": v.NameShot(
            captain=WIDE,
            shots_left=4,
            rivals=tuple(
                v.RivalView(name, *riches)
                for name, *riches in (
                    (ACCENTS, 999, 99, 99),
                    (WIDE, 60, 20, 0),
                    ("MMMMMMMMMMMM", 12, 3, 1),
                    ("ÿþðñòóôõöøùú", 0, 0, 0),
                    ("Zoë", 3, 4, 5),
                )
            ),
            pointed=4,
            seconds=120,
        ),
        "voyages-before": v.VoyagesTurn(
            captain="Anne Bonny", bones=bones("....."), barred="prove your mettle: 35"
        ),
        "voyages-tumble": v.VoyagesTurn(
            captain="Anne Bonny",
            bones=bones("15...", aside="01", tumble=4),
            hoard=120,
            tally=15,
            to_roll=3,
            round=7,
            shake=86_400_000,
        ),
        "voyages-choice": v.VoyagesTurn(
            captain="Mary Read",
            bones=bones("4436#"),
            hoard=85,
            tally=0,
            to_roll=2,
            scoring=v.ScoringView(1, 3, 40, (0, 1, 4), "4"),
            barred="reload",
            round=3,
            seconds=12,
        ),
        "voyages-free": v.VoyagesTurn(
            captain="Blackbeard",
            bones=bones("1526#", aside="01"),
            hoard=310,
            tally=45,
            to_roll=2,
            scoring=v.ScoringView(2, 2, 10, (4,), "1"),
            final_round=True,
        ),
        "voyages-void": v.VoyagesTurn(
            captain="Calico Jack",
            bones=bones("22426"[:4] + "^", aside="013"),
            hoard=0,
            tally=20,
            to_roll=2,
            barred="reload",
            guard="2",
            void=True,
        ),
        "voyages-hoard": v.VoyagesTurn(
            captain="Ching Shih",
            bones=bones("1535!", aside="0134"),
            hoard=455,
            tally=60,
            to_roll=1,
            round=11,
            navy_rounds=2,
        ),
        "voyages-fever": v.VoyagesTurn(
            captain="Zoë",
            bones=bones("1515#", aside="01234"),
            hoard=0,
            tally=40,
            to_roll=5,
            barred="gold fever",
        ),
        "voyages-extreme": v.VoyagesTurn(
            captain=WIDE,
            bones=bones("6666^"),
            hoard=9999,
            tally=9999,
            to_roll=2,
            scoring=v.ScoringView(12, 12, 1000, (0, 1, 2), None),
            barred="prove your mettle: 9999",
            round=999,
            seconds=120,
            navy_rounds=99,
            final_round=True,
        ),
        "voyages-extreme-flag": v.VoyagesTurn(
            captain=ACCENTS,
            bones=bones("6635#"),
            hoard=9999,
            tally=9999,
            to_roll=2,
            scoring=v.ScoringView(12, 12, 1000, (0, 1, 4), "6"),
            barred="prove your mettle: 9999",
            guard="4",
            round=999,
            seconds=120,
        ),
        "kings-ledger": _kings_ledger(CREW),
        "kings-ledger-widest": _kings_ledger(WIDE_CREW),
        "kings-ledger-two": _kings_ledger(CREW[:2]),
        "voyages-ledger": v.VoyagesLedger(
            rows=tuple(
                v.VoyagesRow(name, hoard, proved=hoard > 0, capsized=name == "Mary Read")
                for name, hoard in zip(CREW, (455, 0, 120, 35, 0, 510), strict=True)
            ),
            target=500,
            captain=2,
        ),
        "voyages-ledger-widest": v.VoyagesLedger(
            rows=tuple(
                v.VoyagesRow(name, 9999, proved=i % 2 == 0, capsized=i == 4)
                for i, name in enumerate(WIDE_CREW)
            ),
            target=9999,
            captain=0,
        ),
        "voyages-ledger-two": v.VoyagesLedger(
            rows=(v.VoyagesRow("Anne Bonny", 250, True), v.VoyagesRow("Zoë", 0)), target=500
        ),
        "settlement": v.Settlement(
            "Mary Read",
            "plunders the King",
            (
                v.StoryLine("coin", "from the Treasury", "+3"),
                v.StoryLine("crest", "one turns to doubloon", "+5"),
                v.StoryLine("cannon", "Anne Bonny pays", "+1"),
                v.StoryLine("blocked", "Blackbeard's shield", "0"),
            ),
        ),
        "settlement-curse": v.Settlement(
            "Zoë",
            "is cursed",
            (
                v.StoryLine("change", "broke a doubloon", "5"),
                v.StoryLine("skull", "to Skull Island", "-2"),
            ),
        ),
        "settlement-barrage": v.Settlement(
            WIDE,
            "fires a Broadside Barrage",
            (
                v.StoryLine("cannon", f"{WIDE} pays", "+2"),
                v.StoryLine("change", f"{ACCENTS} breaks one", "5"),
                v.StoryLine("cannon", f"{ACCENTS} pays", "+2"),
                v.StoryLine("blocked", "MMMMMMMMMMMM shielded", "0"),
                v.StoryLine("shield", f"a shield is raised by the captain {WIDE}", "+1"),
                v.StoryLine("cannon", "ÿþðñòóôõöøùú pays", "+2"),
                v.StoryLine("cannon", "Jean-Jacques pays", "+2"),
            ),
        ),
        "settlement-rest": v.Settlement(
            WIDE,
            "fires a Broadside Barrage",
            tuple(v.StoryLine("cannon", f"{name} pays", "+2") for name in WIDE_CREW[1:] * 2),
            first=5,
        ),
        "standings": v.Standings(
            "The match is over",
            (
                v.StandingsRow(1, "Anne Bonny", 86, True, ("anchor", "cutlass", "king")),
                v.StandingsRow(2, "Blackbeard", 41, badges=("anchor",)),
                v.StandingsRow(3, "Zoë", 12),
            ),
        ),
        "standings-widest": v.Standings(
            "Pirate Kings of all time",
            tuple(
                v.StandingsRow(
                    1 if i < 2 else i + 1,
                    name,
                    9999 - i,
                    i < 2,
                    ("anchor", "cutlass", "king") if i < 2 else ("anchor",),
                )
                for i, name in enumerate(WIDE_CREW)
            ),
        ),
        "score-sheet": v.ScoreSheet(
            "Anne Bonny",
            (
                v.SumLine("coins", 17, 17),
                v.SumLine("doubloons", 55, 11),
                v.SumLine("shields", 4, 2),
                v.SumLine("Master Pirate", 10),
            ),
            86,
            ("anchor", "cutlass", "king"),
        ),
        "score-sheet-widest": v.ScoreSheet(
            WIDE,
            (
                v.SumLine("coins", 9999, 999),
                v.SumLine("doubloons", 9999, 99),
                v.SumLine("shields", 9999, 99),
                v.SumLine("Master Pirate", 9999),
            ),
            99999,
            ("anchor", "cutlass", "king"),
        ),
        "report": v.Report(
            name="Anne Bonny",
            plunder=61,
            stolen=9,
            lost=4,
            survived=3,
            curses=1,
            heists=("kings_ransom",),
            largest=38,
        ),
        "report-none": v.Report(
            name="Zoë", plunder=0, stolen=0, lost=0, survived=0, curses=0, heists=(), largest=0
        ),
        "report-widest": v.Report(
            name=ACCENTS,
            plunder=9999,
            stolen=9999,
            lost=9999,
            survived=999,
            curses=999,
            heists=("kings_ransom", "broadside_barrage", "royal_amnesty", "mutiny", "mutiny"),
            largest=9999,
        ),
        "voyage-report": v.VoyageReport(
            name="Mary Read", hoard=515, best_voyage=240, voyages=12, busts=5
        ),
        "voyage-report-widest": v.VoyageReport(
            name=WIDE, hoard=9999, best_voyage=9999, voyages=999, busts=999
        ),
        "notice": v.Notice(
            "Can't do that", "A Skull stays locked for the whole turn.", "any button"
        ),
        "notice-long": v.Notice(
            "The scoreboard is silent",
            "No answer from /dev/serial/by-id/usb-Arduino_Uno_8543-if00 at 38400 baud; "
            "the match goes on without it, and it is tried again every few seconds.",
        ),
        "goodbye": v.Goodbye(),
        "test-card": v.TestCard(),
    }
    amounts: dict[str, int] = {
        "kings_ransom": 87,
        "broadside_barrage": 10,
        "royal_amnesty": 14,
        "mutiny": 55,
        "curse": 2,
        "broadside": 60,
        "boarding_action": 200,
        "armada": 400,
        "chest_o_gold": 500,
        "aground": 85,
        "shipwrecked": 9999,
        "capsized": 455,
        "hoarded": 9999,
    }
    for number, kind in enumerate(get_args(v.MomentKind)):
        captain = WIDE if number % 2 else ACCENTS
        for percent in (0, 50, 100):
            found[f"moment-{kind.replace('_', '-')}-{percent}"] = v.Moment(
                kind, captain, amounts.get(kind, 0), percent / 100
            )
    return found


SAMPLES: dict[str, v.View] = _samples()
