"""The loop whose time is simulated."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from kingsgold.virtual.simtime import NothingScheduledError, SimLoop


@pytest.fixture
def loop() -> Iterator[SimLoop]:
    loop = SimLoop()
    yield loop
    loop.close()


def test_time_passes_only_when_it_is_let_pass(loop: SimLoop) -> None:
    fired: list[float] = []
    for when in (0.5, 2.0, 2.5):
        loop.call_at(when, lambda: fired.append(loop.time()))
    assert loop.time() == 0
    loop.advance(2)
    assert fired == [0.5, 2.0]
    assert loop.time() == 2
    loop.advance(1)
    assert fired == [0.5, 2.0, 2.5]
    assert loop.time() == 3


def test_what_is_due_at_the_end_happens_in_spite_of_rounding(loop: SimLoop) -> None:
    fired: list[int] = []
    for tenths in range(1, 1000):
        loop.call_at(tenths * 0.1, fired.append, tenths)
        loop.advance(0.1)
        assert fired[-1] == tenths


def test_time_never_goes_back(loop: SimLoop) -> None:
    seen: list[float] = []
    loop.call_at(1 + 5e-10, lambda: seen.append(loop.time()))
    loop.advance(1)
    seen.append(loop.time())
    loop.advance()
    seen.append(loop.time())
    assert len(seen) == 3
    assert seen == sorted(seen)


def test_what_follows_at_once_happens_without_time(loop: SimLoop) -> None:
    done: list[str] = []

    async def work() -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        done.append("work")

    task = loop.create_task(work())
    loop.advance()
    assert done == ["work"]
    assert task.done()
    assert loop.time() == 0


def test_waiting_jumps_from_timer_to_timer(loop: SimLoop) -> None:
    async def wait() -> float:
        await asyncio.sleep(3600)
        await asyncio.sleep(3600)
        return loop.time()

    assert loop.run_until_complete(wait()) == 7200


def test_waiting_for_nothing_is_an_error(loop: SimLoop) -> None:
    async def wait() -> None:
        await loop.create_future()

    task = loop.create_task(wait())
    with pytest.raises(NothingScheduledError):
        loop.run_until_complete(task)
    task.cancel()
    loop.advance()


def test_advancing_needs_nothing_scheduled(loop: SimLoop) -> None:
    loop.advance(5)
    assert loop.time() == 5


def test_until_stops_time_where_it_is(loop: SimLoop) -> None:
    seen: list[int] = []
    for second in range(1, 10):
        loop.call_at(second, seen.append, second)
    loop.advance(20, until=lambda: len(seen) == 3)
    assert loop.time() == 3
    loop.advance(1)
    assert seen == [1, 2, 3, 4]


def test_an_error_in_a_callback_comes_out_and_stops_time(loop: SimLoop) -> None:
    loop.call_at(2, lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        loop.advance(10)
    assert loop.time() == 2
    loop.advance(1)
    assert loop.time() == 3


def test_a_call_from_another_thread_arrives(loop: SimLoop) -> None:
    arrived: list[str] = []
    thread = threading.Thread(target=loop.call_soon_threadsafe, args=(arrived.append, "here"))
    thread.start()
    thread.join()
    loop.advance()
    assert arrived == ["here"]


def test_time_stands_still_while_a_thread_works(loop: SimLoop) -> None:
    begun = threading.Event()

    async def work(threads: ThreadPoolExecutor) -> tuple[str, float]:
        loop.call_later(5, begun.set)
        await asyncio.sleep(1)
        job = loop.run_in_executor(threads, lambda: "done")
        return await job, loop.time()

    with ThreadPoolExecutor(1) as threads:
        assert loop.run_until_complete(work(threads)) == ("done", 1)
    assert not begun.is_set()
