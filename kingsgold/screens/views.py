"""What can be on the OLED: one frozen struct for each screen, filled with plain values.

A view knows no game state, so that any extreme can be built by hand. Names are 1 to 12 characters
(see `kingsgold.games.protocol.check_name`), crews are 2 to 6 captains, points go up to 9999.
"""

from typing import Literal

from msgspec import Struct

Threat = Literal["high", "medium", "low"]
Badge = Literal["anchor", "cutlass", "king"]
"""Bronze Anchor, Silver Cutlass, Gold Pirate King."""

Heist = Literal["kings_ransom", "broadside_barrage", "royal_amnesty", "mutiny"]
MomentKind = Literal[
    "kings_ransom",
    "broadside_barrage",
    "royal_amnesty",
    "mutiny",
    "curse",
    "broadside",
    "gold_fever",
    "boarding_action",
    "armada",
    "chest_o_gold",
    "aground",
    "shipwrecked",
    "rum_run",
    "capsized",
    "hoarded",
    "final_round",
    "navy",
]
StoryIcon = Literal["coin", "doubloon", "crest", "shield", "cannon", "blocked", "skull", "change"]

SPACE_KEY = " "
DONE_KEY = "✓"
KEY_ROWS: tuple[tuple[str, ...], ...] = (
    tuple("ABCDEFGHIJ"),
    tuple("KLMNOPQRST"),
    (*"UVWXYZ-'", SPACE_KEY, DONE_KEY),
    tuple("0123456789"),
    tuple("ÀÁÂÃÄÅÆÇÈÉ"),
    tuple("ÊËÌÍÎÏÐÑÒÓ"),
    tuple("ÔÕÖØÙÚÛÜÝÞ"),
)
"""The keyboard of `NameEntry`: TARGET steps along a row, LOCK to the next row, ROLL takes a key."""


class Title(Struct, frozen=True):
    """What the box shows while nobody plays. `frame` counts up to move the sea."""

    hint: str = "ROLL sets sail"
    frame: int = 0


class MenuItem(Struct, frozen=True):
    """One line of a menu; a setting has a value."""

    label: str
    value: str | None = None


class Menu(Struct, frozen=True):
    """A list to choose from: set-up, house rules, pause, power. It scrolls to the pointed item."""

    title: str
    items: tuple[MenuItem, ...]
    pointed: int = 0
    hint: str = ""


class NameEntry(Struct, frozen=True):
    """A name is spelled on the keyboard `KEY_ROWS`; `row` and `column` are the pointed key."""

    title: str
    text: str = ""
    row: int = 0
    column: int = 0


class Question(Struct, frozen=True):
    """A question with an answer on ROLL and one on STOP; `text` wraps."""

    title: str
    text: str
    roll: str = "aye"
    stop: str = "nay"


class RollOff(Struct, frozen=True):
    """Who starts: each captain's die, None where none was thrown yet in this round of the roll-off.

    `thrower` is the captain who throws now, `tumble` counts up while that die is in the air, `tied`
    are those who throw again.
    """

    names: tuple[str, ...]
    faces: tuple[str | None, ...]
    thrower: int | None = None
    tumble: int | None = None
    tied: tuple[int, ...] = ()
    shake: int | None = None


class DieView(Struct, frozen=True):
    """One die of King's Gold: `face` is O, N, R, X or None (not thrown, or under the cup).

    `locked` is by hand and can be lifted; `bound` can't (a Skull, or a lock that became final).
    `tumble` counts up while the die is in the air.
    """

    face: str | None = None
    locked: bool = False
    bound: bool = False
    tumble: int | None = None


class Gain(Struct, frozen=True):
    """What stopping now would bring, as changes of the captain's chest; below 0 in a curse."""

    coins: int = 0
    doubloons: int = 0
    shields: int = 0
    shots: int = 0
    curse: bool = False
    heist: Heist | None = None


class KingsTurn(Struct, frozen=True, kw_only=True):
    """A turn of King's Gold. `gain` is None before the first throw and while dice tumble.

    `seconds` are left on the turn's clock, `navy_rounds` until the navy comes; None: no such limit.
    `shake` is the counter that runs while the cup is shaken, and stands still when dice land.
    """

    captain: str
    dice: tuple[DieView, ...]
    rolls_left: int
    pointer: int | None = None
    gain: Gain | None = None
    coins: int = 0
    doubloons: int = 0
    shields: int = 0
    round: int = 1
    seconds: int | None = None
    navy_rounds: int | None = None
    final_round: bool = False
    shake: int | None = None


class RivalView(Struct, frozen=True):
    """A captain who can be fired at."""

    name: str
    coins: int
    doubloons: int
    shields: int


class NameShot(Struct, frozen=True, kw_only=True):
    """The captain names a rival for the next shot; at most five rivals."""

    captain: str
    shots_left: int
    rivals: tuple[RivalView, ...]
    pointed: int = 0
    seconds: int | None = None


class BoneView(Struct, frozen=True):
    """One bone of Voyages: `face` is one of `234561`, or `@$%^!#` on the black one, or None.

    `aside` bones have scored in this voyage. `tumble` counts up while the bone is in the air.
    """

    face: str | None = None
    black: bool = False
    aside: bool = False
    tumble: int | None = None


