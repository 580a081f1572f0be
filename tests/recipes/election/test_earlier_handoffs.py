"""What an election keeps of the handoffs before the last one."""

from __future__ import annotations

from tests.journal.script import ELECTION, Script, znode_of

KEPT = 4


def passes_on(script: Script, number: int) -> None:
    """The leader, c<number>, is stopped, and the next one leads."""
    name, heir = f"c{number}", f"c{number + 1}"
    script.event("candidate.stopping", name, by="test")
    script.at += number / 1000
    script.deleted(name, number)
    script.notified(heir, znode_of(name, number))
    script.reports(heir, "leading", step="acknowledge")
    script.event(
        "acknowledgement.read",
        ELECTION,
        znode=znode_of(heir, number + 1),
        epoch=1000 + number + 1,
        candidate=heir,
        believed=True,
    )


def test_four_handoffs_are_kept_beside_the_last_the_latest_first() -> None:
    script = Script()
    for number in range(1, 8):
        script.joins(f"c{number}", number)
    for number in range(1, 7):
        passes_on(script, number)
    earlier = script.election["earlier_handoffs"]
    assert [one["from_name"] for one in earlier] == ["c5", "c4", "c3", "c2"]
    assert len(earlier) == KEPT
    assert earlier[0]["to_name"] == script.election["last_handoff"]["from_name"]
    assert [round(one["phases_ms"]["deleted"]) for one in earlier] == [5, 4, 3, 2]
    assert {one["fault"] for one in earlier} == {"stop"}
    assert script.folded["elections"][ELECTION]["earlier_handoffs"] == earlier
