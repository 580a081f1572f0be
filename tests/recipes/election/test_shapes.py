"""What kind of thing a path is, by the names of its members alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.participation.forms import form_of
from app.recipes.election.shapes import shape_of_forms
from tests.journal.script import ELECTION, Script, told_of

GUID = "3f2a1b4c-1111-2222-3333-444455556666"
HEX = GUID.replace("-", "")
FOUND = "/locks/a"


def curators(kind: str, number: int) -> str:
    return f"_c_{GUID}-{kind}{number:010d}"


def kazoos(kind: str, number: int) -> str:
    return f"{HEX}__{kind}__{number:010d}"


OURS = f"{HEX}-n_0000000000"
READ, WRITE = curators("__READ__", 1), curators("__WRIT__", 2)
LEASE, MUTEX, LATCH = curators("lease-", 3), curators("lock-", 4), curators("latch-", 5)
LOCK, RLOCK = kazoos("lock", 6), kazoos("rlock", 7)


@pytest.mark.parametrize(
    ("names", "shape"),
    [
        ([OURS], "election"),
        ([LATCH], "election"),
        (["n_0000000003"], "election"),
        (["7205-host:8983_solr-n_0000000003"], "election"),
        ([OURS, READ], "election"),
        ([LOCK], "lock or election"),
        ([MUTEX], "lock or election"),
        ([LOCK, MUTEX], "lock or election"),
        ([READ], "shared lock"),
        ([WRITE], "shared lock"),
        ([RLOCK, LOCK], "shared lock"),
        ([f"{HEX}-read-0000000000", f"{HEX}-write-0000000001"], "shared lock"),
        ([f"{HEX}-write-0000000001"], "shared lock"),
        (["thread-0000000001"], "queue"),
        (["sh0000000001", "ex0000000002"], "shared lock"),
        (["leader_election-0000000001"], "election"),
        (["json.info_0000000001", "info_0000000002"], "election"),
        (["V_0000000001"], "election"),
        (["ballot0000000001"], "election"),
        (["x-72057594037927936-0000000001", "x--5-0000000002"], "lock"),
        ([f"zlock#{HEX}#0000000001", "zlock-0000000002"], "lock or election"),
        ([f"{HEX}__party__"], "group"),
        ([f"{HEX}-host-1", HEX], "group"),
        (["3f2a1b4c-1111-2222-3333-444455556666"], "group"),
        ([f"{HEX}-thing-0000000001"], "queue"),
        ([LEASE], "semaphore"),
        ([LEASE, MUTEX], "queue"),
        ([READ, LOCK], "queue"),
        (["x-0000000001"], "queue"),
        (["0000000001"], "queue"),
        (["__READ__x0000000001", "\u202e<b>lease-0000000001"], "queue"),
        (["wlock-0000000001"], "queue"),
    ],
)
def test_the_names_tell_the_shape(names: list[str], shape: str) -> None:
    assert shape_of_forms({*map(form_of, names)}, "election") == shape


class Found(Script):
    """A path that was found, with members of one session each."""

    def members(self, *names: str, sessions: dict[str, str] | None = None) -> dict[str, Any]:
        members = [
            {"znode": name, "session": (sessions or {}).get(name, f"0x{place}"),
             "czxid": 100 + place, "mzxid": 100 + place, "ctime": 0, "data": ""}
            for place, name in enumerate(names)
        ]  # fmt: skip
        self.event("election.found", FOUND, members=members)
        return self.found

    @property
    def found(self) -> dict[str, Any]:
        one: dict[str, Any] = self.state["elections"][FOUND]
        return one

    def stands(self) -> dict[str, tuple[str | None, str | None]]:
        return {one["znode"]: (one["truth"], one["watches"]) for one in self.found["chain"]}


def test_of_a_group_all_are_shown_and_nobody_leads() -> None:
    script = Found()
    first, second = "0" + HEX[1:] + "__party__", HEX + "__party__"
    script.members(first)
    script.event("znode.created", f"{FOUND}/{second}")
    assert list(script.stands()) == [first, second]
    assert (script.found["shape"], script.found["leader"], script.found["holders"]) == (
        "group",
        None,
        [],
    )
    assert "and one other are here, in no order: nobody leads" in told_of(script.found)
    assert "of kazoo's Party" in told_of(script.found)
    script.event("znode.deleted", f"{FOUND}/{first}")
    assert list(script.stands()) == [second]
    assert (script.found["handoffs"], script.found["vacant"]) == (0, None)
    assert script.patches_add_up()


def test_where_all_lead_nobody_is_shown_as_the_leader() -> None:
    """ClickHouse's replicas of today stand in line, and say that the first one is not alone."""
    script, name = Found(), "leader_election-0000000000"
    member = {"znode": name, "session": "0x1", "czxid": 1, "mzxid": 1, "ctime": 0}
    for data, leader in (("r1", name), ("r1 (multiple leaders Ok)", None)):
        script.event("election.found", FOUND, members=[{**member, "data": data}])
        assert script.found["leader"] == leader


