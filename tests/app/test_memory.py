"""What was chosen on the box, when its file is no good."""

from pathlib import Path

import pytest

from kingsgold.app.draft import Draft
from kingsgold.app.memory import FILE, Memory


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        '{"captains": 7}',
        '{"crew": ["Anne", "Anne", "Mary", "Bart", "Grace", "Ned"]}',
        '{"changed": {"voyages": {"target": ' + "[" * 100_000,
    ],
)
def test_a_file_that_is_no_good_is_begun_anew(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    memory = Memory(tmp_path)
    assert memory.recall() == Draft()
    assert "is begun anew" in caplog.text
    chosen = Draft(game="voyages", captains=3)
    memory.keep(chosen)
    assert Memory(tmp_path).recall() == chosen
