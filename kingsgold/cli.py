"""The command line. Every command is a few lines; what is heavy is imported where it is needed."""

import json
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import click

GAMES = ("kings-gold", "voyages")

config_option = click.option(
    "--config",
    "config_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration file (TOML).",
)


class Refusal(click.ClickException):
    """One line that says what is wrong; the exit code is 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the line."""
        click.echo(f"kingsgold: {self.format_message()}", err=True, file=file)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kingsgold", prog_name="kingsgold")
def main() -> None:
    """King's Gold: a pirate dice box with four buttons, a small OLED and two games."""


@main.command()
@config_option
def run(config_path: Path | None) -> None:
    """Run the box on a Raspberry Pi (what the service starts)."""
    from kingsgold.app.config import ConfigError, load_config
    from kingsgold.app.daemon import run_box
    from kingsgold.box.parts import BoxError

    try:
        run_box(load_config(config_path))
    except (ConfigError, BoxError) as error:
        raise Refusal(str(error)) from None


@main.command()
@config_option
def play(config_path: Path | None) -> None:
    """Play on the simulated box in this terminal."""
    from kingsgold.app.config import ConfigError, load_config

    try:
        config = load_config(config_path)
    except ConfigError as error:
        raise Refusal(str(error)) from None
    try:
        from kingsgold.virtual.terminal import TerminalBox
    except ModuleNotFoundError as error:
        raise Refusal(
            f"the terminal box needs {error.name}: pip install 'kingsgold[sim]', or make play"
        ) from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refusal("play needs a terminal; for scripts there is: kingsgold box")
    TerminalBox(config).run()


@main.command()
def box() -> None:
    """Play by script: one command a line on standard input, one JSON object a line back.

    \b
    match {"game": "voyages", "captains": ["Anne", "Jack"]}   start a match
    tap BUTTON | hold BUTTON SECONDS | down BUTTON | up BUTTON
    wait SECONDS
    state | prompt | events | lamps | screen [FILE.png] | scoreboard
    quit

    Buttons are lock, roll, stop and target. Time is simulated: it passes in tap, hold and wait.
    `events` and `scoreboard` tell what came since the last time they were asked.
    """
    from kingsgold.virtual.scripted import ScriptedBox

    scripted = ScriptedBox()
    lines = (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
    try:
        for answer in scripted.answers(lines):
            click.echo(json.dumps(answer))
    finally:
        scripted.close()


@main.command()
@click.argument("game", type=click.Choice(GAMES))
def rules(game: str) -> None:
    """Show the rules of a game, with the numbers of the rulings."""
    page = resources.files("kingsgold.games") / "rules" / f"{game}.md"
    text = page.read_text(encoding="utf-8")
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


@main.command()
@click.argument("game", type=click.Choice(GAMES), required=False)
@click.argument("roll", required=False)
@click.option("--guard", help="Voyages: the Broadside's face while the cannons are reloaded.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
@click.option(
    "--cases",
    type=click.File("rb"),
    help="Work out a JSON list of cases ('-': standard input) and print it with the answers.",
)
def explain(
    game: str | None, roll: str | None, guard: str | None, as_json: bool, cases: Any
) -> None:
    """Tell what a roll is worth, and why.

    \b
    kingsgold explain kings-gold OONRX
    kingsgold explain voyages '44#36' --guard 4
    """
    from kingsgold.app import explanation

    if cases is not None:
        if game or roll or guard:
            raise click.UsageError("--cases stands alone, without a game and a roll")
        answer = _or_refuse(explanation.answer_cases, cases.read())
        click.echo(json.dumps(answer))
        return
    if not game or not roll:
        raise click.UsageError("name a game and a roll, or give --cases FILE")
    if guard is not None and game != "voyages":
        raise click.UsageError("--guard goes with voyages")
    if as_json:
        facts = _or_refuse(explanation.facts, game, roll, guard)
        click.echo(json.dumps(facts))
    else:
        for sentence in _or_refuse(explanation.sentences, game, roll, guard):
            click.echo(sentence)


def _or_refuse(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except ValueError as error:
        raise Refusal(str(error)) from None
