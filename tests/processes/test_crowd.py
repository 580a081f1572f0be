"""Many candidates are started and stopped in the background, in order, a few at a time."""

from __future__ import annotations

import gc
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from app.errors import Conflict, LimitReached, NotFound
from app.journal.recorded import Recorded
from app.processes import crowd
from app.processes.launching import SPARE_FILES
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms

AT_A_TIME, MANY, LIMIT = 10, 25, 50


@pytest.fixture(autouse=True)
def fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few on their way at a time that many are not so many."""
    monkeypatch.setattr(crowd, "AT_A_TIME", AT_A_TIME)


@pytest.fixture
def rooms(hosts: str) -> Iterator[Rooms]:
    with Rooms(hosts, limit=LIMIT) as opened:
        yield opened


@contextmanager
def room_for(candidates: int) -> Iterator[None]:
    """So many processes can be started from here before too many files are open: three for each."""
    gc.collect()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = psutil.Process().num_fds() + SPARE_FILES + 3 * candidates
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def begin(rooms: Rooms, count: int) -> list[str]:
    return rooms.control.volunteers.start(count, ELECTION, "predecessor", TIMEOUT, by="test")


def begun(rooms: Rooms) -> list[str]:
    return [event.subject for event in rooms.told("candidate.starting")]


def queued(rooms: Rooms) -> list[str]:
    known = rooms.state["candidates"].items()
    return [name for name, one in known if one["lifecycle"] == "queued"]


def await_none_under_way(rooms: Rooms) -> None:
    rooms.await_(lambda: rooms.state["crowd"]["starting"] is None, 90)


def test_many_are_named_at_once_started_in_their_order_and_stopped_a_few_at_a_time(
    rooms: Rooms,
) -> None:
    on_their_way: list[int] = []

    def note(event: Recorded) -> None:
        if event.kind == "candidate.starting":
            on_their_way.append(rooms.supervisor._joining.size)

    rooms.journal.subscribe(note)
    names = begin(rooms, MANY)
    assert len(begun(rooms)) < MANY
    assert names == [f"c{number}" for number in range(1, MANY + 1)]
    assert list(rooms.state["candidates"]) == names
    rooms.await_chain(*names)
    assert begun(rooms) == names
    assert max(on_their_way) < AT_A_TIME
    assert rooms.state["crowd"]["starting"] is None
    rooms.act("c2", "pause")
    assert rooms.control.candidates.stop_all(by="test") == names
    assert len(rooms.told("candidate.stopping")) < MANY
    stopping = rooms.state["crowd"]["stopping"]
    assert (stopping["of"], set(stopping["names"])) == (MANY, set(names))
    rooms.await_(lambda: rooms.state["crowd"]["stopping"] is None, 60)
    rooms.await_chain()
    assert {one["exit"]["code"] for one in rooms.state["candidates"].values()} == {0}
    stopped = [event.subject for event in rooms.told("candidate.stopping")]
    assert stopped == names[::-1]


@pytest.mark.proof
def test_how_far_the_start_has_come_is_told(rooms: Rooms) -> None:
    progress: list[tuple[int, int]] = []

    def note(event: Recorded) -> None:
        starting = rooms.state["crowd"]["starting"]
        if starting is not None:
            progress.append((starting["started"], starting["of"]))

    rooms.journal.subscribe(note)
    begin(rooms, MANY)
    await_none_under_way(rooms)
    assert {of for _, of in progress} == {MANY}
    assert sorted({started for started, _ in progress}) == list(range(progress[0][0], MANY))


def test_few_are_started_before_they_are_named(rooms: Rooms) -> None:
    names = begin(rooms, AT_A_TIME)
    assert begun(rooms) == names
    assert rooms.told("candidates.queued") == []
    rooms.await_chain(*names)


@pytest.mark.proof
def test_those_of_a_second_start_come_after_those_of_the_first(rooms: Rooms) -> None:
    names = begin(rooms, MANY - 8)
    names += begin(rooms, 5)
    names += begin(rooms, 3)
    assert len(set(names)) == MANY
    rooms.await_chain(*names)
    assert begun(rooms) == names


def test_a_process_that_waits_for_its_start_counts_for_the_limit(rooms: Rooms) -> None:
    names = begin(rooms, LIMIT)
    with pytest.raises(LimitReached, match=f"{LIMIT} candidates run"):
        begin(rooms, 1)
    rooms.control.candidates.stop_all(by="test")
    rooms.await_(lambda: all(one["process"] == "exited" for one in candidates(rooms)), 60)
    assert len(names) == LIMIT
    assert begin(rooms, 1) == [f"c{LIMIT + 1}"]
    rooms.await_chain(f"c{LIMIT + 1}")


def candidates(rooms: Rooms) -> list[dict[str, object]]:
    return list(rooms.state["candidates"].values())


def test_stopping_all_in_the_middle_of_a_start_starts_no_more(rooms: Rooms) -> None:
    names = begin(rooms, MANY)
    assert rooms.control.candidates.stop_all(by="test") == names
    started = begun(rooms)
    assert queued(rooms) == []
    assert rooms.state["crowd"]["starting"] is None
    (withdrawn,) = rooms.told("candidates.withdrawn")
    assert withdrawn.data == {"names": names[len(started) :], "by": "test"}
    assert list(rooms.state["candidates"]) == started
    rooms.await_(lambda: all(one["process"] == "exited" for one in candidates(rooms)))
    rooms.await_chain()
    assert begun(rooms) == started


@pytest.mark.proof
def test_who_is_to_be_stopped_is_stopped_though_others_are_to_be_afterwards(rooms: Rooms) -> None:
    names = begin(rooms, MANY)
    others = rooms.control.volunteers.start(MANY, "/other", "predecessor", TIMEOUT, by="test")
    rooms.await_chain(*names)
    await_none_under_way(rooms)
    assert rooms.control.candidates.stop_all(ELECTION, by="test") == names
    assert rooms.control.candidates.stop_all("/other", by="test") == others
    assert set(rooms.state["crowd"]["stopping"]["names"]) >= set(others)
    rooms.await_(lambda: all(one["process"] == "exited" for one in candidates(rooms)), 60)
    rooms.await_(lambda: rooms.state["crowd"]["stopping"] is None)


@pytest.mark.proof
def test_whoever_is_started_while_others_are_stopped_stays(rooms: Rooms) -> None:
    names = begin(rooms, MANY)
    rooms.await_chain(*names)
    rooms.control.candidates.stop_all(by="test")
    later = begin(rooms, 3)
    rooms.await_chain(*later)


@pytest.mark.proof
def test_who_has_not_been_started_cannot_be_killed_and_is_stopped_for_ever(rooms: Rooms) -> None:
    names = begin(rooms, MANY)
    last, before = names[-1], names[-2]
    assert rooms.candidate(last)["allowed"] == ["stop"]
    for action in ("kill", "pause", "expire", "resign"):
        with pytest.raises(Conflict, match="it has not been started yet"):
            rooms.act(last, action)
    rooms.act(last, "stop")
    with pytest.raises(NotFound):
        rooms.act(last, "stop")
    rooms.await_chain(*names[:-1])
    assert begun(rooms)[-1] == before


@pytest.mark.proof
def test_what_is_said_to_one_who_has_not_been_started_is_kept_for_it(rooms: Rooms) -> None:
    names = begin(rooms, MANY)
    assert names[-1] in queued(rooms)
    rooms.supervisor.order(names[-1], "data", {"version": 5, "newest": 999})
    rooms.await_(lambda: (rooms.candidate(names[-1])["data"] or {}).get("version") == 5, 60)


@pytest.mark.proof
def test_no_two_nodes_have_one_name_though_they_have_not_been_started(rooms: Rooms) -> None:
    begin(rooms, MANY)
    names = []
    for count in (3, 3):
        names += rooms.control.groups.start("/group", count, TIMEOUT, "test")
    assert set(names) <= set(queued(rooms))
    nodes = [f"n{number}" for number in range(1, 7)]
    assert list(rooms.state["groups"]["/group"]["nodes"]) == nodes
    rooms.await_(lambda: rooms.state["groups"]["/group"]["live"] == len(nodes), 90)


def test_another_strategy_is_refused_where_somebody_is_yet_to_be_started(rooms: Rooms) -> None:
    begin(rooms, MANY)
    rooms.control.volunteers.start(1, "/other", "predecessor", TIMEOUT, by="test")
    with pytest.raises(Conflict, match="follows the strategy predecessor"):
        rooms.control.volunteers.start(1, "/other", "herd", TIMEOUT, by="test")
    rooms.control.candidates.stop_all(by="test")


def test_the_dashboards_end_leaves_no_process_of_a_start_under_way(hosts: str) -> None:
    with Rooms(hosts) as rooms:
        begin(rooms, MANY)
        rooms.await_(lambda: len(rooms.told("candidate.started")) > AT_A_TIME)
    pids = [event.data["pid"] for event in rooms.told("candidate.started")]
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert len(begun(rooms)) < MANY


def test_where_the_machine_makes_no_more_those_that_run_go_on(rooms: Rooms) -> None:
    with room_for(16):
        names = begin(rooms, MANY)
        rooms.await_(lambda: rooms.state["crowd"]["refused"] is not None)
        refused = rooms.state["crowd"]["refused"]
        started = begun(rooms)
    assert AT_A_TIME < len(started) < MANY
    assert refused["left"] == MANY - len(started)
    assert "files may be open at a time: raise that limit (ulimit -n)" in refused["reason"]
    assert rooms.state["crowd"]["starting"] is None
    assert list(rooms.state["candidates"]) == started == names[: len(started)]
    rooms.await_chain(*started)
    later = begin(rooms, 1)
    assert rooms.state["crowd"]["refused"] is None
    rooms.await_chain(*started, *later)


def test_where_the_machine_refuses_one_of_the_first_whoever_asked_is_told(rooms: Rooms) -> None:
    with room_for(3), pytest.raises(LimitReached, match="not all of them could be started"):
        begin(rooms, AT_A_TIME)
    started = begun(rooms)
    assert len(started) < AT_A_TIME
    assert list(rooms.state["candidates"]) == started
    rooms.await_chain(*started)
