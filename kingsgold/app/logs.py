"""The log: plain lines in a terminal, lines with a priority for the journal."""

import logging
import os
from collections.abc import Mapping
from typing import TextIO

_PRIORITIES = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO, 6),
)
_DEBUG = 7


class JournalFormatter(logging.Formatter):
    """Puts syslog's priority before every line, as sd-daemon(3) has it: `<4>` is a warning."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines that each begin with their priority."""
        level = next((syslog for at, syslog in _PRIORITIES if record.levelno >= at), _DEBUG)
        lines = super().format(record).splitlines() or [""]
        return "\n".join(f"<{level}>{line}" for line in lines)


def log_to(stream: TextIO, environment: Mapping[str, str]) -> logging.Handler:
    """A handler that writes to `stream`, with priorities when that leads to the journal.

    `environment` is normally `os.environ`, where systemd tells which file the journal reads.
    """
    handler = logging.StreamHandler(stream)
    if _leads_to_journal(stream, environment.get("JOURNAL_STREAM", "")):
        handler.setFormatter(JournalFormatter())
    return handler


def _leads_to_journal(stream: TextIO, journal: str) -> bool:
    """Whether `stream` is the file that `journal` names (device:inode)."""
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return journal == f"{file.st_dev}:{file.st_ino}"
