"""What passes from one program to another, where none of them reports it."""

from __future__ import annotations

from typing import Any

from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.recipes.registry import MODELS

PATH = "/rw"
GUID = "3f2a1b4c111122223333444455666677"


def znode(kind: str, number: int) -> str:
    return f"{GUID}__{kind}__{number:010d}"


def member(name: str, kind: str, number: int) -> dict[str, Any]:
    stat = {"czxid": number, "mzxid": number, "ctime": 0}
    return {"znode": znode(kind, number), "session": f"0x{number}", "data": name, **stat}


class Place:
    """A path that was found, and the lines of it that tell what has passed."""

    def __init__(self) -> None:
        self._journal, self.lines = Journal(MODELS), list[Recorded]()
        told = {"session": "0xff", "version": "3.8.0"}
        self._journal.tell("zookeeper.connected", "zookeeper", told)
        read = {"znodes": 0, "mode": "recursive", "took_ms": 1.0}
        self._journal.tell("mirror.loaded", "zookeeper", read)
        self._journal.subscribe(self._take)

    def _take(self, event: Recorded) -> None:
        if event.kind in ("election.passed", "election.held"):
            self.lines.append(event)

    def finds(self, *members: dict[str, Any]) -> None:
        self._journal.tell("election.found", PATH, {"members": list(members)})

    def reads(self, one: dict[str, Any]) -> None:
        self._journal.tell("member.read", f"{PATH}/{one['znode']}", {"election": PATH, **one})

    def deletes(self, one: dict[str, Any]) -> None:
        self._journal.tell("znode.deleted", f"{PATH}/{one['znode']}", {"zxid": 90})

    @property
    def last(self) -> dict[str, Any]:
        data = self.lines[-1].data
        return {key: data[key] for key in ("went", "came", "holders", "found_gone")}


def test_who_holds_a_shared_lock_is_told_whenever_it_passes() -> None:
    place, reader = Place(), member("r1", "rlock", 1)
    writer, late = member("w1", "lock", 2), member("r2", "rlock", 3)
    place.finds(reader, writer)
    place.reads(late)
    assert place.lines == []
    place.deletes(reader)
    assert place.last == {"went": ["r1"], "came": ["w1"], "holders": 1, "found_gone": False}
    place.finds(late)
    assert place.last == {"went": ["w1"], "came": ["r2"], "holders": 1, "found_gone": True}
    place.deletes(late)
    assert place.last == {"went": ["r2"], "came": [], "holders": 0, "found_gone": False}
    assert [line.data["shape"] for line in place.lines] == ["shared lock"] * 3


def test_of_a_crowd_some_are_named_and_all_are_counted() -> None:
    place, writer = Place(), member("w", "lock", 1)
    place.finds(writer, *(member(f"r{number}", "rlock", number) for number in range(2, 40)))
    place.deletes(writer)
    data = place.lines[-1].data
    assert (len(data["came"]), data["came_of"], data["holders"]) == (8, 38, 38)


def test_what_may_be_a_lock_is_told_as_what_it_may_be() -> None:
    place, first, second = Place(), member("a", "lock", 1), member("b", "lock", 2)
    place.finds(first, second)
    place.deletes(first)
    (line,) = place.lines
    assert (line.kind, line.data["shape"], line.data["to_name"]) == (
        "election.passed", "lock or election", "b",
    )  # fmt: skip
