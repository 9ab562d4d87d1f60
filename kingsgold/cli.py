"""The command line. Every command is a few lines; what is heavy is imported where it is needed."""

import contextlib
import errno
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kingsgold.app.keeper import NoKeeper
    from kingsgold.store import Match, Store
    from kingsgold.table.journal import Decision

GAMES = ("kings-gold", "voyages")
PAGES = (*GAMES, "fair-dice")
MODES = ("campaign", "blitz")
SKINS = ("bone", "ebony", "gold")


class Refusal(click.ClickException):
    """One line that says what is wrong; the exit code is 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the line."""
        click.echo(f"kingsgold: {self.format_message()}", err=True, file=file)


class Directory(click.Path):
    """A directory; an empty name is none, where click takes it for the working directory."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The path; a variable of a shell that is not set is refused, not played in."""
        if value == "":
            raise Refusal("--data needs the name of a directory, and got an empty one")
        return super().convert(value, param, ctx)


class Commands(click.Group):
    """The commands, whatever the standard streams are connected to."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command. Streams that fail end it with a line, a pipe that is closed silently."""
        _open_closed_streams()
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()
        except OSError as error:
            _drop_output()
            if error.errno != errno.EPIPE:
                with contextlib.suppress(OSError):
                    click.echo(f"kingsgold: input or output fails: {error.strerror}", err=True)
            sys.exit(1)


def _open_closed_streams() -> None:
    """Let a stream that was closed by who started us be an empty one; Python has None for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Whoever reads or writes it closes it: that is the end of the program.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _drop_output() -> None:
    """Let what could not be written go nowhere, so that Python does not try again at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


