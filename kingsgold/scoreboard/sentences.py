"""The native protocol: sentences in the style of NMEA 0183, and a decoder for any bytes. Pure.

A sentence is `$KG<TYPE>,<fields>*<XX>` and CR LF; `firmware/PROTOCOL.md` is its page. Each kind is
a struct here whose fields are those on the wire, in their order.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args

import msgspec

VERSION = 1
"""The protocol's version, which goes up when what is there already changes its meaning."""

LONGEST = 82
"""Characters of the longest sentence, from "$" to line feed."""

LARGEST = 999_999
"""The largest number on the wire; what is larger is sent as this."""

TEXT_LENGTH = 20
"""Characters of the longest text in a field."""

NAME_LENGTH = 12
"""Characters of the longest captain's name."""

_SEPARATORS = "$,*!\\"
_UNMARKED = str.maketrans(
    {"Æ": "AE", "æ": "ae", "Ø": "O", "ø": "o", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ß": "ss"}
    | {"µ": "u"}
)
_SHAPE = re.compile(rb"\$KG([A-Z]{3})((?:,[ -~]*)?)\*([0-9A-F]{2})")
_LINE_ENDS = b"\r\n"


class Sentence(msgspec.Struct, frozen=True):
    """What one sentence says. The tag of each kind is its TYPE on the wire."""


class Hello(Sentence, frozen=True, tag="HEL"):
    """The box greets: the version of the protocol that it speaks."""

    version: int


class Match(Sentence, frozen=True, tag="MAT"):
    """What is being played, or that nothing is: `phase` is "idle" then, and all else empty.

    `game` is "kings-gold" or "voyages", `mode` is empty where the game has none. `phase` is
    "roll-off", "playing", "final-round", "sail-off" or "over". `out` has the slots of the captains
    who are out or have capsized, one digit each.
    """

    game: str = ""
    mode: str = ""
    captains: int = 0
    round: int | None = None
    phase: str = "idle"
    out: str = ""


class Captain(Sentence, frozen=True, tag="CAP"):
    """One captain: `points` are those of the ledger, in Voyages the hoard.

    `slot` is the place at the table, from 0. Coins, doubloons and shields are pieces, None in a
    game that has none. `badge` has a letter for each badge won, at the end of a match: B bronze
    anchor, S silver cutlass, G gold pirate king.
    """

    slot: int
    name: str
    coins: int | None = None
    doubloons: int | None = None
    points: int = 0
    shields: int | None = None
    badge: str = ""


class Turn(Sentence, frozen=True, tag="TRN"):
    """Whose turn it is; `seconds` are left, None without a clock.

    `tally` is the voyage's in Voyages, and in King's Gold the points that a stop would bring now.
    """

    slot: int
    round: int
    seconds: int | None = None
    tally: int | None = None


class Dice(Sentence, frozen=True, tag="DCE"):
    """The dice on the table, a letter each, and which of them are locked ("1") or not ("0").

    `rolls_left` is None where the game does not limit them.
    """

    dice: str = ""
    locks: str = ""
    rolls_left: int | None = None


class Heist(Sentence, frozen=True, tag="HST"):
    """Something great has just happened to a captain: its name in the protocol, and its points."""

    slot: int
    kind: str
    points: int = 0


class Standing(Sentence, frozen=True, tag="STD"):
    """The end of a match: `order` has the slots, best first, and `scores` their final scores.

    `winners` has the slots of those who have won.
    """

    winners: str
    order: str
    scores: tuple[int, ...] = ()


class Commitment(Sentence, frozen=True, tag="FAI"):
    """What the box has fixed the dice of this match with: the SHA-256 of its seed."""

    sha256: bytes


class Seed(Sentence, frozen=True, tag="SED"):
    """The seed of the match that has ended."""

    seed: bytes


class DisplayHello(Sentence, frozen=True, tag="DHI"):
    """A display greets, when it has started and whenever it likes."""

    version: int
    name: str = ""


class DisplayAlive(Sentence, frozen=True, tag="DAL"):
    """A display is still there."""


class DisplayButton(Sentence, frozen=True, tag="DBT"):
    """A button of the display was tapped; it stands for the button of the box with this name."""

    button: str


KINDS: tuple[type[Sentence], ...] = (
    Hello,
    Match,
    Captain,
    Turn,
    Dice,
    Heist,
    Standing,
    Commitment,
    Seed,
    DisplayHello,
    DisplayAlive,
    DisplayButton,
)


def fold(text: str, length: int = TEXT_LENGTH) -> str:
    """`text` as it may stand in a field: printable ASCII, no separator, at most `length` long.

    Accents are dropped (ä becomes a), ligatures spelled out (ß becomes ss, æ ae); a character that
    has no likeness, a separator or a control character becomes a question mark.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_UNMARKED))
    return "".join(
        character if " " <= character <= "~" and character not in _SEPARATORS else "?"
        for character in plain
        if not unicodedata.combining(character)
    )[:length]


def checksum(body: bytes) -> int:
    """The XOR of all bytes between "$" and "*"."""
    total = 0
    for byte in body:
        total ^= byte
    return total


def encode(sentence: Sentence) -> bytes:
    """The sentence on the wire, with CR and LF. Texts are folded, large numbers cut to LARGEST.

    Raises ValueError when the fields together are longer than a sentence may be, which no state of
    a match leads to.
    """
    fields = [_written(value) for value in _values(sentence)]
    body = ",".join([f"KG{sentence.__struct_config__.tag}", *fields]).encode("ascii")
    line = b"$%b*%02X\r\n" % (body, checksum(body))
    if len(line) > LONGEST:
        raise ValueError(f"a sentence has at most {LONGEST} characters, this one {len(line)}")
    return line


def _values(sentence: Sentence) -> Iterator[Any]:
    for name in sentence.__struct_fields__:
        value = getattr(sentence, name)
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def _written(value: str | bytes | int | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, str):
        return fold(value)
    return str(min(value, LARGEST))


class Decoder:
    """Finds the sentences in a stream of bytes, whatever else is in it.

    `good` counts the sentences that were understood. `bad` counts lines that began like a sentence
    and were none: wrong checksum, wrong fields, cut off, or too long. `unknown` counts correct ones
    of a type that is not known here. Never keeps more than one sentence's bytes.
    """

    def __init__(self) -> None:
        self.good = 0
        self.bad = 0
        self.unknown = 0
        self._line = bytearray()

    @property
    def pending(self) -> int:
        """How many bytes of a sentence that is not complete are kept."""
        return len(self._line)

    def feed(self, data: bytes) -> list[Sentence]:
        """The sentences that are complete with `data`. Never raises, whatever the bytes are."""
        found: list[Sentence] = []
        for byte in data:
            if byte == ord("$"):
                self._abandon()
                self._line.append(byte)
            elif not self._line:
                continue
            elif byte in _LINE_ENDS:
                if (sentence := self._parse(bytes(self._line))) is not None:
                    found.append(sentence)
                self._line.clear()
            elif len(self._line) < LONGEST - len(_LINE_ENDS):
                self._line.append(byte)
            else:
                self._abandon()
        return found

    def _abandon(self) -> None:
        """Give up what has begun; a sentence that begins within another cuts it off."""
        if self._line:
            self.bad += 1
            self._line.clear()

    def _parse(self, line: bytes) -> Sentence | None:
        shape = _SHAPE.fullmatch(line)
        if shape is None or checksum(line[1:-3]) != int(shape[3], 16):
            self.bad += 1
            return None
        kind = _kind(shape[1].decode())
        if kind is None:
            self.unknown += 1
            return None
        try:
            sentence = _read(kind, shape[2].decode().split(",")[1:])
        except ValueError:
            self.bad += 1
            return None
        self.good += 1
        return sentence


def _kind(tag: str) -> type[Sentence] | None:
    return next((kind for kind in KINDS if kind.__struct_config__.tag == tag), None)


def _read(kind: type[Sentence], fields: Sequence[str]) -> Sentence:
    """A sentence from its fields. Fields that a later version has added at the end are skipped."""
    told: dict[str, Any] = {}
    for place, (field, text) in enumerate(zip(_types(kind), fields, strict=False)):
        if get_args(field.type) == (int, ...):
            told[field.name] = [_number(number) for number in fields[place:]]
        elif field.type is str:
            told[field.name] = text
        elif field.type is bytes:
            told[field.name] = bytes.fromhex(text)
        elif text:
            told[field.name] = _number(text)
    return msgspec.convert(told, kind)


@cache
def _types(kind: type[Sentence]) -> tuple[msgspec.structs.FieldInfo, ...]:
    # msgspec works this out from the annotations, which takes longer than all the rest.
    return msgspec.structs.fields(kind)


def _number(text: str) -> int | str:
    """A plain decimal; anything else stays text, which no number's field accepts."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else text
