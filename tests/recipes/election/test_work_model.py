"""The leader's work in the state document."""

from __future__ import annotations

import json
from typing import Any

from tests.journal.script import ELECTION, Script, three

EPOCH = 1001


def write(script: Script, what: str, number: int, by: str = "c1", epoch: int = EPOCH) -> None:
    seen = max(epoch, script.election["work"]["epoch"] or 0)
    count = max(number, script.election["work"]["count"])
    told: dict[str, Any] = {"candidate": by, "epoch": epoch, "number": number}
    script.event(f"work.{what}", ELECTION, **told, seen=seen, holder="c2", count=count)


def test_a_number_changes_its_place_in_the_ring_and_nothing_else() -> None:
    script = three()
    write(script, "written", 1)
    before = script.state
    script.at += 0.25
    write(script, "written", 2)
    after = script.state
    changed = {key for key in after["elections"][ELECTION] if key_changed(before, after, key)}
    assert changed == {"work"}
    assert all(after[key] is before[key] for key in after if key not in ("seq", "elections"))
    assert script.election["work"]["writes"]["1"]["number"] == 2


def key_changed(before: dict[str, Any], after: dict[str, Any], key: str) -> bool:
    old, new = before["elections"][ELECTION][key], after["elections"][ELECTION][key]
    return old is not new


def test_the_work_of_an_election_that_is_not_followed_is_passed_over() -> None:
    script = three()
    before = json.dumps(script.state["elections"])
    script.event("work.written", "/other", candidate="c9", epoch=1, number=1, seen=1, count=1)
    assert json.dumps(script.state["elections"]) == before


def frozen_past_its_session(**work: Any) -> Script:
    """c1 is frozen, and c2 leads; work: the epoch that the store has seen, where it has one."""
    script = three()
    script.reports("c1", "leading", epoch=EPOCH)
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.at = 105.0
    script.deleted("c1", 1)
    for epoch in work.values():
        told = {"candidate": "c1", "epoch": epoch, "number": None, "seen": epoch}
        script.event("work.begun", ELECTION, **told, holder="c1", count=6)
    script.reports("c2", "leading", epoch=EPOCH + 1)
    return script


def test_of_a_frozen_leader_the_story_says_what_its_late_write_will_come_to() -> None:
    script = frozen_past_its_session(seen=EPOCH + 1)
    late = "When it wakes, the number that it was working on arrives late: "
    assert f"{late}the store refuses it." in script.story()
    assert "Its clock tells it to step down." in script.story()
    script.event("work.fencing", ELECTION, on=False, by="test")
    assert "the store takes it: fencing is off." in script.story()


def test_where_the_store_has_seen_no_later_epoch_the_late_write_is_taken() -> None:
    script = frozen_past_its_session(seen=EPOCH)
    assert "the store takes it: it has seen no later epoch." in script.story()


def test_a_frozen_leader_without_work_writes_nothing_when_it_wakes() -> None:
    story = frozen_past_its_session().story()
    assert story.endswith(" leads. When it wakes, its clock tells it to step down.")


def test_who_waits_for_a_proof_of_its_session_is_not_said_to_be_cut_off() -> None:
    """Woken shortly before its session is over, it steps down until it knows better."""
    script = three()
    script.reports("c1", "suspended")
    assert "cannot reach ZooKeeper" not in script.story()
    doubt = "has the lowest znode, but cannot tell whether its session still exists"
    assert doubt in script.story()