data_option = click.option(
    "--data",
    type=Directory(),
    help="Directory of the data; without it the one of this user, or of the service.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
config_option = click.option(
    "--config",
    "config_path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration file (TOML).",
)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kingsgold", prog_name="kingsgold")
def main() -> None:
    """King's Gold: a pirate dice box with four buttons, a small OLED and two games."""


@main.command()
@config_option
@data_option
def run(config_path: Path | None, data: Path | None) -> None:
    """Run the box on a Raspberry Pi (what the service starts)."""
    from kingsgold.app.config import ConfigError, load_config
    from kingsgold.app.daemon import run_box
    from kingsgold.box.parts import BoxError
    from kingsgold.store import StoreError, data_directory

    try:
        run_box(load_config(config_path), data_directory(data, os.environ))
    except (ConfigError, BoxError, StoreError) as error:
        raise Refusal(str(error)) from None


@main.command()
@config_option
@data_option
def play(config_path: Path | None, data: Path | None) -> None:
    """Play on the simulated box in this terminal."""
    from kingsgold.app.config import ConfigError, load_config
    from kingsgold.app.keeper import store_to_play
    from kingsgold.store import StoreError, data_directory

    try:
        config = load_config(config_path)
    except ConfigError as error:
        raise Refusal(str(error)) from None
    with _terminal_extra():
        from kingsgold.virtual.terminal import TerminalBox
    if not _in_terminal():
        raise Refusal("play needs a terminal; for scripts there is: kingsgold box")
    try:
        with store_to_play(data_directory(data, os.environ)) as store:
            TerminalBox(config, store).run()
    except StoreError as error:
        raise Refusal(str(error)) from None


@main.command()
@config_option
@data_option
@json_option
@click.pass_context
def doctor(
    context: click.Context, config_path: Path | None, data: Path | None, as_json: bool
) -> None:
    """Find what keeps this box from working, and what to do about it.

    The exit code is 0 when the box can be played, else 1. Without --config an installed box's
    configuration is looked at, else the defaults.
    """
    from kingsgold.app import doctor
    from kingsgold.app.config import installed_or

    case = doctor.open_case(installed_or(config_path), data, doctor.Machine())
    results = doctor.examine(case)
    if as_json:
        _print_json(doctor.as_json(results))
    else:
        click.echo(doctor.table(results, colours=sys.stdout.isatty()))
    context.exit(0 if doctor.playable(results) else 1)


@main.command()
@config_option
@click.option("--simulated", is_flag=True, help="Test a box that is not there, all by itself.")
@click.pass_context
def selftest(context: click.Context, config_path: Path | None, simulated: bool) -> None:
    """Test the box with your help: buttons, lamps, screen, buzzer and scoreboard.

    What to do is on the box's screen, and here. The exit code is 0 when all works, else 1.
    """
    import asyncio

    from kingsgold.app.config import ConfigError, installed_or, load_config
    from kingsgold.app.doctor import Machine
    from kingsgold.app.selftest import try_box, try_simulated_box
    from kingsgold.box.parts import BoxError
    from kingsgold.virtual.simtime import SimLoop

    try:
        config = load_config(installed_or(config_path))
        if simulated:
            with contextlib.closing(SimLoop()) as loop:
                failed = loop.run_until_complete(try_simulated_box(config, click.echo))
        else:
            failed = asyncio.run(try_box(config, click.echo, Machine()))
    except (ConfigError, BoxError) as error:
        raise Refusal(str(error)) from None
    context.exit(1 if failed else 0)


@main.command()
@config_option
def pinout(config_path: Path | None) -> None:
    """Show the Pi's header and where the wires of this box go.

    Without --config an installed box's configuration is shown, else the defaults.
    """
    from kingsgold.app.config import ConfigError, installed_or, load_config
    from kingsgold.box.wiring import header_lines

    try:
        config = load_config(installed_or(config_path))
    except ConfigError as error:
        raise Refusal(str(error)) from None
    for line in header_lines(config.wires(), colours=sys.stdout.isatty()):
        click.echo(line)


@main.command()
@click.option(
    "--data",
    type=Directory(),
    help="Directory of the data; without it a private one that goes with the box.",
)
def box(data: Path | None) -> None:
    """Play by script: one command a line on standard input, one JSON object a line back.

    \b
    match {"game": "voyages", "captains": ["Anne", "Jack"]}   start a match
    tap BUTTON | hold BUTTON SECONDS | down BUTTON | up BUTTON
    wait SECONDS
    state | prompt | events | lamps | screen [FILE.png] | scoreboard
    quit

    Buttons are lock, roll, stop and target. Time is simulated: it passes in tap, hold and wait.
    `events` and `scoreboard` tell what came since the last time they were asked. With --data an
    unfinished match is gone on with at once. A box that was switched off by its own menu answers
    everything but `quit` with an error.
    """
    from kingsgold.virtual.scripted import ScriptedBox

    with (
        _ended_by_signals(),
        _script_store(data) as store,
        contextlib.closing(ScriptedBox(store)) as scripted,
    ):
        lines = (line.decode("utf-8", "replace") for line in sys.stdin.buffer)
        for answer in scripted.answers(lines):
            click.echo(json.dumps(answer))


@main.command()
@click.argument("page", type=click.Choice(PAGES))
def rules(page: str) -> None:
    """Show the rules of a game, with the numbers of the rulings, or how the dice are kept fair."""
    file = resources.files("kingsgold.games") / "rules" / f"{page}.md"
    text = file.read_text(encoding="utf-8")
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


# What the box remembers


@main.command()
@data_option
@json_option
def matches(data: Path | None, as_json: bool) -> None:
    """List the matches that the box remembers, the latest first."""
    from kingsgold.store import listing

    with _store(data) as store:
        listed = store.matches()
    if as_json:
        _print_json([listing.match_facts(match) for match in listed])
    else:
        for match in listed:
            click.echo(listing.match_line(match))
        if not listed:
            _say_nothing_is_there("No match is kept", store, "matches")


@main.command()
@data_option
@click.argument("match_id", metavar="ID")
def replay(data: Path | None, match_id: str) -> None:
    """Look at a match again in this terminal: play, pause, and step in both directions."""
    import asyncio

    from kingsgold.store import StoreError

    with _terminal_extra():
        from kingsgold.virtual.replay import ReplayApp
    from kingsgold.virtual.positions import Replay

    with _store(data) as store:
        match = store.match(match_id)
        decisions = store.decisions(match)
        captains = store.captains()
    try:
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            played = Replay(match, decisions, captains, loop)
    except StoreError as error:
        raise Refusal(str(error)) from None
    if not _in_terminal():
        raise Refusal(f"replay needs a terminal; for scripts there is: kingsgold export {match.id}")
    ReplayApp(played).run()


@main.command()
@data_option
@click.argument("match_id", metavar="ID")
@click.option("--format", "form", type=click.Choice(["jsonl", "csv"]), default="jsonl")
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write; without it standard output.",
)
def export(data: Path | None, match_id: str, form: str, output: Path | None) -> None:
    """Write a match as a file: jsonl for other boxes and for verify, csv for people."""
    from kingsgold.store import matchfile

    with _store(data) as store:
        match = store.match(match_id)
        decisions = store.decisions(match)
    if form == "csv":
        written = matchfile.to_csv(match, decisions).encode("utf-8")
    else:
        written = matchfile.write(match, decisions)
    if output is None:
        sys.stdout.buffer.write(written)
        return
    try:
        output.write_bytes(written)
    except OSError as error:
        raise Refusal(f"{output}: can't be written: {error.strerror}") from None


