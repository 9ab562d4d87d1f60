"""The fixtures where they are used, in a maker's tests; the page's examples are such tests."""

import re
from pathlib import Path

import pytest

import kingsgold.testing

pytest_plugins = ["pytester"]

PAGE = (Path(kingsgold.testing.__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_pass(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(**{f"test_example_{number}": text for number, text in enumerate(EXAMPLES)})
    passed = sum(text.count("\ndef test_") for text in EXAMPLES)
    assert passed >= len(EXAMPLES) > 3
    pytester.runpytest_inprocess().assert_outcomes(passed=passed)


def test_the_docstring_s_example_passes(pytester: pytest.Pytester) -> None:
    example = re.search(r"\n\n((?:    .*\n|\n)+)", kingsgold.testing.__doc__ or "")
    assert example is not None
    pytester.makepyfile(f"def test_example():\n{example[1]}")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)


def test_the_page_names_everything_that_a_box_has() -> None:
    for thing in (kingsgold.testing.Box, kingsgold.testing.Screen, kingsgold.testing.Scoreboard):
        told = {name for name in vars(thing) if not name.startswith("_")}
        behind = {"parts", "console", "off", "close", "port_name"}
        assert {name for name in told - behind if f".{name}" not in PAGE} == set()


def test_a_box_that_breaks_fails_its_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import contextlib

        import pytest

        from kingsgold.testing import ROLL

        def leak(*_):
            raise RuntimeError("water in the hold")

        @pytest.fixture(autouse=True)
        def leaking(box):
            box.console.listen(leak)
            box.match("kings-gold")

        def test_that_notices(box):
            box.tap(ROLL)

        def test_that_does_not_want_to_know(box):
            with contextlib.suppress(RuntimeError):
                box.tap(ROLL)

        def test_that_ends_before_it_breaks(box):
            box.press(ROLL)
            box.advance(1)
            box.parts.release(ROLL)
        """
    )
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(passed=2, failed=1, errors=3)


def test_a_failing_assertion_points_at_the_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_lamps(box):\n    box.assert_lit()\n")
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *AssertionError: lit: ROLL, TARGET; expected: none"])
    result.stdout.no_fnmatch_line("*raise AssertionError*")


def test_the_plugin_loads_nothing_of_the_box(pytester: pytest.Pytester) -> None:
    loaded = pytester.runpython_c(
        "import kingsgold.pytest_plugin, sys; print(*(n for n in sys.modules if 'kingsgold' in n))"
    )
    loaded.stdout.fnmatch_lines(["kingsgold kingsgold.pytest_plugin"])
