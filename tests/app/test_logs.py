"""Priorities in the log; the numbers are syslog's (RFC 5424), the prefix is sd-daemon(3)'s."""

import logging
import os
from pathlib import Path

import pytest

from kingsgold.app.logs import log_to

PRIORITIES = [
    (logging.DEBUG, 7),
    (logging.INFO, 6),
    (logging.WARNING, 4),
    (logging.ERROR, 3),
    (logging.CRITICAL, 2),
]


def logged(file: Path, environment: dict[str, str], level: int, message: str) -> str:
    """What one record leaves in `file`; `{here}` in the environment stands for that file."""
    with file.open("w") as stream:
        status = os.fstat(stream.fileno())
        here = f"{status.st_dev}:{status.st_ino}"
        handler = log_to(
            stream, {key: value.format(here=here) for key, value in environment.items()}
        )
        record = logging.LogRecord("kingsgold", level, "", 0, message, None, None)
        handler.handle(record)
    return file.read_text()


@pytest.mark.parametrize(("level", "priority"), PRIORITIES)
def test_the_journal_gets_priorities(tmp_path: Path, level: int, priority: int) -> None:
    text = logged(tmp_path / "log", {"JOURNAL_STREAM": "{here}"}, level, "ahoy")
    assert text == f"<{priority}>ahoy\n"


def test_every_line_gets_one(tmp_path: Path) -> None:
    text = logged(tmp_path / "log", {"JOURNAL_STREAM": "{here}"}, logging.ERROR, "one\ntwo")
    assert text == "<3>one\n<3>two\n"


@pytest.mark.parametrize("environment", [{}, {"JOURNAL_STREAM": "1:2"}])
def test_others_get_plain_lines(tmp_path: Path, environment: dict[str, str]) -> None:
    assert logged(tmp_path / "log", environment, logging.ERROR, "ahoy") == "ahoy\n"
