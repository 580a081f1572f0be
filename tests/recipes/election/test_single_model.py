"""An election in which all race to create one znode."""

from __future__ import annotations

from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, member, session_of
from tests.recipes.election.crowd import LEADER, Crowd, single


def dies(script: Crowd) -> None:
    """The leader is killed, and ZooKeeper ends its session."""
    script.is_killed("c1")
    script.at += 4
    script.event("znode.deleted", LEADER)


def loses(script: Crowd, name: str, *, again: bool = True) -> None:
    """Is told, lists and tries at once, is refused, and woken once more by the creation."""
    script.hears(name, "leader")
    script.spend(name, reads=1, writes=1, failed=1)
    if again:
        script.spend(name, notifications=1, reads=1)
    script.waits(name)


def wins(script: Crowd, name: str, epoch: int, *, seen: bool = True) -> None:
    """Is told, creates it, leads and says so; seen: whether its znode is read before that."""
    script.hears(name, "leader")
    script.spend(name, reads=2, writes=1)
    if seen:
        script.claims(name, epoch)
    script.leads(name, LEADER, epoch, step="acknowledge")
    script.spend(name, writes=1)
    script.leads(name, LEADER, epoch)
    if not seen:
        script.claims(name, epoch)
    script.acknowledges(name, "leader", epoch)


REPORTED = {"watches": ".", "evidence": "reported", "as_of": None}


def test_who_has_not_had_an_answer_yet_is_not_done() -> None:
    script = single(3)
    dies(script)
    wins(script, "c2", 2001)
    script.hears("c3", "leader")
    script.spend("c3", reads=1, writes=1)
    script.says("c3", "waiting", "create znode")
    assert (script.last["failed"], script.last["awaited"]) == (0, 1)
    script.spend("c3", failed=1)
    script.waits("c3")
    assert (script.last["failed"], script.last["awaited"]) == (1, 0)


def test_a_former_leader_that_wakes_during_the_race_has_not_won_it() -> None:
    script = single(3)
    script.event("candidate.paused", "c1", by="test", session_ends=script.at + 4)
    script.at += 5
    script.event("znode.deleted", LEADER)
    script.event("candidate.resumed", "c1", by="test")
    script.leads("c1", LEADER, 1001)
    assert script.election["handoff"]["to"] is None
    wins(script, "c3", 2001)
    assert (script.last["from"], script.last["to"]) == ("c1", "c3")


def test_when_the_last_racer_dies_in_the_race_it_is_over() -> None:
    script = single(2)
    dies(script)
    assert script.election["handoff"]
    script.is_killed("c2")
    assert script.election["handoff"] is None


def test_who_listed_late_is_not_woken_again() -> None:
    script = single(3)
    dies(script)
    wins(script, "c2", 2001)
    loses(script, "c3", again=False)
    assert (script.last["notifications"], script.last["again"]) == (2, 0)
    assert script.last["failed"] == 1


def test_the_winner_may_be_heard_before_its_znode_is_seen() -> None:
    script = single(3)
    dies(script)
    script.at += 0.25
    script.hears("c2", "leader")
    script.leads("c2", LEADER, 2001, step="acknowledge")
    script.at += 0.25
    script.leads("c2", LEADER, 2001)
    script.at += 0.25
    script.claims("c2", 2001)
    script.acknowledges("c2", "leader", 2001)
    phases = script.last["phases_ms"]
    assert (phases["leading"], phases["acknowledged"]) == (4250.0, 4500.0)
    assert (script.last["to"], script.last["to_znode"]) == ("c2", "leader")


def test_the_winner_may_be_heard_before_the_deletion_is_seen() -> None:
    script = single(3)
    script.is_killed("c1")
    wins(script, "c2", 2001, seen=False)
    assert script.election["handoffs"] == 0
    script.event("znode.deleted", LEADER)
    script.claims("c2", 2001)
    assert (script.last["to"], script.last["notifications"]) == ("c2", 1)