@pytest.mark.parametrize(("name", "said"), [
    ("member_0000000001", "of a ServerSet, as Aurora and Finagle have them: nobody leads"),
    ("entry-100-0000000001", "of items that workers of kazoo's LockingQueue have taken"),
    ("x-5-0000000001", "The names are of ZooKeeper's own WriteLock"),
    ("job-0000000001", "Its name does not say what it is for"),
])  # fmt: skip
def test_the_story_says_whose_form_the_names_have(name: str, said: str) -> None:
    script = Found()
    assert said in told_of(script.members(name))


def test_a_lock_of_our_library_is_one_by_what_its_clients_have_written() -> None:
    """Of all that were read: one that says nothing makes it an election again."""
    script = Found()
    script.event("election.found", FOUND, members=[wants("lock", 1)])
    two = wants("lock", 2)
    script.event("znode.created", f"{FOUND}/{two['znode']}")
    assert script.found["shape"] == "lock"
    script.event("member.read", f"{FOUND}/{two['znode']}", election=FOUND, **two)
    assert script.found["shape"] == "lock"
    story = told_of(script.found)
    assert "svc-1 on h, process 1 should hold the lock: its znode is the lowest" in story
    assert "One other waits behind it" in story
    other = wants("predecessor", 3)
    script.event("member.read", f"{FOUND}/{other['znode']}", election=FOUND, **other)
    assert script.found["shape"] == "election"


def wants(recipe: str, number: int) -> dict[str, Any]:
    """A member of our library."""
    said = {"candidate": f"svc-{number}", "host": "h", "pid": 1, "recipe": recipe}
    stat = {"czxid": number, "mzxid": number, "ctime": 0, "data": json.dumps(said)}
    return {"znode": f"{HEX}-n_{number:010}", "session": f"0x{number}", **stat}


@pytest.mark.parametrize("form", [
    "_c_00000001-1111-2222-3333-444444444444-latch-{}",
    "_c_00000001-1111-2222-3333-444444444444-lock-{}",
    "_c_00000001111122223333444444444444-lock-{}",
    "abc__lock__{}",
])  # fmt: skip
def test_where_one_library_stands_the_order_is_its_own(form: str) -> None:
    """Past the counter's wrap each of them takes the numbers below zero for the lowest."""
    before, after = form.format("2147483647"), form.format("-2147483648")
    script = Found()
    script.members(before, after)
    assert [one["znode"] for one in script.found["chain"]] == [after, before]
    assert script.found["leader"] == after
    ours = f"{HEX}-n_2147483646"
    script.event("member.read", f"{FOUND}/{ours}", election=FOUND,
                 znode=ours, session="0x9", czxid=9, mzxid=9, ctime=0, data="")  # fmt: skip
    assert [one["znode"] for one in script.found["chain"]] == [ours, before, after]
    script.event("znode.deleted", f"{FOUND}/{ours}")
    assert [one["znode"] for one in script.found["chain"]] == [after, before]


def test_curators_reader_waits_for_the_first_writer_and_kazoos_for_the_nearest() -> None:
    script = Found()
    readers, writers = [curators("__READ__", 0), curators("__READ__", 3)], [1, 2]
    first, second = (curators("__WRIT__", number) for number in writers)
    script.members(*readers, first, second)
    assert script.stands() == {
        readers[0]: ("holder", None),
        first: ("waiting", readers[0]),
        second: ("waiting", first),
        readers[1]: ("waiting", first),
    }
    script = Found()
    locks, reader = [kazoos("lock", number) for number in range(2)], kazoos("rlock", 2)
    script.members(*locks, reader)
    assert script.stands()[reader] == ("waiting", locks[1])


def test_whether_the_writers_own_session_holds_the_read_lock_too_is_not_known() -> None:
    script = Found()
    sessions = {WRITE: "0x9", curators("__READ__", 3): "0x9"}
    found = script.members(WRITE, curators("__READ__", 3), sessions=sessions)
    assert script.stands()[curators("__READ__", 3)] == (None, None)
    assert found["holders"] == [WRITE]


