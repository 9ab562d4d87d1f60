"""The commands that read and edit what the box remembers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kingsgold.cli import main
from kingsgold.store import files
from kingsgold.store.captains import SKINS
from tests.store.played import KINGS_GOLD, VOYAGES, Box

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on the data of the test; what stands before "|" comes before --data."""

    def run(*words: str) -> Result:
        place = words.index("|")
        line = [*words[:place], "--data", str(tmp_path), *words[place + 1 :]]
        return CliRunner().invoke(main, line)

    return run


def told(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    ("command", "nothing"),
    [
        (["matches"], "No match is kept in "),
        (["captains", "list"], "No captain is remembered in "),
        (["leaderboard"], "has ended a ranked match in "),
    ],
)
def test_where_nothing_is_kept_that_is_told_with_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], nothing: str
) -> None:
    service = tmp_path / "service"
    monkeypatch.setattr(files, "SERVICE_DIRECTORY", service)
    here = tmp_path / "here"
    result = CliRunner().invoke(main, [*command, "--data", str(here)])
    assert told(result) == ""
    assert result.stderr.endswith(f"{nothing}{here}\n")
    service.mkdir()
    result = CliRunner().invoke(main, [*command, "--data", str(here)])
    assert f"sudo kingsgold {' '.join(command)} --data {service}\n" in result.stderr
    assert "sudo" not in CliRunner().invoke(main, [*command, "--data", str(service)]).stderr


def test_matches_are_listed(box: Box, run: Run) -> None:
    assert told(run("matches", "|")) == ""
    first, _ = box.play(KINGS_GOLD)
    second, _ = box.play(VOYAGES, most=2, script=[])
    listed = json.loads(told(run("matches", "|", "--json")))
    assert listed == [
        {
            "id": second.id,
            "game": "voyages",
            "mode": None,
            "captains": ["Anne", "Jack", "Mary"],
            "started": second.started,
            "status": "unfinished",
            "scripted": True,
            "imported": False,
            "commitment": second.commitment,
        },
        {
            "id": first.id,
            "game": "kings-gold",
            "mode": "campaign",
            "captains": ["Anne", "Jack"],
            "started": first.started,
            "status": "finished",
            "scripted": False,
            "imported": False,
            "commitment": first.commitment,
        },
    ]
    lines = told(run("matches", "|")).splitlines()
    assert [line.split()[0] for line in lines] == [second.id, first.id]
    assert "unfinished, scripted" in lines[0]
    assert first.seed is not None
    assert first.seed.hex() not in told(run("matches", "|", "--json"))


def test_a_match_goes_to_another_machine_and_is_fair_there(
    box: Box, run: Run, tmp_path: Path
) -> None:
    match, _ = box.play(KINGS_GOLD)
    file = tmp_path / "match.jsonl"
    told(run("export", "|", match.id.upper(), "-o", str(file)))
    assert told(run("export", "|", match.id)).encode() == file.read_bytes()
    other = ("--data", str(tmp_path / "other"))
    runner = CliRunner()
    assert told(runner.invoke(main, ["verify", str(file)])) == "fair\n"
    assert match.commitment in runner.invoke(main, ["verify", str(file)]).stderr
    result = runner.invoke(main, ["import", *other, str(file)])
    assert told(result) == f"match {match.id} is here now\n"
    result = runner.invoke(main, ["import", *other, str(file)])
    assert told(result) == f"match {match.id} is here already\n"
    assert told(runner.invoke(main, ["verify", *other, match.id])) == "fair\n"
    again = runner.invoke(main, ["export", *other, match.id])
    assert told(again).encode() == file.read_bytes()
    assert "imported" in told(runner.invoke(main, ["matches", *other]))


def test_an_id_that_means_another_match_is_refused(box: Box, run: Run, tmp_path: Path) -> None:
    match, _ = box.play(KINGS_GOLD, most=4)
    file = tmp_path / "match.jsonl"
    told(run("export", "|", match.id, "-o", str(file)))
    box.run(box.logbook.abandon(match))
    assert "it is another one" in refused(run("import", "|", str(file)))


def test_a_changed_file_is_named_by_its_line(box: Box, run: Run, tmp_path: Path) -> None:
    match, _ = box.play(KINGS_GOLD)
    file = tmp_path / "match.jsonl"
    told(run("export", "|", match.id, "-o", str(file)))
    lines = file.read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(b"Jack", b"Jane")
    file.write_bytes(b"".join(lines))
    result = run("verify", "|", str(file))
    assert result.exit_code == 1
    assert result.stdout == "not fair: line 1 was changed\n"
    assert refused(run("import", "|", str(file))).endswith("line 1 was changed")


def test_a_forged_toss_in_the_database_is_named(box: Box, run: Run) -> None:
    import zlib

    match, decisions = box.play(KINGS_GOLD)
    place = next(i for i, decision in enumerate(decisions) if decision.tosses)
    shown = decisions[place].tosses[0].faces
    other = "X" if shown != "X" else "O"
    with box.store._writing() as db:
        where = "FROM decisions WHERE place % (1 << 20) = ?"
        (body,) = db.execute(f"SELECT body {where}", (place,)).fetchone()
        forged = body.replace(f'"faces":"{shown}"'.encode(), f'"faces":"{other}"'.encode(), 1)
        assert forged != body
        db.execute(
            "UPDATE decisions SET body = ?, checksum = ? WHERE place % (1 << 20) = ?",
            (forged, zlib.crc32(forged), place),
        )
    result = run("verify", "|", match.id)
    assert result.exit_code == 1
    assert result.stdout.startswith("not fair: toss 0 shows ")


