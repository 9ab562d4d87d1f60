"""Match files: a match that can be carried to another machine, replayed and verified there.

A match file is text, one JSON object a line: a header, a line for each decision, and a last line.
Each line after the first holds the SHA-256 of the line before it, over its bytes as they stand, and
the last line also one of itself, so that no byte can change or go missing unnoticed.
"""

import csv
import hashlib
import io
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from kingsgold.games.protocol import Action, Event
from kingsgold.store.codec import AnySetup, decision_decoder, encode
from kingsgold.store.files import StoreError
from kingsgold.store.matches import Match, Status
from kingsgold.table import fair
from kingsgold.table.journal import Decision

_Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class MatchFileError(StoreError):
    """A match file with something wrong in it; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line} {problem}")
        self.line = line


class NoMatchFileError(MatchFileError):
    """Something that has neither the beginning nor the end of a match file."""

    def __init__(self) -> None:
        super().__init__(1, "is not how a match file begins: this is no match file")


class _Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: Literal["kingsgold-match"] = "kingsgold-match"
    version: Literal[1] = 1
    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-z]{1,32}$")]
    setup: AnySetup
    script: tuple[str, ...] | None
    started: str
    status: Status
    commitment: _Hash
    seed: _Hash | None


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    decision: msgspec.Raw
    before: _Hash


class _Last(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    decisions: int
    before: _Hash
    own: _Hash


def line_of(decision: int | None) -> int:
    """The number of the line that a decision is on; the header's for None."""
    return 1 if decision is None else decision + 2


def write(match: Match, decisions: Sequence[Decision]) -> bytes:
    """The file of a match. The seed is in it once the match has ended."""
    assert isinstance(match.setup, AnySetup)
    header = _Header(
        id=match.id,
        setup=match.setup,
        script=match.script,
        started=match.started,
        status=match.status,
        commitment=match.commitment,
        seed=match.seed.hex() if match.seed and match.status != "unfinished" else None,
    )
    lines = [encode(header) + b"\n"]
    for decision in decisions:
        raw = msgspec.Raw(encode(decision))
        lines.append(encode(_Line(decision=raw, before=_hash(lines[-1]))) + b"\n")
    lines.append(_last_line(len(decisions), _hash(lines[-1])))
    return b"".join(lines)


def read(data: bytes) -> tuple[Match, list[Decision]]:
    """The match in a file, and its decisions.

    Raises MatchFileError with the line that was changed, or after which the file was cut off, and
    NoMatchFileError for something else. Who changes a file can make all hashes anew: whether the
    dice are fair is another question.
    """
    lines = io.BytesIO(data).readlines()
    if not lines or (b'"kingsgold-match"' not in lines[0] and _end_of(lines) is None):
        raise NoMatchFileError
    _check_chain(lines)
    header = _parse(lines, 1, _Header)
    match = Match(
        id=header.id,
        setup=header.setup,
        script=header.script,
        started=header.started,
        commitment=header.commitment,
        seed=None if header.seed is None else bytes.fromhex(header.seed),
        status=header.status,
    )
    if match.seed is not None and fair.commitment(match.seed) != match.commitment:
        raise MatchFileError(1, "reveals another seed than the one that was committed to")
    decode = decision_decoder(match.setup)
    decisions: list[Decision] = []
    for number, line in enumerate(lines[1:-1], 2):
        raw = msgspec.json.decode(line, type=_Line).decision
        try:
            decision = decode(bytes(raw))
        except (ValueError, RecursionError) as error:
            raise MatchFileError(number, f"is no decision of this game: {error}") from None
        if line_of(decision.number) != number:
            raise MatchFileError(number, f"is decision {decision.number}, out of its place")
        decisions.append(decision)
    return match, decisions


def to_csv(match: Match, decisions: Sequence[Decision]) -> str:
    """A match as a table for people: one row for each action, toss and event."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["decision", "kind", "name", "captain", "toss", "shake", "faces", "details"])
    names = dict(enumerate(match.setup.captains))
    for decision in decisions:
        for action in decision.actions:
            name, _, details = _told(action)
            table.writerow([decision.number, "action", name, "", "", "", "", details])
        for toss in decision.tosses:
            row = [decision.number, "toss", "", "", toss.k, toss.shake, toss.faces, ""]
            table.writerow(row)
        for event in decision.events:
            name, captain, details = _told(event)
            who = "" if captain is None else names.get(captain, str(captain))
            table.writerow([decision.number, "event", name, who, "", "", "", details])
    return out.getvalue()


def _told(what: Action | Event) -> tuple[str, int | None, str]:
    """The name, the captain, and everything else of an action or event."""
    facts: dict[str, Any] = msgspec.to_builtins(what)
    name: str = facts.pop("type")
    captain: int | None = facts.pop("captain", None)
    details = "; ".join(f"{key}={encode(value).decode()}" for key, value in facts.items())
    return name, captain, details


def _check_chain(lines: Sequence[bytes]) -> None:
    """Check from the end, so that the line whose hash is wrong is the line that was changed."""
    last = len(lines)
    if last < 2:
        raise MatchFileError(1, "is all there is: the file was cut off")
    end = _end_of(lines)
    if end is None:
        raise MatchFileError(last, "is no last line: it was changed, or the file cut off")
    if lines[-1] != _last_line(end.decisions, end.before):
        raise MatchFileError(last, "was changed")
    before = end.before
    for number in range(last - 1, 0, -1):
        if _hash(lines[number - 1]) != before:
            raise MatchFileError(number, "was changed")
        if number > 1:
            before = _parse(lines, number, _Line).before
    if end.decisions != last - 2:
        raise MatchFileError(last, f"counts {end.decisions} decisions, and there are {last - 2}")


def _end_of(lines: Sequence[bytes]) -> _Last | None:
    try:
        return msgspec.json.decode(lines[-1], type=_Last)
    except (ValueError, RecursionError):
        return None


def _last_line(decisions: int, before: str) -> bytes:
    own = hashlib.sha256(f"{decisions}/{before}".encode("ascii")).hexdigest()
    return encode(_Last(decisions=decisions, before=before, own=own)) + b"\n"


def _parse(lines: Sequence[bytes], number: int, kind: Any) -> Any:
    try:
        return msgspec.json.decode(lines[number - 1], type=kind)
    except (ValueError, RecursionError) as error:
        raise MatchFileError(number, f"is not what it should be: {error}") from None


def _hash(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()