def test_of_readers_that_were_not_read_it_is_not_said_whose_they_are() -> None:
    script = Found()
    writer, reader = curators("__WRIT__", 1), curators("__READ__", 2)
    script.members(writer)
    script.event("znode.created", f"{FOUND}/{reader}")
    story = told_of(script.found)
    assert "Whose one reader is, Handoff has not read yet" in story
    assert "own session" not in story
    assert "Nobody waits" not in story


def test_no_handoff_comes_of_the_end_of_a_reader() -> None:
    script = Found()
    script.members(READ, WRITE)
    script.event("znode.deleted", f"{FOUND}/{READ}", zxid=900)
    found = script.found
    assert [found[key] for key in ("leader", "epoch", "handoff", "last_handoff", "woken")] == [
        None
    ] * 5
    assert (found["handoffs"], found["invariants"], found["holders"]) == (0, {}, [WRITE])


def test_a_lock_of_kazoos_turns_out_to_be_a_writer_and_stays_one() -> None:
    script = Found()
    assert script.members(LOCK)["leader"] == LOCK
    assert script.members(LOCK, RLOCK)["leader"] is None
    assert script.members(LOCK)["shape"] == "shared lock"
    assert script.members()["shape"] == "shared lock"


def test_what_a_person_follows_is_an_election_unless_a_name_proves_another_thing() -> None:
    script = Script()
    for names, shape in ((["x-0000000001"], "election"), ([LOCK], "election"),
                         ([READ], "shared lock"), ([LEASE], "semaphore")):  # fmt: skip
        members = [{"znode": name, "session": "0x1", "czxid": 5, "data": ""} for name in names]
        script.event("election.found", ELECTION, members=members)
        assert script.election["shape"] == shape


def test_what_was_offered_and_is_opened_is_not_said_to_be_an_election() -> None:
    script = Found()
    script.state = {**script.state, "found": {FOUND: {"members": 1}}}
    script.event("election.followed", FOUND, strategy="predecessor", by="somebody")
    assert script.members("x-0000000001")["shape"] == "queue"


def among(script: Found, *strangers: str) -> dict[str, Any]:
    """Ours stands behind these, and waits for the last of them."""
    data = {"path": FOUND, "recipe": "predecessor", "session_timeout_ms": 4000}
    script.event("candidate.starting", "c1", by="test", **data)
    ours = f"{HEX}-n_0000000009"
    report = {"belief": "waiting", "step": "watch predecessor", "session": "0xc1"}
    znode = {"znode": f"{FOUND}/{ours}", "watches": strangers[-1], "epoch": 1}
    script.event("candidate.reported", "c1", **report, **znode)
    return script.members(*strangers, ours, sessions={ours: "0xc1"})


@pytest.mark.parametrize(
    ("strangers", "shape", "holders"),
    [
        ((RLOCK,), "shared lock", [RLOCK]),
        ((READ, WRITE), "shared lock", [READ]),
        ((LEASE,), "semaphore", []),
        (("x-0000000001",), "queue", []),
        ((LOCK,), "election", []),
        ((LATCH,), "election", []),
    ],
)
def test_a_candidate_of_ours_makes_no_election_of_what_the_others_stand_in(
    strangers: tuple[str, ...], shape: str, holders: list[str]
) -> None:
    script = Found()
    script.members(*strangers)
    found = among(script, *strangers)
    assert (found["shape"], found["holders"]) == (shape, holders)
    ours = found["chain"][-1]
    assert (ours["candidate"], ours["watches"]) == ("c1", strangers[-1])
    if shape != "election":
        assert (found["leader"], found["invariants"], ours["truth"]) == (None, {}, None)
        said = "".join(str(part.get("who")) if isinstance(part, dict) else part
                       for part in [*found["story"], *found["reason"]])  # fmt: skip
        assert "c1 is a candidate of Handoff, and goes by the numbers alone" in said
        assert "reader of the writer" not in said


def test_a_reader_behind_a_candidate_of_ours_holds_the_lock_all_the_same() -> None:
    script = Found()
    ours, reader = f"{HEX}-n_0000000001", kazoos("rlock", 8)
    found = script.members(RLOCK, ours, reader)
    assert found["holders"] == [RLOCK, reader]


def test_what_only_ours_are_left_in_is_an_election() -> None:
    script = Found()
    among(script, RLOCK)
    ours = f"{HEX}-n_0000000009"
    found = script.members(ours, sessions={ours: "0xc1"})
    assert (found["shape"], found["leader"]) == ("election", ours)
