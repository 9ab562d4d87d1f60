"""What the checks found, for people and for programs."""

import textwrap
from collections.abc import Sequence
from typing import Any

from kingsgold.app.doctor.checks import Result, Verdict

WIDTH = 80
_MARKS = {
    Verdict.OK: "ok",
    Verdict.WARNING: "hm",
    Verdict.FAULT: "NO",
    Verdict.UNCHECKED: "??",
}
_COLOURS = {
    Verdict.OK: "\033[32m",
    Verdict.WARNING: "\033[33m",
    Verdict.FAULT: "\033[1;31m",
    Verdict.UNCHECKED: "\033[36m",
}
_PLAIN = "\033[0m"
_INDENT = " " * 19


def playable(results: Sequence[Result]) -> bool:
    """Whether the box can be played on: nothing that is vital is at fault."""
    return not _hindrances(results)


def table(results: Sequence[Result], colours: bool = False) -> str:
    """The findings as a table of 80 columns, each with what to do below it."""
    lines: list[str] = []
    for result in results:
        finding = result.finding
        mark = _MARKS[finding.verdict]
        first, *more = _wrapped(f"{mark}  {result.check.name:13}  ", finding.found)
        if colours:
            first = first.replace(mark, _COLOURS[finding.verdict] + mark + _PLAIN, 1)
        lines += [first, *more]
        if finding.cure:
            lines += _wrapped(f"{_INDENT}-> ", finding.cure)
    return "\n".join([*lines, "", *_wrapped("", _verdict(results))])


def as_json(results: Sequence[Result]) -> dict[str, Any]:
    """The findings for programs."""
    return {
        "playable": playable(results),
        "checks": [
            {
                "check": result.check.name,
                "vital": result.check.vital,
                "verdict": result.finding.verdict.value,
                "found": result.finding.found,
                "cure": result.finding.cure,
            }
            for result in results
        ],
    }


def _verdict(results: Sequence[Result]) -> str:
    if hindrances := _hindrances(results):
        return f"The box can't be played here: see {', '.join(hindrances)}."
    names = [result.check.name for result in results if result.finding.verdict is Verdict.FAULT]
    if names:
        return f"The box can be played; not all of it works: see {', '.join(names)}."
    return "The box can be played."


def _hindrances(results: Sequence[Result]) -> list[str]:
    return [
        result.check.name
        for result in results
        if result.check.vital and result.finding.verdict is Verdict.FAULT
    ]


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )
