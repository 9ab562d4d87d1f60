"""The hand of the tests inside: reads one JSON object a line from the host, answers with one."""

import base64
import json
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

PORT = Path("/dev/virtio-ports/org.kingsgold.agent")
OUTSIDE = Path("/sys/kernel/debug/virtual_pi")
DATABASE = Path("/var/lib/kingsgold/kingsgold.db")
GLANCES = 50
"""How often to look at the lines: enough to catch a lamp that is dimmed to a tenth."""


def run(command: str, timeout: float) -> dict[str, Any]:
    """What a shell says to `command`."""
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return {"code": 124, "output": (late.output or b"").decode(errors="replace")}
    return {"code": done.returncode, "output": done.stdout.decode(errors="replace")}


def touch(steps: list[tuple[int, str, float]]) -> dict[str, Any]:
    """Connect and open contacts: each step is a line, a level, and the seconds until the next.

    Steps without a wait happen in one go, as a slow processor could not keep chatter short.
    """
    with (OUTSIDE / "contacts").open("w") as contacts:
        due = time.monotonic()
        for line, level, wait_s in steps:
            contacts.write(f"{line} {level}\n")
            if wait_s:
                contacts.flush()
                due += wait_s
                time.sleep(max(0.0, due - time.monotonic()))
    return {}


def look() -> dict[str, Any]:
    """What is on the glass, and which lines are high, if only now and then: lamps are dimmed so."""
    levels = [(OUTSIDE / "levels").read_text().strip() for _ in range(GLANCES)]
    return {
        "picture": base64.b64encode((OUTSIDE / "picture").read_bytes()).decode(),
        "levels": "".join(map(max, *levels)),
    }


def query(sql: str) -> dict[str, Any]:
    """What the box's database answers."""
    with closing(sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True)) as database:
        return {"rows": database.execute(sql).fetchall()}


def main() -> None:
    """Serve the host until the plug is pulled."""
    answers = {"run": run, "touch": touch, "look": look, "query": query}
    with PORT.open("r+b", buffering=0) as port:
        port.write(b'{"hello": true}\n')
        line = b""
        while True:
            line += port.read(65536)
            while b"\n" in line:
                text, _, line = line.partition(b"\n")
                request = json.loads(text)
                answer = answers[request.pop("do")](**request)
                port.write(json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()
