"""The configuration file: TOML, every key optional, every mistake told in one line.

Each device's section is a struct beside the device; a new section is a field of `Config`, and a
line in `Config.claims` when it uses pins. Keys explain themselves in error messages: through the
`description` of their `msgspec.Meta`, or through their type where that says all.
"""

import difflib
import json
import re
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from kingsgold.box.buttons import ButtonsConfig
from kingsgold.box.lamps import LampsConfig
from kingsgold.box.oled import ScreenConfig
from kingsgold.box.sound import SoundConfig
from kingsgold.box.wiring import wires
from kingsgold.scoreboard.link import ScoreboardConfig

OWN_UARTS = ("serial0", "serial1", "ttyAMA0", "ttyAMA10", "ttyS0")
"""The names of the Pi's own serial port."""

INSTALLED = Path("/etc/kingsgold/config.toml")
"""The file that an installed box runs with."""


class ConfigError(Exception):
    """A configuration that can't be used: the file, the key, what is wrong and what is allowed."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that the configuration file sets. Raises ValueError for a pin used twice."""

    buttons: ButtonsConfig = ButtonsConfig()
    lamps: LampsConfig = LampsConfig()
    screen: ScreenConfig = ScreenConfig()
    sound: SoundConfig = SoundConfig()
    scoreboard: ScoreboardConfig = ScoreboardConfig()

    def __post_init__(self) -> None:
        users: dict[int, str] = {}
        for pin, user in self.claims():
            if (other := users.setdefault(pin, user)) != user:
                raise ValueError(f"{other} and {user} both need GPIO {pin}; move one of them")

    def claims(self) -> list[tuple[int, str]]:
        """The GPIO pins in use (BCM numbers), each with what uses it."""
        return [
            *self.buttons.claims(),
            *self.lamps.claims(),
            *self.screen.claims(),
            *self.sound.claims(),
            *((pin, "UART of the scoreboard") for pin in (14, 15) if self.own_uart),
        ]

    @property
    def own_uart(self) -> bool:
        """Whether the scoreboard is on the Pi's own serial port."""
        return Path(self.scoreboard.port).name in OWN_UARTS

    def wires(self) -> dict[int, str]:
        """The wires of this box, by the header pin (1 to 40) that each goes to."""
        return wires(self.buttons, self.lamps, self.screen, self.sound, self.own_uart)


def installed_or(chosen: Path | None) -> Path | None:
    """The file to look at: `chosen`, else an installed box's; None for the defaults."""
    if chosen is None and INSTALLED.exists():
        return INSTALLED
    return chosen


def load_config(path: Path | None) -> Config:
    """The configuration in the file at `path`; the defaults when it is None.

    Raises ConfigError when the file can't be read or says something that is not allowed.
    """
    if path is None:
        return Config()
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not valid TOML: {error}") from error
    try:
        return msgspec.convert(raw, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {_explain(str(error), raw)}") from error


def _explain(message: str, raw: dict[str, Any]) -> str:
    """What is wrong, and what would be allowed, from msgspec's message."""
    problem, _, place = message.partition(" - at `$")
    keys = place.rstrip("`").split(".")[1:]
    value: Any = raw
    allowed: Any = Config
    for key in keys:
        value = value[key]
        allowed = get_type_hints(allowed, include_extras=True)[key]
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", problem):
        return _explain_unknown(unknown[1], keys, list(allowed.__struct_fields__))
    if keys:
        return f"{'.'.join(keys)} = {json.dumps(value, default=str)}: must be {_describe(allowed)}"
    return problem


def _explain_unknown(key: str, section: list[str], known: list[str]) -> str:
    where = f"in [{'.'.join(section)}]" if section else "at the top"
    allowed = f"allowed {where}: {', '.join(known)}"
    if homes := [] if section else _sections_with(key):
        allowed = f"it belongs under {' or '.join(homes)}"
    elif close := difflib.get_close_matches(key, known, n=1):
        allowed = f"did you mean {close[0]}? {allowed.capitalize()}"
    return f"{'.'.join([*section, key])}: no such key; {allowed}"


def _sections_with(key: str) -> list[str]:
    return [
        f"[{name}]"
        for name, section in get_type_hints(Config).items()
        if key in section.__struct_fields__
    ]


def _describe(allowed: Any) -> str:
    """What a key's type allows, in words."""
    for part in (allowed, *get_args(allowed)):
        for meta in getattr(part, "__metadata__", ()):
            return meta.description
    if get_origin(allowed) is Literal:
        return "one of " + ", ".join(json.dumps(choice) for choice in get_args(allowed))
    if allowed is bool:
        return "true or false"
    return "a section"
