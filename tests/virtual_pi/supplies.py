"""What goes into the shared folder: the checkout as it is, and the wheels that it needs."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PLATFORMS = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")


def copy_checkout(to: Path) -> None:
    """Copy what git knows of the checkout, as it is in the working tree."""
    listed = subprocess.run(
        ["git", "-C", CHECKOUT, "ls-files", "-z"], capture_output=True, text=True, check=True
    )
    shutil.rmtree(to, ignore_errors=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (source := CHECKOUT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, to / name)


def fetch_wheels(to: Path, python_version: str) -> None:
    """Fetch what the box needs, for the guest's Python; nothing when it is there already."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["pi"],
    ]
    stamp = to / "needs"
    wanted = "\n".join([python_version, *needs])
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    shutil.rmtree(to, ignore_errors=True)
    platforms = [f"--platform={platform}_x86_64" for platform in PLATFORMS]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", f"--dest={to}"),
            *(f"--python-version={python_version}", "--only-binary=:all:"),
            *platforms,
            *needs,
        ],
        check=True,
    )
    stamp.write_text(wanted, encoding="utf-8")
