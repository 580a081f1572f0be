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


def test_a_frozen_leader_that_wakes_after_another_leads_is_kept_until_it_notices() -> None:
    script = three()
    script.reports("c1", "leading", epoch=EPOCH, znode=f"{ELECTION}/{script.chain[0]['znode']}")
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.at = 105.0
    script.deleted("c1", 1)
    script.reports("c2", "leading", epoch=EPOCH + 1)
    script.event("candidate.resumed", "c1", by="test")
    (stale,) = script.election["work"]["stale"]
    assert (stale["candidate"], stale["epoch"], stale["leader"]) == ("c1", EPOCH, "c2")
    assert (stale["seen"], stale["woke"], stale["noticed"]) == (EPOCH + 1, 105.0, None)
    script.at = 105.002
    script.reports("c1", "suspended")
    assert script.election["work"]["stale"][0]["noticed"] == 105.002


def test_a_frozen_leader_that_wakes_in_time_is_not() -> None:
    script = three()
    script.reports("c1", "leading", epoch=EPOCH)
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.event("candidate.resumed", "c1", by="test")
    assert script.election["work"]["stale"] == []
