"""Match files: what is written is read, and no byte can change unnoticed."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kingsgold.games import kings_gold
from kingsgold.store import Match, StoreError, matches, matchfile
from kingsgold.store.codec import decision_decoder
from kingsgold.store.matchfile import MatchFileError
from kingsgold.store.verify import verify
from kingsgold.table.fair import FairSource
from kingsgold.table.journal import Decision
from tests.store.played import KINGS_GOLD, SETUPS, VOYAGES, Box

Played = tuple[Match, Sequence[Decision]]


@pytest.fixture(scope="module", params=SETUPS, ids=["kings-gold", "voyages"])
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    with Box(tmp_path_factory.mktemp("ended")) as box:
        match, decisions = box.play(request.param)
        return box.store.match(match.id), decisions


@pytest.fixture(scope="module")
def written(ended: Played) -> bytes:
    return matchfile.write(*ended)


def test_what_is_written_is_read(ended: Played, written: bytes) -> None:
    match, decisions = matchfile.read(written)
    assert (match, decisions) == ended
    assert matchfile.write(match, decisions) == written


def test_a_file_is_one_json_object_a_line(ended: Played, written: bytes) -> None:
    match, decisions = ended
    header, *lines, last = [json.loads(line) for line in written.splitlines()]
    assert header["id"] == match.id
    assert header["setup"]["game"] == match.game_name
    assert [line["decision"]["number"] for line in lines] == list(range(len(decisions)))
    assert last["decisions"] == len(decisions)


@given(data=st.data())
def test_any_changed_byte_is_refused_with_its_line(written: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(written) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b not in (written[at], ord("\n"))))
    changed = written[:at] + bytes([byte]) + written[at + 1 :]
    with pytest.raises(MatchFileError) as refusal:
        matchfile.read(changed)
    assert refusal.value.line == written[:at].count(b"\n") + 1


@given(data=st.data())
def test_a_cut_file_is_refused(written: bytes, data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(written) - 1))
    with pytest.raises(MatchFileError) as refusal:
        matchfile.read(written[:length])
    # The line that is half there, or the last one that is whole.
    assert refusal.value.line == max(1, len(io.BytesIO(written[:length]).readlines()))


@given(data=st.data())
def test_a_missing_or_a_doubled_line_is_refused(written: bytes, data: st.DataObject) -> None:
    lines = written.splitlines(keepends=True)
    place = data.draw(st.integers(0, len(lines) - 1))
    times = data.draw(st.sampled_from([0, 2]))
    with pytest.raises(MatchFileError):
        matchfile.read(
            b"".join(lines[:place] + lines[place : place + 1] * times + lines[place + 1 :])
        )


@given(st.binary().filter(lambda data: b"kingsgold-match" not in data))
def test_what_is_no_match_file_is_refused(data: bytes) -> None:
    with pytest.raises(matchfile.NoMatchFileError, match="no match file"):
        matchfile.read(data)


def test_brackets_without_end_are_a_changed_line(written: bytes) -> None:
    lines = written.splitlines(keepends=True)
    lines[1] = b"[" * 100_000 + b"\n"
    with pytest.raises(MatchFileError, match="line 2 was changed"):
        matchfile.read(b"".join(lines))
    with pytest.raises(MatchFileError, match="line 2 is no last line"):
        matchfile.read(b"".join(lines[:2]))


# Forged by somebody who can make the hashes anew


def chained(header: dict[str, Any], decisions: list[Any]) -> bytes:
    """A match file of these, with all hashes right; written after the rules page."""
    from hashlib import sha256

    def line(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"

    lines = [line(header)]
    for decision in decisions:
        before = sha256(lines[-1]).hexdigest()
        lines.append(line({"decision": decision, "before": before}))
    before = sha256(lines[-1]).hexdigest()
    own = sha256(f"{len(decisions)}/{before}".encode()).hexdigest()
    lines.append(line({"decisions": len(decisions), "before": before, "own": own}))
    return b"".join(lines)


def opened(written: bytes) -> tuple[dict[str, Any], list[Any]]:
    header, *lines, _ = [json.loads(line) for line in written.splitlines()]
    return header, [line["decision"] for line in lines]


def test_the_rules_page_tells_how_a_file_is_chained(written: bytes) -> None:
    assert chained(*opened(written)) == written


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "00" * 32},
        {"seed": "no seed"},
        {"commitment": "00" * 32},
        {"id": "../../etc"},
        {"version": 2},
        {"format": "other"},
        {"status": "won"},
        {"more": 1},
        {"setup": {"game": "chess"}},
        {"setup": {"game": "voyages", "captains": ["Anne"]}},
    ],
)
def test_a_header_that_can_not_be_is_refused(written: bytes, change: dict[str, Any]) -> None:
    header, decisions = opened(written)
    with pytest.raises(MatchFileError) as refusal:
        matchfile.read(chained({**header, **change}, decisions))
    assert refusal.value.line == 1


def test_a_decision_that_can_not_be_is_refused(written: bytes) -> None:
    header, decisions = opened(written)
    for wrong in ({**decisions[1], "number": 7}, {**decisions[1], "actions": [{"type": "Cheat"}]}):
        with pytest.raises(MatchFileError) as refusal:
            matchfile.read(chained(header, [decisions[0], wrong, *decisions[2:]]))
        assert refusal.value.line == 3


def test_a_forged_count_is_refused(written: bytes) -> None:
    lines = written.splitlines(keepends=True)
    last = json.loads(lines[-1])
    forged = matchfile._last_line(last["decisions"] + 1, last["before"])
    with pytest.raises(MatchFileError, match="counts"):
        matchfile.read(b"".join(lines[:-1]) + forged)


def test_the_rest_is_found_by_verifying(ended: Played) -> None:
    match, decisions = ended
    assert verify(match, decisions).answer == "fair"
    place = next(i for i, decision in enumerate(decisions) if decision.tosses)
    toss = decisions[place].tosses[0]
    forged_toss = replace(toss, shake=toss.shake + 1)
    assert match.seed is not None
    faces = FairSource(match.seed, match.id).toss(toss.k, forged_toss.shake, toss.hand)
    forged = [*decisions]
    forged[place] = replace(
        decisions[place], tosses=(replace(forged_toss, faces=faces[::-1] + "!"),)
    )
    verdict = verify(*matchfile.read(matchfile.write(match, forged)))
    assert verdict.answer == "not fair"
    assert verdict.decision == place


def test_a_finished_match_that_is_cut_short_is_found(ended: Played) -> None:
    match, decisions = ended
    verdict = verify(match, decisions[:-1])
    assert (verdict.answer, verdict.decision) == ("not fair", len(decisions) - 2)
    assert "not over" in verdict.why
    assert verify(replace(match, status="abandoned"), decisions[:-1]).answer == "fair"
    assert verify(replace(match, status="abandoned"), decisions).answer == "not fair"
    assert verify(match, []).answer == "not fair"


def test_an_ended_match_without_its_seed_is_not_fair(ended: Played) -> None:
    match, decisions = ended
    assert verify(replace(match, seed=None), decisions).answer == "not fair"


# Seeds, and imports


@pytest.mark.parametrize("left_s", [-1.0, 3600.5, 1e300])
def test_a_clock_that_no_match_has_is_refused(ended: Played, left_s: float) -> None:
    match, decisions = ended
    wrong = [*decisions[:-1], replace(decisions[-1], left_s=left_s)]
    with pytest.raises(matchfile.MatchFileError, match=r"is no decision of this game.*left_s"):
        matchfile.read(matchfile.write(match, wrong))


def test_the_seed_is_secret_until_the_end(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        match, decisions = box.play(VOYAGES, most=3)
        assert match.seed is not None
        unfinished = matchfile.write(box.store.match(match.id), decisions)
        assert match.seed.hex().encode() not in unfinished
        assert verify(box.store.match(match.id), decisions).answer == "unfinished"
        box.run(box.logbook.abandon(match))
        abandoned = matchfile.write(box.store.match(match.id), decisions)
        assert match.seed.hex().encode() in abandoned
        assert verify(*matchfile.read(abandoned)).answer == "fair"


def test_a_match_from_elsewhere_is_kept_and_verified_and_does_not_count(
    ended: Played, box: Box
) -> None:
    match, decisions = ended
    box.store.add_captain("Anne")
    box.store.add_match(match, list(decisions))
    kept = box.store.match(match.id)
    assert kept == replace(match, imported=True)
    assert verify(kept, box.store.decisions(kept)).answer == "fair"
    assert box.store.leaderboard() == []
    with pytest.raises(StoreError, match="already"):
        box.store.add_match(match, [])


def test_an_unfinished_match_from_elsewhere_is_not_offered(tmp_path: Path) -> None:
    with Box(tmp_path / "one") as box:
        match, decisions = box.play(VOYAGES, most=3)
        written = matchfile.write(match, decisions)
    with Box(tmp_path / "other") as box:
        box.store.add_match(*matchfile.read(written))
        with pytest.raises(StoreError, match="its seed is somewhere else"):
            box.store.match(match.id).source()
    with Box(tmp_path / "other") as box:
        assert box.store.unfinished is None
        box.play(VOYAGES, most=1)
        assert box.store.match(match.id).status == "unfinished"


def test_a_table_for_people_tells_every_toss_and_event(ended: Played) -> None:
    match, decisions = ended
    rows = list(csv.DictReader(io.StringIO(matchfile.to_csv(match, decisions))))
    told = [row for row in rows if row["kind"] == "toss"]
    tosses = [toss for decision in decisions for toss in decision.tosses]
    assert [(int(row["toss"]), int(row["shake"]), row["faces"]) for row in told] == [
        (toss.k, toss.shake, toss.faces) for toss in tosses
    ]
    events = [event for decision in decisions for event in decision.events]
    told = [row for row in rows if row["kind"] == "event"]
    assert [row["name"] for row in told] == [type(event).__name__ for event in events]
    for row, event in zip(told, events, strict=True):
        facts = msgspec.to_builtins(event)
        captain = facts.get("captain")
        assert row["captain"] == ("" if captain is None else match.setup.captains[captain])


def test_a_captain_who_is_none_is_a_number_in_the_table(box: Box) -> None:
    match, decisions = box.play(VOYAGES, most=2)
    alone = replace(match, setup=kings_gold.Setup(captains=("Anne", "Jack")))
    event = kings_gold.Stopped(captain=7)
    odd = replace(decisions[0], actions=(), tosses=(), events=(event,))
    assert matchfile.to_csv(alone, [odd]).splitlines()[-1] == "0,event,Stopped,7,,,,"


def test_a_match_that_is_too_long_is_refused(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    match, decisions = box.play(KINGS_GOLD)
    monkeypatch.setattr(matches, "_MOST_DECISIONS", len(decisions))
    with pytest.raises(StoreError, match="less than"):
        box.store.add_match(replace(match, id="another"), decisions)


def test_more_bones_than_there_are_are_no_event() -> None:
    decode = decision_decoder(VOYAGES)
    line = b'{"number":0,"tosses":[],"left_s":0,"actions":[],"events":[%s]}'
    event = b'{"type":"Thrown","captain":0,"toss":"%s"}'
    assert decode(line % (event % b"2345#")).events
    with pytest.raises(ValueError, match="length <= 5"):
        decode(line % (event % (b"2" * 500)))
