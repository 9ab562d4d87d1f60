"""What was chosen on the box itself: it outlives the power and overlays the configuration file."""

import contextlib
import logging
import os
from pathlib import Path

import msgspec
from msgspec.structs import replace

from kingsgold.app.draft import CREW, Draft
from kingsgold.games.protocol import check_captains

FILE = "box.json"

log = logging.getLogger("kingsgold")


class Memory:
    """Remembers a draft in the file `box.json` of a directory."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._kept: Draft | None = None

    def recall(self) -> Draft:
        """What was chosen last; a fresh draft when nothing was, or when the file is no good."""
        try:
            draft = msgspec.json.decode(self._path.read_bytes(), type=Draft)
            if len(draft.crew) != len(CREW) or not 2 <= draft.captains <= len(CREW):
                raise ValueError(f"{len(draft.crew)} seats, {draft.captains} captains")
            check_captains(draft.crew, None)
        except FileNotFoundError:
            return Draft()
        except (OSError, ValueError, RecursionError) as error:
            log.warning("%s can't be used, and is begun anew: %s", self._path, error)
            return Draft()
        self._kept = draft
        return draft

    def keep(self, draft: Draft) -> None:
        """Remember `draft`, durably; what could not be written goes to the log."""
        draft = replace(draft, roster=(), unfinished=None)
        if draft == self._kept:
            return
        fresh = self._path.with_suffix(".new")
        try:
            with fresh.open("wb") as file:
                file.write(msgspec.json.encode(draft))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError as error:
            log.warning("%s can't be written: %s", self._path, error.strerror)
            with contextlib.suppress(OSError):
                fresh.unlink()
            return
        self._kept = draft