@main.command("import")
@data_option
@click.argument("file", type=click.Path(path_type=Path))
def import_(data: Path | None, file: Path) -> None:
    """Take a match from another box in; it can be replayed and verified here.

    It does not count for captains and leaderboards.
    """
    from kingsgold.store import StoreError, matchfile

    content = _read_bytes(file)
    with _store(data) as store:
        try:
            match, decisions = matchfile.read(content)
        except StoreError as error:
            raise Refusal(f"{file}: {error}") from None
        known = {match.id: match for match in store.matches()}.get(match.id)
        if known is not None and matchfile.write(known, store.decisions(known)) == content:
            click.echo(f"match {match.id} is here already")
            return
        store.add_match(match, decisions)
    click.echo(f"match {match.id} is here now")


@main.command()
@data_option
@click.argument("subject", metavar="FILE|ID")
@click.pass_context
def verify(context: click.Context, data: Path | None, subject: str) -> None:
    """Make every toss of a match again, and say whether its dice were fair.

    The exit code is 0 for fair, 1 for not fair, 2 if nothing can be said.
    """
    from kingsgold.store import matchfile
    from kingsgold.store.verify import verify as verified

    try:
        match, decisions, from_file = _match_to_verify(data, subject)
    except matchfile.NoMatchFileError as error:
        raise Refusal(f"{subject}: {error}") from None
    except matchfile.MatchFileError as error:
        click.echo(f"not fair: {error}")
        context.exit(1)
    verdict = verified(match, decisions)
    where = ""
    if from_file and verdict.answer == "not fair":
        where = f"line {matchfile.line_of(verdict.decision)}: "
    click.echo(f"{verdict.answer}: {where}{verdict.why}" if verdict.why else verdict.answer)
    if verdict.answer == "fair":
        tosses = sum(len(decision.tosses) for decision in decisions)
        click.echo(
            f"All {tosses} tosses follow from the seed that was sealed as {match.commitment}. "
            "Is that what the box showed at the start?",
            err=True,
        )
    context.exit({"fair": 0, "not fair": 1}.get(verdict.answer, 2))


@main.command()
@data_option
@json_option
@click.option("--game", type=click.Choice(GAMES), help="Only this game.")
@click.option("--mode", type=click.Choice(MODES), help="Only this mode of King's Gold.")
def leaderboard(data: Path | None, as_json: bool, game: str | None, mode: str | None) -> None:
    """Show who is ahead, by game and mode, in matches with the usual bank and valuations."""
    from kingsgold.store import listing

    with _store(data) as store:
        boards = store.leaderboard(game, mode)
    if as_json:
        _print_json(boards)
    else:
        for line in listing.board_lines(boards):
            click.echo(line)
        if not boards:
            _say_nothing_is_there(
                "No captain who is remembered (a name of one's own on the box, or kingsgold "
                "captains add) has ended a ranked match",
                store,
                "leaderboard",
            )


@main.group("captains")
@data_option
@click.pass_context
def captains_group(context: click.Context, data: Path | None) -> None:
    """Captains who are remembered, with their badges, dice and deeds."""
    # People put the directory after "captains" as well as after what they do with them.
    context.default_map = {name: {"data": data} for name in captains_group.commands}


@captains_group.command("add")
@data_option
@click.argument("name")
def captains_add(data: Path | None, name: str) -> None:
    """Remember a captain: matches played under this name count from now on."""
    with _store(data) as store:
        captain = store.add_captain(name)
    click.echo(f"{captain.name} is remembered")


@captains_group.command("rename")
@data_option
@click.argument("name")
@click.argument("new_name")
def captains_rename(data: Path | None, name: str, new_name: str) -> None:
    """Give a captain another name."""
    with _store(data) as store:
        captain = store.rename_captain(name, new_name)
    click.echo(f"{name} is {captain.name} now")


