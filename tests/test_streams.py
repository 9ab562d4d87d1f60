"""The command line on streams that are closed, full or broken, and when it is told to end."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

KINGSGOLD = f"{shlex.quote(sys.executable)} -m kingsgold"


def shell(line: str, tmp_path: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a line of the shell, which redirects as nothing else can; KG is the command."""
    return subprocess.run(  # noqa: S603 - a line of this file
        ["/bin/sh", "-c", line.replace("KG", KINGSGOLD)],
        input=given,
        capture_output=True,
        text=True,
        env={**os.environ, "STATE_DIRECTORY": str(tmp_path)},
        check=False,
    )


def test_a_box_without_input_is_at_its_end(tmp_path: Path) -> None:
    result = shell("KG box <&-", tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize("command", ["play", "replay none", "explain --cases -"])
def test_without_input_the_others_refuse_in_one_line(tmp_path: Path, command: str) -> None:
    result = shell(f"KG {command} <&-", tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("kingsgold: ")
    assert result.stderr.count("\n") == 1


def test_without_output_nothing_is_missed(tmp_path: Path) -> None:
    result = shell("KG explain kings-gold OONRX >&-", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("command", ["box", "explain voyages 46", "--help"])
def test_output_that_has_no_room_is_told_in_one_line(tmp_path: Path, command: str) -> None:
    result = shell(f"KG {command} >/dev/full", tmp_path, "state\nstate\n")
    assert result.returncode == 1
    assert result.stderr == "kingsgold: input or output fails: No space left on device\n"


def test_a_broken_pipe_is_silent(tmp_path: Path) -> None:
    result = shell("KG box | true", tmp_path, "state\n" * 100)
    assert result.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_box_that_is_told_to_end_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kingsgold", "box"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as box:
        assert box.stdin is not None
        assert box.stdout is not None
        box.stdin.write(b"state\n")
        box.stdin.flush()
        assert box.stdout.readline() == b'{"phase": "title"}\n'
        assert list(tmp_path.iterdir()) != []
        box.send_signal(number)
        assert box.wait() == 0
    assert list(tmp_path.iterdir()) == []
