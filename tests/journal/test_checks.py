"""Verdicts that come by time alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.journal.checks import TimedChecks
from app.journal.journal import Journal
from app.recipes.election.model import ElectionModel
from app.recipes.election.state import Election
from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, member, session_of, znode_of
from tests.support.zookeeper import await_until


@pytest.fixture
def journal() -> Iterator[Journal]:
    found = Journal(MODELS)
    checks = TimedChecks(found)
    found.tell("zookeeper.connected", "zookeeper", {"session": "0xff"})
    found.tell("mirror.loaded", "zookeeper", {"znodes": 0, "mode": "recursive"})
    found.tell("election.followed", ELECTION, {"strategy": "predecessor", "by": "test"})
    yield found
    checks.close()


def election(journal: Journal) -> Election:
    return ElectionModel.of(journal.state)[ELECTION]


def joins(journal: Journal, name: str, number: int, belief: str, watches: str | None) -> None:
    started = {"path": ELECTION, "session_timeout_ms": 4000, "by": "test"}
    journal.tell("candidate.starting", name, started)
    journal.tell("candidate.started", name, {"pid": 1})
    report = {"belief": belief, "watches": watches, "session": session_of(name)}
    counters = {"notifications": 0, "reads": 0, "writes": 0}
    journal.tell("candidate.reported", name, {**report, "counters": counters})
    path = f"{ELECTION}/{znode_of(name, number)}"
    journal.tell("znode.created", path)
    journal.tell("member.read", path, {"election": ELECTION, **member(name, number)})


def test_a_wrong_watch_that_stays_is_broken_although_nothing_happens(journal: Journal) -> None:
    joins(journal, "c1", 1, "leading", None)
    joins(journal, "c2", 2, "waiting", "somebody-else_0000000000")
    assert election(journal)["invariants"]["watches_predecessor"] is True
    await_until(lambda: not election(journal)["invariants"]["watches_predecessor"])


def test_a_frozen_leaders_belief_ends_with_its_session_although_nothing_happens(
    journal: Journal,
) -> None:
    joins(journal, "c1", 1, "leading", None)
    ends = journal.clock() + 0.3
    journal.tell("candidate.paused", "c1", {"by": "test", "session_ends": ends})
    joins(journal, "c2", 2, "leading", None)
    assert election(journal)["invariants"]["one_leader"] is False
    await_until(lambda: election(journal)["invariants"]["one_leader"])
    assert journal.clock() >= ends


def test_a_report_that_comes_late_is_not_broken_at_once(journal: Journal) -> None:
    joins(journal, "c1", 1, "leading", None)
    joins(journal, "c2", 2, "waiting", znode_of("c1", 1))
    wrong = {"belief": "waiting", "watches": "somebody-else_0000000000"}
    journal.tell("candidate.reported", "c2", wrong, journal.clock() - 18.0)
    assert election(journal)["invariants"]["watches_predecessor"] is True
    await_until(lambda: not election(journal)["invariants"]["watches_predecessor"])
