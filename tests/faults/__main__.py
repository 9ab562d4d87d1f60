"""Play whole matches while things go wrong, and look whether anything became of it.

    python -m tests.faults --matches 500 --seed 1

Each match is played once without trouble, and then with each trouble at moments of its own.
"""

import argparse
import logging
import random
import tempfile
import time
from pathlib import Path

from tests.faults.matches import Rehearsed
from tests.faults.recorded import GAMES
from tests.faults.troubles import TROUBLES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="how many, with trouble in each")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--trouble", choices=[one.name for one in TROUBLES], help="only this one")
    asked = parser.parse_args()
    logging.disable()  # Faults are what this is about.
    troubles = [one for one in TROUBLES if asked.trouble in (None, one.name)]
    begun_s, seed, played = time.monotonic(), asked.seed, 0
    while played < asked.matches:
        for game in GAMES:
            print(f"{game}, seed {seed}", flush=True)
            with tempfile.TemporaryDirectory(prefix="kingsgold-") as data:
                rehearsed = Rehearsed(game, seed, Path(data) / "rehearsal")
                for number, trouble in enumerate(troubles):
                    rehearsed.suffer(trouble, seed, Path(data) / str(number))
                    played += 1
        seed += 1
    print(
        f"{played} matches with trouble ended as those without, in "
        f"{time.monotonic() - begun_s:.0f} s"
    )


main()