@captains_group.command("skin")
@data_option
@click.argument("name")
@click.argument("skin", type=click.Choice(SKINS))
def captains_skin(data: Path | None, name: str, skin: Any) -> None:
    """Choose the dice that a captain plays with; all but bone need a badge."""
    with _store(data) as store:
        captain = store.set_skin(name, skin)
    click.echo(f"{captain.name} plays with dice of {captain.skin}")


@captains_group.command("list")
@data_option
@json_option
def captains_list(data: Path | None, as_json: bool) -> None:
    """List the captains who are remembered, and what they have done."""
    from kingsgold.store import listing

    with _store(data) as store:
        known = [(captain, store.statistics(captain)) for captain in store.captains()]
    if as_json:
        _print_json([listing.captain_facts(captain, done) for captain, done in known])
    else:
        for captain, done in known:
            for line in listing.captain_lines(captain, done):
                click.echo(line)
        if not known:
            _say_nothing_is_there("No captain is remembered", store, "captains list")


@captains_group.command("remove")
@data_option
@click.argument("name")
def captains_remove(data: Path | None, name: str) -> None:
    """Forget a captain; matches stay, with the names in them."""
    with _store(data) as store:
        captain = store.remove_captain(name)
    click.echo(f"{captain.name} is forgotten")


@contextmanager
def _terminal_extra() -> Generator[None, None, None]:
    """Around an import that needs what only the extra for terminals brings."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "kingsgold":
            raise
        raise Refusal(f"the terminal box needs {error.name}: make play brings it") from None


def _in_terminal() -> bool:
    """Whether keys come from a terminal and pictures go to one; Textual draws on stderr."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


@contextmanager
def _store(data: Path | None) -> "Generator[Store, None, None]":
    """The store, to read and edit beside a box that plays."""
    from kingsgold.store import Store, StoreError, data_directory

    try:
        with Store(data_directory(data, os.environ)) as store:
            yield store
    except StoreError as error:
        raise Refusal(str(error)) from None


def _say_nothing_is_there(nothing: str, store: "Store", command: str) -> None:
    """Say where there is nothing to list, and where there may be."""
    from kingsgold.store.files import SERVICE_DIRECTORY

    directory = store.path.parent
    click.echo(f"{nothing} in {directory}", err=True)
    if directory != SERVICE_DIRECTORY and SERVICE_DIRECTORY.exists():
        click.echo(
            f"The service has its own: sudo kingsgold {command} --data {SERVICE_DIRECTORY}",
            err=True,
        )


@contextmanager
def _script_store(data: Path | None) -> "Generator[Store | NoKeeper]":
    """The store of a scripted box; what keeps nothing where there is no room for one."""
    from kingsgold.app.keeper import NoKeeper, store_to_play
    from kingsgold.store import StoreError

    with contextlib.ExitStack() as opened:
        try:
            if data is None:
                private = tempfile.TemporaryDirectory(prefix="kingsgold-")
                data = Path(opened.enter_context(private))
            store = opened.enter_context(store_to_play(data))
        except StoreError as error:
            raise Refusal(str(error)) from None
        except OSError:
            # Nowhere to put what would have gone with the box anyway.
            store = NoKeeper()
        yield store


@contextmanager
def _ended_by_signals() -> Generator[None]:
    """Let SIGTERM and SIGHUP end what is inside as the end of input does, with all its tidying."""

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(0)

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _match_to_verify(data: Path | None, subject: str) -> "tuple[Match, Sequence[Decision], bool]":
    """A match, its decisions, and whether they are from a file.

    A file that happens to be called like a match does not hide that match.
    """
    from kingsgold.store import StoreError, matchfile

    file = Path(subject)
    if subject.isascii() and subject.isalnum():
        with _store(data) as store:
            try:
                match = store.match(subject)
            except StoreError:
                if not file.is_file():
                    raise
            else:
                return match, store.decisions(match), False
    return *matchfile.read(_read_bytes(file)), True


def _read_bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Refusal(f"{file}: can't be read: {error.strerror}") from None


def _print_json(value: Any) -> None:
    import msgspec

    click.echo(json.dumps(msgspec.to_builtins(value)))


def _or_refuse(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except ValueError as error:
        raise Refusal(str(error)) from None
