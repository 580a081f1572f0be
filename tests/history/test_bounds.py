"""How much is kept, and what happens where the disk takes no more."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.errors import NotFound
from app.history import history as history_module
from app.history.moments import WHATS, Moment
from app.history.store import Bounds, HistoryEntry, HistoryStore
from tests.history.witnessed import Wall, Witnessed, kept, plain, stopped, ticks
from tests.support.zookeeper import await_until

DAY = 86_400.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short run has many of them."""
    monkeypatch.setattr(history_module, "BLOCK", 10)


@pytest.fixture
def no_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history tries again only where a test says so."""
    monkeypatch.setattr(history_module, "RETRY", 600.0)


def is_whole(history: Witnessed) -> bool:
    return history.past.is_whole


def faults(history: Witnessed, count: int) -> None:
    """Moments with an event each that does not pack well."""
    for number in range(count):
        data = {"by": "".join(f"{(number * 7919 + n * n) % 65_521:x}" for n in range(2_000))}
        history.journal.tell("candidate.killed", f"c{number}", data)
    history.await_kept(history.journal.state["seq"])


def test_what_is_too_old_goes(path: Path) -> None:
    wall = Wall()
    with kept(path, Bounds(days=2), wall) as first:
        faults(first, 99)
        wall.at += DAY
        faults(first, 100)
        assert is_whole(first)
        wall.at += 1.5 * DAY
        faults(first, 15)
        assert first.past.runs()[0]["first"] == 101
        assert first.past.moments(WHATS, 0, 2**53, 1_000)[0]["seq"] == 101
        assert not is_whole(first)
        assert first.past.after(50, 10) is None
        assert first.past.after(100, 10) is not None
        with pytest.raises(NotFound):
            first.past.at(100)
        assert plain(first.past.at(101).state) == plain(first.live[101])
        last = first.journal.state["seq"]
    wall.at += 400 * DAY
    with kept(path, Bounds(days=2), wall) as second:
        ticks(second, 1)
        assert second.begins_after == last, "the numbers go on where nothing is left"
        assert [one["run"] for one in second.past.runs()] == [second.run]
        assert second.past.moments(WHATS, 0, 2**53, 1_000) == []


def test_the_oldest_go_where_there_are_too_many(path: Path) -> None:
    size = 400_000
    with kept(path, Bounds(size=size)) as history:
        faults(history, 600)
        assert path.stat().st_size <= size + 600_000  # what is free stays for the next ones
        runs = history.past.runs()
        assert 1 < runs[0]["first"] < 600
        assert history.past.moments(WHATS, 0, 2**53, 1_000)[0]["seq"] >= runs[0]["first"]
        for seq in (runs[0]["first"], runs[0]["last"]):
            assert plain(history.past.at(seq).state) == plain(history.live[seq])


def test_a_file_shrinks_to_a_smaller_size(path: Path) -> None:
    with kept(path, Bounds(size=10**9)) as history:
        faults(history, 400)
    before = path.stat().st_size
    with kept(path, Bounds(size=before // 4)) as history:
        for number in range(4):
            ticks(history, 10, start=number)
        assert history.past.runs()[-1]["last"] == 442
    assert path.stat().st_size <= before // 3


def test_one_block_is_never_too_much(path: Path) -> None:
    with kept(path, Bounds(size=1)) as history:
        faults(history, 35)
        assert history.stopped is None
        assert history.past.at(36).seq == 36
        assert history.past.runs()[0]["first"] == 31


def test_the_log_stays_small_while_somebody_reads(path: Path) -> None:
    with kept(path) as history:
        ended = threading.Event()

        def read() -> None:
            while not ended.is_set():
                history.past.at(1 + history._kept // 2)

        ticks(history, 1)
        reader = threading.Thread(target=read)
        reader.start()
        try:
            ticks(history, 4_000)
            assert path.with_name(f"{path.name}-wal").stat().st_size < 6 * 1024 * 1024
        finally:
            ended.set()
            reader.join()


# -- a disk that takes no more -----------------------------------------------------------------


@pytest.mark.usefixtures("no_retry")
def test_a_full_disk_stops_the_history_only(path: Path) -> None:
    with kept(path) as history:
        fill(history)
        assert history.stopped
        told = [one for one in history.journal.since(0) or () if one.kind == "history.stopped"]
        assert [one.data for one in told] == [{"reason": "database or disk is full"}]
        assert history.facts()["stopped"] == "database or disk is full"
        ticks(history, 50)
        history.await_kept(2**53)
        kept_last = history.past.runs()[-1]["last"]
        for seq in (1, kept_last):
            assert plain(history.past.at(seq).state) == plain(history.live[seq])
        with pytest.raises(NotFound, match=f"which has the events from 1 to {kept_last}"):
            history.past.at(kept_last + 1)
        latest = history.journal.state["seq"]
        for seq in (1, kept_last, kept_last + 1, latest - 1, latest):
            seen = history.at(seq)
            assert (seen.seq, seen.run) == (seq, history.run)
            assert plain(seen.state) == plain(history.live[seq])
        assert history.at_time(2**40).seq == latest
        with pytest.raises(NotFound):
            history.at(latest + 1)
        await_until(history._queue.empty)  # what waits is let go
        heard: list[Moment] = []
        history.hear(heard.extend)
        history.journal.tell("candidate.killed", "late", {"by": "test"})
        await_until(lambda: [one.subject for one in heard] == ["late"])
    with kept(path) as again:
        ticks(again, 3)
        assert again.begins_after == kept_last
        assert again.past.at(kept_last + 3).seq == kept_last + 3


def resumed(history: Witnessed) -> Any:
    """What the history says that it has missed, once it is kept again."""
    told = (one for one in history.journal.since(0) or () if one.kind == "history.resumed")
    return next((one.data for one in told), None)


def fill(history: Witnessed) -> None:
    """Let events come until the disk takes no more."""
    ticks(history, 3)
    history._store._execute("PRAGMA max_page_count = 30")
    faults(history, 200)
    await_until(lambda: stopped(history))


def make_room(history: Witnessed) -> None:
    """Let the history go on: there is room, and the time has come to try again."""
    history._store._execute("PRAGMA max_page_count = 100000")
    history._retry_at = 0.0
    ticks(history, 1)
    await_until(lambda: resumed(history))


@pytest.mark.usefixtures("no_retry")
def test_the_history_goes_on_where_there_is_room_again(path: Path) -> None:
    """It says what is missing. What the journal has at hand can be shown all the same."""
    with kept(path) as history:
        fill(history)
        make_room(history)
        assert stopped(history) is None
        ticks(history, 25)
        (gap,) = history.facts()["gaps"]
        assert resumed(history) == {"gap": gap}
        last = history.journal.state["seq"]
        for seq in (gap["after"], gap["before"], last):
            assert plain(history.past.at(seq).state) == plain(history.live[seq])
        between = rf"nothing between the events {gap['after']} and {gap['before']}"
        with pytest.raises(NotFound, match=between):
            history.past.at(gap["after"] + 1)
        assert history.past.after(gap["after"], 10) is None
        assert not history.past.is_whole
        for seq in (gap["after"] + 1, gap["before"] - 1, gap["before"], last):
            seen = history.at(seq)
            assert (seen.seq, plain(seen.state)) == (seq, plain(history.live[seq]))
    with kept(path) as again:
        assert again.begins_after == last
        assert again.facts()["gaps"] == [gap]


@pytest.mark.usefixtures("no_retry")
def test_a_time_of_which_nothing_is_kept_is_refused(path: Path) -> None:
    wall = Wall()
    with kept(path, wall=wall) as history:
        begun = wall.at
        fill(history)
        heard: list[Moment] = []
        history.hear(heard.extend)
        wall.at = begun + 10
        history.journal.tell("candidate.killed", "the last", {})
        await_until(lambda: "the last" in [one.subject for one in heard])  # all before it are gone
        make_room(history)
        (gap,) = history.facts()["gaps"]
        assert history.past.at_time(begun).seq == gap["after"]
        with pytest.raises(NotFound, match=f"nothing between the events {gap['after']} and"):
            history.past.at_time(begun + 5)
        assert history.past.at_time(begun + 10).wall == begun + 10


def test_a_disk_that_fails_as_the_run_begins_stops_the_history_only(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept(path) as first:
        ticks(first, 3)
    monkeypatch.setattr(HistoryStore, "_begin_block", _full)
    with kept(path) as second:
        await_until(lambda: stopped(second))
        assert plain(second.past.at(4).state) == plain(first.live[4])
        last = second.journal.state["seq"]
        assert plain(second.at(last).state) == plain(second.live[last])


def test_what_neither_the_disk_nor_the_journal_has_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HistoryStore, "_begin_block", _full)
    with kept(path) as history:
        await_until(lambda: stopped(history))
        history.journal._events = deque(maxlen=3)
        ticks(history, 5)
        with pytest.raises(
            NotFound, match=r"stopped after event 0 \(.* is full\).* room on the disk"
        ):
            history.at(history.journal.state["seq"] - 1)


def _full(*given: Any) -> NoReturn:
    raise sqlite3.OperationalError("database or disk is full")


@pytest.fixture
def hangs() -> threading.Event:
    """Whether the disk takes no more."""
    return threading.Event()


@pytest.fixture
def let_go(monkeypatch: pytest.MonkeyPatch, hangs: threading.Event) -> Iterator[Callable[[], None]]:
    """The disk takes three events, and then no more until this is called."""
    goes_on, add, count = threading.Event(), HistoryStore.add, 0

    def add_some(store: HistoryStore, entries: list[HistoryEntry]) -> None:
        nonlocal count
        count += len(entries)
        if count > 3:
            hangs.set()
            goes_on.wait()
        add(store, entries)

    monkeypatch.setattr(HistoryStore, "add", add_some)
    yield goes_on.set
    goes_on.set()


def test_a_disk_that_hangs_is_not_waited_for_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch, let_go: Callable[[], None]
) -> None:
    assert history_module.TIMEOUT == 10
    monkeypatch.setattr(history_module, "TIMEOUT", 1)
    with kept(path) as history:
        ticks(history, 3)
        assert history.stopped == "the disk has not answered for a long time"
        await_until(lambda: stopped(history) == history.stopped)
        let_go()
        await_until(lambda: resumed(history))
        assert resumed(history) == {"gap": None}, "what waited is kept"


def tell_late(history: Witnessed, count: int) -> None:
    for _ in range(count):
        history.journal.tell("election.followed", "/late", {"strategy": "herd"})


def test_too_many_that_wait_are_given_up(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hangs: threading.Event,
    let_go: Callable[[], None],
) -> None:
    monkeypatch.setattr(history_module, "MOST_WAITING", 10)
    with kept(path) as history:
        tell_late(history, 5)
        await_until(hangs.is_set)
        tell_late(history, 30)
        assert history.stopped == "the disk does not keep up with what happens"
        await_until(lambda: stopped(history) == history.stopped)
        assert history._queue.qsize() <= 12
        let_go()
        gap = await_until(lambda: resumed(history))["gap"]
        history.await_kept(history.journal.state["seq"])
    with kept(path) as again:
        lines = again.past.after(0, 100) or []
        assert [line["seq"] for line in lines] == [*range(1, gap["after"] + 1)]
        assert again.past.at(gap["before"]).seq == gap["before"]
