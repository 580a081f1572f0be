"""Members that have come, and whose znodes were not read yet: nobody says that there are none."""

from __future__ import annotations

import pytest

from tests.journal.script import ELECTION, three, znode_of
from tests.recipes.election.test_foreign_handoffs import Line, strangers

UNREAD = ("session", "about", "candidate")


def comes(line: Line, name: str, number: int, zxid: int | None = None) -> None:
    line.event("znode.created", f"{ELECTION}/{znode_of(name, number)}", zxid=zxid)


@pytest.mark.parametrize("zxid", [None, 1001])
def test_a_member_stands_from_its_creation_on(zxid: int | None) -> None:
    line = Line()
    comes(line, "x", 1, zxid)
    (entry,) = line.chain
    assert (entry["znode"], entry["czxid"], entry["unread"]) == (znode_of("x", 1), zxid, True)
    assert {entry[key] for key in UNREAD} == {None}
    assert line.election["leader"] == entry["znode"]
    assert "has the lowest znode. Handoff has not read yet whose it is." in line.story()
    assert line.election["invariants"]["one_leader"] is None
    assert "was not read yet" in line.election["doubts"][0]["detail"]
    line.stands("x", 1)
    (entry,) = line.chain
    assert (entry["unread"], entry["czxid"], entry["name"]) == (False, 1001, "x")
    assert "it should lead" in line.story()


def test_a_list_that_only_names_a_member_is_no_sign_of_another() -> None:
    """It may have come too late to be read with the others; its creation had been told."""
    line = Line()
    comes(line, "x", 1, 1001)
    line.event("election.found", ELECTION, members=[{"znode": znode_of("x", 1), "unread": True}])
    assert (line.chain[0]["czxid"], line.election["vacant"]) == (1001, None)
    line.stands("x", 1)
    line.event("election.found", ELECTION, members=[{"znode": znode_of("x", 1), "unread": True}])
    assert (line.chain[0]["name"], line.election["handoffs"]) == ("x", 0)


def test_leaders_that_go_before_they_are_read_leave_no_vacancy() -> None:
    line = Line()
    comes(line, "x", 1)
    for number in range(2, 6):
        comes(line, "x", number)
        line.deleted("x", number - 1)
        assert "no candidates" not in line.story()
        assert line.election["leader"] == znode_of("x", number)
    assert line.election["handoffs"] == 3
    line.stands("x", 5)
    assert line.election["handoffs"] == 4
    assert "leadership passed to x" in line.story()
    assert line.patches_add_up()


def test_an_unread_znode_is_no_sign_of_a_stranger() -> None:
    """Ours is read after its creation is told; its owner is known by its own report as well."""
    line = Line()
    line.starting("c1")
    comes(line, "c1", 1)
    assert line.election["estranged"] is None
    line.reports("c1", "leading", znode=f"{ELECTION}/{znode_of('c1', 1)}")
    assert (line.chain[0]["candidate"], line.chain[0]["belief"]) == ("c1", "leading")
    assert line.election["doubts"] == []


def test_a_handoff_to_an_unread_heir_waits_for_its_word() -> None:
    """Among candidates of ours it may be one of them."""
    script = three()
    line = strangers()
    line.state = script.state
    line.folded = script.folded
    line.event("candidate.killed", "c1", by="test", session_ends=105.0)
    for number, name in enumerate(("c2", "c3"), 2):
        line.event("candidate.killed", name, by="test", session_ends=105.0)
        line.deleted(name, number)
    line.starting("c4")
    line.reports("c4", "joining")
    comes(line, "c4", 4)
    line.deleted("c1", 1)
    assert (line.election["handoffs"], line.election["handoff"]["to"]) == (0, None)
    line.stands("c4", 4)
    line.reports("c4", "leading", znode=f"{ELECTION}/{znode_of('c4', 4)}")
    assert (line.last["from"], line.last["to"], line.last["to_epoch"]) == ("c1", "c4", 1004)


def test_what_comes_to_an_election_that_nobody_was_read_of_says_its_strategy() -> None:
    line = Line()
    comes(line, "x", 1)
    line.stands("x", 1, '{"recipe": "herd"}')
    assert line.election["strategy"] == "herd"
    assert [entry["unread"] for entry in line.chain] == [False]


def test_an_unread_key_that_goes_was_nobodys_for_certain() -> None:
    line = Line()
    line.event("election.followed", ELECTION, strategy="single", by="test")
    line.event("znode.created", f"{ELECTION}/leader", zxid=None)
    assert "has the znode “leader”. Handoff has not read yet whose it is." in line.story()
    line.event("znode.deleted", f"{ELECTION}/leader", zxid=None)
    assert (line.chain, line.election["handoffs"]) == ([], 0)
    assert "no candidates" in line.story()


def test_what_is_still_being_read_is_not_called_empty() -> None:
    line = Line()
    line.event("mirror.loading", "zookeeper", mode="recursive", lacks=[])
    assert line.story() == "Handoff is still reading what is in ZooKeeper."
    line.event("mirror.loaded", "zookeeper", znodes=1, took_ms=1.0, mode="recursive")
    assert "no candidates" in line.story()


def test_of_a_path_whose_acl_hides_its_list_nothing_is_said() -> None:
    line = Line()
    line.stands("x", 1)
    line.event("election.denied", ELECTION)
    assert (line.election["leader"], line.election["vacant"]) == (None, None)
    assert "who stands here is not known" in line.story()
    assert "no candidates" not in line.story()
    assert line.election["invariants"]["leader_is_lowest"] is None
    line.event("election.found", ELECTION, members=[])
    assert "no candidates" in line.story()
    assert line.patches_add_up()


def test_of_strangers_nobody_counts_what_a_handoff_cost_before_the_heir_is_read() -> None:
    line = Line()
    line.stands("x", 1)
    line.deleted("x", 1)
    comes(line, "y", 2)
    handoff = line.election["handoff"] or line.election["vacant"]
    assert (handoff["counted"], handoff["notifications"], handoff["reads"]) == (None, None, None)
