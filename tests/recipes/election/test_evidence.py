"""What proves a watch, what proves that there is none, and what nobody can judge."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journal.script import ELECTION, Script, member, report_of, session_of, three, znode_of

MEMBERS = ("x", "y", "z")


def strangers(*names: str) -> Script:
    """Members of somebody else's program, found at 100.0."""
    script = Script()
    found = [member(name, number) for number, name in enumerate(names or MEMBERS, 1)]
    script.event("election.found", ELECTION, members=found)
    return script


def listed(script: Script, asked_at: float, *, complete: bool = True, **watched: str) -> None:
    """The servers list that the sessions watch these znodes; "" is one that watches none."""
    sessions = {
        session_of(name): [f"{ELECTION}/{znode}"] if znode else []
        for name, znode in watched.items()
    }
    data = {"source": "wchp", "asked_at": asked_at, "complete": complete, "sessions": sessions}
    script.lists_watches("zookeeper", **data)


def watch(script: Script, place: int) -> tuple[Any, str, Any]:
    entry = script.chain[place]
    return entry["watches"], entry["evidence"], entry["as_of"]


X, Y, Z = (znode_of(name, number) for number, name in enumerate(MEMBERS, 1))


def test_a_list_older_than_the_znode_proves_no_absence() -> None:
    script = strangers()
    script.at = 100.3
    listed(script, 99.9)
    assert watch(script, 1) == (X, "inferred", None)


def test_a_list_from_before_a_client_had_time_to_set_its_watch_proves_no_absence() -> None:
    script = strangers()
    listed(script, 100.5)
    assert watch(script, 1) == (X, "inferred", None)
    listed(script, 101.0)
    assert watch(script, 1) == (None, "server", 101.0)


def test_a_watch_that_is_listed_proves_itself_at_once() -> None:
    script = strangers()
    listed(script, 100.0, y=X)
    assert watch(script, 1) == (X, "server", 100.0)
    assert watch(script, 2) == (Y, "inferred", None)


def test_when_the_one_before_it_goes_an_older_list_proves_nothing_of_the_next() -> None:
    script = strangers()
    listed(script, 102.0, y=X, z=Y)
    script.at = 110.0
    script.event("znode.deleted", f"{ELECTION}/{Y}")
    assert watch(script, 1) == (X, "inferred", None)
    listed(script, 110.5, z="")
    assert watch(script, 1) == (X, "inferred", None)
    listed(script, 111.5, z=X)
    assert watch(script, 1) == (X, "server", 111.5)


def test_data_that_changes_fires_a_watch_so_that_an_older_list_proves_no_absence() -> None:
    script = strangers()
    script.at = 110.0
    script.event("member.read", f"{ELECTION}/{X}", election=ELECTION, **member("x", 1))
    listed(script, 109.9)
    assert watch(script, 1) == (X, "inferred", None)


def test_terms_of_one_session_that_are_short_are_never_said_to_watch_nothing() -> None:
    """Beside LeaderSelectors with terms of 150 ms the lists are older than what they are about."""
    script, number, said = strangers("x", "y", "z"), 3, set()
    listed(script, 99.0, y=X, z=Y)
    for turn in range(40):
        script.at += 0.15
        first = script.chain[0]["znode"]
        script.event("znode.deleted", f"{ELECTION}/{first}")
        number += 1
        name = MEMBERS[turn % 3]
        again = member(name, number)
        script.event("member.read", f"{ELECTION}/{again['znode']}", election=ELECTION, **again)
        if turn % 7 == 0:
            listed(script, script.at - 0.3, **{name: script.chain[-2]["znode"]})
        said |= {(one["evidence"], one["watches"] is None) for one in script.chain[1:]}
    assert said <= {("inferred", False), ("server", False)}


@pytest.mark.parametrize("complete", [False, True])
def test_who_sits_on_a_server_that_has_listed_watches_nothing_else(complete: bool) -> None:
    """Whatever the other servers do not tell."""
    script = strangers()
    listed(script, 102.0, complete=complete, y="")
    assert watch(script, 1) == (None, "server", 102.0)
    assert script.chain[2]["evidence"] == ("server" if complete else "inferred")


def test_a_later_list_of_the_same_changes_nothing() -> None:
    script = strangers()
    listed(script, 102.0, y=X, z=Y)
    before = script.chain[1]
    listed(script, 109.0, y=X, z=Y)
    assert script.chain[1] is before


def test_of_a_hidden_member_no_list_says_anything() -> None:
    script = Script()
    hidden = {**member("y", 2), "session": None, "hidden": True}
    script.event("election.found", ELECTION, members=[member("x", 1), hidden])
    listed(script, 110.0)
    assert watch(script, 1) == (X, "inferred", None)


# -- verdicts -----------------------------------------------------------------------------------


def verdicts(script: Script) -> dict[str, bool | None]:
    found: dict[str, bool | None] = script.election["invariants"]
    return found


def reason(script: Script, invariant: str) -> str:
    [detail] = [one["detail"] for one in script.election["doubts"] if one["invariant"] == invariant]
    return str(detail)


def test_what_nobody_observes_of_strangers_is_not_judged() -> None:
    script = strangers()
    assert set(verdicts(script).values()) == {None}
    assert "nobody observes what they believe" in reason(script, "one_leader")
    assert "what wakes them" in reason(script, "one_wakeup")
    assert "no new list of a server shows" in reason(script, "watches_predecessor")


