"""Handoffs between programs that report nothing: what nobody saw is unknown; the rest is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journal.script import ELECTION, Script, member, session_of, znode_of
from tests.recipes.election.crowd import LEADER, Crowd, single

COUNTS = ("notifications", "proven", "reads", "writes", "again", "creates", "failed", "others")


def foreign(name: str, number: int, says: str | None = None) -> dict[str, Any]:
    return {**member(name, number), "data": name if says is None else says}


class Line(Script):
    """An election in which strangers stand, too."""

    def stands(self, name: str, number: int, says: str | None = None) -> None:
        path = f"{ELECTION}/{znode_of(name, number)}"
        self.event("member.read", path, election=ELECTION, **foreign(name, number, says))

    def lists(self, complete: bool = True, **watched: str) -> None:
        """What the servers list: name -> the znode that it watches."""
        sessions = {session_of(name): [f"{ELECTION}/{one}"] for name, one in watched.items()}
        data = {"source": "wchp", "asked_at": self.at, "complete": complete}
        self.lists_watches("zookeeper", sessions=sessions, **data)

    def connection(self, what: str, name: str, **moments: float | None) -> None:
        where = {"client": "127.0.0.1:4000", "server": "s1:2181"} if what == "lost" else {}
        self.event(f"connection.{what}", session_of(name), **where, **moments)

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.election["last_handoff"]
        return found


def strangers(*names: str) -> Line:
    line = Line()
    for number, name in enumerate(names, 1):
        line.stands(name, number)
    return line


def test_a_fault_of_our_own_leader_is_known_though_the_heir_is_foreign() -> None:
    line = Line()
    line.joins("c1", 1)
    line.stands("y", 2)
    line.at = 101.0
    line.event("candidate.killed", "c1", by="test", session_ends=105.0)
    line.at = 105.0
    line.deleted("c1", 1)
    last = line.last
    assert (last["fault"], last["phases_from"], last["phases_ms"]["deleted"]) == (
        "kill",
        "fault",
        4000.0,
    )
    assert last["phases_ms"]["leading"] is None
    assert {last[key] for key in COUNTS} == {None}


def test_our_own_heir_of_a_foreign_leader_counts_for_itself_only() -> None:
    line = strangers("x")
    line.joins("c2", 2)
    line.stands("z", 3)
    line.at = 110.0
    line.deleted("x", 1)
    handoff = line.election["handoff"]
    assert (handoff["fault"], handoff["to"], handoff["counted"]) == (None, "c2", "ours")
    line.at = 110.002
    line.notified("c2", znode_of("x", 1))
    line.at = 110.005
    line.reports(
        "c2", "leading", step="lead", counters={"notifications": 1, "reads": 2, "writes": 1}
    )
    last = line.last
    assert last["phases_ms"] == {
        "deleted": None,
        "next": None,
        "notified": 2.0,
        "leading": 5.0,
        "acknowledged": 5.0,
    }
    assert (last["phases_from"], last["notifications"], last["reads"]) == ("deleted", 1, 1)
    assert last["counted"] == "ours"


def loses(line: Line, name: str, listed: float, missing: float) -> None:
    """No server lists its connection; the last that did was asked at `listed`."""
    where = {"client": "10.0.0.1:5", "server": "a:2181", "heard": listed}
    line.event("connection.lost", session_of(name), **where, listed=listed, missing=missing)


def test_a_strangers_handoff_is_counted_from_its_lost_connection() -> None:
    """It was lost between two looks; a znode that comes later is the next one's."""
    line = Line()
    line.stands("x", 1)
    line.at = 106.0
    loses(line, "x", listed=104.0, missing=105.0)
    line.at = 111.0
    line.deleted("x", 1)
    line.at = 112.5
    line.stands("y", 2)
    last = line.last
    reached = {phase: ms for phase, ms in last["phases_ms"].items() if ms is not None}
    assert (last["phases_from"], last["within_ms"]) == ("lost", 1000)
    assert reached == {"deleted": 6000.0, "next": 7500.0}


def test_the_story_says_that_our_heirs_handoff_is_measured_from_the_lost_connection() -> None:
    line = Line()
    line.stands("x", 1)
    line.joins("c2", 2)
    loses(line, "x", listed=104.0, missing=105.0)
    line.at = 111.0
    line.deleted("x", 1)
    line.reports("c2", "leading", step="lead")
    assert line.last["phases_from"] == "lost"
    assert "The last handoff took ms from the lost connection on and woke" in line.story()


