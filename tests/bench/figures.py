"""What was measured: a table for people, JSON for machines, and two runs beside each other."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

Unit = Literal["s", "B", "1/s", "share", ""]


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One figure, in seconds, bytes, times a second, shares of one, or a plain count.

    `base` is what it is compared with in the same run, in the same unit, and `base_name` says what
    that is. `target` is what is aimed at as a maximum: of the ratio where there is a `base`, else
    of the value.
    """

    key: str
    label: str
    value: float
    unit: Unit = ""
    base: float | None = None
    base_name: str = ""
    target: float | None = None

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the base."""
        return None if self.base is None else self.value / self.base

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.target is None:
            return None
        return (self.value if self.ratio is None else self.ratio) <= self.target


class Section(msgspec.Struct, frozen=True):
    """Figures that belong together; `how` says how they were come by."""

    title: str
    how: str
    figures: tuple[Figure, ...]


class Run(msgspec.Struct, frozen=True):
    """One run of the bench: where, and what came out."""

    machine: Mapping[str, str]
    sections: tuple[Section, ...]

    def figures(self) -> dict[str, Figure]:
        """All figures by their keys."""
        return {figure.key: figure for section in self.sections for figure in section.figures}


WIDTH = 80
_COLUMNS = (29, 11, 26, 14)


def table(run: Run) -> list[str]:
    """The run as lines of at most 80 characters."""
    lines = [", ".join(run.machine.values())]
    for section in run.sections:
        lines += ["", section.title.upper(), *_wrapped(section.how)]
        lines += [_line(figure) for figure in section.figures]
    return lines


def comparison(old: Run, new: Run) -> list[str]:
    """The figures of both runs, and the new ones as multiples of the old ones."""
    before, after = old.figures(), new.figures()
    lines = [_row("", "before", "now", "now / before")]
    for key, figure in after.items():
        if key in before:
            was = before[key].value
            then = amount(was, figure.unit)
            change = f"{figure.value / was:.2f}" if was else "-"
        else:
            then, change = "-", "new"
        lines.append(_row(figure.label, then, amount(figure.value, figure.unit), change))
    lines += [
        _row(figure.label, amount(figure.value, figure.unit), "-", "gone")
        for key, figure in before.items()
        if key not in after
    ]
    return lines


def amount(value: float, unit: Unit) -> str:
    """A value with its unit, in at most four digits where there are thousands of them."""
    match unit:
        case "s":
            return _scaled(value, ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")))
        case "B":
            return _scaled(value, ((1e9, "GB"), (1e6, "MB"), (1e4, "kB"), (1.0, "B")))
        case "1/s":
            return f"{_digits(value)} /s"
        case "share":
            return f"{_digits(value * 100)} %"
        case "":
            return _digits(value)


def _scaled(value: float, steps: Sequence[tuple[float, str]]) -> str:
    step, name = next((step for step in steps if value >= step[0]), steps[-1])
    scale = 1e3 if name == "kB" else step
    return f"{_digits(value / scale)} {name}"


def _digits(value: float) -> str:
    if value >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _line(figure: Figure) -> str:
    against = target = ""
    if figure.base is not None and figure.ratio is not None:
        against = f"{_ratio(figure.ratio)} of {amount(figure.base, figure.unit)}"
        if figure.base_name:
            against += f" {figure.base_name}"
    if figure.target is not None:
        most = amount(figure.target, figure.unit) if figure.base is None else _ratio(figure.target)
        target = f"<= {most}" + ("" if figure.met else " !")
    return _row(figure.label, amount(figure.value, figure.unit), against, target)


def _ratio(ratio: float) -> str:
    return f"{_digits(ratio * 100)} %" if ratio < 1 else f"{_digits(ratio)} x"


def _row(label: str, *cells: str) -> str:
    widths = zip(_COLUMNS, (label, *cells), strict=True)
    first, *rest = [
        f"{cell:<{width}}" if place == 0 else f"{cell:>{width}}"
        for place, (width, cell) in enumerate(widths)
    ]
    return "".join((first, *rest)).rstrip()


def _wrapped(text: str) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > WIDTH - 2:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [f"  {line}" for line in (*lines, line) if line]