def test_a_fresh_list_judges_what_strangers_watch() -> None:
    script = strangers()
    listed(script, 102.0, y=X, z=Y)
    assert verdicts(script)["watches_predecessor"] is True
    listed(script, 103.0, y=X, z=X)
    script.at += 2
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["watches_predecessor"] is False
    assert verdicts(script)["one_leader"] is None


def test_one_whose_connection_no_server_lists_is_not_judged_by_its_watches() -> None:
    """They went with the connection, as those of any that was killed."""
    script = strangers()
    listed(script, 102.0, y=X, z=Y)
    where = {"client": "127.0.0.1:4000", "server": "s1:2181"}
    script.event("connection.lost", session_of("y"), **where, heard=102.0, listed=102.0,
                 missing=102.5)  # fmt: skip
    listed(script, 104.0, z=Y)
    script.at += 4
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["watches_predecessor"] is True


def test_ours_are_judged_beside_a_stranger() -> None:
    script = three()
    script.event("member.read", f"{ELECTION}/{znode_of('z', 9)}", election=ELECTION,
                 **member("z", 9))  # fmt: skip
    assert verdicts(script)["one_leader"] is None
    script.reports("c2", "leading")
    assert verdicts(script)["one_leader"] is False


def test_among_ours_alone_nothing_is_in_doubt() -> None:
    script = three()
    assert set(verdicts(script).values()) == {True}
    assert script.election["doubts"] == []


def test_what_zookeeper_does_not_tell_is_not_known() -> None:
    """What our own processes believe is known all the same."""
    script = three()
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    told = verdicts(script)
    assert told.pop("one_leader") is True
    assert set(told.values()) == {None}
    assert "does not reach ZooKeeper" in reason(script, "leader_is_lowest")
    script.connected()
    assert set(verdicts(script).values()) == {True}


def test_what_was_broken_is_not_known_while_nothing_is_seen() -> None:
    script = three()
    script.reports("c3", "waiting", znode=f"{ELECTION}/{znode_of('c3', 3)}", watches="c1guid")
    script.at += 2
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["watches_predecessor"] is False
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    assert verdicts(script)["watches_predecessor"] is None
    script.connected()
    assert verdicts(script)["watches_predecessor"] is True, "it is seen again from now on"
    script.at += 1.1
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["watches_predecessor"] is False


def test_nobody_is_judged_by_what_was_read_on_the_last_connection() -> None:
    """c1 went in the outage; c2 leads by right, and its znode is yet to be read."""
    script = three()
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    script.event("zookeeper.connected", "zookeeper", session="0xff", version="3.8.0")
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 2)}")
    script.at += 60
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["leader_is_lowest"] is None
    assert "has not read yet" in reason(script, "leader_is_lowest")
    script.deleted("c1", 1)
    script.event("mirror.loaded", "zookeeper", znodes=2, mode="recursive")
    assert verdicts(script)["leader_is_lowest"] is True


def test_a_report_that_comes_late_has_its_time_from_when_it_came() -> None:
    """It says of c2 what nobody could see for 18 s; then there is a second to see the rest."""
    script = three()
    script.late = 18.0
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 2)}")
    assert verdicts(script)["leader_is_lowest"] is True
    script.at, script.late = script.at + 18.9, 0.0
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["leader_is_lowest"] is True
    script.at += 0.2
    script.event("invariants.checked", ELECTION)
    assert verdicts(script)["leader_is_lowest"] is False


# -- round trips --------------------------------------------------------------------------------


def measured(script: Script, *milliseconds: float | None) -> None:
    reports = [
        {**report_of(f"s{number}", "standalone" if one else None), "round_trip_ms": one}
        for number, one in enumerate(milliseconds, 1)
    ]
    script.event("zookeeper.servers", "zookeeper", servers=reports)


@pytest.mark.parametrize(("milliseconds", "due"), [(None, 1.0), (0.4, 1.002), (600.0, 3.4)])
def test_a_watch_may_settle_for_as_long_as_the_round_trips_take(
    milliseconds: float | None, due: float
) -> None:
    script = three()
    measured(script, milliseconds)
    begun = script.at
    script.reports("c3", "waiting", znode=f"{ELECTION}/{znode_of('c3', 3)}", watches="c1guid")
    for after, holds in ((due - 0.01, True), (due + 0.01, False)):
        script.at = begun + after
        script.event("invariants.checked", ELECTION)
        assert verdicts(script)["watches_predecessor"] is holds


def test_the_longest_round_trip_counts_and_is_kept_while_nobody_answers() -> None:
    script = three()
    measured(script, 3.0, 250.0)
    assert script.state["zookeeper"]["round_trip_ms"] == 250.0
    measured(script, None, None)
    assert script.state["zookeeper"]["round_trip_ms"] == 250.0


def test_over_slow_round_trips_a_list_has_to_be_newer() -> None:
    script = strangers()
    measured(script, 600.0)
    listed(script, 102.0)
    assert watch(script, 1) == (X, "inferred", None)
    listed(script, 103.5)
    assert watch(script, 1) == (None, "server", 103.5)
