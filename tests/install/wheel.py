"""A wheel of the checkout, made without the network and without a build tool."""

import hashlib
import tomllib
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def make_wheel(folder: Path) -> Path:
    """Pack the package as it is in the checkout into a wheel in `folder`."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = f"{name}-{version}.dist-info"
    extras = project["optional-dependencies"]
    contents = {
        path.relative_to(CHECKOUT).as_posix(): path.read_bytes()
        for path in (CHECKOUT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        f"Version: {version}",
        *(f"Requires-Dist: {need}" for need in project["dependencies"]),
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f'Requires-Dist: {need}; extra == "pi"' for need in extras["pi"]),
    ]
    scripts = [f"{script} = {target}" for script, target in project["scripts"].items()]
    contents |= {
        f"{info}/METADATA": _lines(metadata),
        f"{info}/WHEEL": _lines(["Wheel-Version: 1.0", "Tag: py3-none-any"]),
        f"{info}/entry_points.txt": _lines(["[console_scripts]", *scripts]),
    }
    record = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in contents.items()]
    contents[f"{info}/RECORD"] = _lines([*record, f"{info}/RECORD,,"])
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in contents.items():
            archive.writestr(path, data)
    return wheel


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