@pytest.mark.parametrize("missing", [None, 111.5])
def test_without_a_lost_connection_before_it_a_handoff_is_counted_from_the_deletion(
    missing: float | None,
) -> None:
    """A frozen program keeps its connection until its session ends."""
    line = Line()
    line.stands("x", 1)
    line.stands("y", 2)
    line.at = 111.0
    line.deleted("x", 1)
    if missing:
        loses(line, "x", listed=110.5, missing=missing)
    last = line.last
    assert (last["phases_from"], last["within_ms"]) == ("deleted", None)
    assert set(last["phases_ms"].values()) == {None}


def test_an_own_notification_is_none_of_a_foreign_heirs() -> None:
    """Ours, which watches the wrong znode, is told before the deletion is seen."""
    line = Line()
    line.joins("c1", 1)
    line.stands("y", 2)
    line.joins("c3", 3)
    line.event("candidate.killed", "c1", by="test", session_ends=105.0)
    line.notified("c3", znode_of("c1", 1))
    line.deleted("c1", 1)
    assert line.last["at"]["notified"] is None
    assert line.last["notifications"] is None


def test_two_terms_one_after_the_other_are_two_handoffs() -> None:
    line = strangers("x", "y", "z")
    line.at = 100.15
    line.deleted("x", 1, zxid=7)
    first = line.last
    line.stands("x", 4)
    line.at = 100.30
    line.deleted("y", 2, zxid=9)
    second = line.last
    assert (first["from_name"], first["to_name"], first["zxids"]["deleted"]) == ("x", "y", 7)
    assert (second["from_name"], second["to_name"], second["zxids"]["deleted"]) == ("y", "z", 9)
    assert (second["at"]["deleted"], second["earlier"]) == (100.30, [])
    assert line.election["handoffs"] == 2


def test_a_deletion_that_a_listing_found_was_earlier_than_that() -> None:
    line = strangers("x", "y")
    line.at = 140.0
    line.event("election.found", ELECTION, members=[foreign("y", 2)])
    assert (line.last["found_gone"], line.last["at"]["deleted"]) == (True, 140.0)
    assert "was found gone" in line.story()


def test_the_mirrors_listing_says_that_the_znode_was_found_gone() -> None:
    line = strangers("x")
    line.joins("c2", 2)
    line.at = 140.0
    line.event("znode.deleted", f"{ELECTION}/{znode_of('x', 1)}", zxid=None, found_gone=True)
    line.at = 139.0
    line.notified("c2", znode_of("x", 1))
    line.reports("c2", "leading", step="lead")
    assert line.last["found_gone"]
    assert set(line.last["phases_ms"].values()) == {None}


def test_a_deletion_by_the_workbench_is_known() -> None:
    line = strangers("x", "y", "z")
    path = f"{ELECTION}/{znode_of('x', 1)}"
    line.event("workbench.deleted", path, by="page", version=0, znodes=1)
    line.deleted("x", 1)
    assert (line.last["fault"], line.last["by"]) == ("deleted", "page")
    line.deleted("y", 2)
    assert (line.last["fault"], line.last["by"]) == (None, None)
    line.event(
        "workbench.deleted", f"{ELECTION}/{znode_of('y', 2)}", by="page", version=0, znodes=1
    )
    assert (line.last["fault"], line.last["phases_from"]) == ("deleted", "deleted")
    assert "had its znode deleted by a person" in line.story()


def test_who_watched_is_told_from_a_list_that_is_new_enough() -> None:
    line = strangers("x", "y", "z")
    line.at = 103.0
    line.lists(y=znode_of("x", 1), z=znode_of("y", 2))
    line.at = 104.0
    line.deleted("x", 1)
    watched = {"by": [znode_of("y", 2)], "names": ["y"], "others": 0, "as_of": 103.0}
    assert line.last["watched"] == {**watched, "complete": True}
    assert line.last["watched_after"] is None
    line.lists(z=znode_of("y", 2))
    assert line.last["watched_after"] is None
    line.at = 104.5
    line.lists()
    assert line.election["last_handoff"]["watched_after"]["by"] == []
    line.at = 105.0
    line.lists(z=znode_of("y", 2))
    watched = {"by": [znode_of("z", 3)], "names": ["z"], "others": 0, "as_of": 105.0}
    assert line.last["watched_after"] == {**watched, "complete": True}


