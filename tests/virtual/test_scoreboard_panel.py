"""The scoreboard in the terminal box: it shows what the line's bytes say."""

import pytest

from kingsgold.virtual.glass import Chronicle
from kingsgold.virtual.terminal import HELP
from tests.virtual.test_terminal import KINGS, ROOMY, SMALLEST, Player, play


def panel(player: Player) -> list[str]:
    widget = player.app.query_one("#scoreboard")
    return str(widget.render()).splitlines() if widget.size.area else []


def test_b_turns_the_chronicle_over_and_back() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "OOOON")
        assert panel(player) == []
        await player.type("rsb")
        port = player.app.box.scoreboard.port_name
        head, captains, *raw = panel(player)
        assert head == f"Scoreboard on {port}: playing, round 1"
        assert captains.split() == ["Anne", "4", "▶", "Jack", "0"]
        assert raw[-2].startswith("$KGTRN,1,1,")
        assert player.app.query_one(Chronicle).size.area == 0
        await player.type("b")
        assert panel(player) == []
        assert player.told[-1] == "Round 1: Jack takes the dice"

    play(scenario)


def test_announcements_are_shown() -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "XXXOO")
        await player.type("rb")
        assert "Anne: curse" in panel(player)

    play(scenario)


def test_the_seconds_go_down() -> None:
    async def scenario(player: Player) -> None:
        await player.start(type(KINGS)(captains=KINGS.captains, mode="blitz", starter=0))
        await player.type("b")
        before = panel(player)[0]
        await player.wait(1)
        seconds = [int(line.split(" s")[0].split()[-1]) for line in (before, panel(player)[0])]
        assert seconds[0] == seconds[1] + 1

    play(scenario)


@pytest.mark.parametrize("size", [(140, 45), (130, 44)])
def test_where_there_is_room_both_are_shown(size: tuple[int, int]) -> None:
    async def scenario(player: Player) -> None:
        await player.start(KINGS, "OOOON")
        for keys in ("rs", "b"):
            await player.type(keys)
            assert panel(player)[0].startswith("Scoreboard on ")
            assert player.told[-1] == "Round 1: Jack takes the dice"
            assert player.app.query_one(Chronicle).size.width == 80

    play(scenario, size)


def test_it_follows_a_resize() -> None:
    async def scenario(player: Player) -> None:
        await player.type("b")
        for size in (ROOMY, SMALLEST):
            await player.pilot.resize_terminal(*size)
            await player.wait()
            assert len(panel(player)) == player.app.query_one("#scoreboard").size.height

    play(scenario)


def test_the_help_fits_its_line() -> None:
    assert len(HELP.format(5.5)) <= SMALLEST[0]
