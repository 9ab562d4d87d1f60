"""The command line: what it prints, and its exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kingsgold.cli import main

VECTORS = Path(__file__).parent / "vectors"
KINGS_GOLD = VECTORS / "kings-gold-settlement.json"
VOYAGES = VECTORS / "voyages-scoring.json"


def kingsgold(*arguments: str, given: str | bytes | None = None) -> Result:
    """Run a command; whatever goes wrong in it must have been told, not raised."""
    result = CliRunner().invoke(main, arguments, input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def comparable(case: dict[str, Any]) -> dict[str, Any]:
    """A case with its list of scorings, which is a set, in one order."""
    if "options" in case:
        return {**case, "options": sorted(case["options"], key=lambda option: str(option))}
    return case


@pytest.mark.parametrize(
    "arguments",
    [
        ["sail"],
        ["--sail"],
        ["rules"],
        ["rules", "chess"],
        ["explain"],
        ["explain", "voyages"],
        ["explain", "chess", "OONRX"],
        ["explain", "kings-gold", "OONR"],
        ["explain", "kings-gold", "OONRZ"],
        ["explain", "kings-gold", "OONRX", "--guard", "4"],
        ["explain", "voyages", "47"],
        ["explain", "voyages", "444444"],
        ["explain", "voyages", "##"],
        ["explain", "voyages", "46", "--guard", "7"],
        ["explain", "voyages", "46", "--guard", "#", "--json"],
        ["explain", "--cases", "no-such-file.json"],
        ["explain", "kings-gold", "OONRX", "--cases", str(KINGS_GOLD)],
        ["box", "now"],
        ["box", "--data", ""],
        ["matches", "--data", ""],
        ["leaderboard", "--mode", "duel"],
        ["run", "--config", "no-such-file.toml"],
        ["play", "--config", "no-such-file.toml"],
    ],
)
def test_bad_arguments_exit_with_2_and_a_line_that_says_why(arguments: list[str]) -> None:
    result = kingsgold(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.strip()


def test_a_refusal_is_one_line() -> None:
    result = kingsgold("explain", "kings-gold", "OONRZ")
    assert result.stderr == "kingsgold: dice are 5 letters out of ONRX, not 'OONRZ'\n"


@pytest.mark.parametrize("command", [[], ["run"], ["play"], ["box"], ["rules"], ["explain"]])
def test_every_command_explains_itself(command: list[str]) -> None:
    result = kingsgold(*command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_the_version_is_told() -> None:
    result = kingsgold("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("kingsgold")


@pytest.mark.parametrize(
    ("game", "last", "word"), [("kings-gold", "KG-14", "Treasury"), ("voyages", "V-9", "Broadside")]
)
def test_the_rules_are_a_page_with_the_numbers_of_the_rulings(
    game: str, last: str, word: str
) -> None:
    result = kingsgold("rules", game)
    assert result.exit_code == 0
    assert last in result.stdout
    assert word in result.stdout


def test_play_needs_a_terminal() -> None:
    result = kingsgold("play")
    assert result.exit_code == 2
    assert "kingsgold box" in result.stderr


# explain


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kings-gold", "OONRX"], ["KG-"]),
        (["kings-gold", "XXXOO"], ["Curse", "KG-3"]),
        (["kings-gold", "OOOOO"], ["Ransom", "KG-4"]),
        (["voyages", "44#36"], ["Broadside", "V-"]),
        (["voyages", "44#36", "--guard", "4"], ["V-7"]),
    ],
)
def test_a_roll_is_explained_to_people(arguments: list[str], words: list[str]) -> None:
    result = kingsgold("explain", *arguments)
    assert result.exit_code == 0
    for word in words:
        assert word in result.stdout


def test_the_facts_of_a_roll_of_voyages_have_the_vectors_shape() -> None:
    result = kingsgold("explain", "voyages", "63#44", "--json")
    assert json.loads(result.stdout) == {
        "roll": "3446#",
        "guard": None,
        "outcome": "score",
        "options": [
            {
                "points": 40,
                "set_aside": "44#",
                "leftover": "36",
                "flag": "4",
                "broadside": "4",
                "gold_fever": False,
            }
        ],
    }


def test_the_facts_of_a_pool_of_kings_gold_have_the_vectors_shape() -> None:
    result = kingsgold("explain", "kings-gold", "OONRX", "--json")
    assert json.loads(result.stdout) == {
        "dice": "OONRX",
        "captain": 0,
        "shots": [1],
        "rules": {},
        "before": {"treasury": [60, 20], "island": 0, "chests": [[0, 0, 0], [0, 0, 0]]},
        "after": {"treasury": [59, 19], "island": 0, "chests": [[1, 1, 0], [0, 0, 0]]},
        "result": {
            "outcome": "payout",
            "taken_coins": 1,
            "taken_doubloons": 1,
            "stolen": 0,
            "claimed": 0,
            "shields_raised": 0,
            "blocked": [],
            "heist": 6,
        },
    }


@pytest.mark.parametrize("file", [KINGS_GOLD, VOYAGES])
@pytest.mark.parametrize("way", ["file", "standard input"])
def test_cases_are_answered_as_the_vectors_answer_them(file: Path, way: str) -> None:
    text = file.read_text(encoding="utf-8")
    vectors = json.loads(text)
    if way == "file":
        result = kingsgold("explain", "--cases", str(file))
    else:
        result = kingsgold("explain", "--cases", "-", given=text)
    assert result.exit_code == 0
    answers = json.loads(result.stdout)
    assert len(answers) == len(vectors)
    for answer, vector in zip(answers, vectors, strict=True):
        assert comparable(answer) == comparable(vector)


@pytest.mark.parametrize("file", [KINGS_GOLD, VOYAGES])
def test_answers_that_come_with_cases_are_ignored(file: Path) -> None:
    vectors = json.loads(file.read_text(encoding="utf-8"))[:40]
    answers = ("outcome", "options", "after", "result")
    wrong = [{key: 0 if key in answers else case[key] for key in case} for case in vectors]
    bare = [{key: case[key] for key in case if key not in answers} for case in vectors]
    for cases in (wrong, bare):
        result = kingsgold("explain", "--cases", "-", given=json.dumps(cases))
        told = json.loads(result.stdout)
        assert [comparable(case) for case in told] == [comparable(case) for case in vectors]


def test_cases_of_both_games_keep_their_own_fields() -> None:
    cases = [
        {"roll": "2", "guard": None, "remark": "häh?"},
        {**json.loads(KINGS_GOLD.read_text(encoding="utf-8"))[0], "number": 7},
    ]
    told = json.loads(kingsgold("explain", "--cases", "-", given=json.dumps(cases)).stdout)
    assert told[0] == {**cases[0], "outcome": "aground", "options": []}
    assert told[1] == cases[1]


def test_no_cases_are_no_answers() -> None:
    assert kingsgold("explain", "--cases", "-", given="[]").stdout == "[]\n"


GOOD = {"roll": "46"}
POOL = json.loads(KINGS_GOLD.read_text(encoding="utf-8"))[0]


@pytest.mark.parametrize(
    "malformed",
    [
        7,
        None,
        [],
        {},
        {"roll": 46},
        {"roll": "7"},
        {"roll": ""},
        {"roll": "46", "guard": "9"},
        {"roll": "46", "dice": "OONRX"},
        {"dice": "OONRX"},
        {**POOL, "dice": "OONR"},
        {**POOL, "captain": 9},
        {**POOL, "captain": -1},
        {**POOL, "shots": [0]},
        {**POOL, "rules": {"locks": "loose"}},
        {**POOL, "rules": {"treasure": 1}},
        {**POOL, "before": {"treasury": [1], "island": 0, "chests": []}},
        {**POOL, "before": {"treasury": [60, 20], "island": -1, "chests": [[0, 0, 0]] * 3}},
    ],
)
def test_a_malformed_case_is_told_by_its_index(malformed: object) -> None:
    cases = json.dumps([GOOD, POOL, malformed, GOOD])
    result = kingsgold("explain", "--cases", "-", given=cases)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("kingsgold: case 2: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["", "{}", "[", '"case"', "[1,]", b"\xff\xfe"])
def test_what_is_no_list_of_cases_is_refused(text: str | bytes) -> None:
    result = kingsgold("explain", "--cases", "-", given=text)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_cases_in_brackets_without_end_are_refused() -> None:
    result = kingsgold("explain", "--cases", "-", given='[{"roll": ' + "[" * 100_000)
    assert result.exit_code == 2
    assert result.stderr == "kingsgold: cases: brackets in brackets, too deep to be read\n"


# box


def answers(result: Result) -> list[dict[str, Any]]:
    """The answers of the scripted box, one on each line."""
    return [json.loads(line) for line in result.stdout.split("\n") if line]


def test_the_box_answers_line_by_line_until_quit() -> None:
    script = (
        'match {"game":"voyages","captains":["Anné","Jack"]}\n\n  \nstate\nbogus\nquit\nlamps\n'
    )
    result = kingsgold("box", given=script)
    assert result.exit_code == 0
    ok, state, error = answers(result)
    assert ok == {"ok": True}
    assert state["captains"] == ["Anné", "Jack"]
    assert list(error) == ["error"]


@pytest.mark.parametrize("script", ["", "\n\n", "lamps", "quit", "state\n"])
def test_the_end_of_input_ends_the_box_with_0(script: str) -> None:
    assert kingsgold("box", given=script).exit_code == 0


@pytest.mark.parametrize("end", ["", "quit\nlamps\n"])
def test_a_box_that_is_switched_off_listens_on_for_quit(end: str) -> None:
    result = kingsgold("box", given="hold stop 2\ntap target\ntap roll\nlamps\n" + end)
    assert result.exit_code == 0
    assert answers(result) == [*[{"ok": True}] * 3, {"error": "the box is switched off"}]


def test_bytes_that_are_no_text_are_a_bad_command() -> None:
    result = kingsgold("box", given=b"\xff\xfe\nlamps\n")
    assert result.exit_code == 0
    error, lamps = answers(result)
    assert list(error) == ["error"]
    assert "lamps" in lamps


def test_a_match_of_each_game_is_played_by_script() -> None:
    for game, dice in (("voyages", '["6666^"]'), ("kings-gold", '["OOOOO","XXXOO"]')):
        match = f'{{"game":"{game}","captains":["Anne","Jack"],"starter":0,"dice":{dice}}}'
        result = kingsgold("box", given=f"match {match}\ntap roll\ntap roll\nwait 30\nstate\n")
        standings = answers(result)[-1]["standings"]
        assert [standing["winner"] for standing in standings] == [True, False]


def test_run_checks_its_configuration_before_it_looks_for_hardware(tmp_path: Path) -> None:
    config = tmp_path / "kingsgold.toml"
    config.write_text("[buttons]\nlock_pin = 99\n", encoding="utf-8")
    result = kingsgold("run", "--config", str(config))
    assert result.exit_code == 2
    assert str(config) in result.stderr
    assert "buttons.lock_pin" in result.stderr