def test_a_list_that_is_older_than_the_znode_tells_nothing() -> None:
    line = Line()
    line.lists()
    for number, name in enumerate(("x", "y"), 1):
        line.stands(name, number)
    line.at = 101.0
    line.deleted("x", 1)
    assert line.last["watched"] is None


def test_a_connection_that_is_gone_is_told_and_when_it_was_heard_last() -> None:
    line = strangers("x", "y")
    line.at = 101.0
    line.connection("lost", "x", heard=99.5, listed=100.0, missing=101.0)
    assert line.chain[0]["unheard"] == 101.0
    assert "x has no connection to ZooKeeper" in line.story()
    assert "its session ends unless it connects again" in line.story()
    line.connection("found", "x")
    assert line.chain[0]["unheard"] is None
    assert "no connection" not in line.story()
    line.connection("lost", "x", heard=99.5, listed=100.0, missing=101.0)
    line.at = 103.5
    line.deleted("x", 1)
    assert line.last["heard"]["at"] == 99.5
    assert line.last["heard_ms"] == 4000.0
    assert line.election["unheard"] == {}


def test_a_lone_stranger_is_followed_by_one_who_comes_later() -> None:
    line = strangers("x")
    line.at = 104.0
    line.deleted("x", 1)
    assert "nobody has taken its place" in line.story()
    line.at = 107.0
    line.stands("y", 2)
    assert (line.last["from_name"], line.last["to_name"], line.last["fault"]) == ("x", "y", None)
    assert line.last["at"]["deleted"] == 104.0


def test_a_list_from_after_the_end_says_nothing_of_who_watched() -> None:
    line = strangers("x", "y")
    line.at = 110.0
    line.lists()
    line.event("election.found", ELECTION, members=[foreign("y", 2)])
    assert (line.last["found_gone"], line.last["watched"]) == (True, None)


def test_a_stray_member_takes_nothing_away_from_what_was_known() -> None:
    line = strangers("x", "y", "z")
    line.deleted("x", 1)
    path = f"{ELECTION}/worker-0000000009"
    stray = {**foreign("w", 9), "znode": "worker-0000000009"}
    line.event("member.read", path, election=ELECTION, **stray)
    line.event("znode.deleted", path, zxid=77)
    assert (line.last["from_name"], line.election["handoffs"]) == ("x", 1)


def test_of_some_it_is_said_what_they_watch_though_not_of_all() -> None:
    line = strangers("x", "y", "z")
    line.at = 120.0
    line.lists(complete=False, y=znode_of("x", 1))
    assert [entry["evidence"] for entry in line.chain[1:]] == ["server", "inferred"]
    assert "Nobody says what one of them watches: its arrow follows" in line.story()


def test_while_the_dashboard_is_cut_off_nothing_is_said_of_what_strangers_do() -> None:
    line = strangers("x", "y")
    line.event("zookeeper.suspended", "zookeeper", reason="refused")
    assert line.story() == (
        "ZooKeeper does not answer the dashboard: unless it answers others, nobody may lead. "
        "x was first when ZooKeeper was last heard."
    )


def test_a_frozen_leaders_connection_goes_with_its_session() -> None:
    line = strangers("x", "y", "z")
    line.at = 104.0
    line.deleted("x", 1)
    line.at = 104.8
    line.connection("lost", "x", heard=100.5, listed=103.9, missing=104.8)
    assert line.last["heard_ms"] == 3500.0
    line.deleted("y", 2)
    line.connection("lost", "y", heard=105.0, listed=105.0, missing=106.0)
    assert line.last["heard"] is None, "it was heard after its znode had gone: its session lived on"


def test_names_are_one_and_tell_members_apart() -> None:
    line = Line()
    said = ("svc", "svc", "c1", "", "{}", "two\nlines", "alone", "\u202eevil", "x" * 99)
    for number, says in enumerate(said, 1):
        line.stands(f"m{number}", number, says)
    labels = [entry["label"] for entry in line.chain]
    assert [entry["name"] for entry in line.chain] == [
        f"svc ({labels[0]})",
        f"svc ({labels[1]})",
        f"c1 ({labels[2]})",
        *labels[3:6],
        "alone",
        *labels[7:],
    ]
    line.joins("c1", 20)
    assert line.chain[-1]["name"] == "c1"