def test_a_former_acknowledgement_is_not_the_winners() -> None:
    script = single(3)
    script.acknowledges("c1", "leader", 1001)
    dies(script)
    script.hears("c2", "leader")
    script.claims("c2", 2001)
    script.leads("c2", LEADER, 2001, step="acknowledge")
    script.acknowledges("c1", "leader", 1001)
    assert script.election["handoff"]["at"]["acknowledged"] is None
    script.acknowledges("c2", "leader", 2001)
    assert script.election["handoff"] is None


def test_a_change_that_nobody_saw_is_a_handoff() -> None:
    """The connection was lost, and now another one owns the znode of the same name."""
    script = single(3)
    found = {"znode": "leader", "session": session_of("c2"), "czxid": 2001, "ctime": 0, "data": ""}
    script.event("election.found", ELECTION, members=[found])
    script.leads("c2", LEADER, 2001)
    last = script.last
    assert (last["from"], last["to"], last["fault"]) == ("c1", "c2", None)
    assert last["found_gone"]


def test_when_nobody_is_left_there_is_no_handoff() -> None:
    script = single(2)
    script.is_killed("c2")
    dies(script)
    assert script.election["handoff"] is None
    assert script.election["chain"] == []


def test_leading_without_the_znode_is_broken() -> None:
    script = single(3)
    script.leads("c2", LEADER, 1500)
    script.at += 1.5
    script.event("invariants.checked", ELECTION)
    assert not script.holds("leader_owns_znode")
    assert not script.holds("one_leader")


def test_a_racer_without_a_watch_is_caught() -> None:
    script = single(3)
    script.waits("c3", watches=None)
    script.at += 1.5
    script.event("invariants.checked", ELECTION)
    assert not script.holds("watches_parent")


def test_what_a_server_lists_of_racers() -> None:
    script = single(3)
    script.at += 2
    told = {"source": "wchp", "complete": True, "asked_at": script.at}
    script.lists_watches("zookeeper", **told, sessions={session_of("c3"): [ELECTION]})
    listed = {"watches": ".", "evidence": "server", "as_of": script.at}
    assert script.election["racing"]["c3"] == listed
    assert script.election["racing"]["c2"] == REPORTED


def test_other_children_are_no_candidates() -> None:
    script = single(2)
    data = member("x", 7)
    script.event("member.read", f"{ELECTION}/{data['znode']}", election=ELECTION, **data)
    assert [one["znode"] for one in script.chain] == ["leader"]


def test_the_story_of_a_race() -> None:
    script = single(5)
    assert "c1 leads: it was first to create “leader”" in script.story()
    assert "Four others have no znode" in script.story()
    script.is_killed("c1")
    assert "Then all four others race to create it" in script.story()
    script.at += 4
    script.event("znode.deleted", LEADER)
    assert "“leader” is gone. Four notifications go out at once" in script.story()
    script.hears("c2", "leader")
    assert "the race is on: 1 of 4 has been told" in script.story()
    script.claims("c2", 2001)
    assert "c2 was the first: its create succeeded" in script.story()
    for name in ("c3", "c4", "c5"):
        loses(script, name)
    script.leads("c2", LEADER, 2001, step="acknowledge")
    assert "c2 won the race" in script.story()
    assert "three creates failed" in script.story()
    script.acknowledges("c2", "leader", 2001)
    assert "woke four candidates; three creates failed." in script.story()


def test_a_frozen_racers_watch_goes_with_its_session() -> None:
    script = single(3)
    ends = script.at + 4
    script.event("candidate.paused", "c3", by="test", session_ends=ends)
    assert script.election["racing"]["c3"]["watches"] == "."
    model, candidates = MODELS.by_section["elections"], script.state["candidates"]
    assert model.next_check(script.election, candidates, script.at) == ends
    script.at = ends
    script.event("invariants.checked", ELECTION)
    assert script.election["racing"]["c3"]["watches"] is None
    assert script.holds("watches_parent")


def test_a_frozen_racer_misses_the_race() -> None:
    script = single(3)
    script.event("candidate.paused", "c3", by="test", session_ends=script.at + 4)
    assert "c3 was frozen" in script.story()
    assert "it misses the next race" in script.story()
