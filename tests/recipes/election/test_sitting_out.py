"""Candidates whose data is older than the newest: what the state document says of them."""

from __future__ import annotations

import pytest

from tests.journal.script import ELECTION, three, znode_of
from tests.recipes.election.crowd import Crowd, herd, single

BEHIND = {"znode": None, "watches": None, "data": {"version": 2, "newest": 3}}


def sits_out(script: Crowd, name: str) -> None:
    script.event("candidate.behind", name, by="test", version=2, newest=3)
    script.says(name, "behind", "sit out", **BEHIND)


@pytest.mark.parametrize("start", [herd, single])
def test_who_sits_out_is_told_with_the_reason(start: type[Crowd]) -> None:
    script = start(3)  # type: ignore[arg-type]
    script.event("version.read", ELECTION, newest=3)
    sits_out(script, "c2")
    assert script.election["data"] == {"newest": 3}
    assert script.candidate("c2")["data"] == {"version": 2, "newest": 3}
    assert "c2" not in script.election["racers"]
    assert "c2 sits out: it has data version 2, the newest is 3." in script.story()
    assert all(script.election["invariants"].values())


def test_several_sit_out() -> None:
    script = single(4)
    for name in ("c2", "c3", "c4"):
        sits_out(script, name)
    assert "c2 and two others sit out" in script.story()


def test_who_has_caught_up_is_told_until_the_next_handoff() -> None:
    script = single(3)
    sits_out(script, "c2")
    script.at += 1
    script.says("c2", "joining", "create znode", data={"version": 3, "newest": 3})
    script.waits("c2", data={"version": 3, "newest": 3})
    assert "c2 caught up" in script.story()
    assert "races again" in script.story()
    script.at += 1
    script.event("candidate.stopping", "c1", by="test")
    script.event("znode.deleted", f"{ELECTION}/leader")
    script.hears("c3", "leader")
    script.claims("c3", 2001)
    script.leads("c3", f"{ELECTION}/leader", 2001)
    assert "caught up" not in script.story()


def test_a_leader_that_falls_behind_hands_over() -> None:
    script = three()
    script.event("candidate.behind", "c1", by="test", version=2, newest=3)
    assert script.election["handoff"]["fault"] == "behind"
    assert "c1 fell behind with its data" in script.story()
    assert "deletes its own znode" in script.story()
    script.deleted("c1", 1)
    script.notified("c2", znode_of("c1", 1))
    script.reports("c2", "leading", step="lead")
    assert script.election["last_handoff"]["fault"] == "behind"


def test_when_all_sit_out_nobody_leads() -> None:
    script = single(1)
    sits_out(script, "c1")
    script.event("znode.deleted", f"{ELECTION}/leader")
    assert "no eligible candidate volunteers" in script.story()
    assert "c1 sits out" in script.story()
