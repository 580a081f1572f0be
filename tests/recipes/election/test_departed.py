"""What can be said of strangers, also of those of whom ZooKeeper shows nothing any longer."""

from __future__ import annotations

from tests.journal.script import ELECTION, session_of
from tests.recipes.election.crowd import LEADER
from tests.recipes.election.test_foreign_handoffs import Key, Line, foreign, strangers


def reasons(script: Key | Line) -> dict[str, str]:
    return {one["invariant"]: one["detail"] for one in script.election["doubts"]}


def invariants(script: Key | Line) -> dict[str, bool | None]:
    found: dict[str, bool | None] = script.election["invariants"]
    return found


def lost(script: Key | Line, name: str) -> None:
    where = {"client": "127.0.0.1:4000", "server": "s1:2181"}
    moments = {"heard": 99.0, "listed": 99.0, "missing": 106.0}
    script.event("connection.lost", session_of(name), **where, **moments)


def mixed() -> Line:
    """kz leads, ours wait; kz's znode goes, and one of ours leads."""
    line = strangers("kz")
    line.joins("c1", 2)
    line.joins("c2", 3)
    line.deleted("kz", 1)
    line.reports("c1", "leading", step="lead")
    return line


def test_while_nobody_has_a_foreign_key_nothing_of_it_is_judged() -> None:
    key = Key()
    key.owns("pg1", 1001)
    assert set(invariants(key).values()) == {None}
    key.at = 105.0
    key.loses()
    lost(key, "pg1")
    assert set(invariants(key).values()) == {None}
    assert "nobody knows who they are" in reasons(key)["watches_parent"]
    key.owns("pg2", 2001)
    assert set(invariants(key).values()) == {None}


def test_a_key_of_which_a_term_was_not_read_is_not_judged_either() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.loses()
    key.event("znode.created", f"{ELECTION}/leader", zxid=1500)
    key.loses()
    lost(key, "pg1")
    assert set(invariants(key).values()) == {None}


def test_a_key_that_ours_alone_held_is_judged() -> None:
    key = Key()
    key.start("c1")
    key.claims("c1", 1001)
    key.leads("c1", f"{ELECTION}/leader", 1001)
    key.event("candidate.killed", "c1", by="test", session_ends=105.0)
    key.loses()
    assert set(invariants(key).values()) == {True}


def test_who_has_lost_its_znode_may_believe_that_it_leads_while_its_session_lasts() -> None:
    line = mixed()
    assert line.election["departed"] == {session_of("kz"): "kz"}
    detail = "kz's znode went, and its session may last: nobody observes whether it knows"
    assert reasons(line) == {"one_leader": detail, "leader_is_lowest": detail}
    assert invariants(line)["one_wakeup"] is True
    line.connection("lost", "kz", heard=100.0, listed=100.0, missing=101.0)
    assert set(invariants(line).values()) == {True}
    line.connection("found", "kz")
    assert invariants(line)["one_leader"] is None, "its session had not ended"


def test_a_session_that_no_server_listed_before_its_znode_went_had_ended() -> None:
    line = strangers("x")
    line.joins("c1", 2)
    line.connection("lost", "x", heard=99.0, listed=99.0, missing=100.0)
    line.deleted("x", 1)
    line.reports("c1", "leading", step="lead")
    assert set(invariants(line).values()) == {True}


def test_who_stands_again_has_not_departed() -> None:
    line = mixed()
    line.event("member.read", f"{ELECTION}/again", election=ELECTION,
               **{**foreign("kz", 9), "session": session_of("kz")})  # fmt: skip
    assert line.election["departed"] == {}
    assert "is not a process of this dashboard" in reasons(line)["one_leader"]


def test_ours_never_depart_so() -> None:
    """A znode may be read, and go, before its session is known to be that of ours."""
    line = Line()
    line.stands("c1", 1)
    line.deleted("c1", 1)
    assert list(line.election["departed"]) == [session_of("c1")]
    line.starting("c1")
    line.reports("c1", "joining")
    assert line.election["departed"] == {}