class ScoringView(Struct, frozen=True):
    """One of the scorings that a roll offers: the `number`th (from 1) of `count`.

    `keeps` are the indexes of the bones it sets aside. `flag` is the white face that the Black Flag
    counts as (`2` to `6`, `1`), or None where it is no part of this scoring.
    """

    number: int
    count: int
    points: int
    keeps: tuple[int, ...]
    flag: str | None = None


class VoyagesTurn(Struct, frozen=True, kw_only=True):
    """A voyage. `tally` is what this voyage has scored, `hoard` what is safe.

    `scoring` is the pointed scoring while there is one to take. `barred` says in a few words why
    STOP does not hoard ("prove your mettle: 35", "reload", "gold fever"); None means that it does.
    `to_roll` is how many bones ROLL throws. `guard` is the white face that must not show while
    reloading; `void` means that it did and the toss counts for nothing.
    """

    captain: str
    bones: tuple[BoneView, ...]
    hoard: int = 0
    tally: int = 0
    to_roll: int = 5
    scoring: ScoringView | None = None
    barred: str | None = None
    guard: str | None = None
    void: bool = False
    round: int = 1
    seconds: int | None = None
    navy_rounds: int | None = None
    final_round: bool = False
    shake: int | None = None


class KingsRow(Struct, frozen=True):
    """A captain in the ledger of King's Gold."""

    name: str
    points: int
    coins: int
    doubloons: int
    shields: int
    threat: Threat = "low"
    out: bool = False


class KingsLedger(Struct, frozen=True, kw_only=True):
    """Every captain's riches, and the banks. `captain` is whose turn it is."""

    rows: tuple[KingsRow, ...]
    treasury_coins: int
    treasury_doubloons: int
    skull_island: int
    captain: int | None = None


class VoyagesRow(Struct, frozen=True):
    """A captain in the ledger of Voyages."""

    name: str
    hoard: int
    proved: bool = False
    capsized: bool = False


class VoyagesLedger(Struct, frozen=True, kw_only=True):
    """Every captain's hoard, and the hoard that starts the final round."""

    rows: tuple[VoyagesRow, ...]
    target: int
    captain: int | None = None


class StoryLine(Struct, frozen=True):
    """One thing that happened; `amount` stands at the right, such as "+3"."""

    icon: StoryIcon
    text: str
    amount: str = ""


class Settlement(Struct, frozen=True):
    """A turn told as a short story. Long lines wrap; `first` is the line at the top.

    `kingsgold.screens.settlement_pages` tells which pages it takes.
    """

    captain: str
    title: str
    lines: tuple[StoryLine, ...]
    first: int = 0


class Moment(Struct, frozen=True):
    """A full-screen picture that moves with `progress`, 0.0 to 1.0. `amount` 0 shows none.

    Whether the amount is won or lost follows from the kind, so it is never negative.
    """

    kind: MomentKind
    captain: str
    amount: int = 0
    progress: float = 1.0


class StandingsRow(Struct, frozen=True):
    """A captain at the end of a match."""

    place: int
    name: str
    score: int
    winner: bool = False
    badges: tuple[Badge, ...] = ()


class Standings(Struct, frozen=True):
    """Who won, and who follows; also a leaderboard. At most six rows."""

    title: str
    rows: tuple[StandingsRow, ...]


class SumLine(Struct, frozen=True):
    """One line of a sum: `count` things are worth `points`; a bonus has no count."""

    label: str
    points: int
    count: int | None = None


class ScoreSheet(Struct, frozen=True):
    """How a final score adds up; at most four lines above the total."""

    name: str
    lines: tuple[SumLine, ...]
    total: int
    badges: tuple[Badge, ...] = ()


class Report(Struct, frozen=True, kw_only=True):
    """A captain's performance in King's Gold; `heists` holds the name of each grand heist."""

    name: str
    plunder: int
    stolen: int
    lost: int
    survived: int
    curses: int
    heists: tuple[Heist, ...]
    largest: int


class VoyageReport(Struct, frozen=True, kw_only=True):
    """A captain's performance in Voyages."""

    name: str
    hoard: int
    best_voyage: int
    voyages: int
    busts: int


class Notice(Struct, frozen=True):
    """A message that wraps: a fault, or why something can't be done."""

    title: str
    text: str
    hint: str = ""


class Goodbye(Struct, frozen=True):
    """The last picture before the power goes."""


class TestCard(Struct, frozen=True):
    """A frame at the outermost pixels and numbered columns: a wrong driver or offset shows."""

    __test__ = False  # the name makes pytest look for tests in it


View = (
    Title
    | Menu
    | NameEntry
    | Question
    | RollOff
    | KingsTurn
    | NameShot
    | VoyagesTurn
    | KingsLedger
    | VoyagesLedger
    | Settlement
    | Moment
    | Standings
    | ScoreSheet
    | Report
    | VoyageReport
    | Notice
    | Goodbye
    | TestCard
)