class Key(Crowd):
    """A leader key, for which strangers race."""

    def __init__(self) -> None:
        super().__init__("single")

    def owns(self, name: str, epoch: int) -> None:
        self.event("znode.created", LEADER, zxid=epoch)
        data = {"session": session_of(name), "czxid": epoch, "ctime": 0, "data": name}
        self.event("member.read", LEADER, election=ELECTION, znode="leader", **data)

    def loses(self, zxid: int | None = None) -> None:
        self.event("znode.deleted", LEADER, zxid=zxid)


def test_a_foreign_leader_key_passes_on_though_nobody_is_known_to_wait() -> None:
    key = Key()
    key.owns("pg1", 1001)
    assert key.story().startswith("pg1 owns the znode “leader”")
    key.at = 105.0
    key.loses(zxid=2000)
    assert key.election["handoff"] is None
    assert "nobody has taken its place" in key.story()
    key.at = 105.4
    key.owns("pg2", 2001)
    assert (key.last["from_name"], key.last["to_name"], key.last["fault"]) == ("pg1", "pg2", None)
    assert (key.last["at"]["deleted"], key.last["zxids"]["deleted"]) == (105.0, 2000)
    assert {key.last[one] for one in COUNTS} == {None}
    assert key.election["vacant"] is None


def test_those_who_wait_for_a_key_have_no_znode_and_are_counted_as_the_servers_list_them() -> None:
    key = Key()
    key.connected("0x99")
    key.owns("pg1", 1001)
    key.at = 101.0
    sessions = {session_of(name): [LEADER] for name in ("pg1", "pg2", "pg3")} | {"0x99": [LEADER]}
    listed = {"source": "wchp", "asked_at": 101.0, "complete": True, "sessions": sessions}
    key.lists_watches("zookeeper", **listed)
    assert key.election["invariants"]["watches_parent"] is None
    key.at = 105.0
    key.loses()
    key.owns("pg2", 2001)
    watched = key.last["watched"]
    assert (watched["by"], watched["others"]) == ([], 2), "its owner and the dashboard left out"


def test_a_term_that_nobody_read_is_mixed_with_no_other() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.loses()
    key.event("znode.created", LEADER, zxid=1500)
    key.loses()
    key.owns("pg3", 2001)
    assert (key.election["last_handoff"], key.election["handoffs"]) == (None, 0)


def test_ours_that_come_later_took_over_from_nobody() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.loses()
    key.start("c1")
    key.says("c1", "joining", "create", znode=None)
    key.claims("c1", 2001)
    key.leads("c1", LEADER, 2001)
    assert (key.election["handoff"], key.election["handoffs"]) == (None, 0)


def test_of_a_race_that_a_stranger_wins_ours_tell_their_own_part() -> None:
    script = single(3)
    script.is_killed("c1")
    script.event("znode.deleted", LEADER)
    script.hears("c2", "leader")
    script.hears("c3", "leader")
    for name in ("c2", "c3"):
        script.spend(name, reads=1, writes=1, failed=1)
        script.waits(name)
    data = {"session": session_of("pg"), "czxid": 2001, "ctime": 0, "data": "pg"}
    script.event("member.read", LEADER, election=ELECTION, znode="leader", **data)
    last = script.last
    assert (last["to"], last["to_name"], last["counted"]) == (None, "pg", "ours")
    assert (last["notifications"], last["failed"]) == (2, 2)
    assert last["at"]["notified"] is None
    assert last["phases_ms"]["leading"] is None


def test_a_znode_of_ours_that_was_found_gone_was_lost_before() -> None:
    script = Line()
    script.joins("c1", 1)
    script.joins("c2", 2)
    script.event("election.found", ELECTION, members=[member("c2", 2)])
    assert "c1 lost its znode, which was found gone ago" in script.story()


def test_a_winner_that_is_heard_before_its_znode_is_read_has_its_name() -> None:
    script = single(3)
    script.is_killed("c1")
    script.event("znode.deleted", LEADER)
    script.leads("c2", LEADER, 2001, step="acknowledge")
    assert script.election["handoff"]["to_name"] == "c2"