def test_of_some_matches_nothing_can_be_said(box: Box, run: Run) -> None:
    scripted, _ = box.play(KINGS_GOLD, script=[])
    unfinished, _ = box.play(KINGS_GOLD, most=2)
    for match, answer in ((scripted, "scripted"), (unfinished, "unfinished")):
        result = run("verify", "|", match.id)
        assert result.exit_code == 2
        assert result.stdout.startswith(f"{answer}: ")


def test_a_table_for_people_is_written(box: Box, run: Run) -> None:
    match, _ = box.play(KINGS_GOLD)
    assert told(run("export", "|", match.id, "--format", "csv")).startswith("decision,kind,name,")


@pytest.mark.parametrize("command", ["export", "verify"])
def test_an_unknown_id_is_told_in_one_line(run: Run, command: str) -> None:
    assert "there is no match 'nothere'" in refused(run(command, "|", "nothere"))


def test_files_that_can_not_be_used_are_told_in_one_line(
    box: Box, run: Run, tmp_path: Path
) -> None:
    match, _ = box.play(KINGS_GOLD)
    assert "can't be read" in refused(run("import", "|", str(tmp_path / "nothere")))
    refusal = refused(run("export", "|", match.id, "-o", str(tmp_path / "no" / "where")))
    assert "can't be written" in refusal
    (tmp_path / "noise").write_bytes(b"\xff\n\xfe")
    for command in ("import", "verify"):
        assert "no match file" in refused(run(command, "|", str(tmp_path / "noise")))
    assert "can't be read" in refused(run("verify", "|", str(tmp_path / "nothere.jsonl")))
    result = CliRunner().invoke(main, ["matches", "--data", str(tmp_path / "noise" / "deep")])
    assert "can't be made" in refused(result)


def test_a_file_that_is_called_like_a_match_does_not_hide_it(
    box: Box, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = box.play(KINGS_GOLD)
    monkeypatch.chdir(tmp_path)
    Path(match.id).write_text("a note", encoding="utf-8")
    assert told(run("verify", "|", match.id)) == "fair\n"
    assert "no match file" in refused(run("verify", "|", f"./{match.id}"))
    told(run("export", "|", match.id, "-o", "plain"))
    assert told(run("verify", "|", "plain")) == "fair\n"


def test_captains_are_edited_beside_a_box_that_plays(box: Box, run: Run) -> None:
    assert told(run("captains", "add", "|", "Anne")) == "Anne is remembered\n"
    assert told(run("captains", "|", "add", "Jack")) == "Jack is remembered\n"
    assert "already" in refused(run("captains", "add", "|", "ANNE"))
    assert told(run("captains", "rename", "|", "Jack", "Calico")) == "Jack is Calico now\n"
    assert "needs the badge" in refused(run("captains", "skin", "|", "Anne", "gold"))
    assert told(run("captains", "skin", "|", "Anne", "bone")) == "Anne plays with dice of bone\n"
    box.play(KINGS_GOLD)
    anne, calico = json.loads(told(run("captains", "list", "|", "--json")))
    assert (anne["name"], calico["name"]) == ("Anne", "Calico")
    assert anne["statistics"][0]["matches"] == 1
    assert calico["statistics"] == []
    assert told(run("captains", "list", "|")).startswith("Anne: dice of bone")
    assert told(run("captains", "remove", "|", "anne")) == "Anne is forgotten\n"
    assert told(run("captains", "list", "|")) == "Calico: dice of bone\n"


def test_captains_and_boards_are_told_in_words(box: Box, run: Run) -> None:
    for name in ("Anne", "Jack"):
        told(run("captains", "add", "|", name))
    for seed in range(3):
        box.play(KINGS_GOLD, seed)
        box.play(VOYAGES, seed)
    words = told(run("captains", "list", "|"))
    assert "  kings-gold campaign: " in words
    assert " of 3 matches won; " in words
    assert "voyages ran aground; a voyage brings " in words
    boards = json.loads(told(run("leaderboard", "|", "--json")))
    (wins,) = [b for b in boards if (b["board"], b["game"]) == ("wins", "kings-gold")]
    assert sum(place["value"] for place in wins["places"]) >= 3
    words = told(run("leaderboard", "|"))
    assert "kings-gold campaign: matches won\n   1. " in words
    only = told(run("leaderboard", "|", "--game", "voyages"))
    assert "voyages: most points in a match" in only
    assert "kings-gold" not in only
    assert told(run("leaderboard", "|", "--mode", "blitz")) == ""


def test_the_page_on_fair_dice_is_shown() -> None:
    assert told(CliRunner().invoke(main, ["rules", "fair-dice"])).startswith("# Fair dice\n")


def test_the_command_line_knows_the_skins() -> None:
    from kingsgold import cli

    assert cli.SKINS == SKINS
