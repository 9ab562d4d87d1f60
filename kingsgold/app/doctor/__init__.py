"""`kingsgold doctor`: is everything there that the box needs, and what to do where it is not?

`checks` are small functions over a `machine`, which is this computer, or one that a test makes up;
`report` says what they found.
"""

from kingsgold.app.doctor.checks import (
    CHECKS,
    Case,
    Check,
    Finding,
    Result,
    Verdict,
    examine,
    open_case,
)
from kingsgold.app.doctor.machine import Machine
from kingsgold.app.doctor.report import as_json, playable, table

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "Finding",
    "Machine",
    "Result",
    "Verdict",
    "as_json",
    "examine",
    "open_case",
    "playable",
    "table",
]