def test_who_waited_has_not_led() -> None:
    line = Line()
    line.joins("c1", 1)
    line.stands("x", 2)
    line.deleted("x", 2)
    assert set(invariants(line).values()) == {True}


def test_of_many_that_were_found_gone_each_may_have_led_for_a_while() -> None:
    line = strangers("x", "y", "z")
    line.event("election.found", ELECTION, members=[foreign("z", 3)])
    assert list(line.election["departed"].values()) == ["x", "y"]


def test_the_latest_of_many_that_have_gone_are_kept() -> None:
    line = strangers(*(f"m{number}" for number in range(40)))
    for number in range(40):
        line.deleted(f"m{number}", number + 1)
    assert list(line.election["departed"].values()) == [f"m{number}" for number in range(24, 40)]


def takes_over(key: Key, name: str, epoch: int) -> None:
    """One of ours creates the key, and leads."""
    key.start(name)
    key.claims(name, epoch)
    key.leads(name, LEADER, epoch)


def lists(key: Key, *names: str) -> None:
    sessions = {session_of(name): [LEADER] for name in names}
    told = {"source": "wchp", "asked_at": key.at, "complete": True, "sessions": sessions}
    key.lists_watches("zookeeper", **told)


def test_who_waits_for_a_key_of_strangers_is_not_known_while_ours_owns_it() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.loses()
    lost(key, "pg1")
    takes_over(key, "c2", 2001)
    assert set(invariants(key).values()) == {None}
    assert "Nobody waits" not in key.story()
    assert "Other programs have raced for it: which of them wait is not known." in key.story()


def test_sessions_that_wait_for_a_key_of_ours_are_counted_as_the_servers_list_them() -> None:
    key = Key()
    takes_over(key, "c1", 1001)
    assert set(invariants(key).values()) == {True}
    assert "Nobody waits to take over." in key.story()
    lists(key, "c1", "pg3", "pg4")
    assert key.election["onlookers"] == 2
    assert set(invariants(key).values()) == {None}
    assert "The servers list two sessions without a znode here that watch “leader”." in key.story()
    assert "Nobody waits" not in key.story()
    lists(key, "c1")
    assert (key.election["onlookers"], set(invariants(key).values())) == (0, {True})


def test_sessions_that_wait_for_a_foreign_key_are_counted_too() -> None:
    key = Key()
    key.owns("pg1", 1001)
    lists(key, "pg1", "pg2")
    assert "The servers list one session without a znode here that watches “leader”." in key.story()


def test_an_owner_that_turns_out_to_be_ours_was_no_stranger() -> None:
    key = Key()
    key.claims("c1", 1001)
    assert key.election["estranged"] == session_of("c1")
    key.start("c1")
    key.leads("c1", LEADER, 1001)
    assert key.election["estranged"] is None
    assert set(invariants(key).values()) == {True}


def test_a_wrong_watch_is_told_by_the_names_that_stand_everywhere() -> None:
    line = strangers("one", "two", "three")
    line.at = 110.0
    line.lists(two=line.chain[0]["znode"], three=line.chain[0]["znode"])
    [wrong] = line.election["violations"]
    assert wrong["detail"] == "three watches one, and should watch two"


def test_a_persistent_key_is_nobodys() -> None:
    key = Key()
    data = {"session": None, "czxid": 1001, "ctime": 0, "data": "nodeP"}
    key.event("member.read", f"{ELECTION}/leader", election=ELECTION, znode="leader", **data)
    [entry] = key.chain
    assert (entry["truth"], key.election["leader"], key.election["epoch"]) == (None, None, None)
    assert "no session owns it" in key.story()
    key.loses()
    assert (key.election["handoff"], key.election["vacant"]) == (None, None)
