"""How the box behaves towards its captains, from the configuration."""

import msgspec

from kingsgold.app.config import Config


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """Times in seconds, and the buzzer.

    `menu_hold_s` is how long STOP is held for a menu; after `dim_after_s` and `blank_after_s`
    without a press the glass is dimmed and blanked (0: never). `volume` is the buzzer's until the
    captains choose another; None for a box without a buzzer.
    """

    menu_hold_s: float = 1.5
    dim_after_s: float = 60
    blank_after_s: float = 600
    volume: int | None = None


def habits(config: Config) -> Habits:
    """The habits that `config` asks for."""
    return Habits(
        menu_hold_s=config.buttons.hold_s,
        dim_after_s=config.screen.dim_after_s,
        blank_after_s=config.screen.blank_after_s,
        volume=None if config.sound.pin is None else config.sound.volume,
    )
